// The constraint rows of cavities: volumes as rows, pressures as their forces.
#include "rows/rows.h"

#include <string.h>

// The gradient of a cavity's volume on the vertices of all collision surfaces; `all` is zero before.
static void gather(const vt_step *step, int cavity, const vt_vec3 *gradient, vt_vec3 *all, bool *touched) {
  const vt_cavity *c = &step->cavities->items[cavity];
  for (int i = 0; i < c->vertex_count; ++i) {
    const vt_cavity_vertex *v = &step->cavities->vertices[c->first_vertex + i];
    vt_vec3 *body = all + step->model->bodies[v->body].first_collision;
    touched[v->body] = true;
    for (int k = 0; k < 3; ++k)
      body[v->corners[k]] = vt_madd(body[v->corners[k]], v->weights[k], gradient[i]);
  }
}

static bool is_zero(vt_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

// The terms of a deformable body's nodes, or of the nodes of a quasi-rigid body; `nodes`
// is zero before and after.
static void add_on_nodes(
    vt_step *step, int body, int count, const vt_vec3 *vertices, double scale, vt_vec3 *nodes) {
  const vt_surface *s = &step->model->bodies[body].collision;
  for (int i = 0; i < s->vertex_count; ++i)
    for (int k = s->start[i]; k < s->start[i + 1] && !is_zero(vertices[i]); ++k)
      nodes[s->nodes[k]] = vt_madd(nodes[s->nodes[k]], scale * s->weights[k], vertices[i]);
  for (int i = 0; i < count; ++i) {
    if (is_zero(nodes[i])) continue;
    step->rows.terms[step->term_count++] = (vt_row_term){body, i, nodes[i], {0, 0, 0}};
    nodes[i] = vt_v3(0, 0, 0);
  }
}

// The point where the air of a cavity acts on a vertex. On a rigid body beside a soft one: halfway through
// its rotation by free motion, where contacts between the two act on it too (rows.c). An object on a cup that
// was pressed flat is pulled by 34 N of suction and pushed by 32 N of contacts; if only one of them were
// moved on, they would act at points that differ by half of h spin x arm, a couple along the spin: at 10 ms
// the swing of an object that weighs 2 N would grow by a factor of 9 in a second. Between rigid bodies: where
// the vertex is as the step begins, so that angular momentum is conserved to rounding.
static vt_vec3 place_of(const vt_step *step, int body, int vertex, bool soft) {
  const vt_body *b = &step->model->bodies[body];
  vt_vec3 start = step->surfaces[body][vertex];
  if (b->kind != VT_BODY_RIGID || !soft) return start;
  vt_vec3 displacement = vt_sub(step->collision_ends[b->first_collision + vertex], start);
  vt_vec3 turn = vt_madd(displacement, -step->h, step->rigid_next[b->rigid_index].velocity);
  return vt_madd(start, 0.5, turn);
}

static void add_rigid(vt_step *step, int body, const vt_vec3 *vertices, double scale, bool soft) {
  const vt_body *b = &step->model->bodies[body];
  vt_vec3 center = step->state->rigid[b->rigid_index].position;
  vt_row_term term = {.body = body, .node = -1};
  for (int i = 0; i < b->collision.vertex_count; ++i) {
    vt_vec3 arm = vt_sub(place_of(step, body, i, soft), center);
    term.linear = vt_madd(term.linear, scale, vertices[i]);
    term.angular = vt_madd(term.angular, scale, vt_cross(arm, vertices[i]));
  }
  step->rows.terms[step->term_count++] = term;
}

// The force and torque of 1 Pa on a body.
static vt_pressure_load unit_load(const vt_step *step, int body, const vt_vec3 *vertices, bool soft) {
  vt_pressure_load load = {{0, 0, 0}, {0, 0, 0}};
  for (int i = 0; i < step->model->bodies[body].collision.vertex_count; ++i) {
    load.force = vt_add(load.force, vertices[i]);
    load.torque = vt_add(load.torque, vt_cross(place_of(step, body, i, soft), vertices[i]));
  }
  return load;
}

// The change of the volume by a body's free motion, to first order in its displacements.
static double free_change(const vt_step *step, int body, const vt_vec3 *vertices) {
  const vt_body *b = &step->model->bodies[body];
  const vt_vec3 *ends = step->collision_ends + b->first_collision;
  double sum = 0;
  for (int i = 0; i < b->collision.vertex_count; ++i)
    sum += vt_dot(vertices[i], vt_sub(ends[i], step->surfaces[body][i]));
  return sum;
}

size_t vt_step_gas_terms(const vt_step *step) {
  return (size_t)step->cavities->count *
         (size_t)(step->model->node_count + step->model->bend_count + step->model->body_count);
}

// By Newmark's scheme (carried.c) a cavity is a spring of compliance V / (k P): the share of the previous
// motion that its row carries over. The gas law then holds at a time between now and the end of the step.
static double carried_share(vt_step *step, int cavity, int row, double volume, double area) {
  const vt_cavity *c = &step->cavities->items[cavity];
  vt_gas_law *law = &step->laws[cavity];
  double room = fmax(volume, 0) + c->dead;
  if (!step->newmark || law->regulated || !(room > 0 && c->pressure > 0)) return 0;
  double compliance = room / (law->exponent * c->pressure * area * area);
  double share = vt_step_row_share(step, vt_step_row_give(step, row), compliance);
  law->h = (1 - share) * step->h;
  return share;
}

static bool fill_cavity(vt_step *step, int cavity, vt_block *block, const vt_vec3 *const *carried,
    vt_vec3 *all, vt_vec3 *nodes, bool *touched, vt_error *error) {
  const vt_model *m = step->model;
  const vt_cavity *c = &step->cavities->items[cavity];
  vt_vec3 *gradient = VT_TAKE(step->arena, vt_vec3, c->vertex_count, error);
  if (gradient == NULL) return false;
  vt_cavity_size size = vt_cavity_measure(step->cavities, cavity, step->surfaces);
  vt_cavity_gradient(step->cavities, cavity, step->surfaces, gradient);
  memset(all, 0, sizeof *all * (size_t)m->collision_count);
  memset(touched, 0, sizeof *touched * (size_t)m->body_count);
  gather(step, cavity, gradient, all, touched);
  double area = 0.5 * size.area;
  double bend = vt_step_volume_bend(step, cavity, size.volume, gradient, carried), change = bend, driven = 0;
  bool soft = false;
  for (int b = 0; b < m->body_count; ++b) soft |= touched[b] && m->bodies[b].kind == VT_BODY_DEFORMABLE;
  int row = block->row;
  step->rows.start[row] = step->term_count;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_vec3 *vertices = all + m->bodies[b].first_collision;
    if (!touched[b]) continue;
    step->unit_loads[(size_t)cavity * (size_t)m->body_count + (size_t)b] = unit_load(step, b, vertices, soft);
    if (m->bodies[b].kind == VT_BODY_RIGID) add_rigid(step, b, vertices, 1 / area, soft);
    int count = m->bodies[b].kind == VT_BODY_DEFORMABLE ? m->bodies[b].deformable.mesh->node_count
                                                        : m->bodies[b].bending.count;
    if (count > 0) add_on_nodes(step, b, count, vertices, 1 / area, nodes);
    double own = free_change(step, b, vertices);
    change += own;
    if (m->bodies[b].kind == VT_BODY_DRIVEN) driven += own;
  }
  vt_gas_carried *over = &step->gas_carried[cavity];
  *over = (vt_gas_carried){.share = carried_share(step, cavity, row, size.volume, area)};
  if (over->share > 0) {
    double left = 1 - over->share;
    over->volume =
        over->share * vt_step_change(step) * (area * vt_step_row_displacement(step, row) + driven) +
        (1 - left * left) * bend;
    change -= over->volume;
  }
  *block = (vt_block){.kind = VT_BLOCK_GAS, .row = row, .gas = &step->laws[cavity], .area = area};
  step->rows.system.q[row] = (size.volume + change) / area;
  step->rows.system.f[row] = area * (c->pressure - step->settings->ambient_pressure);
  return true;
}

bool vt_step_fill_gas(vt_step *step, int block, int row, vt_error *error) {
  const vt_model *m = step->model;
  step->first_gas = block;
  if (step->cavities->count == 0) return true;
  vt_vec3 *all = VT_TAKE(step->arena, vt_vec3, m->collision_count, error);
  vt_vec3 *nodes = VT_TAKE(step->arena, vt_vec3, m->node_count + m->bend_count, error);
  bool *touched = VT_TAKE(step->arena, bool, m->body_count, error);
  size_t loads = (size_t)step->cavities->count * (size_t)m->body_count;
  step->unit_loads = VT_TAKE(step->arena, vt_pressure_load, loads, error);
  step->gas_carried = VT_TAKE(step->arena, vt_gas_carried, step->cavities->count, error);
  const vt_vec3 **carried = vt_step_carry_on(step, error);
  if (all == NULL || nodes == NULL || touched == NULL || step->unit_loads == NULL ||
      step->gas_carried == NULL || carried == NULL)
    return false;
  memset(step->unit_loads, 0, sizeof *step->unit_loads * loads);

  memset(nodes, 0, sizeof *nodes * (size_t)(m->node_count + m->bend_count));
  for (int k = 0; k < step->cavities->count; ++k) {
    vt_block *b = &step->rows.system.blocks[block + k];
    b->row = row + k;
    if (!fill_cavity(step, k, b, carried, all, nodes, touched, error)) return false;
  }
  return true;
}
