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

// ---------------------------------------------------------------- the nearest

// How far a place is from the box of a node grows on the way down, and is kept along each axis and as the sum
// of squares (Arya and Mount 1993).
typedef struct search {
  const vt_kd_tree *tree;
  vt_vec3 at;
  double beside[3]; // m
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

static void look(search *s, int first, int count, double square) {
  if (count <= LEAF) {
    for (int i = first; i < first + count; ++i) offer(s, i);
    return;
  }
  int middle = first + count / 2, axis = s->tree->axes[middle], rest = count - count / 2;
  double off = along(s->at, axis) - s->tree->planes[middle];
  if (off < 0)
    look(s, first, count / 2, square);
  else
    look(s, middle, rest, square);
  double before = s->beside[axis];
  square += off * off - before * before;
  if (s->count == s->wanted && square * (1 - ROUNDING) > s->found[s->count - 1].square) return;
  s->beside[axis] = off;
  if (off < 0)
    look(s, middle, rest, square);
  else
    look(s, first, count / 2, square);
  s->beside[axis] = before;
}

int vt_kd_tree_nearest(const vt_kd_tree *tree, vt_vec3 at, int wanted, vt_near *found) {
  search s = {.tree = tree, .at = at, .wanted = wanted, .found = found};
  if (s.wanted > 0) look(&s, 0, tree->count, 0);
  return s.count;
}

// ---------------------------------------------------------------- within a radius

typedef struct ball {
  const vt_kd_tree *tree;
  vt_vec3 at;
  double beside[3]; // m, as above
  double square;    // m^2: of the radius
  vt_kd_visit visit;
  void *context;
} ball;

static void gather(ball *b, int first, int count, double square) {
  if (count <= LEAF) {
    for (int i = first; i < first + count; ++i) {
      vt_vec3 apart = vt_sub(b->tree->places[i], b->at);
      double distance = vt_dot(apart, apart);
      if (distance <= b->square) b->visit(b->context, b->tree->order[i], distance);
    }
    return;
  }
  int middle = first + count / 2, axis = b->tree->axes[middle];
  double off = along(b->at, axis) - b->tree->planes[middle], before = b->beside[axis];
  double across = square + off * off - before * before; // to the half on the other side of the plane
  bool both = across * (1 - ROUNDING) <= b->square;
  if (off < 0) gather(b, first, count / 2, square);
  if (both) {
    b->beside[axis] = off;
    if (off < 0)
      gather(b, middle, count - count / 2, across);
    else
      gather(b, first, count / 2, across);
    b->beside[axis] = before;
  }
  if (!(off < 0)) gather(b, middle, count - count / 2, square);
}

void vt_kd_tree_within(const vt_kd_tree *tree, vt_vec3 at, double radius, vt_kd_visit visit, void *context) {
  ball b = {.tree = tree, .at = at, .square = radius * radius, .visit = visit, .context = context};
  gather(&b, 0, tree->count, 0);
}
