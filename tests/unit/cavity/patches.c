// Cavities made by hand between two grids.
#include "patches.h"

#include <stdlib.h>

static int node(int i, int j) { return j * (PATCH_CELLS + 1) + i; }

void patch_pair_init(patch_pair *pair, double height) {
  for (int j = 0; j <= PATCH_CELLS; ++j)
    for (int i = 0; i <= PATCH_CELLS; ++i) {
      double x = 0.01 * i + 0.001 * j, y = 0.01 * j - 0.0005 * i, z = 0.002 * sin(1.3 * i) * cos(0.7 * j);
      pair->floor[node(i, j)] = vt_v3(x, y, z);
      pair->ceiling[node(i, j)] = vt_v3(x, y, z + height * (1 + 0.1 * sin(2.0 * i + j)));
    }
  pair->surfaces[0] = pair->floor;
  pair->surfaces[1] = pair->ceiling;
  pair->open[0] = pair->open_floor;
  pair->open[1] = pair->open_ceiling;
  patch_open(pair, NULL, ' ');
}

static bool has(const char *map, int i, int j, char letter) {
  if (i < 0 || j < 0 || i >= PATCH_CELLS || j >= PATCH_CELLS) return false;
  return map[j * PATCH_CELLS + i] == letter;
}

void patch_press(patch_pair *pair, const char *map, char letter, double gap) {
  for (int k = 0; k < PATCH_CELLS * PATCH_CELLS; ++k) {
    int i = k % PATCH_CELLS, j = k / PATCH_CELLS;
    const int corners[4] = {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
    for (int m = 0; m < 4 && map[k] == letter; ++m)
      pair->ceiling[corners[m]] = vt_add(pair->floor[corners[m]], vt_v3(0, 0, gap));
  }
}

void patch_open(patch_pair *pair, const char *map, char letter) {
  for (int k = 0; k < 2 * PATCH_CELLS * PATCH_CELLS; ++k)
    pair->open_floor[k] = pair->open_ceiling[k] = map != NULL && map[k / 2] == letter ? 1 : 0;
}

// The cavity's vertex at a node of a body.
static int vertex_at(vt_cavities *cavities, int numbers[2][PATCH_NODES], int body, int n, vt_error *error) {
  if (numbers[body][n] < 0)
    numbers[body][n] =
        vt_cavities_add_vertex(cavities, (vt_cavity_vertex){body, {n, n, n}, {1, 0, 0}}, error);
  return numbers[body][n];
}

static bool add(vt_cavities *cavities, int a, int b, int c, int body, int source, vt_error *error) {
  return vt_cavities_add_triangle(cavities, (vt_cavity_triangle){{a, b, c}, body, source}, error);
}

bool patch_add(vt_cavities *cavities, const char *map, char letter, vt_error *error) {
  int numbers[2][PATCH_NODES];
  for (int k = 0; k < 2 * PATCH_NODES; ++k) numbers[k / PATCH_NODES][k % PATCH_NODES] = -1;
  bool done = vt_cavities_begin(cavities, error) != NULL;
  for (int pass = 0; pass < 2; ++pass)
    for (int k = 0; k < PATCH_CELLS * PATCH_CELLS; ++k) {
      int i = k % PATCH_CELLS, j = k / PATCH_CELLS;
      if (!done || !has(map, i, j, letter)) continue;
      const int corners[4] = {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
      const bool ends[4] = {!has(map, i, j - 1, letter), !has(map, i + 1, j, letter),
          !has(map, i, j + 1, letter), !has(map, i - 1, j, letter)};
      int f[4], c[4];
      for (int m = 0; m < 4; ++m) {
        f[m] = vertex_at(cavities, numbers, 0, corners[m], error);
        c[m] = vertex_at(cavities, numbers, 1, corners[m], error);
      }
      if (pass == 0) { // out of the air: down into the floor, up into the ceiling
        done = add(cavities, f[0], f[2], f[1], 0, 2 * k, error) &&
               add(cavities, f[0], f[3], f[2], 0, 2 * k + 1, error) &&
               add(cavities, c[0], c[1], c[2], 1, 2 * k, error) &&
               add(cavities, c[0], c[2], c[3], 1, 2 * k + 1, error);
        continue;
      }
      for (int m = 0; m < 4 && done; ++m) {
        int n = (m + 1) % 4;
        if (ends[m])
          done = add(cavities, f[m], f[n], c[n], -1, -1, error) &&
                 add(cavities, f[m], c[n], c[m], -1, -1, error);
      }
    }
  return done;
}

static int by_number(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

bool cavity_is_closed(const vt_cavities *cavities, int index) {
  const vt_cavity *c = &cavities->items[index];
  size_t count = 3 * (size_t)c->triangle_count;
  long long *there = malloc((count + 1) * sizeof *there), *back = malloc((count + 1) * sizeof *back);
  bool closed = there != NULL && back != NULL && count > 0;
  for (size_t k = 0; k < count && closed; ++k) {
    const int *v = cavities->triangles[c->first_triangle + (int)k / 3].vertices;
    long long u = v[k % 3], w = v[(k + 1) % 3];
    closed = u >= 0 && w >= 0 && u < c->vertex_count && w < c->vertex_count && u != w;
    there[k] = u << 32 | w;
    back[k] = w << 32 | u;
  }
  if (closed) {
    qsort(there, count, sizeof *there, by_number);
    qsort(back, count, sizeof *back, by_number);
    for (size_t k = 0; k < count; ++k) closed &= there[k] == back[k];
  }
  for (int k = 0; k < c->vertex_count; ++k) {
    const double *w = cavities->vertices[c->first_vertex + k].weights;
    closed &= fabs(w[0] + w[1] + w[2] - 1) < 1e-9;
  }
  free(there);
  free(back);
  return closed;
}
