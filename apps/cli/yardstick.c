// CHOLMOD's time for the matrix of a cup. The library is opened while the program runs, so that it is neither
// needed nor linked: its supernodal part is under the GPL.
#include "yardstick.h"

#ifndef VT_YARDSTICK // built without its header

double yardstick_ms(const vt_mesh *mesh) {
  (void)mesh;
  return 0;
}

#else

#include <cholmod.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What is called of it. Types of functions come from the header, and cannot be told to dlsym.
typedef struct cholmod_calls {
  void *library;
  __typeof__(&cholmod_start) start;
  __typeof__(&cholmod_finish) finish;
  __typeof__(&cholmod_allocate_triplet) allocate_triplet;
  __typeof__(&cholmod_triplet_to_sparse) triplet_to_sparse;
  __typeof__(&cholmod_free_triplet) free_triplet;
  __typeof__(&cholmod_free_sparse) free_sparse;
  __typeof__(&cholmod_analyze) analyze;
  __typeof__(&cholmod_factorize) factorize;
  __typeof__(&cholmod_free_factor) free_factor;
} cholmod_calls;

// A function of the library by its name; NULL where it has none.
static bool find(void *library, const char *name, void *function, size_t size) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, size);
  return symbol != NULL;
}

#define FIND(name) find(calls->library, "cholmod_" #name, &calls->name, sizeof calls->name)

static bool open_cholmod(cholmod_calls *calls) {
  char name[32] = "libcholmod.so.";
  name[strlen(name)] = (char)('0' + CHOLMOD_MAIN_VERSION); // that of the header, whose structures are used
  calls->library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (calls->library == NULL) return false;
  // Debian's has teams of four threads for every supernode, which are slower here.
  void (*set_levels)(int);
  if (find(calls->library, "omp_set_max_active_levels", &set_levels, sizeof set_levels)) set_levels(0);
  return FIND(start) && FIND(finish) && FIND(allocate_triplet) && FIND(triplet_to_sparse) &&
         FIND(free_triplet) && FIND(free_sparse) && FIND(analyze) && FIND(factorize) && FIND(free_factor);
}

// Which nodes are coupled in smoothed tetrahedra: those of cells that share an edge. n x
// n flags, lower triangle.
static bool *couple(const vt_mesh *mesh) {
  size_t n = (size_t)mesh->node_count;
  bool *coupled = calloc(n * n, sizeof *coupled);
  for (int a = 0; coupled != NULL && a < mesh->cell_count; ++a)
    for (int b = 0; b <= a; ++b) {
      const int *p = mesh->cells + 4 * a, *q = mesh->cells + 4 * b;
      int shared = 0;
      for (int k = 0; k < 16; ++k) shared += p[k / 4] == q[k % 4];
      if (shared < 2) continue;
      for (int k = 0; k < 16; ++k) {
        int i = p[k / 4], j = q[k % 4];
        coupled[(size_t)(i > j ? i : j) * n + (size_t)(i > j ? j : i)] = true;
      }
    }
  return coupled;
}

// A positive definite matrix of full 3x3 blocks where nodes are coupled; the numbers do not matter.
static cholmod_sparse *make_matrix(
    const cholmod_calls *calls, const bool *coupled, size_t n, cholmod_common *common) {
  size_t blocks = 0, at = 0;
  for (size_t i = 0; i < n * n; ++i) blocks += coupled[i];
  cholmod_triplet *t = calls->allocate_triplet(3 * n, 3 * n, 9 * blocks, -1, CHOLMOD_REAL, common);
  if (t == NULL) return NULL;
  for (size_t i = 0; i < n * n; ++i)
    for (size_t k = 0; coupled[i] && k < 9; ++k) {
      size_t row = 3 * (i / n) + k / 3, column = 3 * (i % n) + k % 3;
      if (row < column) continue;
      ((int *)t->i)[at] = (int)row;
      ((int *)t->j)[at] = (int)column;
      ((double *)t->x)[at++] = row == column ? 3.0 * (double)n : 1.0;
    }
  t->nnz = at;
  cholmod_sparse *matrix = calls->triplet_to_sparse(t, at, common);
  calls->free_triplet(&t, common);
  return matrix;
}

static double processor_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

enum { REPEATS = 30 };

double yardstick_ms(const vt_mesh *mesh) {
  cholmod_calls calls = {0};
  cholmod_common common;
  if (mesh->cell_kind != VT_CELL_TET4 || !open_cholmod(&calls)) return 0;
  double fastest = INFINITY;
  bool *coupled = couple(mesh);
  calls.start(&common);
  common.supernodal = CHOLMOD_SUPERNODAL;
  cholmod_sparse *matrix =
      coupled == NULL ? NULL : make_matrix(&calls, coupled, (size_t)mesh->node_count, &common);
  cholmod_factor *factor = matrix == NULL ? NULL : calls.analyze(matrix, &common);
  for (int k = 0; factor != NULL && k < REPEATS; ++k) {
    double begin = processor_ms();
    if (!calls.factorize(matrix, factor, &common) || common.status != CHOLMOD_OK) break;
    fastest = fmin(fastest, processor_ms() - begin);
  }
  calls.free_factor(&factor, &common);
  calls.free_sparse(&matrix, &common);
  calls.finish(&common);
  free(coupled);
  return isfinite(fastest) ? fastest : 0;
}

#endif
