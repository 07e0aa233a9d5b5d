// W of rows on rigid bodies by hand, on deformable bodies against moving them, and which blocks are coupled;
// the solver's conditions on scalar rows.
#include "solver/rows.h"

#include "check.h"

#include <stdlib.h>

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_block scalar_block(int row) {
  return (vt_block){.kind = VT_BLOCK_SCALAR, .row = row, .lower = -INFINITY, .upper = INFINITY};
}

// One entry of W, 0 where the blocks are not coupled.
static double entry(const vt_system *s, int row, int column) {
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    int rows = block->kind == VT_BLOCK_CONTACT ? 3 : 1, at = 0;
    if (row < block->row || row >= block->row + rows) continue;
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = s->ranges[block->first_range + k];
      if (column >= range.first && column < range.first + range.count)
        return s->w[block->values + (size_t)((row - block->row) * block->width + at + column - range.first)];
      at += range.count;
    }
  }
  return 0;
}

// Three masses: row 0 joins 0 and 1, row 1 holds 2 alone, row 2 joins 1 and the fixed body 3.
static void check_rigid(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_mobile bodies[4] = {{.inverse_mass = 0.5, .inverse_inertia = vt_mat_identity()},
      {.inverse_mass = 0.25, .inverse_inertia = vt_mat_identity()},
      {.inverse_mass = 2, .inverse_inertia = vt_mat_identity()}, {.inverse_mass = 0}};
  vt_row_term terms[] = {{0, -1, {-1, 0, 0}, {0, 0, 0}}, {1, -1, {1, 0, 0}, {0, 0.3, 0}},
      {2, -1, {0, 1, 0}, {0, 0, 0}}, {1, -1, {0.6, 0.8, 0}, {0, 0.1, 0}},
      {3, -1, {-0.6, -0.8, 0}, {0, 0, 0}}};
  int start[] = {0, 2, 3, 5};
  vt_block blocks[3] = {scalar_block(0), scalar_block(1), scalar_block(2)};
  double q[3] = {0.01, -0.02, 0}, f[3] = {0};
  vt_rows rows = {start, terms, {.row_count = 3, .block_count = 3, .blocks = blocks, .q = q, .f = f}};
  CHECK(vt_rows_delassus(&rows, bodies, 4, 0.1, arena, &error));
  CHECK_CLOSE(entry(&rows.system, 0, 0), 0.01 * (0.5 + 0.25 + 0.09), 1e-14);
  CHECK_CLOSE(entry(&rows.system, 1, 1), 0.01 * 2, 1e-14);
  CHECK_CLOSE(entry(&rows.system, 2, 0), 0.01 * (0.25 * 0.6 + 0.03), 1e-14);
  CHECK_CLOSE(entry(&rows.system, 0, 2), 0.01 * (0.25 * 0.6 + 0.03), 1e-14);
  CHECK(blocks[1].width == 1 && blocks[0].width == 2); // not coupled, not stored
  vt_solve_options options = {.tolerance = 1e-12, .iterations = 200, .plain = 200};
  vt_solve_result result;
  vt_system_prepare(&rows.system);
  CHECK(vt_system_solve(&rows.system, &options, arena, &result, &error) && result.converged);
  CHECK_CLOSE(f[1], 0.02 / 0.02, 1e-12);
  double u[3];
  vt_system_apply(&rows.system, f, u);
  for (int r = 0; r < 3; ++r) CHECK_NEAR(u[r], 0, 1e-13);
  vt_arena_destroy(arena);
}

// A row wants u + c f = 0 inside its bounds, u + c f >= 0 at the lower and <= 0 at the upper one.
static void check_conditions(int plain) {
  enum { N = 40 };
  static double w[N * N], b[N * N], q[N], f[N], u[N];
  static vt_block blocks[N];
  unsigned seed = 3;
  vt_error error = {0};
  vt_range range = {0, N};
  for (int k = 0; k < N * N; ++k) b[k] = random_number(&seed);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      w[i * N + j] = i == j ? 0.5 : 0;
      for (int k = 0; k < N; ++k) w[i * N + j] += b[i * N + k] * b[j * N + k];
    }
  for (int i = 0; i < N; ++i) {
    q[i] = random_number(&seed);
    f[i] = 0;
    blocks[i] = scalar_block(i);
    blocks[i].range_count = 1;
    blocks[i].width = N;
    blocks[i].values = (size_t)(i * N);
    blocks[i].compliance = i % 3 == 0 ? 0.1 : 0;
    blocks[i].lower = i % 4 == 0 ? -0.05 : -INFINITY;
    blocks[i].upper = i % 2 == 0 ? 0 : INFINITY;
  }
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_system s = {
      .row_count = N, .block_count = N, .blocks = blocks, .ranges = &range, .w = w, .q = q, .f = f};
  vt_solve_options options = {.tolerance = 1e-12, .iterations = 10000, .plain = plain};
  vt_solve_result result;
  vt_system_prepare(&s);
  CHECK(vt_system_solve(&s, &options, arena, &result, &error));
  CHECK(result.converged && result.iterations > 1 && result.residual <= 1e-12);
  vt_system_apply(&s, f, u);
  double worst = 0;
  int bounded = 0;
  for (int i = 0; i < N; ++i) {
    double g = u[i] + blocks[i].compliance * f[i];
    bool low = f[i] <= blocks[i].lower, high = f[i] >= blocks[i].upper;
    bounded += low || high;
    worst = fmax(worst, low ? fmax(-g, 0) : high ? fmax(g, 0) : fabs(g));
  }
  CHECK(bounded > 3 && bounded < N - 3);
  CHECK_NEAR(worst, 0, 1e-10);
  vt_arena_destroy(arena);
}

// W of two blocks on a soft block: pushing with the force of one row moves another by W.
static void check_deformable(void) {
  vt_error error = {0};
  const double h = 0.02;
  vt_deformable_def def = {.material = {.young = 1e5, .poisson = 0.3, .density = 1000}};
  def.mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.1, 0.1, 0.1), 2, 2, 2, VT_CELL_TET4, &error);
  vt_deformable_model model;
  vt_deformable body;
  CHECK(vt_deformable_model_init(&model, &def, "block", &error));
  int held[] = {0, 1, 2};
  CHECK(vt_deformable_model_prescribe(&model, held, 3, false, &error));
  int n = model.mesh->node_count;
  vt_vec3 *x = calloc((size_t)n, sizeof *x), *v = calloc((size_t)n, sizeof *v),
          *f = calloc((size_t)n, sizeof *f);
  CHECK(vt_deformable_init(&body, &model, x, v, &error));
  for (int i = 0; i < n; ++i) x[i] = body.target[i] = model.mesh->nodes[i];

  // A contact of three rows at the last node, and a scalar row between nodes 10 and 12 and the held node 1.
  vt_row_term terms[] = {{0, n - 1, {0, 0, 1}, {0, 0, 0}}, {0, n - 1, {1, 0, 0}, {0, 0, 0}},
      {0, n - 1, {0, 1, 0}, {0, 0, 0}}, {0, 10, {1, 0, 0}, {0, 0, 0}}, {0, 12, {0, -1, 0}, {0, 0, 0}},
      {0, 1, {0, 0, 1}, {0, 0, 0}}};
  int start[] = {0, 1, 2, 3, 6};
  vt_block blocks[2] = {{.kind = VT_BLOCK_CONTACT, .row = 0}, scalar_block(3)};
  vt_rows rows = {start, terms, {.row_count = 4, .block_count = 2, .blocks = blocks}};
  vt_mobile mobile = {.deformable = &body};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  CHECK(vt_deformable_predict(&body, h, vt_v3(0, 0, 0), NULL, &error));
  CHECK(vt_rows_delassus(&rows, &mobile, 1, h, arena, &error));
  const vt_system *s = &rows.system;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) CHECK_NEAR(entry(s, i, j), entry(s, j, i), 1e-12 * entry(s, 0, 0));
  // The same by moving the body: a force of 1 N along the scalar row.
  f[10] = vt_v3(1, 0, 0);
  f[12] = vt_v3(0, -1, 0);
  vt_deformable_correct(&body, h, vt_v3(0, 0, 0), f, NULL);
  vt_vec3 moved = vt_sub(x[n - 1], model.mesh->nodes[n - 1]);
  CHECK_CLOSE(entry(s, 0, 3), moved.z, 1e-9);
  CHECK_CLOSE(entry(s, 1, 3), moved.x, 1e-9);
  CHECK_CLOSE(entry(s, 2, 3), moved.y, 1e-9);
  CHECK_CLOSE(entry(s, 3, 3), x[10].x - model.mesh->nodes[10].x - x[12].y + model.mesh->nodes[12].y, 1e-9);
  vt_arena_destroy(arena);
  vt_deformable_free(&body);
  vt_deformable_model_free(&model);
  vt_mesh_destroy((vt_mesh *)def.mesh);
  free(x);
  free(v);
  free(f);
}

// A guess of a tangential force without a normal one, as the force of a contact whose normal has turned: an
// open contact ends without, and a closed one with a force in its cone.
static void check_stale_guess(double gap) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_mobile body = {.inverse_mass = 2, .inverse_inertia = vt_mat_identity()};
  vt_row_term terms[] = {
      {0, -1, {0, 0, 1}, {0, 0, 0}}, {0, -1, {1, 0, 0}, {0, 0, 0}}, {0, -1, {0, 1, 0}, {0, 0, 0}}};
  int start[] = {0, 1, 2, 3};
  vt_block block = {.kind = VT_BLOCK_CONTACT, .friction = 0.5};
  double q[3] = {gap, 1e-3, 0}, f[3] = {0, 3, -1};
  vt_rows rows = {start, terms, {.row_count = 3, .block_count = 1, .blocks = &block, .q = q, .f = f}};
  vt_solve_options options = {.tolerance = 1e-12, .iterations = 200, .plain = 5};
  vt_solve_result result;
  CHECK(vt_rows_solve(&rows, &body, 1, 0.01, &options, arena, &result, &error) && result.converged);
  double normal = fmax(0, -gap / 2e-4);
  CHECK_NEAR(f[0], normal, 1e-9);
  CHECK_NEAR(f[1], -fmin(0.5 * normal, 1e-3 / 2e-4), 1e-9);
  CHECK_NEAR(f[2], 0, 1e-9);
  vt_arena_destroy(arena);
}

int main(void) {
  check_rigid();
  check_conditions(10000);
  check_conditions(5); // with conjugate gradients
  check_deformable();
  check_stale_guess(1e-3);
  check_stale_guess(-1e-3);
  return check_report();
}
