// A balanced k-d tree over points.
#include "geometry/kd_tree.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

enum { LEAF = 8 }; // points at most: fewer cost more in nodes than they save in points

// Of the square of the distance to a box: far more than what its sum is rounded by, so that no point is lost.
static const double ROUNDING = 1e-12;

static double along(vt_vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

static int longest_side(const vt_kd_tree *tree, int first, int count) {
  vt_vec3 low = tree->points[tree->order[first]], high = low;
  for (int i = first + 1; i < first + count; ++i) {
    vt_vec3 p = tree->points[tree->order[i]];
    low = vt_v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
    high = vt_v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
  }
  vt_vec3 side = vt_sub(high, low);
  return side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
}

static bool comes_before(const vt_kd_tree *tree, int a, int b, int axis) {
  double left = along(tree->points[a], axis), right = along(tree->points[b], axis);
  return left != right ? left < right : a < b;
}

// Quickselect (Hoare): order[middle] is what it would be if [first, last] were sorted along the axis.
static void select_median(vt_kd_tree *tree, int first, int last, int middle, int axis) {
  while (first < last) {
    int pivot = tree->order[first + (last - first) / 2], i = first, j = last;
    while (i <= j) {
      while (comes_before(tree, tree->order[i], pivot, axis)) ++i;
      while (comes_before(tree, pivot, tree->order[j], axis)) --j;
      if (i > j) break;
      int moved = tree->order[i];
      tree->order[i++] = tree->order[j];
      tree->order[j--] = moved;
    }
    if (middle <= j)
      last = j;
    else if (middle >= i)
      first = i;
    else
      return;
  }
}

// Nodes are halves of halves of `order`; as deep as the logarithm of the count.
static void split(vt_kd_tree *tree, int first, int count) {
  if (count <= LEAF) return;
  int axis = longest_side(tree, first, count), middle = first + count / 2;
  select_median(tree, first, first + count - 1, middle, axis);
  tree->axes[middle] = (unsigned char)axis;
  tree->planes[middle] = along(tree->points[tree->order[middle]], axis);
  split(tree, first, count / 2);
  split(tree, middle, count - count / 2);
}

bool vt_kd_tree_init(vt_kd_tree *tree, const vt_vec3 *points, int count, vt_error *error) {
  *tree = (vt_kd_tree){.count = count, .points = points};
  tree->order = VT_NEW(int, count, error);
  tree->axes = VT_NEW(unsigned char, count, error);
  tree->planes = VT_NEW(double, count, error);
  tree->places = VT_NEW(vt_vec3, count, error);
  if (tree->order == NULL || tree->axes == NULL || tree->planes == NULL || tree->places == NULL) {
    vt_kd_tree_free(tree);
    return false;
  }
  for (int i = 0; i < count; ++i) tree->order[i] = i;
  split(tree, 0, count);
  for (int i = 0; i < count; ++i) tree->places[i] = points[tree->order[i]];
  return true;
}

void vt_kd_tree_free(vt_kd_tree *tree) {
  free(tree->order);
  free(tree->axes);
  free(tree->planes);
  free(tree->places);
  *tree = (vt_kd_tree){0};
}

// ---------------------------------------------------------------- boxes of nodes

// How far a place is from the box of a node: along each axis, and the sum of squares. It grows on the way down
// (Arya and Mount 1993).
typedef struct beside {
  double along[3]; // m
  double square;   // m^2
} beside;

// The same for the half of a node on the other side of its plane, which is `off` away.
static inline beside across(beside b, int axis, double off) {
  b.square += off * off - b.along[axis] * b.along[axis];
  b.along[axis] = off;
  return b;
}

// ---------------------------------------------------------------- the nearest

typedef struct search {
  const vt_kd_tree *tree;
  vt_vec3 at;
  int wanted, count;
  vt_near *found;
} search;

static inline bool is_nearer(vt_near a, vt_near b) {
  return a.square != b.square ? a.square < b.square : a.point < b.point;
}

static inline void offer(search *s, int place) {
  vt_vec3 apart = vt_sub(s->tree->places[place], s->at);
  vt_near item = {s->tree->order[place], vt_dot(apart, apart)};
  if (s->count == s->wanted && !is_nearer(item, s->found[s->count - 1])) return;
  int rank = s->count < s->wanted ? s->count++ : s->count - 1;
  for (; rank > 0 && is_nearer(item, s->found[rank - 1]); --rank) s->found[rank] = s->found[rank - 1];
  s->found[rank] = item;
}

static void look(search *s, int first, int count, beside box) {
  if (count <= LEAF) {
    for (int i = first; i < first + count; ++i) offer(s, i);
    return;
  }
  int middle = first + count / 2, axis = s->tree->axes[middle], rest = count - count / 2;
  double off = along(s->at, axis) - s->tree->planes[middle];
  if (off < 0)
    look(s, first, count / 2, box);
  else
    look(s, middle, rest, box);
  beside other = across(box, axis, off);
  if (s->count == s->wanted && other.square * (1 - ROUNDING) > s->found[s->count - 1].square) return;
  if (off < 0)
    look(s, middle, rest, other);
  else
    look(s, first, count / 2, other);
}

int vt_kd_tree_nearest(const vt_kd_tree *tree, vt_vec3 at, int wanted, vt_near *found) {
  search s = {tree, at, wanted, 0, found};
  if (s.wanted > 0) look(&s, 0, tree->count, (beside){0});
  return s.count;
}

// ---------------------------------------------------------------- within a radius

typedef struct ball {
  const vt_kd_tree *tree;
  vt_vec3 at;
  double square; // m^2
  vt_kd_visit visit;
  void *context;
} ball;

static void gather(const ball *b, int first, int count, beside box) {
  if (box.square * (1 - ROUNDING) > b->square) return;
  if (count <= LEAF) {
    for (int i = first; i < first + count; ++i) {
      vt_vec3 apart = vt_sub(b->tree->places[i], b->at);
      double square = vt_dot(apart, apart);
      if (square <= b->square) b->visit(b->context, b->tree->order[i], square);
    }
    return;
  }
  int middle = first + count / 2, axis = b->tree->axes[middle];
  double off = along(b->at, axis) - b->tree->planes[middle];
  beside other = across(box, axis, off);
  gather(b, first, count / 2, off < 0 ? box : other);
  gather(b, middle, count - count / 2, off < 0 ? other : box);
}

void vt_kd_tree_within(const vt_kd_tree *tree, vt_vec3 at, double radius, vt_kd_visit visit, void *context) {
  ball b = {tree, at, radius * radius, visit, context};
  gather(&b, 0, tree->count, (beside){0});
}
