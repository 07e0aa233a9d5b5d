// Where two surfaces from points come near.
#include "geometry/points_meet.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

enum { NOT_LOOKED = -1, NOT_FOUND = -2, OUTSIDE = -3 }; // in place of a leaf of B

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

// Whether a control point of A is further out than the part of B that a leaf covers, without projecting it.
static bool is_out(const meeting_sides *m, int leaf_a, int leaf_b) {
  const vt_sphere_tree *tree = m->b->tree;
  vt_vec3 at = vt_pose_apply(m->between, m->a->tree->controls[leaf_a]);
  return vt_dot(tree->normals[leaf_b], vt_sub(at, tree->controls[leaf_b])) > m->reach + tree->bulges[leaf_b];
}

static int look(const meeting_sides *m, int leaf) {
  vt_points_foot *foot = &m->search->feet[leaf];
  *foot = vt_points_project(m->b->surface, vt_pose_apply(m->between, m->a->tree->controls[leaf]));
  vt_vec3 normal = vt_quat_rotate(m->between.rotation, m->a->tree->normals[leaf]);
  return foot->found && foot->distance <= m->reach && vt_dot(foot->normal, normal) < 0 ? OUTSIDE : NOT_FOUND;
}

static bool meet(void *context, int leaf_a, int leaf_b) {
  const meeting_sides *m = context;
  int *other = &m->search->others[leaf_a];
  if (*other == NOT_FOUND || *other >= 0 || is_out(m, leaf_a, leaf_b)) return true;
  if (*other == NOT_LOOKED) *other = look(m, leaf_a);
  if (*other != OUTSIDE) return true;
  vt_sphere sphere = m->b->tree->spheres[m->b->tree->leaves[leaf_b]];
  if (vt_norm(vt_sub(m->search->feet[leaf_a].point, sphere.centre)) <= sphere.radius) *other = leaf_b;
  return true;
}

int vt_points_meet(vt_meeting_search *search, const vt_points_side *a, const vt_points_side *b, double reach,
    vt_meeting *meetings) {
  meeting_sides m = {search, a, b, vt_pose_mul(vt_pose_inverse(b->pose), a->pose), reach};
  int count = 0;
  for (int k = 0; k < search->leaf_count; ++k) search->others[k] = NOT_LOOKED;
  vt_sphere_pairs(a->tree, a->pose, b->tree, b->pose, reach + search->deeper, meet, &m);
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
