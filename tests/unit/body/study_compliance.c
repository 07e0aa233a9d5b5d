// What blocks of A^-1 cost: plates, cups and cubes, with the nodes lowest in z as those in touch. The rows of
// the table in docs/sparse.md. study_compliance MESHES_FOLDER
#include "body/deformable.h"
#include "sparse/blas.h"
#include "sparse/compliance.h"
#include "sparse/factor_insides.h"

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

static const vt_vec3 *sorted_by; // what lowest() looks at

static int lowest(const void *a, const void *b) {
  const vt_vec3 *p = &sorted_by[*(const int *)a], *q = &sorted_by[*(const int *)b];
  return p->z != q->z ? (p->z > q->z) - (p->z < q->z) : *(const int *)a - *(const int *)b;
}

// 1e9 operations a second of a large product of matrices: as fast as this machine gets.
static double fastest_product(void) {
  enum { N = 768 };
  int n = N;
  double *a = calloc(3 * N * N, sizeof *a), one = 1, zero = 0, best = 1e9;
  for (int i = 0; i < 2 * N * N; ++i) a[i] = 1e-3 * (i % 97);
  for (int k = 0; k < 10; ++k) {
    double begin = processor_time();
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, a + N * N, &n, &zero, a + 2 * N * N, &n);
    best = fmin(best, processor_time() - begin);
  }
  free(a);
  return 2e-9 * N * N * N / best;
}

// Operations of the forward substitution over the supernodes each column reaches, and of the symmetric
// product over the rows that columns share.
static double count_operations(const vt_analysis *a, const int *nodes, int count) {
  const vt_symbolic *s = &a->symbolic;
  double *columns = calloc((size_t)s->supernode_count, sizeof *columns), sum = 0;
  for (int k = 0; k < count; ++k)
    if (a->place[nodes[k]] >= 0) columns[s->supernode_of[a->place[nodes[k]]]] += 3;
  for (int k = 0; k < s->supernode_count; ++k) {
    double width = vt_supernode_width(s, k), height = vt_supernode_height(s, k), n = columns[k];
    sum += n * width * width + 2 * n * width * (height - width) + n * n * width;
    if (s->parent[k] >= 0) columns[s->parent[k]] += n;
  }
  free(columns);
  return sum;
}

static void study(const char *name, vt_mesh *mesh, vt_element element, int asked, double speed) {
  vt_error error = {0};
  vt_deformable_model model;
  vt_deformable body;
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  def.element = element;
  int *nodes = NULL;
  vt_arena *arena = vt_arena_create(1000, &error);
  if (mesh == NULL || !vt_deformable_model_init(&model, &def, name, &error)) {
    printf("%s: %s\n", name, error.message);
    exit(1);
  }
  int count = model.mesh->node_count;
  vt_vec3 *x = VT_NEW(vt_vec3, count, &error), *v = VT_NEW(vt_vec3, count, &error);
  memcpy(x, model.mesh->nodes, sizeof *x * (size_t)count);
  if (!vt_deformable_init(&body, &model, x, v, &error) ||
      !vt_deformable_predict(&body, 0.01, vt_v3(0, 0, -9.81), NULL, &error))
    exit(1);
  if (asked > count) asked = count;
  nodes = VT_NEW(int, count, &error);
  for (int i = 0; i < count; ++i) nodes[i] = i;
  sorted_by = x;
  qsort(nodes, (size_t)count, sizeof *nodes, lowest);
  double *c = VT_NEW(double, 9 * (size_t)asked * (size_t)asked, &error), best = 1e9, factor = 1e9;
  for (int k = 0; k < 20; ++k) {
    double begin = processor_time();
    vt_factor_update(body.factor, body.system, NULL, &error);
    factor = fmin(factor, processor_time() - begin);
    vt_arena_reset(arena, &error);
    begin = processor_time();
    if (!vt_factor_compliance(body.factor, nodes, asked, c, NULL, NULL, arena, &error)) exit(1);
    best = fmin(best, processor_time() - begin);
  }
  double operations = count_operations(model.analysis, nodes, asked);
  printf("| %s | %d | %d | %.2f | %.1f | %.2f | %.1f | %.0f |\n", name, count, asked, 1e3 * factor,
      1e-6 * operations, 1e3 * best, 1e-9 * operations / best, 100e-9 * operations / best / speed);
  fflush(stdout);
  free(c);
  free(nodes);
  vt_deformable_free(&body);
  vt_deformable_model_free(&model);
  free(x);
  free(v);
  vt_arena_destroy(arena);
  vt_mesh_destroy(mesh);
}

static vt_mesh *load(const char *folder, const char *name) {
  vt_error error = {0};
  char path[500];
  snprintf(path, sizeof path, "%s/%s.msh", folder, name);
  return vt_mesh_load(path, &error);
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : "meshes";
  vt_error error = {0};
  double speed = fastest_product();
  printf("| body | nodes | in touch | factor, ms | operations, 1e6 | ms | 1e9/s | %% of %.0f |\n"
         "|---|---|---|---|---|---|---|---|\n",
      speed);
  for (int n = 8; n <= 32; n *= 2) {
    vt_mesh *plate = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.2, 0.2, 0.002), n, n, 1, VT_CELL_HEX8, &error);
    char name[64];
    snprintf(name, sizeof name, "plate %d x %d x 1", n, n);
    study(name, plate, VT_ELEMENT_HEX8, (n + 1) * (n + 1), speed);
  }
  const int asked[] = {25, 50, 100, 200, 400};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; ++i)
    study("cup_35x15_n434", load(folder, "cup_35x15_n434"), VT_ELEMENT_TET4_SMOOTHED, asked[i], speed);
  for (size_t i = 1; i < sizeof asked / sizeof *asked; ++i)
    study("cup_35x15_n900", load(folder, "cup_35x15_n900"), VT_ELEMENT_TET4_SMOOTHED, asked[i], speed);
  for (size_t i = 1; i < sizeof asked / sizeof *asked; ++i)
    study("cup_35x15_q900", load(folder, "cup_35x15_q900"), VT_ELEMENT_TET10, asked[i], speed);
  study("cup_35x15_n1600", load(folder, "cup_35x15_n1600"), VT_ELEMENT_TET4_SMOOTHED, 400, speed);
  vt_mesh *cube = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 10, 10, 10, VT_CELL_HEX8, &error);
  study("cube 10 x 10 x 10", cube, VT_ELEMENT_HEX8, 121, speed);
  return 0;
}
