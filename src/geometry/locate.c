// Point location in a volume mesh by a tree of bounding boxes over its cells.
#include "geometry/locate.h"

#include "base/memory.h"
#include "base/vec.h"
#include "geometry/closest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { leaf_size = 4, deepest = 64 };

typedef struct box {
  vt_vec3 low, high; // m
} box;

// A node of the tree: a leaf owns cells order[first .. first + count), a branch has its children at `first`
// and first + 1.
typedef struct tree_node {
  box bounds;
  int first;
  int count; // 0 for a branch
} tree_node;

struct vt_locator {
  const vt_mesh *mesh;
  int node_count;
  tree_node *nodes;
  int *order;
  box *boxes; // per cell
};

static const box empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void box_include(box *b, vt_vec3 x) {
  b->low = vt_v3(fmin(b->low.x, x.x), fmin(b->low.y, x.y), fmin(b->low.z, x.z));
  b->high = vt_v3(fmax(b->high.x, x.x), fmax(b->high.y, x.y), fmax(b->high.z, x.z));
}

static double box_distance(const box *b, vt_vec3 p) {
  vt_vec3 off = vt_v3(fmax(0, fmax(b->low.x - p.x, p.x - b->high.x)),
      fmax(0, fmax(b->low.y - p.y, p.y - b->high.y)), fmax(0, fmax(b->low.z - p.z, p.z - b->high.z)));
  return vt_norm(off);
}

static void cell_nodes(const vt_mesh *mesh, int cell, vt_vec3 *x) {
  int size = vt_cell_size(mesh->cell_kind);
  for (int i = 0; i < size; ++i) x[i] = mesh->nodes[mesh->cells[(size_t)cell * (size_t)size + (size_t)i]];
}

// A box around a cell. Curved edges may leave the hull of the nodes, but not that of the Bezier points: the
// corners, and 2 m - (a + b) / 2 for an edge from a to b over m.
static box cell_box(const vt_mesh *mesh, int cell) {
  vt_vec3 x[VT_CELL_MAX_NODES];
  cell_nodes(mesh, cell, x);
  box b = empty_box;
  int corners = mesh->cell_kind == VT_CELL_HEX8 ? 8 : 4;
  for (int i = 0; i < corners; ++i) box_include(&b, x[i]);
  for (int e = 0; mesh->cell_kind == VT_CELL_TET10 && e < 6; ++e) {
    vt_vec3 ends = vt_add(x[vt_tet_edges[e][0]], x[vt_tet_edges[e][1]]);
    box_include(&b, vt_madd(vt_scale(2, x[4 + e]), -0.5, ends));
  }
  return b;
}

static double box_middle(const box *b, int axis) {
  return axis == 0 ? b->low.x + b->high.x : axis == 1 ? b->low.y + b->high.y : b->low.z + b->high.z;
}

// Orders cells first .. last - 1 so that the one at `middle` is where sorting along the axis would put it
// (equal ones by number), smaller ones before it.
static void select_middle(vt_locator *l, int first, int last, int middle, int axis) {
  int *order = l->order;
  while (last - first > 1) {
    int pivot = order[first + (last - first) / 2];
    double value = box_middle(&l->boxes[pivot], axis);
    int i = first, j = last - 1;
    while (i <= j) {
      while (box_middle(&l->boxes[order[i]], axis) < value ||
             (box_middle(&l->boxes[order[i]], axis) == value && order[i] < pivot))
        ++i;
      while (box_middle(&l->boxes[order[j]], axis) > value ||
             (box_middle(&l->boxes[order[j]], axis) == value && order[j] > pivot))
        --j;
      if (i > j) break;
      int swap = order[i];
      order[i++] = order[j];
      order[j--] = swap;
    }
    if (middle <= j)
      last = j + 1;
    else if (middle >= i)
      first = i;
    else
      return;
  }
}

// Splits at the median along the longest side, so the depth is that of the logarithm.
static void build(vt_locator *l, int node, int first, int last) {
  tree_node *n = &l->nodes[node];
  n->bounds = empty_box;
  box middles = empty_box;
  for (int i = first; i < last; ++i) {
    const box *b = &l->boxes[l->order[i]];
    box_include(&n->bounds, b->low);
    box_include(&n->bounds, b->high);
    box_include(&middles, vt_add(b->low, b->high));
  }
  if (last - first <= leaf_size) {
    n->first = first;
    n->count = last - first;
    return;
  }
  vt_vec3 size = vt_sub(middles.high, middles.low);
  int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
  int middle = first + (last - first) / 2;
  select_middle(l, first, last, middle, axis);
  int children = l->node_count;
  l->node_count += 2;
  n->first = children;
  n->count = 0;
  build(l, children, first, middle);
  build(l, children + 1, middle, last);
}

vt_locator *vt_locator_create(const vt_mesh *volume, vt_error *error) {
  if (volume->cell_kind == VT_CELL_NONE || volume->cell_count == 0) {
    vt_fail(error, VT_BAD_INPUT, "%s: found no cells, expected tetrahedra or hexahedra", volume->source);
    return NULL;
  }
  vt_locator *l = VT_NEW(vt_locator, 1, error);
  if (l == NULL) return NULL;
  int count = volume->cell_count;
  l->mesh = volume;
  // Halving stops at four cells, so every leaf holds two at least (or is the root).
  l->nodes = VT_NEW(tree_node, (size_t)count + 1, error);
  l->order = VT_NEW(int, count, error);
  l->boxes = VT_NEW(box, count, error);
  if (l->nodes == NULL || l->order == NULL || l->boxes == NULL) {
    vt_locator_destroy(l);
    return NULL;
  }
  for (int i = 0; i < count; ++i) {
    l->order[i] = i;
    l->boxes[i] = cell_box(volume, i);
  }
  l->node_count = 1;
  build(l, 0, 0, count);
  return l;
}

void vt_locator_destroy(vt_locator *l) {
  if (l == NULL) return;
  free(l->nodes);
  free(l->order);
  free(l->boxes);
  free(l);
}

// The first cell found that contains p.
static bool find_container(const vt_locator *l, vt_vec3 p, vt_location *location) {
  int stack[deepest], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const tree_node *n = &l->nodes[stack[--depth]];
    if (box_distance(&n->bounds, p) > 0) continue;
    if (n->count == 0) {
      assert(depth + 2 <= deepest);
      stack[depth++] = n->first + 1;
      stack[depth++] = n->first;
      continue;
    }
    for (int i = n->first; i < n->first + n->count; ++i) {
      int cell = l->order[i];
      if (box_distance(&l->boxes[cell], p) > 0) continue;
      vt_vec3 x[VT_CELL_MAX_NODES], reference;
      cell_nodes(l->mesh, cell, x);
      if (!vt_cell_invert(l->mesh->cell_kind, x, p, &reference)) continue;
      *location = (vt_location){cell, reference, {0, 0, 0}, 0};
      return true;
    }
  }
  return false;
}

// The step in reference coordinates from the nearest point to p itself; zero where the cell
// has no gradient to go by.
static vt_vec3 step_beyond(vt_cell_kind kind, const vt_vec3 *x, vt_vec3 reference, vt_vec3 p) {
  vt_mat3 jacobian = vt_cell_jacobian(kind, x, reference);
  vt_vec3 off = vt_sub(p, vt_cell_position(kind, x, reference));
  if (!(fabs(vt_mat_det(jacobian)) > 0)) return vt_v3(0, 0, 0);
  vt_vec3 step = vt_mat_apply(vt_mat_inverse(jacobian), off);
  return vt_is_finite(step) ? step : vt_v3(0, 0, 0);
}

// Takes a cell as the best so far if it is nearer, or as near and less stretched by extrapolation.
static void consider(const vt_locator *l, int cell, vt_vec3 p, vt_location *best) {
  const double same = 1e-9;
  vt_cell_kind kind = l->mesh->cell_kind;
  vt_vec3 x[VT_CELL_MAX_NODES];
  cell_nodes(l->mesh, cell, x);
  vt_location found = {cell, {0, 0, 0}, {0, 0, 0}, 0};
  found.distance = vt_closest_in_cell(kind, x, p, &found.reference);
  if (!(found.distance <= best->distance * (1 + same))) return;
  found.beyond = step_beyond(kind, x, found.reference, p);
  bool nearer = found.distance < best->distance * (1 - same);
  if (nearer || best->cell < 0 || vt_norm(found.beyond) < vt_norm(best->beyond)) *best = found;
}

// The nearest cell, going down the nearer child first.
static void find_nearest(const vt_locator *l, vt_vec3 p, vt_location *best) {
  int stack[deepest], depth = 0;
  *best = (vt_location){-1, {0, 0, 0}, {0, 0, 0}, INFINITY};
  stack[depth++] = 0;
  while (depth > 0) {
    const tree_node *n = &l->nodes[stack[--depth]];
    if (best->cell >= 0 && box_distance(&n->bounds, p) > best->distance * (1 + 1e-9)) continue;
    if (n->count == 0) {
      double d0 = box_distance(&l->nodes[n->first].bounds, p);
      double d1 = box_distance(&l->nodes[n->first + 1].bounds, p);
      int nearer = d0 <= d1 ? n->first : n->first + 1;
      assert(depth + 2 <= deepest);
      stack[depth++] = 2 * n->first + 1 - nearer;
      stack[depth++] = nearer;
      continue;
    }
    for (int i = n->first; i < n->first + n->count; ++i) {
      int cell = l->order[i];
      if (best->cell >= 0 && box_distance(&l->boxes[cell], p) > best->distance * (1 + 1e-9)) continue;
      consider(l, cell, p, best);
    }
  }
}

bool vt_locator_find(const vt_locator *l, vt_vec3 p, vt_location *location, vt_error *error) {
  if (!vt_is_finite(p))
    return vt_fail(error, VT_BAD_INPUT, "%s: found a point at (%g, %g, %g), expected finite coordinates",
        l->mesh->source, p.x, p.y, p.z);
  if (find_container(l, p, location)) return true;
  find_nearest(l, p, location);
  if (location->cell < 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no cell near (%g, %g, %g), expected finite cells",
        l->mesh->source, p.x, p.y, p.z);
  const box *b = &l->boxes[location->cell];
  if (location->distance <= 1e-12 * vt_norm(vt_sub(b->high, b->low))) location->distance = 0;
  return true;
}

void vt_location_nearest_weights(vt_cell_kind kind, const vt_location *location, double *weights) {
  vt_shape_functions(kind, location->reference, weights);
}

void vt_location_weights(vt_cell_kind kind, const vt_location *location, double *weights) {
  vt_vec3 gradients[VT_CELL_MAX_NODES];
  vt_shape_functions(kind, location->reference, weights);
  vt_shape_gradients(kind, location->reference, gradients);
  int size = vt_cell_size(kind);
  for (int i = 0; i < size; ++i) weights[i] += vt_dot(gradients[i], location->beyond);
}

bool vt_locate_point(const vt_mesh *volume, vt_vec3 p, int nodes[VT_CELL_MAX_NODES],
    double weights[VT_CELL_MAX_NODES], int *count, double *distance, vt_error *error) {
  vt_locator *locator = vt_locator_create(volume, error);
  if (locator == NULL) return false;
  vt_location location;
  bool found = vt_locator_find(locator, p, &location, error);
  vt_locator_destroy(locator);
  if (!found) return false;
  *count = vt_cell_size(volume->cell_kind);
  *distance = location.distance;
  memcpy(nodes, &volume->cells[(size_t)location.cell * (size_t)*count], (size_t)*count * sizeof *nodes);
  vt_location_nearest_weights(volume->cell_kind, &location, weights);
  return true;
}
