// A binary tree of spheres over a surface from points.
//
// A leaf covers the part of the surface that is nearer to its points than to others: what lies between a
// point and its neighbours, and so no further from it than the furthest of these. Its sphere reaches that far
// around each of its points (the border of Klein and Zachmann 2004 is one number for all).
#include "geometry/sphere_tree.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

void vt_sphere_tree_free(vt_sphere_tree *t) {
  free(t->nodes);
  free(t->order);
  free(t->leaves);
  free(t->neighbours);
  free(t->spheres);
  free(t->whole);
  free(t->fitted);
  free(t->controls);
  free(t->normals);
  free(t->bulges);
  *t = (vt_sphere_tree){0};
}

// ---------------------------------------------------------------- spheres

static vt_vec3 mean_of(const vt_sphere_tree *t, const vt_sphere_node *node, const vt_vec3 *points) {
  vt_vec3 sum = {0, 0, 0};
  for (int k = node->first; k < node->first + node->count; ++k)
    sum = vt_madd(sum, 1.0 / node->count, points[t->order[k]]);
  return sum;
}

static vt_sphere fit_leaf(const vt_sphere_tree *t, const vt_sphere_node *node, const vt_vec3 *points) {
  vt_sphere sphere = {mean_of(t, node, points), 0};
  for (int k = node->first; k < node->first + node->count; ++k) {
    int i = t->order[k];
    double border = 0; // m^2
    for (int n = 0; n < VT_SPHERE_NEIGHBOURS; ++n) {
      vt_vec3 apart = vt_sub(points[t->neighbours[VT_SPHERE_NEIGHBOURS * i + n]], points[i]);
      border = fmax(border, vt_dot(apart, apart));
    }
    sphere.radius = fmax(sphere.radius, vt_norm(vt_sub(points[i], sphere.centre)) + sqrt(border));
  }
  return sphere;
}

// The smallest sphere around two.
static vt_sphere around(vt_sphere a, vt_sphere b) {
  vt_vec3 apart = vt_sub(b.centre, a.centre);
  double distance = vt_norm(apart);
  if (distance + b.radius <= a.radius) return a;
  if (distance + a.radius <= b.radius) return b;
  double radius = 0.5 * (distance + a.radius + b.radius);
  return (vt_sphere){vt_madd(a.centre, (radius - a.radius) / distance, apart), radius};
}

void vt_sphere_tree_refit(vt_sphere_tree *t, const vt_vec3 *points, int level) {
  double moved = 0;
  for (int i = 0; i < t->point_count && level > 0; ++i) {
    vt_vec3 by = vt_sub(points[i], t->fitted[i]);
    moved = fmax(moved, vt_dot(by, by));
  }
  // A place between points moves no further than these; what a leaf covers beside its own points, too.
  moved = sqrt(moved);
  for (int k = t->node_count - 1; k >= 0; --k) {
    const vt_sphere_node *node = &t->nodes[k];
    if (node->leaf >= 0)
      t->spheres[k] = fit_leaf(t, node, points);
    else if (node->level >= level)
      t->spheres[k] = around(t->spheres[k + 1], t->spheres[node->right]);
    else
      t->spheres[k] = (vt_sphere){t->whole[k].centre, t->whole[k].radius + moved};
    if (level <= 0) t->whole[k] = t->spheres[k];
  }
  for (int i = 0; i < t->point_count && level <= 0; ++i) t->fitted[i] = points[i];
}

// ---------------------------------------------------------------- the tree

static double along(vt_vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

typedef struct ranked {
  double place;
  int point;
} ranked;

static int compare(const void *left, const void *right) {
  const ranked *a = left, *b = right;
  if (a->place != b->place) return a->place < b->place ? -1 : 1;
  return (a->point > b->point) - (a->point < b->point);
}

// Orders the points of a node along the longest side of their box.
static void order_points(vt_sphere_tree *t, const vt_vec3 *points, int first, int count, ranked *scratch) {
  vt_vec3 low = points[t->order[first]], high = low;
  for (int k = first; k < first + count; ++k) {
    vt_vec3 p = points[t->order[k]];
    low = vt_v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
    high = vt_v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
  }
  vt_vec3 side = vt_sub(high, low);
  int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  for (int k = 0; k < count; ++k)
    scratch[k] = (ranked){along(points[t->order[first + k]], axis), t->order[first + k]};
  qsort(scratch, (size_t)count, sizeof *scratch, compare);
  for (int k = 0; k < count; ++k) t->order[first + k] = scratch[k].point;
}

static int sample_of(const vt_sphere_tree *t, const vt_sphere_node *node, const vt_vec3 *points) {
  vt_vec3 mean = mean_of(t, node, points);
  int best = t->order[node->first];
  for (int k = node->first; k < node->first + node->count; ++k)
    if (vt_norm(vt_sub(points[t->order[k]], mean)) < vt_norm(vt_sub(points[best], mean))) best = t->order[k];
  return best;
}

// The node of some points with all below it, of so many leaves that share the points alike; as deep as the
// logarithm of their number.
static int grow(
    vt_sphere_tree *t, const vt_points *s, int first, int count, int leaves, int level, ranked *scratch) {
  int number = t->node_count++;
  vt_sphere_node *node = &t->nodes[number];
  *node = (vt_sphere_node){.first = first, .count = count, .leaf = -1, .level = level};
  node->sample = sample_of(t, node, s->points);
  if (leaves <= 1) {
    node->leaf = t->leaf_count++;
    t->leaves[node->leaf] = number;
    return number;
  }
  order_points(t, s->points, first, count, scratch);
  int half = (int)((int64_t)count * (leaves / 2) / leaves);
  grow(t, s, first, half, leaves / 2, level + 1, scratch);
  node->right = grow(t, s, first + half, count - half, leaves - leaves / 2, level + 1, scratch);
  return number;
}

static void find_neighbours(vt_sphere_tree *t, const vt_points *s) {
  for (int i = 0; i < s->count; ++i) {
    vt_near near[VT_SPHERE_NEIGHBOURS + 1];
    int found = vt_kd_tree_nearest(&s->tree, s->points[i], VT_SPHERE_NEIGHBOURS + 1, near);
    for (int n = 0; n < VT_SPHERE_NEIGHBOURS; ++n)
      t->neighbours[VT_SPHERE_NEIGHBOURS * i + n] = n + 1 < found ? near[n + 1].point : i;
  }
}

// How far what a leaf covers is off its plane.
static double bulge_of(const vt_sphere_tree *t, const vt_points *s, int leaf) {
  const vt_sphere_node *node = &t->nodes[t->leaves[leaf]];
  double bulge = 0;
  for (int k = node->first; k < node->first + node->count; ++k) {
    const int *next = t->neighbours + VT_SPHERE_NEIGHBOURS * t->order[k];
    for (int n = 0; n < VT_SPHERE_NEIGHBOURS; ++n)
      bulge = fmax(bulge, fabs(vt_dot(t->normals[leaf], vt_sub(s->points[next[n]], t->controls[leaf]))));
  }
  return bulge;
}

bool vt_sphere_tree_init(vt_sphere_tree *t, const vt_points *s, int leaf_points, vt_error *error) {
  return vt_sphere_tree_init_leaves(t, s, 1 + (s->count - 1) / leaf_points, error);
}

bool vt_sphere_tree_init_leaves(vt_sphere_tree *t, const vt_points *s, int leaf_count, vt_error *error) {
  *t = (vt_sphere_tree){.point_count = s->count};
  size_t count = (size_t)s->count;
  t->nodes = VT_NEW(vt_sphere_node, 2 * count, error);
  t->order = VT_NEW(int, count, error);
  t->leaves = VT_NEW(int, count, error);
  t->neighbours = VT_NEW(int, VT_SPHERE_NEIGHBOURS *count, error);
  t->spheres = VT_NEW(vt_sphere, 2 * count, error);
  t->whole = VT_NEW(vt_sphere, 2 * count, error);
  t->fitted = VT_NEW(vt_vec3, count, error);
  t->controls = VT_NEW(vt_vec3, count, error);
  t->normals = VT_NEW(vt_vec3, count, error);
  t->bulges = VT_NEW(double, count, error);
  ranked *scratch = VT_NEW(ranked, count, error);
  bool done = t->nodes != NULL && t->order != NULL && t->leaves != NULL && t->neighbours != NULL &&
              t->spheres != NULL && t->whole != NULL && t->fitted != NULL && t->controls != NULL &&
              t->normals != NULL && t->bulges != NULL && scratch != NULL;
  if (done) {
    for (int i = 0; i < s->count; ++i) t->order[i] = i;
    find_neighbours(t, s);
    grow(t, s, 0, s->count, leaf_count, 0, scratch);
    vt_sphere_tree_refit(t, s->points, 0);
    for (int k = 0; k < t->leaf_count; ++k) {
      vt_points_foot foot = vt_points_project(s, t->spheres[t->leaves[k]].centre);
      t->controls[k] = foot.point;
      t->normals[k] = foot.normal;
      t->bulges[k] = bulge_of(t, s, k);
    }
  } else {
    vt_sphere_tree_free(t);
  }
  free(scratch);
  return done;
}

// ---------------------------------------------------------------- pairs

typedef struct node_pair {
  int a, b;
} node_pair;

// B's tree is brought into A's coordinates sphere by sphere. The larger of two spheres is opened first.
bool vt_sphere_pairs(const vt_sphere_tree *a, vt_pose pose_a, const vt_sphere_tree *b, vt_pose pose_b,
    double reach, vt_sphere_visit visit, void *context) {
  node_pair stack[2 * VT_SPHERE_LEVELS];
  vt_pose between = vt_pose_mul(vt_pose_inverse(pose_a), pose_b);
  int depth = 0;
  if (a->node_count > 0 && b->node_count > 0) stack[depth++] = (node_pair){0, 0};
  while (depth > 0) {
    node_pair now = stack[--depth];
    vt_sphere left = a->spheres[now.a], right = b->spheres[now.b];
    double touching = left.radius + right.radius + reach;
    vt_vec3 apart = vt_sub(vt_pose_apply(between, right.centre), left.centre);
    if (vt_dot(apart, apart) > touching * touching) continue;
    const vt_sphere_node *one = &a->nodes[now.a], *two = &b->nodes[now.b];
    if (one->leaf >= 0 && two->leaf >= 0) {
      if (!visit(context, one->leaf, two->leaf)) return false;
    } else if (two->leaf >= 0 || (one->leaf < 0 && left.radius >= right.radius)) {
      stack[depth++] = (node_pair){one->right, now.b};
      stack[depth++] = (node_pair){now.a + 1, now.b};
    } else {
      stack[depth++] = (node_pair){now.a, two->right};
      stack[depth++] = (node_pair){now.a, now.b + 1};
    }
  }
  return true;
}
