// Forces, energy and stiffness from strain points.
//
// Two passes, each parallel and each writing every number exactly once, so that the result does not depend on
// the number of threads: over points (F, R, stress), then over nodes or blocks, gathering from their points.
#include "body/elements.h"

#include "body/neo_hookean.h"

#include <float.h>
#include <stdlib.h>

// F = sum of (x_a - x_0) B_a^T: the B_a sum up to 0, and relative to its first node the body may be far from
// the world's origin without rounding that grows with the distance.
static vt_mat3 deformation_gradient(const vt_elements *e, int point, const vt_vec3 *x) {
  vt_mat3 f = {{{0}}};
  vt_vec3 origin = x[e->point_nodes[e->start[point]]];
  for (int k = e->start[point] + 1; k < e->start[point + 1]; ++k) {
    vt_vec3 b = e->gradients[k], p = vt_sub(x[e->point_nodes[k]], origin);
    f.m[0][0] += p.x * b.x, f.m[0][1] += p.x * b.y, f.m[0][2] += p.x * b.z;
    f.m[1][0] += p.y * b.x, f.m[1][1] += p.y * b.y, f.m[1][2] += p.y * b.z;
    f.m[2][0] += p.z * b.x, f.m[2][1] += p.z * b.y, f.m[2][2] += p.z * b.z;
  }
  return f;
}

// A point of a region that shares the rotation R: its energy is V mu |F - R|^2, whatever it carries else.
static void evaluate_shared(const vt_elements *e, int point, const vt_vec3 *x, vt_element_state *state) {
  const vt_strain_point *p = &e->points[point];
  vt_mat3 f = deformation_gradient(e, point, x), r = state->rotations[state->region[point]];
  vt_mat3 stress = vt_mat_scale(-p->volume, vt_corotated_stress(f, r, p->mu, 0));
  for (int k = e->start[point]; k < e->start[point + 1]; ++k)
    state->forces[k] = vt_mat_apply(stress, e->gradients[k]);
  state->bases[point] = f;
  state->energies[point] = p->volume * vt_corotated_energy(f, r, p->mu, 0);
  state->inverted[point] = vt_mat_det(f) < 0;
}

// What the stiffness is summed up from, at a point with the rotation r.
static void spread_point(const vt_elements *e, int point, vt_mat3 r, vt_element_state *state) {
  const vt_strain_point *p = &e->points[point];
  vt_mat3 turned = vt_mat_scale(p->root, r);
  for (int k = e->start[point]; k < e->start[point + 1]; ++k)
    state->rotated[k] = vt_mat_apply(turned, e->gradients[k]);
  if (e->law != VT_LAW_NEO_HOOKEAN) return;
  vt_mat3 f = state->bases[point], change = vt_mat_scale(sqrt(p->volume * p->lambda), vt_cofactor(f));
  for (int k = e->start[point]; k < e->start[point + 1]; ++k)
    state->cofactors[k] = vt_mat_apply(change, e->gradients[k]);
  state->margins[point] = p->volume * vt_neo_hookean_margin(f, p->mu, p->lambda);
}

static void evaluate_neo_hookean(
    const vt_elements *e, int point, const vt_vec3 *x, vt_tangent tangent, vt_element_state *state) {
  const vt_strain_point *p = &e->points[point];
  vt_mat3 f = deformation_gradient(e, point, x), r = vt_polar_rotation(f);
  vt_mat3 stress = vt_mat_scale(-p->volume, vt_neo_hookean_stress(f, p->mu, p->lambda));
  for (int k = e->start[point]; k < e->start[point + 1]; ++k)
    state->forces[k] = vt_mat_apply(stress, e->gradients[k]);
  state->bases[point] = f;
  state->energies[point] = p->volume * vt_neo_hookean_energy(f, r, p->mu, p->lambda);
  state->inverted[point] = vt_mat_det(f) < 0;
  if (tangent != VT_TANGENT_WARPED) spread_point(e, point, r, state);
}

static void evaluate_point(
    const vt_elements *e, int point, const vt_vec3 *x, vt_tangent tangent, vt_element_state *state) {
  if (state->shared && state->region[point] >= 0) {
    evaluate_shared(e, point, x, state);
    return;
  }
  if (e->law == VT_LAW_NEO_HOOKEAN) {
    evaluate_neo_hookean(e, point, x, tangent, state);
    return;
  }
  const vt_strain_point *p = &e->points[point];
  vt_mat3 f = deformation_gradient(e, point, x);
  vt_mat3 r = vt_polar_rotation(f);
  vt_mat3 stress = vt_mat_scale(-p->volume, vt_corotated_stress(f, r, p->mu, p->lambda));
  for (int k = e->start[point]; k < e->start[point + 1]; ++k)
    state->forces[k] = vt_mat_apply(stress, e->gradients[k]);
  state->bases[point] = tangent == VT_TANGENT_WARPED ? r : f;
  state->energies[point] = p->volume * vt_corotated_energy(f, r, p->mu, p->lambda);
  state->inverted[point] = vt_mat_det(f) < 0;
  if (tangent == VT_TANGENT_WARPED) return;
  spread_point(e, point, r, state);
  state->turnings[point] =
      vt_mat_scale(p->volume / (p->root * p->root), vt_corotated_turning(f, r, p->mu, p->lambda, tangent));
}

// A job over points, nodes or blocks; shorter pieces would cost more than a thread saves.
typedef struct loop {
  const vt_elements *e;
  const vt_vec3 *x;
  vt_tangent tangent;
  vt_element_state *state;
  vt_vec3 *forces;
  vt_mat3 *blocks;
  int count, parts;
} loop;

static void run_loop(vt_pool *pool, loop *l, int count, vt_piece piece) {
  l->count = count;
  l->parts = vt_part_count(count);
  vt_pool_run(pool, l->parts, piece, l);
}

static void evaluate_points(void *context, int index) {
  const loop *l = context;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int point = vt_part_start(l->count, l->parts, index); point < end; ++point)
    evaluate_point(l->e, point, l->x, l->tangent, l->state);
}

// Of the warped tangent: the bases are R where it is held, and F where a law or a region has none to hold.
static void spread_points(void *context, int index) {
  const loop *l = context;
  const vt_elements *e = l->e;
  bool rubber = e->law == VT_LAW_NEO_HOOKEAN;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int point = vt_part_start(l->count, l->parts, index); point < end; ++point) {
    if (l->state->shared && l->state->region[point] >= 0) {
      for (int k = e->start[point]; k < e->start[point + 1]; ++k)
        l->state->rotated[k] = vt_scale(e->points[point].root, e->gradients[k]);
      continue;
    }
    vt_mat3 base = l->state->bases[point];
    spread_point(e, point, rubber ? vt_polar_rotation(base) : base, l->state);
  }
}

static void gather_forces(void *context, int index) {
  const loop *l = context;
  const vt_elements *e = l->e;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int node = vt_part_start(l->count, l->parts, index); node < end; ++node) {
    vt_vec3 sum = {0, 0, 0};
    for (int k = e->node_start[node]; k < e->node_start[node + 1]; ++k)
      sum = vt_add(sum, l->state->forces[e->node_terms[k]]);
    l->forces[node] = sum;
  }
}

// The rotation of each region: the one that minimises the energy of its points.
static void share_rotations(const vt_elements *e, const vt_vec3 *x, vt_element_state *state) {
  for (int k = 0; k < VT_MAX_REGIONS; ++k) state->rotations[k] = (vt_mat3){{{0}}};
  for (int point = 0; point < e->point_count; ++point) {
    if (state->region[point] < 0) continue;
    vt_mat3 *sum = &state->rotations[state->region[point]];
    double weight = e->points[point].volume * e->points[point].mu;
    *sum = vt_mat_add(*sum, vt_mat_scale(weight, deformation_gradient(e, point, x)));
  }
  for (int k = 0; k < VT_MAX_REGIONS; ++k) state->rotations[k] = vt_polar_rotation(state->rotations[k]);
}

void vt_elements_forces(const vt_elements *e, const vt_vec3 *x, vt_tangent tangent, vt_element_state *state,
    vt_vec3 *forces, vt_pool *pool) {
  if (state->shared) share_rotations(e, x, state);
  loop l = {.e = e, .x = x, .tangent = tangent, .state = state, .forces = forces};
  run_loop(pool, &l, e->point_count, evaluate_points);
  state->spread = tangent != VT_TANGENT_WARPED;
  run_loop(pool, &l, e->node_count, gather_forces);
}

// The sum of b a^T over pairs.
static vt_mat3 sum_outer(const vt_pair *pairs, int count, const vt_vec3 *rotated) {
  vt_mat3 s = {{{0}}};
  for (int n = 0; n < count; ++n) {
    vt_vec3 a = rotated[pairs[n].a], b = rotated[pairs[n].b];
    s.m[0][0] += b.x * a.x, s.m[0][1] += b.x * a.y, s.m[0][2] += b.x * a.z;
    s.m[1][0] += b.y * a.x, s.m[1][1] += b.y * a.y, s.m[1][2] += b.y * a.z;
    s.m[2][0] += b.z * a.x, s.m[2][1] += b.z * a.y, s.m[2][2] += b.z * a.z;
  }
  return s;
}

// K_ab with R held: Z = -mu I turns the formula of corotated.h into
// mu (c_a . c_b) I + mu c_b c_a^T + lambda c_a c_b^T. Summed over points, with S the sum of mu c_b c_a^T and
// T that of lambda c_b c_a^T over points without shear, it is tr(S) I + S + lambda/mu S^T + T^T.
static vt_mat3 warped_block(const vt_elements *e, const vt_vec3 *rotated, int block) {
  int first = e->block_start[block], bulk = e->bulk_start[block], end = e->block_start[block + 1];
  vt_mat3 s = sum_outer(e->pairs + first, bulk - first, rotated);
  vt_mat3 t = sum_outer(e->pairs + bulk, end - bulk, rotated);
  double trace = s.m[0][0] + s.m[1][1] + s.m[2][2];
  vt_mat3 k;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      k.m[i][j] = (i == j ? trace : 0) + s.m[i][j] + e->bulk_ratio * s.m[j][i] + t.m[j][i];
  return k;
}

// K_ab with the turning Z: [a]^T Z [b] has the rows of Z crossed with b, then the columns crossed with a.
static void add_turning(vt_mat3 *k, double mu, double lambda, vt_mat3 z, vt_vec3 a, vt_vec3 b) {
  vt_vec3 rows[3];
  for (int i = 0; i < 3; ++i) rows[i] = vt_cross(vt_v3(z.m[i][0], z.m[i][1], z.m[i][2]), b);
  vt_vec3 columns[3] = {vt_cross(vt_v3(rows[0].x, rows[1].x, rows[2].x), a),
      vt_cross(vt_v3(rows[0].y, rows[1].y, rows[2].y), a),
      vt_cross(vt_v3(rows[0].z, rows[1].z, rows[2].z), a)};
  const double bb[3] = {b.x, b.y, b.z};
  double diagonal = 2 * mu * vt_dot(a, b);
  for (int j = 0; j < 3; ++j) {
    k->m[0][j] += columns[j].x + lambda * a.x * bb[j];
    k->m[1][j] += columns[j].y + lambda * a.y * bb[j];
    k->m[2][j] += columns[j].z + lambda * a.z * bb[j];
    k->m[j][j] += diagonal;
  }
}

// The sum of [a]^T Z [b] over pairs: rows of Z crossed with b, then columns with a. Z is 0 at many points
// without shear: those that are pressed.
static vt_mat3 sum_turned(const vt_pair *pairs, int count, const vt_element_state *state) {
  vt_mat3 k = {{{0}}};
  for (int n = 0; n < count; ++n) {
    const vt_mat3 *z = &state->turnings[pairs[n].point];
    if (z->m[0][0] == 0 && z->m[1][1] == 0 && z->m[2][2] == 0) continue; // of one sign: all of it is 0
    vt_vec3 a = state->rotated[pairs[n].a], b = state->rotated[pairs[n].b];
    vt_vec3 r0 = vt_cross(vt_v3(z->m[0][0], z->m[0][1], z->m[0][2]), b);
    vt_vec3 r1 = vt_cross(vt_v3(z->m[1][0], z->m[1][1], z->m[1][2]), b);
    vt_vec3 r2 = vt_cross(vt_v3(z->m[2][0], z->m[2][1], z->m[2][2]), b);
    vt_vec3 c0 = vt_cross(vt_v3(r0.x, r1.x, r2.x), a), c1 = vt_cross(vt_v3(r0.y, r1.y, r2.y), a),
            c2 = vt_cross(vt_v3(r0.z, r1.z, r2.z), a);
    k.m[0][0] += c0.x, k.m[0][1] += c1.x, k.m[0][2] += c2.x;
    k.m[1][0] += c0.y, k.m[1][1] += c1.y, k.m[1][2] += c2.y;
    k.m[2][0] += c0.z, k.m[2][1] += c1.z, k.m[2][2] += c2.z;
  }
  return k;
}

// K_ab with Z as it is: with S and T as in warped_block, 2 tr(S) I + lambda/mu S^T + T^T, and what turns.
static vt_mat3 tangent_block(const vt_elements *e, const vt_element_state *state, int block) {
  int first = e->block_start[block], bulk = e->bulk_start[block], end = e->block_start[block + 1];
  vt_mat3 s = sum_outer(e->pairs + first, bulk - first, state->rotated);
  vt_mat3 t = sum_outer(e->pairs + bulk, end - bulk, state->rotated);
  vt_mat3 k = sum_turned(e->pairs + first, end - first, state);
  double trace = s.m[0][0] + s.m[1][1] + s.m[2][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) k.m[i][j] += (i == j ? 2 * trace : 0) + e->bulk_ratio * s.m[j][i] + t.m[j][i];
  return k;
}

// The same with R held, where regions share a rotation: the energy of their points is quadratic while it is
// held, and 2 mu (c_a . c_b) I is all of its stiffness.
static vt_mat3 shared_block(const vt_elements *e, const vt_element_state *state, int block) {
  vt_mat3 k = {{{0}}}, held = vt_mat_scale(-1, vt_mat_identity()), none = {{{0}}};
  for (int n = e->block_start[block]; n < e->block_start[block + 1]; ++n) {
    vt_pair pair = e->pairs[n];
    const vt_strain_point *p = &e->points[pair.point];
    bool shared = state->region[pair.point] >= 0;
    double shear = p->mu > 0 ? 1 : 0, bulk = shared ? 0 : p->mu > 0 ? p->lambda / p->mu : 1;
    add_turning(
        &k, shear, bulk, shared || shear == 0 ? none : held, state->rotated[pair.a], state->rotated[pair.b]);
  }
  return k;
}

// Of the neo-Hookean law: mu (c_a . c_b) I + mu c_b c_a^T + lambda g_a g_b^T, g = dJ/dF B, and the margin.
// That is its stiffness at F = R, where it is also the warped one; beyond, dJ/dF is that of F.
static vt_mat3 neo_hookean_block(const vt_elements *e, const vt_element_state *state, int block) {
  vt_mat3 k = {{{0}}};
  double diagonal = 0;
  for (int n = e->block_start[block]; n < e->block_start[block + 1]; ++n) {
    vt_pair pair = e->pairs[n];
    bool shear = e->points[pair.point].mu > 0;
    vt_vec3 a = state->rotated[pair.a], b = state->rotated[pair.b];
    if (state->shared && state->region[pair.point] >= 0) {
      if (shear) diagonal += 2 * vt_dot(a, b);
      continue;
    }
    if (shear) {
      diagonal += vt_dot(a, b);
      k = vt_mat_add(k, vt_outer(b, a));
    }
    if (e->points[pair.point].lambda > 0)
      k = vt_mat_add(k, vt_outer(state->cofactors[pair.a], state->cofactors[pair.b]));
    if (state->margins[pair.point] > 0)
      diagonal += state->margins[pair.point] * vt_dot(e->gradients[pair.a], e->gradients[pair.b]);
  }
  for (int i = 0; i < 3; ++i) k.m[i][i] += diagonal;
  return k;
}

static vt_mat3 block_of(const loop *l, int block) {
  if (l->e->law == VT_LAW_NEO_HOOKEAN) return neo_hookean_block(l->e, l->state, block);
  if (l->tangent == VT_TANGENT_WARPED && l->state->shared) return shared_block(l->e, l->state, block);
  if (l->tangent == VT_TANGENT_WARPED) return warped_block(l->e, l->state->rotated, block);
  return tangent_block(l->e, l->state, block);
}

static void assemble_blocks(void *context, int index) {
  const loop *l = context;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int block = vt_part_start(l->count, l->parts, index); block < end; ++block)
    l->blocks[block] = block_of(l, block);
}

void vt_elements_stiffness(
    const vt_elements *e, vt_element_state *state, vt_tangent tangent, vt_mat3 *blocks, vt_pool *pool) {
  loop l = {.e = e, .tangent = tangent, .state = state, .blocks = blocks};
  if (!state->spread) run_loop(pool, &l, e->point_count, spread_points);
  state->spread = true;
  run_loop(pool, &l, e->pattern.block_count, assemble_blocks);
}

double vt_elements_energy(const vt_elements *e, const vt_vec3 *x) {
  double sum = 0;
  for (int point = 0; point < e->point_count; ++point) {
    const vt_strain_point *p = &e->points[point];
    vt_mat3 f = deformation_gradient(e, point, x);
    vt_mat3 r = vt_polar_rotation(f);
    sum += p->volume * (e->law == VT_LAW_NEO_HOOKEAN ? vt_neo_hookean_energy(f, r, p->mu, p->lambda)
                                                     : vt_corotated_energy(f, r, p->mu, p->lambda));
  }
  return sum;
}

double vt_elements_rounding(const vt_elements *e, double energy, double reach) {
  double r = 0.5 * DBL_EPSILON * (e->rounding + reach * e->rounding_far);
  return r * (sqrt(2 * energy) + 0.5 * r);
}
