// Bodies that stay tangled are untangled: how long, where, and when it is over.
#include "body/untangle.h"

#include "body/turn.h"
#include "mesh/shape.h"
#include "mesh/cell.h"

#include <float.h>

// In crossing times of a shear wave, or in steps where these are longer. A tangle that resolves by itself is
// gone after some of them.
static const double PATIENCE = 10;

// Times PATIENCE: the longest wait of a body under load before its next try, and the longest try with the
// whole body. A body without load returns, and has no limit.
static const double MAX_WAIT = 16, MAX_TRY = 4;

// Layers of cells around a tangle that are untangled first; if that does not help, all of the body is.
static const int LAYERS = 2;

// J = det F: a cell with less belongs to the tangle where a region is untangled, or where nothing holds the
// body, as nothing else could compress it that far.
static const double SOUND = 0.3;

// The largest |F - R|^2 of points when the whole body has returned: their own rotations are close then, and
// the elastic energy has a single equilibrium there.
static const double BACK = 0.01;

// rad: of an edge inside a body at rest, where angles sum up to 2 pi, and of one that it is wound around.
static const double INSIDE = 6.28, WOUND = 9.42;

// ---------------------------------------------------------------- where it is

static const int *cell_at(const vt_mesh *mesh, int c) {
  return mesh->cells + (size_t)c * (size_t)vt_cell_size(mesh->cell_kind);
}

static bool is_wound(const vt_deformable *body, int edge) {
  return body->untangling.rest_angles[edge] > INSIDE && body->untangling.angles[edge] > WOUND;
}

// The samples of a cell: within a curved one a body may be wound around a line that meets neither its edges
// nor its strain points. J vanishes on such a line and is small beside it.
enum { TET_SAMPLES = 4, HEX_SAMPLES = 2 }; // intervals along an edge

static double ratio_at(const vt_deformable *body, const int *cell, vt_vec3 reference) {
  const vt_mesh *mesh = body->model->mesh;
  vt_vec3 gradients[VT_CELL_MAX_NODES];
  vt_mat3 now = {{{0}}}, rest = {{{0}}};
  vt_shape_gradients(mesh->cell_kind, reference, gradients);
  for (int a = 1; a < vt_cell_size(mesh->cell_kind); ++a) { // gradients sum up to nothing
    now = vt_mat_add(now, vt_outer(vt_sub(body->x[cell[a]], body->x[cell[0]]), gradients[a]));
    rest = vt_mat_add(rest, vt_outer(vt_sub(mesh->nodes[cell[a]], mesh->nodes[cell[0]]), gradients[a]));
  }
  return vt_mat_det(now) / vt_mat_det(rest);
}

// The least J = det F of a cell.
static double least_ratio(const vt_deformable *body, const int *cell) {
  vt_cell_kind kind = body->model->mesh->cell_kind;
  if (kind == VT_CELL_TET4) return ratio_at(body, cell, vt_v3(0.25, 0.25, 0.25));
  bool hex = kind == VT_CELL_HEX8;
  int n = hex ? HEX_SAMPLES : TET_SAMPLES;
  double least = INFINITY;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= (hex ? n : n - i); ++j)
      for (int k = 0; k <= (hex ? n : n - i - j); ++k) {
        vt_vec3 at = vt_scale(1.0 / n, vt_v3(i, j, k));
        if (hex) at = vt_sub(vt_scale(2, at), vt_v3(1, 1, 1));
        least = fmin(least, ratio_at(body, cell, at));
      }
  return least;
}

// Whether a cell is part of a tangle: J is below `sound`, or it is at an edge that the body is wound around.
// Angles must be known.
static bool is_tangled(const vt_deformable *body, int c, double sound) {
  int edges = vt_cell_edge_count(body->model->mesh->cell_kind);
  for (int k = 0; k < edges; ++k)
    if (is_wound(body, body->model->cell_edges[c * edges + k])) return true;
  return least_ratio(body, cell_at(body->model->mesh, c)) < sound;
}

static void find_angles(vt_deformable *body) {
  const vt_deformable_model *m = body->model;
  vt_edge_angles(m->mesh, body->x, m->cell_edges, m->edge_count, body->untangling.angles);
  vt_edge_angles(m->mesh, m->mesh->nodes, m->cell_edges, m->edge_count, body->untangling.rest_angles);
}

static bool any_tangled(vt_deformable *body, double sound) {
  find_angles(body);
  for (int c = 0; c < body->model->mesh->cell_count; ++c)
    if (is_tangled(body, c, sound)) return true;
  return false;
}

// ---------------------------------------------------------------- regions

// Numbers in `nodes` while regions are found: how far from a tangle, then the node that stands for the
// region, then the region.
enum { FAR = -1 };

// Nodes of connected cells get the same root, the smallest node of the region.
static int root_of(int *parents, int node) {
  while (parents[node] != node) node = parents[node] = parents[parents[node]];
  return node;
}

static void mark_layers(vt_deformable *body, int layers) {
  const vt_mesh *mesh = body->model->mesh;
  int size = vt_cell_size(mesh->cell_kind), *far = body->untangling.nodes;
  for (int i = 0; i < mesh->node_count; ++i) far[i] = FAR;
  find_angles(body);
  for (int c = 0; c < mesh->cell_count; ++c)
    for (int k = 0, in = is_tangled(body, c, SOUND); k < size && in; ++k) far[cell_at(mesh, c)[k]] = 0;
  for (int layer = 1; layer <= layers; ++layer)
    for (int c = 0; c < mesh->cell_count; ++c) {
      const int *cell = cell_at(mesh, c);
      bool near = false;
      for (int k = 0; k < size; ++k) near = near || (far[cell[k]] != FAR && far[cell[k]] < layer);
      for (int k = 0; k < size && near; ++k)
        if (far[cell[k]] == FAR) far[cell[k]] = layer;
    }
}

// From marked nodes to regions: cells of marked nodes alone join them.
static void join_regions(vt_deformable *body) {
  const vt_mesh *mesh = body->model->mesh;
  int size = vt_cell_size(mesh->cell_kind), *nodes = body->untangling.nodes, count = 0;
  for (int i = 0; i < mesh->node_count; ++i)
    if (nodes[i] != FAR) nodes[i] = i;
  for (int c = 0; c < mesh->cell_count; ++c) {
    const int *cell = cell_at(mesh, c);
    bool in = true;
    for (int k = 0; k < size; ++k) in = in && nodes[cell[k]] != FAR;
    for (int k = 1; k < size && in; ++k) {
      int a = root_of(nodes, cell[0]), b = root_of(nodes, cell[k]);
      nodes[a > b ? a : b] = a > b ? b : a;
    }
  }
  // Roots come before the nodes they stand for: each node finds its root already numbered, as -2 - region.
  for (int i = 0; i < mesh->node_count; ++i) {
    if (nodes[i] == FAR) continue;
    if (nodes[i] == i)
      nodes[i] = count < VT_MAX_REGIONS ? -2 - count++ : FAR;
    else
      nodes[i] = nodes[nodes[i]];
  }
  for (int i = 0; i < mesh->node_count; ++i) nodes[i] = nodes[i] == FAR ? FAR : -2 - nodes[i];
}

void vt_untangle_regions(vt_deformable *body) {
  const vt_elements *e = &body->model->elements;
  vt_element_state *state = &body->element_state;
  int *nodes = body->untangling.nodes;
  if (body->tangle->layers < 0)
    for (int i = 0; i < e->node_count; ++i) nodes[i] = 0;
  else
    mark_layers(body, (int)body->tangle->layers);
  join_regions(body);
  for (int p = 0; p < e->point_count; ++p) {
    int first = e->start[p], region = nodes[e->point_nodes[first]];
    for (int k = first + 1; k < e->start[p + 1]; ++k)
      if (nodes[e->point_nodes[k]] != region) region = FAR;
    state->region[p] = region;
  }
  state->shared = true;
}

// ---------------------------------------------------------------- motion

// m: from one corner to the other of its box at rest.
static double size_of(const vt_deformable_model *model) {
  vt_vec3 low = model->mesh->nodes[0], high = low;
  for (int i = 0; i < model->mesh->node_count; ++i) {
    vt_vec3 x = model->mesh->nodes[i];
    low = vt_v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
    high = vt_v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
  }
  return vt_norm(vt_sub(high, low));
}

// s: how long a shear wave takes across the body.
static double crossing_time(const vt_deformable_model *model) {
  double mu = model->material.young / (2 * (1 + model->material.poisson));
  return size_of(model) * sqrt(model->total_mass / (model->elements.volume * mu));
}

// The motion of a region as a rigid body; false where its nodes lie on a line.
static bool region_motion(const vt_deformable *body, int region, vt_rigid_motion *motion) {
  const int *nodes = body->untangling.nodes;
  double mass = 0;
  *motion = (vt_rigid_motion){0};
  for (int i = 0; i < body->model->mesh->node_count; ++i) {
    double m = nodes[i] == region && !body->held[i] ? body->model->mass[i] : 0;
    mass += m;
    motion->center = vt_madd(motion->center, m, body->x[i]);
    motion->velocity = vt_madd(motion->velocity, m, body->v[i]);
  }
  if (!(mass > 0)) return false;
  motion->center = vt_scale(1 / mass, motion->center);
  motion->velocity = vt_scale(1 / mass, motion->velocity);
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    if (nodes[i] == region && !body->held[i])
      vt_rigid_motion_add(motion, body->model->mass[i], body->x[i], body->v[i]);
  return vt_rigid_motion_spin(motion);
}

void vt_untangle_begin(vt_deformable *body, double h, const vt_vec3 *constraint_forces) {
  vt_untangling *u = &body->untangling;
  vt_rigid_motion motion;
  u->whole = vt_find_rigid_motion(body, &motion) && motion.whole;
  u->momentum = motion.momentum;
  for (int i = 0; i < body->model->mesh->node_count; ++i) {
    vt_vec3 force = body->external[i], arm = vt_sub(body->x[i], motion.center);
    if (constraint_forces != NULL) force = vt_add(force, constraint_forces[i]);
    u->momentum = vt_madd(u->momentum, h, vt_cross(arm, force));
  }
}

static void restore_momentum(vt_deformable *body) {
  vt_rigid_motion motion;
  if (!body->untangling.whole || !vt_find_rigid_motion(body, &motion)) return;
  vt_vec3 spin =
      vt_mat_apply(vt_mat_inverse(motion.inertia), vt_sub(body->untangling.momentum, motion.momentum));
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    body->v[i] = vt_add(body->v[i], vt_cross(spin, vt_sub(body->x[i], motion.center)));
}

void vt_untangle_finish(vt_deformable *body, double h) {
  restore_momentum(body);
  // The slowest vibration across the body is damped critically: 2 omega, omega = pi over the crossing time.
  double kept = 1 / (1 + 2 * VT_PI * h / crossing_time(body->model));
  const int *nodes = body->untangling.nodes;
  for (int region = 0; region < VT_MAX_REGIONS; ++region) {
    vt_rigid_motion motion;
    if (!region_motion(body, region, &motion)) continue;
    for (int i = 0; i < body->model->mesh->node_count; ++i) {
      if (nodes[i] != region || body->held[i]) continue;
      vt_vec3 rigid = vt_add(motion.velocity, vt_cross(motion.spin, vt_sub(body->x[i], motion.center)));
      body->v[i] = vt_madd(rigid, kept, vt_sub(body->v[i], rigid));
    }
  }
}

// ---------------------------------------------------------------- when

// Of the body's size: how far prescribed nodes may deviate from their relative positions at rest and still be
// a clamp that strains nothing.
static const double CONGRUENT = 1e-6;

static bool is_clamped_at_rest(const vt_deformable *body) {
  const vt_mesh *mesh = body->model->mesh;
  vt_vec3 now = {0, 0, 0}, then = {0, 0, 0};
  vt_mat3 sum = {{{0}}};
  int count = 0;
  for (int i = 0; i < mesh->node_count; ++i)
    if (body->held[i]) {
      now = vt_add(now, body->x[i]);
      then = vt_add(then, mesh->nodes[i]);
      ++count;
    }
  if (count == 0) return true;
  now = vt_scale(1.0 / count, now);
  then = vt_scale(1.0 / count, then);
  for (int i = 0; i < mesh->node_count; ++i)
    if (body->held[i]) sum = vt_mat_add(sum, vt_outer(vt_sub(body->x[i], now), vt_sub(mesh->nodes[i], then)));
  vt_mat3 turn = vt_polar_rotation(sum);
  double off = 0;
  for (int i = 0; i < mesh->node_count; ++i)
    if (body->held[i])
      off = fmax(
          off, vt_norm(vt_sub(vt_sub(body->x[i], now), vt_mat_apply(turn, vt_sub(mesh->nodes[i], then)))));
  return off <= CONGRUENT * size_of(body->model);
}

void vt_untangle_weigh(vt_deformable *body, const vt_vec3 *constraint_forces) {
  const vt_tangle *t = body->tangle;
  if (t == NULL || (t->clock == 0 && t->layers == 0)) return;
  bool clamped = is_clamped_at_rest(body);
  body->pushed = 0;
  for (int i = 0; i < body->model->mesh->node_count; ++i) {
    vt_vec3 force = body->external[i];
    if (!clamped) force = vt_add(force, body->reaction[i]);
    if (constraint_forces != NULL) force = vt_add(force, constraint_forces[i]);
    body->pushed += vt_norm(force);
  }
}

// Whether its energy is not due to forces. Forces that hold a body strained have done work: in linear
// elasticity twice the energy is the sum of force times displacement (Clapeyron), and displacements are below
// the body's size. Where that cannot explain the energy, the tangle holds it.
static bool is_alone(const vt_deformable *body) {
  return body->pushed * size_of(body->model) <= body->potential;
}

// Whether the rest shape is near at all points of the whole body, which shares rotations.
static bool is_back(const vt_deformable *body) {
  const vt_elements *e = &body->model->elements;
  for (int p = 0; p < e->point_count; ++p)
    if (e->points[p].mu > 0 && body->element_state.energies[p] > BACK * e->points[p].mu * e->points[p].volume)
      return false;
  return true;
}

void vt_untangle_watch(vt_deformable *body, double h) {
  vt_tangle *t = body->tangle;
  if (t == NULL || (body->inverted == 0 && t->clock == 0 && t->layers == 0)) return;
  t->clock = fmax(t->clock, DBL_MIN);
  if (body->pace.kick == h) body->pace.integrator = VT_INTEGRATOR_EULER;
}

static void begin(vt_deformable *body) {
  body->tangle->layers = body->tangle->tries > 0 ? -1 : LAYERS;
  body->tangle->tries += 1;
  body->tangle->clock = 0;
  body->fresh = false;
}

// A body that is tangled again before it was in order for as long as PATIENCE has its next try at once.
static void end(vt_deformable *body, bool done) {
  body->tangle->layers = 0;
  body->tangle->clock = done ? PATIENCE : 0;
  body->fresh = false;
}

static void judge_try(vt_deformable *body) {
  const vt_tangle *t = body->tangle;
  vt_deformable_refresh(body, NULL);
  bool whole = t->layers < 0, free = body->pushed == 0;
  if (whole ? is_back(body) : !any_tangled(body, SOUND))
    end(body, true);
  else if (!(whole && free) && t->clock >= PATIENCE * (whole ? MAX_TRY : 1))
    end(body, false);
}

void vt_untangle_judge(vt_deformable *body, double h, int inverted) {
  vt_tangle *t = body->tangle;
  if (inverted == 0 && body->inverted == 0 && t->clock == 0 && t->layers == 0) return;
  double tick = h / (h + crossing_time(body->model));
  if (t->layers != 0) {
    t->clock += tick;
    judge_try(body);
    return;
  }
  vt_deformable_refresh(body, NULL);
  bool alone = is_alone(body);
  if (inverted > 0 || body->inverted > 0 || any_tangled(body, alone ? SOUND : 0)) {
    double wait = body->pushed == 0 ? 1 : fmin(ldexp(1, (int)fmin(t->tries, 10)), MAX_WAIT);
    t->clock += tick;
    if (t->clock >= PATIENCE * wait && alone) begin(body);
  } else {
    t->clock = fmax(t->clock - tick, 0);
    if (t->clock == 0) t->tries = 0;
  }
}
