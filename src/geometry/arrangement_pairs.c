// Pairs of triangles whose boxes overlap: a tree of boxes over the triangles in the order of a space-filling
// curve, made anew for each call. Sorting takes a quarter of what splitting at medians does, and the boxes
// are nearly as tight. A node has four children, whose boxes are compared with another one in one go.
#include "geometry/arrangement_inside.h"
#include "geometry/quad_box.h"

#define CURVE_BITS 14 // per axis
#define DIGIT_BITS 11
#define DIGITS 4      // 44 >= 3 * 14
#define MAX_LEVELS 16 // 4^15 leaves and the root

typedef struct corners {
  int vertices[3];
  int triangle;
} corners;

typedef struct box_tree {
  int level_count;
  // Level 0: of triangles; quad q of level l has the quads 4q to 4q + 3 of l - 1.
  vt_quad *levels[MAX_LEVELS];
  int *marks[MAX_LEVELS]; // by quad: the surface all its triangles are of, all settled; else -1
  corners *order;         // triangles along the curve
} box_tree;

// Which of the boxes of q overlap box k of another.
static inline unsigned overlaps(const vt_quad *q, const vt_quad *other, int k) {
  vt_answers x = (vt_lanes_load(q->low[0]) > vt_lanes_of(other->high[0][k])) |
                 (vt_lanes_of(other->low[0][k]) > vt_lanes_load(q->high[0]));
  vt_answers y = (vt_lanes_load(q->low[1]) > vt_lanes_of(other->high[1][k])) |
                 (vt_lanes_of(other->low[1][k]) > vt_lanes_load(q->high[1]));
  vt_answers z = (vt_lanes_load(q->low[2]) > vt_lanes_of(other->high[2][k])) |
                 (vt_lanes_of(other->low[2][k]) > vt_lanes_load(q->high[2]));
  return ~vt_answer_bits(x | y | z) & 15;
}

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float max(float a, float b) { return a > b ? a : b; }

// Rounded outwards: a float is off by at most 2^-24 of itself.
static vt_float_box triangle_box(const vt_ar_triangle *t) {
  const float down = 1 - 0x1p-22f, up = 1 + 0x1p-22f;
  float c[3][3];
  for (int k = 0; k < 3; ++k) {
    c[k][0] = (float)t->corners[k].x;
    c[k][1] = (float)t->corners[k].y;
    c[k][2] = (float)t->corners[k].z;
  }
  vt_float_box b;
  for (int k = 0; k < 3; ++k) {
    b.low[k] = down * least(least(c[0][k], c[1][k]), c[2][k]);
    b.high[k] = up * max(max(c[0][k], c[1][k]), c[2][k]);
  }
  return b;
}

// Bits of a number with two zeros between each.
static uint64_t spread(uint64_t x) {
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

static uint64_t curve_place(const vt_float_box *b) {
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

static inline int common_mark(int a, int b) { return a == b ? a : -1; }

// All levels but the lowest, up to one of a single quad.
static bool build_upper(vt_arranger *ar, box_tree *tree, int count) {
  while (count > 1) {
    const vt_quad *below = tree->levels[tree->level_count - 1];
    int upper = (count + 3) / 4;
    const int *marks_below = tree->marks[tree->level_count - 1];
    int *marks = tree->marks[tree->level_count] = VT_TAKE(ar->arena, int, upper, ar->error);
    vt_quad *quads = tree->levels[tree->level_count++] = VT_TAKE(ar->arena, vt_quad, upper, ar->error);
    if (quads == NULL || marks == NULL) return false;
    for (int i = 0; i < count; ++i)
      marks[i / 4] = i % 4 == 0 ? marks_below[i] : common_mark(marks[i / 4], marks_below[i]);
    for (int i = 0; i < 4 * upper; ++i) {
      vt_float_box b = i < count ? vt_quad_join(&below[i]) : vt_box_nothing;
      vt_quad_set(&quads[i / 4], i % 4, &b);
    }
    count = upper;
  }
  return true;
}

static corners corners_of(const vt_arranger *ar, int triangle) {
  const int *v = ar->triangles[triangle].vertices;
  return (corners){{v[0], v[1], v[2]}, triangle};
}

static bool build(vt_arranger *ar, box_tree *tree) {
  int n = ar->triangle_count, count = (n + 3) / 4;
  tree->level_count = 1;
  tree->order = VT_TAKE(ar->arena, corners, n, ar->error);
  tree->levels[0] = VT_TAKE(ar->arena, vt_quad, count, ar->error);
  tree->marks[0] = VT_TAKE(ar->arena, int, count, ar->error);
  vt_float_box *boxes = VT_TAKE(ar->arena, vt_float_box, n, ar->error);
  item *items = VT_TAKE(ar->arena, item, n, ar->error), *scratch = VT_TAKE(ar->arena, item, n, ar->error);
  if (tree->order == NULL || tree->levels[0] == NULL || tree->marks[0] == NULL || boxes == NULL ||
      items == NULL || scratch == NULL)
    return false;
  for (int t = 0; t < n; ++t) {
    boxes[t] = triangle_box(&ar->triangles[t]);
    items[t] = (item){curve_place(&boxes[t]), t};
  }
  sort_items(items, scratch, n);
  for (int i = 0; i < 4 * count; ++i) {
    if (i < n) tree->order[i] = corners_of(ar, items[i].triangle);
    vt_quad_set(&tree->levels[0][i / 4], i % 4, i < n ? &boxes[items[i].triangle] : &vt_box_nothing);
  }
  for (int i = 0; i < n; ++i) {
    int mark = vt_ar_settled(ar, &ar->triangles[items[i].triangle]);
    tree->marks[0][i / 4] = i % 4 == 0 ? mark : common_mark(tree->marks[0][i / 4], mark);
  }
  return build_upper(ar, tree, count);
}

// Two quads of one level that may hold pairs; a <= b.
typedef struct quad_pair {
  int level, a, b;
} quad_pair;

// By box of a: the boxes of b that overlap it; of a quad and itself every pair once, with a box and itself
// unless it is a triangle's.
static void compare(const box_tree *tree, const quad_pair *p, unsigned found[4]) {
  const vt_quad *a = &tree->levels[p->level][p->a], *b = &tree->levels[p->level][p->b];
  bool same = p->a == p->b;
  unsigned rows = same ? 15 : overlaps(a, &tree->levels[p->level + 1][p->b / 4], p->b % 4);
  for (int i = 0; i < 4; ++i) {
    found[i] = rows >> i & 1 ? overlaps(b, a, i) : 0;
    if (same) found[i] &= 15u << (p->level == 0 ? i + 1 : i);
  }
}

// Whether two triangles have an edge in common, or a vertex around which nothing crosses.
static inline bool are_apart(const corners *a, const corners *b, const bool *simple) {
  vt_answers v;
  memcpy(&v, b, sizeof v);
  const int *u = a->vertices;
  vt_answers same = (v == (vt_answers){u[0], u[0], u[0], u[0]}) |
                    (v == (vt_answers){u[1], u[1], u[1], u[1]}) | (v == (vt_answers){u[2], u[2], u[2], u[2]});
  unsigned shared = vt_answer_bits(same) & 7;
  return shared != 0 && ((shared & (shared - 1)) != 0 || simple[b->vertices[__builtin_ctz(shared)]]);
}

static bool cross_triangles(vt_arranger *ar, const box_tree *tree, const quad_pair *p, const bool *simple) {
  unsigned found[4];
  compare(tree, p, found);
  for (int i = 0; i < 4; ++i)
    for (unsigned left = found[i]; left != 0; left &= left - 1) {
      const corners *a = &tree->order[4 * p->a + i], *b = &tree->order[4 * p->b + __builtin_ctz(left)];
      if (are_apart(a, b, simple)) continue;
      int s = a->triangle, t = b->triangle;
      if (!vt_ar_cross_pair(ar, s < t ? s : t, s < t ? t : s)) return false;
    }
  return true;
}

// Those below a pair, in the order of the curve in both: that of the halves of both
// quads, then of the quarters.
static int push_below(const box_tree *tree, const quad_pair *p, quad_pair *stack) {
  // Bits of a row, and of its place among the rows, where that order has them.
  static const uint16_t spread_row[16] = {
      0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x30, 0x31, 0x32, 0x33};
  static const int row_shift[4] = {0, 2, 8, 10};
  unsigned found[4], all = 0;
  int count = 0;
  compare(tree, p, found);
  for (int i = 0; i < 4; ++i) all |= (unsigned)spread_row[found[i]] << row_shift[i];
  for (; all != 0; all &= all - 1) {
    int code = __builtin_ctz(all), i = (code >> 2 & 2) | (code >> 1 & 1), j = (code >> 1 & 2) | (code & 1);
    stack[count++] = (quad_pair){p->level - 1, 4 * p->a + i, 4 * p->b + j};
  }
  return count;
}

bool vt_ar_pairs(vt_arranger *ar) {
  if (ar->triangle_count == 0) return true;
  box_tree tree;
  const bool *simple = vt_ar_simple_fans(ar);
  if (simple == NULL || !build(ar, &tree)) return false;
  quad_pair stack[16 * MAX_LEVELS] = {{tree.level_count - 1, 0, 0}};
  int depth = 1;
  while (depth > 0 && !ar->tie) {
    quad_pair p = stack[--depth];
    const int *marks = tree.marks[p.level];
    if (marks[p.a] >= 0 && marks[p.a] == marks[p.b]) continue;
    if (p.level > 0)
      depth += push_below(&tree, &p, stack + depth);
    else if (!cross_triangles(ar, &tree, &p, simple))
      return false;
  }
  return true;
}
