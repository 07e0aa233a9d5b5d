// Rows on rigid bodies by hand, rows on deformable bodies against explicit solves, and the solver's
// conditions.
#include "solver/rows.h"

#include "check.h"

#include <stdlib.h>

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

// Two masses pulled together by a hard row: W = h^2 (1/m1 + 1/m2), and both get the same impulse.
static void check_rigid(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_mobile bodies[2] = {{.inverse_mass = 0.5, .inverse_inertia = vt_mat_identity()},
      {.inverse_mass = 0.25, .inverse_inertia = vt_mat_identity()}};
  vt_row_term terms[] = {{0, -1, {-1, 0, 0}, {0, 0, 0}}, {1, -1, {1, 0, 0}, {0, 0.3, 0}}};
  vt_row row = {.first = 0, .count = 2, .free_value = 0.01, .lower = -INFINITY, .upper = INFINITY};
  vt_rows rows = {.count = 1, .rows = &row, .term_count = 2, .terms = terms};
  CHECK(vt_rows_compliance(&rows, bodies, 2, 0.1, arena, &error));
  CHECK_CLOSE(rows.w[0], 0.01 * (0.5 + 0.25 + 0.09), 1e-14);
  CHECK(vt_rows_solve(&rows, 1e-12, 10));
  CHECK_CLOSE(row.force, -0.01 / rows.w[0], 1e-14);
  row.force = 0;
  row.lower = 0; // a row that may only push has nothing to do here
  CHECK(vt_rows_solve(&rows, 1e-12, 10));
  CHECK(row.force == 0);
  vt_arena_destroy(arena);
}

// A row wants g + c f = 0 inside its bounds, g + c f >= 0 at the lower and <= 0 at the upper one.
static void check_conditions(void) {
  enum { N = 40 };
  static double w[N * N];
  static vt_row list[N];
  unsigned seed = 3;
  static double b[N * N];
  for (int k = 0; k < N * N; ++k) b[k] = random_number(&seed);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      w[i * N + j] = i == j ? 0.5 : 0;
      for (int k = 0; k < N; ++k) w[i * N + j] += b[i * N + k] * b[j * N + k];
    }
  for (int i = 0; i < N; ++i) {
    list[i] = (vt_row){.free_value = random_number(&seed), .compliance = i % 3 == 0 ? 0.1 : 0};
    list[i].lower = i % 4 == 0 ? -0.05 : -INFINITY;
    list[i].upper = i % 2 == 0 ? 0 : INFINITY;
  }
  vt_rows rows = {.count = N, .rows = list, .w = w};
  CHECK(vt_rows_solve(&rows, 1e-12, 10000));
  CHECK(rows.iterations > 1 && rows.residual <= 1e-12);
  double worst = 0;
  int bounded = 0;
  for (int i = 0; i < N; ++i) {
    double g = list[i].free_value + list[i].compliance * list[i].force;
    for (int j = 0; j < N; ++j) g += w[i * N + j] * list[j].force;
    bool low = list[i].force <= list[i].lower, high = list[i].force >= list[i].upper;
    bounded += low || high;
    worst = fmax(worst, low ? fmax(-g, 0) : high ? fmax(g, 0) : fabs(g));
  }
  CHECK(bounded > 3 && bounded < N - 3);
  CHECK_NEAR(worst, 0, 1e-10);
  CHECK(!vt_rows_solve(&(vt_rows){.count = N, .rows = list, .w = w}, 0, 1) || rows.residual == 0);
}

// W of two rows on a soft block: pushing with the force of row j moves row i by W_ij.
static void check_deformable(void) {
  vt_error error = {0};
  const double h = 0.02;
  vt_deformable_def def = {.material = {.young = 1e5, .poisson = 0.3, .density = 1000}};
  def.mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.1, 0.1, 0.1), 2, 2, 2, VT_CELL_TET4, &error);
  vt_deformable_model model;
  vt_deformable body;
  CHECK(vt_deformable_model_init(&model, &def, "block", &error));
  int held[] = {0, 1, 2};
  CHECK(vt_deformable_model_prescribe(&model, held, 3, "block", &error));
  int n = model.mesh->node_count;
  vt_vec3 *x = calloc((size_t)n, sizeof *x), *v = calloc((size_t)n, sizeof *v),
          *f = calloc((size_t)n, sizeof *f);
  CHECK(vt_deformable_init(&body, &model, x, v, &error));
  for (int i = 0; i < n; ++i) x[i] = body.target[i] = model.mesh->nodes[i];

  vt_row_term terms[] = {
      {0, n - 1, {0, 0, 1}, {0, 0, 0}}, {0, 10, {1, 0, 0}, {0, 0, 0}}, {0, 12, {0, -1, 0}, {0, 0, 0}}};
  vt_row list[2] = {{.first = 0, .count = 1}, {.first = 1, .count = 2}};
  vt_rows rows = {.count = 2, .rows = list, .term_count = 3, .terms = terms};
  vt_mobile mobile = {.deformable = &body};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  CHECK(vt_deformable_predict(&body, h, vt_v3(0, 0, 0), 1, &error));
  CHECK(vt_rows_compliance(&rows, &mobile, 1, h, arena, &error));
  CHECK_CLOSE(rows.w[1], rows.w[2], 1e-9); // symmetric
  // The same by moving the body: a force of 1 N along row 1.
  f[10] = vt_v3(1, 0, 0);
  f[12] = vt_v3(0, -1, 0);
  CHECK(vt_deformable_correct(&body, h, f, &error));
  CHECK_CLOSE(rows.w[1], x[n - 1].z - model.mesh->nodes[n - 1].z, 1e-9);
  CHECK_CLOSE(rows.w[3], x[10].x - model.mesh->nodes[10].x - x[12].y + model.mesh->nodes[12].y, 1e-9);
  vt_arena_destroy(arena);
  vt_deformable_free(&body);
  vt_deformable_model_free(&model);
  vt_mesh_destroy((vt_mesh *)def.mesh);
  free(x);
  free(v);
  free(f);
}

int main(void) {
  check_rigid();
  check_conditions();
  check_deformable();
  return check_report();
}
