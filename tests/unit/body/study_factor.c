// Our factor beside CHOLMOD's: numbers stored, multiplications, time, and how far solutions are apart, for
// the meshes of the gallery and blocks of hexahedra. The rows of a table in docs/sparse.md. study_factor
// MESH.msh... [N for a block of N^3 hexahedra]...
#include "body/deformable.h"
#include "sparse/factor_insides.h"
#include "unit/sparse/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// s, of this process only: other programs matter less.
static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The largest difference of two solutions by the largest number in them.
static double apart(const vt_vec3 *x, const vt_vec3 *y, int count) {
  double most = 0, largest = 0;
  for (int i = 0; i < count; ++i) {
    most = fmax(most, vt_norm(vt_sub(x[i], y[i])));
    largest = fmax(largest, vt_norm(y[i]));
  }
  return most / largest;
}

static void study(const char *name, vt_mesh *mesh) {
  vt_error error = {0};
  vt_deformable_model model;
  vt_deformable body;
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  double begin = processor_time();
  if (mesh == NULL || !vt_deformable_model_init(&model, &def, name, &error)) {
    printf("%s: %s\n", name, error.message);
    return;
  }
  int count = model.mesh->node_count;
  vt_vec3 *x = VT_NEW(vt_vec3, count, &error), *v = VT_NEW(vt_vec3, count, &error);
  vt_vec3 *ours = VT_NEW(vt_vec3, count, &error), *theirs = VT_NEW(vt_vec3, count, &error);
  memcpy(x, model.mesh->nodes, sizeof *x * (size_t)count);
  for (int i = 0; i < count; ++i) v[i] = vt_v3(0.001 * (i % 7), 0.001 * (i % 5), 0.001 * (i % 3));
  if (!vt_deformable_init(&body, &model, x, v, &error) ||
      !vt_deformable_predict(&body, 0.01, vt_v3(0, 0, -9.81), NULL, &error))
    exit(1);
  const vt_block_pattern *pattern = &model.elements.pattern;
  begin = processor_time();
  vt_analysis_destroy(vt_analysis_create(pattern, model.prescribed, &error));
  double analysis = processor_time() - begin;
  begin = processor_time();
  oracle *o = oracle_create(pattern, model.prescribed);
  double their_analysis = processor_time() - begin, us = 1e9, solve = 1e9, them = 1e9;
  double work = vt_symbolic_work(&model.analysis->symbolic);
  oracle_fill(o, body.system);
  int repeats = work > 1e9 ? 3 : 20;
  for (int n = 0; n < repeats; ++n) {
    begin = processor_time();
    vt_factor_update(body.factor, body.system, NULL, &error);
    us = fmin(us, processor_time() - begin);
    begin = processor_time();
    vt_factor_solve(body.factor, v, ours, 1, NULL);
    solve = fmin(solve, processor_time() - begin);
    begin = processor_time();
    oracle_factor(o);
    them = fmin(them, processor_time() - begin);
  }
  oracle_solve(o, v, theirs);
  double numbers = (double)vt_analysis_factor_size(model.analysis);
  printf("| %s | %d | %.0f | %.0f | %.3f | %.1f | %.3f | %.2f | %.2f | %.2f | %.1f | %.1e | %d |\n", name,
      count, 1e3 * analysis, 1e3 * their_analysis, 1e-6 * numbers, 100 * (numbers / oracle_numbers(o) - 1),
      1e-6 * work, 100 * (work / oracle_work(o) - 1), 1e3 * us, 1e3 * solve, 1e3 * them,
      apart(ours, theirs, count), model.analysis->symbolic.supernode_count);
  fflush(stdout);
  oracle_destroy(o);
  vt_deformable_free(&body);
  vt_deformable_model_free(&model);
  free(x);
  free(v);
  free(ours);
  free(theirs);
  vt_mesh_destroy(mesh);
}

int main(int argc, char **argv) {
  vt_error error = {0};
  printf("| body | nodes | analysis, ms | CHOLMOD's | numbers, 1e6 | %% to CHOLMOD's | multiplications, 1e6 "
         "| %% "
         "to CHOLMOD's | factor, ms | a solve, ms | CHOLMOD's factor, ms | solutions apart | supernodes |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int a = 1; a < argc; ++a) {
    const char *slash = strrchr(argv[a], '/'), *name = slash == NULL ? argv[a] : slash + 1;
    if (isdigit((unsigned char)name[0])) {
      int n = atoi(name);
      study(name, vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), n, n, n, VT_CELL_HEX8, &error));
    } else {
      study(name, vt_mesh_load(argv[a], &error));
    }
  }
  return 0;
}
