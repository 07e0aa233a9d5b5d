// Where the energy of a world goes: vt_world_advance with an account of what it did.
#include "unit/world/ledger.h"

#include "body/newmark.h"
#include "body/tangent.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool __real_vt_world_advance(vt_world *world, double h, vt_trouble *found, vt_error *error);
bool __wrap_vt_world_advance(vt_world *world, double h, vt_trouble *found, vt_error *error);

typedef struct part {
  double start; // s
  ledger_sum sum;
} part;

static part *parts;
static size_t count, room;

// As a part begins: all nodes and rigid bodies.
static vt_vec3 *positions, *velocities;
static vt_rigid_state *rigid;

void ledger_clear(void) { count = 0; }

ledger_sum ledger_between(double from, double to) {
  static const double ROUNDING = 1e-9; // s
  ledger_sum sum = {.parts = 0};
  for (size_t p = 0; p < count; ++p) {
    if (parts[p].start < from - ROUNDING || parts[p].start > to - ROUNDING) continue;
    for (int k = 0; k < LEDGER_TERMS; ++k) sum.taken[k] += parts[p].sum.taken[k];
    for (int b = 0; b < LEDGER_BODIES; ++b) sum.material[b] += parts[p].sum.material[b];
    ++sum.parts;
  }
  return sum;
}

double ledger_total(const ledger_sum *sum) {
  double total = 0;
  for (int k = 0; k < LEDGER_TERMS; ++k) total += sum->taken[k];
  return total;
}

static void *grown(void *memory, size_t size) {
  void *more = realloc(memory, size > 0 ? size : 1);
  if (more == NULL) {
    fprintf(stderr, "ledger: no memory\n");
    exit(1);
  }
  return more;
}

// ---------------------------------------------------------------- what a part did

static vt_vec3 mean(vt_vec3 a, vt_vec3 b) { return vt_scale(0.5, vt_add(a, b)); }

static double work_on(const vt_vec3 *forces, const vt_vec3 *before, const vt_deformable *d) {
  double sum = 0;
  for (int i = 0; i < d->model->mesh->node_count; ++i) sum += vt_dot(forces[i], mean(before[i], d->v[i]));
  return sum;
}

// The forces of the scheme at a part that is longer or shorter than the one before.
static void add_change(const vt_deformable *d, const vt_vec3 *x, double h, vt_vec3 *u, vt_vec3 *forces) {
  double change = h - d->pace.kick;
  change *= change > 0 ? 0.5 + 2 * VT_NEWMARK_BETA : 0.5;
  int nodes = d->model->mesh->node_count;
  for (int i = 0; i < nodes; ++i) {
    u[i] = d->resolved[i];
    if (d->turn.any) u[i] = vt_sub(u[i], vt_cross(d->turn.spin, vt_sub(x[i], d->turn.center)));
  }
  vt_deformable_apply_stiffness(d, u, d->scratch, NULL);
  for (int i = 0; i < nodes; ++i) forces[i] = vt_madd(forces[i], change, d->scratch[i]);
}

static void add_soft(const vt_world *w, int body, double h, ledger_sum *sum) {
  const vt_deformable *d = &w->work.deformables[body];
  const vt_material *material = &d->model->material;
  const vt_vec3 *before = velocities + w->model->bodies[body].first_node;
  int nodes = d->model->mesh->node_count;
  size_t size = sizeof(vt_vec3) * (size_t)nodes;
  vt_vec3 *u = grown(NULL, size), *forces = grown(NULL, size);
  double kick = d->pace.kick;

  for (int i = 0; i < nodes; ++i) u[i] = mean(vt_add(before[i], d->dv[i]), d->resolved[i]);
  vt_deformable_apply_stiffness(d, u, forces, NULL);
  for (int i = 0; i < nodes; ++i)
    forces[i] = vt_madd(
        vt_scale(material->stiffness_damping, forces[i]), material->mass_damping * d->model->mass[i], u[i]);
  double damped = kick * work_on(forces, before, d);
  sum->taken[LEDGER_MATERIAL] += damped;
  if (body < LEDGER_BODIES) sum->material[body] += damped;

  for (int i = 0; i < nodes; ++i) u[i] = vt_sub(vt_add(before[i], d->dv[i]), d->resolved[i]);
  vt_deformable_apply_stiffness(d, u, forces, NULL);
  for (int i = 0; i < nodes; ++i) forces[i] = vt_scale(VT_NEWMARK_BETA * h, forces[i]);
  if (h != kick) add_change(d, positions + w->model->bodies[body].first_node, h, u, forces);
  sum->taken[LEDGER_SCHEME] += kick * work_on(forces, before, d);

  sum->taken[LEDGER_HANDS] -= kick * work_on(d->reaction, before, d);
  sum->taken[LEDGER_LOADS] -= kick * work_on(d->external, before, d);
  free(u), free(forces);
}

// How fast a row's value changes, by the mean of the velocities before and after.
static double rate(const vt_world *w, int row) {
  double sum = 0;
  for (int k = w->step.rows.start[row]; k < w->step.rows.start[row + 1]; ++k) {
    const vt_row_term *term = &w->step.rows.terms[k];
    const vt_body *b = &w->model->bodies[term->body];
    if (term->node >= 0) {
      int node = b->first_node + term->node;
      sum += vt_dot(term->linear, mean(velocities[node], w->state.v[node]));
    } else {
      const vt_rigid_state *old = &rigid[b->rigid_index], *now = &w->state.rigid[b->rigid_index];
      vt_vec3 spin =
          mean(vt_rigid_angular_velocity(&b->rigid, old), vt_rigid_angular_velocity(&b->rigid, now));
      vt_vec3 turn = vt_mat_apply(w->step.turn_share[b->rigid_index], term->angular);
      sum += vt_dot(term->linear, mean(old->velocity, now->velocity)) + vt_dot(turn, spin);
    }
  }
  return sum;
}

static ledger_term term_of(const vt_block *block, int row) {
  if (block->kind == VT_BLOCK_GAS) return LEDGER_AIR;
  if (block->kind == VT_BLOCK_CONTACT) return row == 0 ? LEDGER_NORMAL : LEDGER_FRICTION;
  return LEDGER_JOINTS;
}

static void add_rows(const vt_world *w, ledger_sum *sum) {
  const vt_system *s = &w->step.rows.system;
  for (int k = 0; k < s->block_count; ++k)
    for (int i = 0; i < vt_block_rows(&s->blocks[k]); ++i) {
      int row = s->blocks[k].row + i;
      if (s->f[row] != 0) sum->taken[term_of(&s->blocks[k], i)] -= w->step.kick * s->f[row] * rate(w, row);
    }
}

bool __wrap_vt_world_advance(vt_world *w, double h, vt_trouble *found, vt_error *error) {
  double start = *w->state.time;
  size_t size = sizeof *velocities * (size_t)w->model->node_count;
  positions = grown(positions, size);
  velocities = grown(velocities, size);
  rigid = grown(rigid, sizeof *rigid * (size_t)w->model->rigid_count);
  memcpy(positions, w->state.x, size);
  memcpy(velocities, w->state.v, size);
  memcpy(rigid, w->state.rigid, sizeof *rigid * (size_t)w->model->rigid_count);
  if (!__real_vt_world_advance(w, h, found, error)) return false;

  while (count > 0 && parts[count - 1].start >= start - 1e-12) --count; // they are done again
  if (count == room) {
    room = 2 * room + 1024;
    parts = grown(parts, room * sizeof *parts);
  }
  part *p = &parts[count++];
  *p = (part){.start = start};
  for (int n = 0; n < w->work.soft_count; ++n) add_soft(w, w->work.soft[n], h, &p->sum);
  add_rows(w, &p->sum);
  return true;
}
