// Puts the vertices on an integer grid, each moved at random by some of its steps, so that nothing
// touches by chance (general position). The random numbers follow from positions alone, so that the
// numbering does not matter.
#include "geometry/arrangement_inside.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t h = a ^ (b + 0x9e3779b97f4a7c15u + (a << 12) + (a >> 4));
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

static uint64_t mix_number(uint64_t a, double x) {
  double plain = x + 0.0; // -0 is 0
  uint64_t bits;
  memcpy(&bits, &plain, sizeof bits);
  return mix(a, bits);
}

typedef struct part {
  uint64_t key; // of its triangles
  int root;     // its first vertex
} part;

static int compare_parts(const void *a, const void *b) {
  const part *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return (p->root > q->root) - (p->root < q->root);
}

// keys[root] of every connected part: the sum over its triangles, mixed with how many equal parts came
// before. `around` gets a sum over the triangles of each vertex.
static bool key_parts(
    vt_arranger *ar, const uint64_t *places, int *parents, uint64_t *keys, uint64_t *around) {
  for (int v = 0; v < ar->vertex_count; ++v) {
    parents[v] = v;
    keys[v] = around[v] = 0;
  }
  for (int e = 0; e < ar->edge_count; ++e)
    vt_ar_join(parents, ar->edges[e].vertices[0], ar->edges[e].vertices[1]);
  int count = 0;
  for (int t = 0; t < ar->triangle_count; ++t) {
    const int *v = ar->triangles[t].vertices;
    int root = vt_ar_root(parents, v[0]);
    for (int k = 0; k < 3; ++k) {
      int third = v[(k + 2) % 3];
      uint64_t side = mix(places[v[k]], places[v[(k + 1) % 3]]);
      around[third] += side;
      keys[root] += mix(side, places[third]);
    }
    count += v[0] == root || v[1] == root || v[2] == root; // at least once per part
  }
  part *parts = VT_TAKE(ar->arena, part, count, ar->error);
  if (parts == NULL) return false;
  count = 0;
  for (int v = 0; v < ar->vertex_count; ++v)
    if (keys[v] != 0 && parents[v] == v) parts[count++] = (part){keys[v], v};
  qsort(parts, (size_t)count, sizeof *parts, compare_parts);
  uint64_t same = 0;
  for (int k = 0; k < count; ++k) {
    same = k > 0 && parts[k].key == parts[k - 1].key ? same + 1 : 0;
    keys[parts[k].root] = mix(parts[k].key, same);
  }
  return true;
}

// A label for every vertex from its place, its neighbours' places and its part. Vertices that share all of
// this (a surface wound twice over itself) are told apart by number.
static bool label_vertices(vt_arranger *ar, uint64_t *labels) {
  int n = ar->vertex_count;
  uint64_t *places = VT_TAKE(ar->arena, uint64_t, n, ar->error);
  uint64_t *keys = VT_TAKE(ar->arena, uint64_t, n, ar->error);
  int *parents = VT_TAKE(ar->arena, int, n, ar->error);
  vt_ar_table seen;
  if (places == NULL || keys == NULL || parents == NULL || !vt_ar_table_init(ar, &seen, n)) return false;
  for (int v = 0; v < n; ++v) {
    vt_vec3 x = ar->positions[v];
    places[v] = mix_number(mix_number(mix_number(1, x.x), x.y), x.z);
  }
  if (!key_parts(ar, places, parents, keys, labels)) return false;
  for (int v = 0; v < n; ++v) {
    uint64_t label = mix(mix(places[v], labels[v]), keys[vt_ar_root(parents, v)]);
    int *times = vt_ar_table_find(ar, &seen, (int)(label >> 33), (int)(label & INT32_MAX), 0);
    if (times == NULL) return false;
    labels[v] = mix(label, (uint64_t)++ * times);
  }
  return true;
}

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

static void find_grid(vt_arranger *ar) {
  vt_vec3 low = {0, 0, 0}, high = {0, 0, 0};
  for (int v = 0; v < ar->vertex_count; ++v) {
    vt_vec3 x = ar->positions[v];
    if (v == 0) low = high = x;
    low = vt_v3(smaller(low.x, x.x), smaller(low.y, x.y), smaller(low.z, x.z));
    high = vt_v3(larger(high.x, x.x), larger(high.y, x.y), larger(high.z, x.z));
  }
  double size = larger(larger(high.x - low.x, high.y - low.y), high.z - low.z);
  int exponent = 0;
  if (isfinite(size)) frexp(larger(size, 1e-200), &exponent); // size < 2^exponent
  ar->low = low;
  ar->step = isfinite(size) ? ldexp(1, exponent - (VT_GRID_BITS - 1)) : INFINITY;
}

// A component of the normal has one rounding of each product and one of their difference, the scalar product
// three more: below 8 times 2^-53 of the products.
static void set_triangle(const vt_arranger *ar, vt_ar_triangle *t) {
  for (int k = 0; k < 3; ++k) t->corners[k] = ar->grid[t->vertices[k]];
  vt_vec3 u = vt_sub(t->corners[1], t->corners[0]), v = vt_sub(t->corners[2], t->corners[0]);
  t->normal = vt_cross(u, v);
  double x = fabs(u.y * v.z) + fabs(u.z * v.y), y = fabs(u.z * v.x) + fabs(u.x * v.z),
         z = fabs(u.x * v.y) + fabs(u.y * v.x);
  t->doubt = 0x1p-49 * larger(larger(x, y), z);
}

uint64_t vt_ar_key(const vt_ar_triangle *t) {
  uint64_t key = 0;
  for (int k = 0; k < 3; ++k)
    key += mix_number(mix_number(mix_number(2, t->corners[k].x), t->corners[k].y), t->corners[k].z);
  return key;
}

bool vt_ar_jitter(vt_arranger *ar, uint64_t seed) {
  uint64_t *labels = VT_TAKE(ar->arena, uint64_t, ar->vertex_count, ar->error);
  ar->grid = VT_TAKE(ar->arena, vt_vec3, ar->vertex_count, ar->error);
  if (labels == NULL || ar->grid == NULL || !label_vertices(ar, labels)) return false;
  find_grid(ar);
  if (!isfinite(ar->step))
    return vt_fail(ar->error, VT_BAD_INPUT, "the surfaces lie too far apart for numbers to tell");
  const uint64_t mask = ((uint64_t)1 << ar->jitter_bits) - 1;
  for (int v = 0; v < ar->vertex_count; ++v) {
    vt_vec3 x = vt_sub(ar->positions[v], ar->low);
    uint64_t h = mix(labels[v], seed);
    ar->grid[v] = vt_v3(rint(x.x / ar->step) + (double)(h & mask),
        rint(x.y / ar->step) + (double)(h >> ar->jitter_bits & mask),
        rint(x.z / ar->step) + (double)(h >> 2 * ar->jitter_bits & mask));
  }
  for (int t = 0; t < ar->triangle_count; ++t) set_triangle(ar, &ar->triangles[t]);
  return true;
}
