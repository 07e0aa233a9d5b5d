// Pairs of triangles whose boxes overlap: a tree of boxes over the triangles in the order of a space-filling
// curve, made anew for each call. Sorting takes a quarter of what splitting at medians does, and the boxes
// are nearly as tight.
#include "geometry/arrangement_inside.h"

#include <string.h>

#define LEAF 4
#define CURVE_BITS 14 // per axis
#define DIGIT_BITS 11
#define DIGITS 4 // 44 >= 3 * 14
#define MOST_LEVELS 32

typedef struct box {
  float low[3], high[3];
} box;

typedef struct box_tree {
  int count, leaves; // triangles; leaves, a power of 2
  int *order;        // triangles along the curve
  box *boxes;        // by triangle along the curve
  box *nodes;        // node k has children 2k and 2k + 1; leaf i is node leaves + i
} box_tree;

// Without branches: half of the answers are yes.
static inline bool apart(const box *a, const box *b) {
  return (a->low[0] > b->high[0]) | (b->low[0] > a->high[0]) | (a->low[1] > b->high[1]) |
         (b->low[1] > a->high[1]) | (a->low[2] > b->high[2]) | (b->low[2] > a->high[2]);
}

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }

// Rounded outwards: a float is off by at most 2^-24 of itself.
static box triangle_box(const vt_ar_triangle *t) {
  const float down = 1 - 0x1p-22f, up = 1 + 0x1p-22f;
  float c[3][3];
  for (int k = 0; k < 3; ++k) {
    c[k][0] = (float)t->corners[k].x;
    c[k][1] = (float)t->corners[k].y;
    c[k][2] = (float)t->corners[k].z;
  }
  box b;
  for (int k = 0; k < 3; ++k) {
    b.low[k] = down * least(least(c[0][k], c[1][k]), c[2][k]);
    b.high[k] = up * most(most(c[0][k], c[1][k]), c[2][k]);
  }
  return b;
}

static box join(const box *a, const box *b) {
  box c;
  for (int k = 0; k < 3; ++k) {
    c.low[k] = least(a->low[k], b->low[k]);
    c.high[k] = most(a->high[k], b->high[k]);
  }
  return c;
}

// Bits of a number with two zeros between each.
static uint64_t spread(uint64_t x) {
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

static uint64_t curve_place(const box *b) {
  uint64_t place = 0;
  for (int k = 0; k < 3; ++k)
    place |= spread((uint64_t)(0.5f * (b->low[k] + b->high[k])) >> (VT_GRID_BITS - CURVE_BITS)) << k;
  return place;
}

typedef struct item {
  uint64_t place;
  int triangle;
} item;

// Sorts by digits; after an even number of passes the result is in `items`.
static void sort_items(item *items, item *scratch, int count) {
  for (int digit = 0; digit < DIGITS; ++digit) {
    int start[(1 << DIGIT_BITS) + 1] = {0}, shift = digit * DIGIT_BITS;
    const uint64_t mask = (1 << DIGIT_BITS) - 1;
    for (int i = 0; i < count; ++i) ++start[(items[i].place >> shift & mask) + 1];
    for (int i = 0; i < 1 << DIGIT_BITS; ++i) start[i + 1] += start[i];
    for (int i = 0; i < count; ++i) scratch[start[items[i].place >> shift & mask]++] = items[i];
    item *swapped = items;
    items = scratch;
    scratch = swapped;
  }
}

static bool build(vt_arranger *ar, box_tree *tree) {
  int n = tree->count = ar->triangle_count;
  tree->leaves = 1;
  while (tree->leaves * LEAF < n) tree->leaves *= 2;
  tree->order = VT_TAKE(ar->arena, int, n, ar->error);
  tree->boxes = VT_TAKE(ar->arena, box, n, ar->error);
  tree->nodes = VT_TAKE(ar->arena, box, 2 * tree->leaves, ar->error);
  item *items = VT_TAKE(ar->arena, item, n, ar->error), *scratch = VT_TAKE(ar->arena, item, n, ar->error);
  if (tree->order == NULL || tree->boxes == NULL || tree->nodes == NULL || items == NULL || scratch == NULL)
    return false;
  for (int t = 0; t < n; ++t) {
    box b = triangle_box(&ar->triangles[t]);
    items[t] = (item){curve_place(&b), t};
  }
  sort_items(items, scratch, n);
  for (int i = 0; i < n; ++i) {
    tree->order[i] = items[i].triangle;
    tree->boxes[i] = triangle_box(&ar->triangles[items[i].triangle]);
  }
  const box nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (int i = 0; i < tree->leaves; ++i) {
    box b = nothing;
    for (int k = LEAF * i; k < LEAF * (i + 1) && k < n; ++k) b = join(&b, &tree->boxes[k]);
    tree->nodes[tree->leaves + i] = b;
  }
  for (int k = tree->leaves - 1; k >= 1; --k)
    tree->nodes[k] = join(&tree->nodes[2 * k], &tree->nodes[2 * k + 1]);
  return true;
}

static bool cross_leaves(vt_arranger *ar, const box_tree *tree, int a, int b) {
  int a0 = LEAF * (a - tree->leaves), b0 = LEAF * (b - tree->leaves);
  int end = b0 + LEAF < tree->count ? b0 + LEAF : tree->count;
  for (int i = a0; i < a0 + LEAF && i < tree->count; ++i) {
    if (a != b && apart(&tree->boxes[i], &tree->nodes[b])) continue;
    for (int j = a == b ? i + 1 : b0; j < end; ++j) {
      if (apart(&tree->boxes[i], &tree->boxes[j])) continue;
      int s = tree->order[i], t = tree->order[j];
      if (!vt_ar_cross_pair(ar, s < t ? s : t, s < t ? t : s)) return false;
    }
  }
  return true;
}

bool vt_ar_pairs(vt_arranger *ar) {
  if (ar->triangle_count == 0) return true;
  box_tree tree;
  if (!build(ar, &tree)) return false;
  int stack[4 * MOST_LEVELS][2] = {{1, 1}}, depth = 1;
  while (depth > 0 && !ar->tie) {
    --depth;
    int a = stack[depth][0], b = stack[depth][1];
    if (a >= tree.leaves) {
      if (!cross_leaves(ar, &tree, a, b)) return false;
      continue;
    }
    // Both are on one level.
    for (int i = 0; i < 2; ++i)
      for (int j = a == b ? i : 0; j < 2; ++j) {
        int c = 2 * a + i, d = 2 * b + j;
        if (c != d && apart(&tree.nodes[c], &tree.nodes[d])) continue;
        stack[depth][0] = c;
        stack[depth++][1] = d;
      }
  }
  return true;
}
