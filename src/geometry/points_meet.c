// Where two surfaces from points come near.
#include "geometry/points_meet.h"

#include "base/memory.h"
#include "base/timer.h"
#include "base/vec.h"

#include <stdlib.h>

enum { NONE = -1 }; // in place of a leaf of B

bool vt_meeting_search_init(vt_meeting_search *search, const vt_sphere_tree *tree, vt_error *error) {
  *search = (vt_meeting_search){.leaf_count = tree->leaf_count};
  search->feet = VT_NEW(vt_points_foot, tree->leaf_count, error);
  search->others = VT_NEW(int, tree->leaf_count, error);
  if (search->feet != NULL && search->others != NULL) return true;
  vt_meeting_search_free(search);
  return false;
}

void vt_meeting_search_free(vt_meeting_search *search) {
  free(search->feet);
  free(search->others);
  *search = (vt_meeting_search){0};
}

typedef struct meeting_sides {
  vt_meeting_search *search;
  const vt_points_side *a, *b;
  vt_pose between; // from A's coordinates to B's
  double reach;
} meeting_sides;

// Whether a control point of A (in B's coordinates) is further out than the part of B that a leaf covers,
// without projecting it.
static bool is_out(const meeting_sides *m, vt_vec3 at, double reach, int leaf_b) {
  const vt_sphere_tree *tree = m->b->tree;
  double above = vt_dot(tree->normals[leaf_b], vt_sub(at, tree->controls[leaf_b])) - tree->bulges[leaf_b];
  if (above <= 0) return false;
  vt_sphere sphere = tree->spheres[tree->leaves[leaf_b]];
  vt_vec3 apart = vt_sub(at, sphere.centre);
  double far = sphere.radius + reach; // all of the part is in the sphere
  return above > reach || vt_dot(apart, apart) > far * far;
}

// How near a control point must come.
static double reach_of(const meeting_sides *m, int leaf) {
  return m->reach + (m->search->more != NULL ? m->search->more[leaf] : 0);
}

// Whether a sphere of A (in B's coordinates) comes near a leaf of B; where it is that of a leaf, one that its
// control point is not out of.
static bool comes_near(
    const meeting_sides *m, vt_vec3 centre, double radius, const vt_vec3 *control, double reach) {
  const vt_sphere_tree *tree = m->b->tree;
  double more = radius + reach + m->search->deeper;
  int stack[2 * VT_SPHERE_LEVELS], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const vt_sphere_node *node = &tree->nodes[number];
    vt_vec3 apart = vt_sub(centre, tree->spheres[number].centre);
    double far = tree->spheres[number].radius + more;
    if (vt_dot(apart, apart) > far * far) continue;
    if (node->leaf < 0) {
      stack[depth++] = node->right;
      stack[depth++] = number + 1;
    } else if (control == NULL || !is_out(m, *control, reach, node->leaf)) {
      return true;
    }
  }
  return false;
}

// A leaf of B whose sphere has a foot in it and meets that of a leaf of A.
static int leaf_of(const meeting_sides *m, vt_vec3 foot, vt_vec3 centre, double radius) {
  const vt_sphere_tree *tree = m->b->tree;
  double more = radius + m->reach + m->search->most + m->search->deeper;
  int stack[2 * VT_SPHERE_LEVELS], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const vt_sphere_node *node = &tree->nodes[number];
    vt_sphere sphere = tree->spheres[number];
    vt_vec3 inside = vt_sub(foot, sphere.centre), apart = vt_sub(centre, sphere.centre);
    if (vt_dot(inside, inside) > sphere.radius * sphere.radius) continue;
    if (node->leaf < 0) {
      stack[depth++] = node->right;
      stack[depth++] = number + 1;
    } else if (vt_dot(apart, apart) <= (sphere.radius + more) * (sphere.radius + more)) {
      return node->leaf;
    }
  }
  return NONE;
}

// Projects a control point of A; the leaf of B that its foot lies in, or none.
static int look(const meeting_sides *m, int leaf, vt_vec3 at, vt_vec3 centre, double radius) {
  double begin = vt_now();
  vt_points_foot *foot = &m->search->feet[leaf];
  *foot = vt_points_project(m->b->surface, at);
  vt_vec3 normal = vt_quat_rotate(m->between.rotation, m->a->tree->normals[leaf]);
  m->search->distance_time += vt_now() - begin;
  if (!foot->found || foot->distance > reach_of(m, leaf) || !(vt_dot(foot->normal, normal) < 0)) return NONE;
  return leaf_of(m, foot->point, centre, radius);
}

// Walks through the tree of A as far as its spheres come near leaves of B. For each of its leaves one leaf of
// B is enough to know that it is to be projected: pairs of leaves, of which there are fifty times as many,
// are not needed.
static void walk(const meeting_sides *m) {
  const vt_sphere_tree *tree = m->a->tree;
  int stack[2 * VT_SPHERE_LEVELS], depth = 0;
  if (tree->node_count > 0 && m->b->tree->node_count > 0) stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const vt_sphere_node *node = &tree->nodes[number];
    vt_sphere sphere = tree->spheres[number];
    vt_vec3 centre = vt_pose_apply(m->between, sphere.centre), at = centre;
    if (node->leaf >= 0) at = vt_pose_apply(m->between, tree->controls[node->leaf]);
    double reach = node->leaf >= 0 ? reach_of(m, node->leaf) : m->reach + m->search->most;
    if (!comes_near(m, centre, sphere.radius, node->leaf >= 0 ? &at : NULL, reach)) continue;
    if (node->leaf >= 0) {
      m->search->others[node->leaf] = look(m, node->leaf, at, centre, sphere.radius);
    } else {
      stack[depth++] = node->right;
      stack[depth++] = number + 1;
    }
  }
}

int vt_points_meet(vt_meeting_search *search, const vt_points_side *a, const vt_points_side *b, double reach,
    vt_meeting *meetings) {
  meeting_sides m = {search, a, b, vt_pose_mul(vt_pose_inverse(b->pose), a->pose), reach};
  int count = 0;
  double begin = vt_now();
  search->distance_time = 0;
  for (int k = 0; k < search->leaf_count; ++k) search->others[k] = NONE;
  walk(&m);
  search->tree_time = vt_now() - begin - search->distance_time;
  for (int k = 0; k < search->leaf_count; ++k) {
    if (search->others[k] < 0) continue;
    const vt_points_foot *foot = &search->feet[k];
    meetings[count++] = (vt_meeting){.leaf = k,
        .other = search->others[k],
        .point = vt_pose_apply(a->pose, a->tree->controls[k]),
        .foot = vt_pose_apply(b->pose, foot->point),
        .normal = vt_quat_rotate(b->pose.rotation, foot->normal),
        .gap = foot->distance};
  }
  return count;
}
