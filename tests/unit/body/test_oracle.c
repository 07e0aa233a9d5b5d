// The systems of all bodies of the gallery, after half a step under gravity, solved by our factor and by
// CHOLMOD's. test_body_oracle MESH...
//
// Two solutions may differ by the condition of the matrix times rounding, some 1e-11 here. What both must get
// right is the force: |A (x - y)| against the largest sum of |A| |y| in any row, to 1e-12.
#include "body/deformable.h"

#include "check.h"
#include "unit/sparse/oracle.h"

#include <stdlib.h>
#include <string.h>

// The largest sum of |A| |x| in any row of the matrix.
static double largest_sum(const vt_block_pattern *pattern, const vt_mat3 *blocks, const vt_vec3 *x) {
  double *sum = calloc(3 * (size_t)pattern->size, sizeof *sum), largest = 0;
  for (int j = 0; j < pattern->size; ++j)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          int i = pattern->rows[k];
          double value = fabs(blocks[k].m[r][c]);
          sum[3 * i + r] += value * fabs((&x[j].x)[c]);
          if (i != j) sum[3 * j + c] += value * fabs((&x[i].x)[r]);
        }
  for (int i = 0; i < 3 * pattern->size; ++i) largest = fmax(largest, sum[i]);
  free(sum);
  return largest;
}

static void compare(const char *path, vt_mesh *mesh) {
  vt_error error = {0};
  vt_deformable_model model;
  vt_deformable body;
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  int held[3] = {0, 1, 2};
  if (!CHECK(vt_deformable_model_init(&model, &def, path, &error)) ||
      !CHECK(vt_deformable_model_prescribe(&model, held, 3, false, &error)))
    return;
  const vt_block_pattern *pattern = &model.elements.pattern;
  size_t count = (size_t)model.mesh->node_count;
  vt_vec3 *x = calloc(count, sizeof *x), *v = calloc(count, sizeof *v), *b = calloc(count, sizeof *b);
  vt_vec3 *ours = calloc(count, sizeof *ours), *theirs = calloc(count, sizeof *theirs);
  memcpy(x, model.mesh->nodes, count * sizeof *x);
  oracle *o = oracle_create(pattern, model.prescribed);
  if (CHECK(vt_deformable_init(&body, &model, x, v, &error)) &&
      CHECK(vt_deformable_predict(&body, 0.01, vt_v3(0, 0, -9.81), NULL, &error)) &&
      CHECK(vt_factor_update(body.factor, body.system, NULL, &error)) && CHECK(o != NULL)) {
    oracle_fill(o, body.system);
    CHECK(oracle_factor(o));
    for (size_t i = 0; i < count; ++i) b[i] = vt_v3(1, (double)(i % 7) - 3, (double)(i % 5) - 2);
    vt_factor_solve(body.factor, b, ours, 1, NULL);
    oracle_solve(o, b, theirs);
    for (size_t i = 0; i < count; ++i) x[i] = vt_sub(ours[i], theirs[i]);
    vt_block_multiply(pattern, body.system, x, v);
    double off = 0;
    for (size_t i = 0; i < count; ++i)
      off = fmax(off, model.prescribed[i] ? vt_norm(ours[i]) : vt_norm(v[i]));
    double largest = largest_sum(pattern, body.system, theirs);
    if (!CHECK(off <= 1e-12 * largest)) printf("  %s: %g of %g\n", path, off, largest);
  }
  oracle_destroy(o);
  vt_deformable_free(&body);
  vt_deformable_model_free(&model);
  free(x);
  free(v);
  free(b);
  free(ours);
  free(theirs);
}

int main(int argc, char **argv) {
  int bodies = 0;
  for (int a = 1; a < argc; ++a) {
    vt_error error = {0};
    vt_mesh *mesh = vt_mesh_load(argv[a], &error);
    if (!CHECK(mesh != NULL)) continue;
    if (mesh->cell_count > 0) { // others are surfaces
      compare(argv[a], mesh);
      ++bodies;
    }
    vt_mesh_destroy(mesh);
  }
  CHECK(bodies >= 40);
  return check_report();
}
