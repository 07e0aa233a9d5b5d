// A bounding volume hierarchy over the triangles of a surface: the tree is built
// once, the boxes are refitted.
#include "geometry/bvh.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

// Cosine: the margin by which boxes of directions must be acute to each other, above rounding.
static const double ACUTE = 1e-3;

static inline void include_box(vt_box *box, const vt_box *b) {
  box->low = vt_lower(b->low, box->low);
  box->high = vt_higher(b->high, box->high);
}

vt_box vt_box_empty(void) {
  return (vt_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

// ---------------------------------------------------------------- the tree

typedef struct builder {
  vt_bvh_tree *tree;
  vt_vec3 *centres; // per triangle
} builder;

static double along(vt_vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

// Whether triangle i comes before j along the axis; equal centres by number, so that the order is total.
static bool before(const builder *b, int axis, int i, int j) {
  double x = along(b->centres[i], axis), y = along(b->centres[j], axis);
  return x != y ? x < y : i < j;
}

// Moves the `half` first triangles of the range along the axis to its front (Hoare's selection).
static void select_half(const builder *b, int axis, int first, int count, int half) {
  int *order = b->tree->order, low = first, high = first + count - 1, middle = first + half;
  while (low < high) {
    int pivot = order[low + (high - low) / 2], i = low, j = high;
    while (i <= j) {
      while (before(b, axis, order[i], pivot)) ++i;
      while (before(b, axis, pivot, order[j])) --j;
      if (i > j) break;
      int swapped = order[i];
      order[i++] = order[j], order[j--] = swapped;
    }
    if (middle <= j)
      high = j;
    else if (middle >= i)
      low = i;
    else
      return;
  }
}

static int longest_axis(const builder *b, int first, int count) {
  vt_box box = vt_box_empty();
  for (int i = first; i < first + count; ++i) vt_box_include(&box, b->centres[b->tree->order[i]]);
  vt_vec3 size = vt_sub(box.high, box.low);
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

// Depth is the logarithm of the count, as halves are equal.
static void build(builder *b, int first, int count) {
  vt_bvh_node *node = &b->tree->nodes[b->tree->node_count++];
  node->first = first;
  if (count <= VT_BVH_LEAF) {
    node->count = count;
    return;
  }
  int half = count / 2;
  select_half(b, longest_axis(b, first, count), first, count, half);
  build(b, first, half);
  node->right = b->tree->node_count;
  build(b, first + half, count - half);
}

bool vt_bvh_tree_init(
    vt_bvh_tree *tree, const vt_vec3 *rest, const int *triangles, int triangle_count, vt_error *error) {
  *tree = (vt_bvh_tree){.triangle_count = triangle_count};
  builder b = {tree, VT_NEW(vt_vec3, triangle_count, error)};
  tree->nodes = VT_NEW(vt_bvh_node, 2 * (size_t)triangle_count, error);
  tree->order = VT_NEW(int, triangle_count, error);
  bool done = b.centres != NULL && tree->nodes != NULL && tree->order != NULL;
  for (int t = 0; done && t < triangle_count; ++t) {
    const int *v = triangles + 3 * t;
    b.centres[t] = vt_add(rest[v[0]], vt_add(rest[v[1]], rest[v[2]]));
    tree->order[t] = t;
  }
  if (done && triangle_count > 0) build(&b, 0, triangle_count);
  free(b.centres);
  if (!done) vt_bvh_tree_free(tree);
  return done;
}

void vt_bvh_tree_free(vt_bvh_tree *tree) {
  free(tree->nodes);
  free(tree->order);
  *tree = (vt_bvh_tree){0};
}

// ---------------------------------------------------------------- the boxes

bool vt_bvh_init(vt_bvh *bvh, const vt_bvh_tree *tree, vt_error *error) {
  // Without triangles there is a root all the same: the box around nothing, apart from all others.
  int nodes = tree->node_count > 0 ? tree->node_count : 1;
  *bvh = (vt_bvh){tree, VT_NEW(vt_box, nodes, error), VT_NEW(vt_box, tree->triangle_count, error), false};
  if (bvh->nodes != NULL) bvh->nodes[0] = vt_box_empty();
  if (bvh->nodes != NULL && bvh->triangles != NULL) return true;
  vt_bvh_free(bvh);
  return false;
}

void vt_bvh_free(vt_bvh *bvh) {
  free(bvh->nodes);
  free(bvh->triangles);
  *bvh = (vt_bvh){0};
}

void vt_bvh_join(const vt_bvh_tree *tree, const vt_box *triangles, vt_box *nodes) {
  for (int n = tree->node_count - 1; n >= 0; --n) {
    const vt_bvh_node *node = &tree->nodes[n];
    vt_box box = vt_box_empty();
    for (int i = node->first; i < node->first + node->count; ++i)
      include_box(&box, &triangles[tree->order[i]]);
    if (node->count == 0) {
      include_box(&box, &nodes[n + 1]);
      include_box(&box, &nodes[node->right]);
    }
    nodes[n] = box;
  }
}

void vt_bvh_refit(
    vt_bvh *bvh, const int *triangles, const vt_vec3 *vertices, const vt_vec3 *ends, const double *margins) {
  const vt_bvh_tree *tree = bvh->tree;
  bvh->still = false;
  for (int t = 0; t < tree->triangle_count; ++t) {
    vt_box box = vt_box_empty();
    for (int i = 0; i < 3; ++i) {
      vt_box_include(&box, vertices[triangles[3 * t + i]]);
      if (ends != NULL) vt_box_include(&box, ends[triangles[3 * t + i]]);
    }
    double m = margins == NULL ? 0 : margins[t];
    bvh->triangles[t] = (vt_box){vt_sub(box.low, vt_v3(m, m, m)), vt_add(box.high, vt_v3(m, m, m))};
  }
  vt_bvh_join(tree, bvh->triangles, bvh->nodes);
}

// ---------------------------------------------------------------- pairs

// Pairs of nodes still to be looked at. Each step replaces one by at most three a level below.
typedef struct node_pairs {
  int count;
  int items[6 * VT_BVH_MAX_LEVELS][2];
} node_pairs;

static void push(node_pairs *todo, int a, int b) {
  todo->items[todo->count][0] = a;
  todo->items[todo->count++][1] = b;
}

// Whether every direction of one box makes an angle below 90 degrees with every one of the other.
static bool all_acute(const vt_box *a, const vt_box *b) {
  double x = fmin(
      fmin(a->low.x * b->low.x, a->low.x * b->high.x), fmin(a->high.x * b->low.x, a->high.x * b->high.x));
  double y = fmin(
      fmin(a->low.y * b->low.y, a->low.y * b->high.y), fmin(a->high.y * b->low.y, a->high.y * b->high.y));
  double z = fmin(
      fmin(a->low.z * b->low.z, a->low.z * b->high.z), fmin(a->high.z * b->low.z, a->high.z * b->high.z));
  return x + y + z > ACUTE;
}

typedef struct pair_search {
  const vt_bvh *a, *b;
  const vt_bvh *normals; // or NULL
  bool own;              // a and b are the same surface (two bodies may share a tree)
  double reach;
  vt_bvh_visit visit;
  void *context;
} pair_search;

static bool visit_leaves(const pair_search *w, const vt_bvh_node *p, const vt_bvh_node *q) {
  for (int i = p->first; i < p->first + p->count; ++i) {
    int s = w->a->tree->order[i];
    // Within one leaf of one surface each pair once.
    for (int j = w->own && p == q ? i + 1 : q->first; j < q->first + q->count; ++j) {
      int t = w->b->tree->order[j];
      if (vt_boxes_apart(&w->a->triangles[s], &w->b->triangles[t], w->reach)) continue;
      if (w->normals != NULL && all_acute(&w->normals->triangles[s], &w->normals->triangles[t])) continue;
      if (!w->visit(w->context, s, t)) return false;
    }
  }
  return true;
}

static bool search(const pair_search *w) {
  const vt_bvh *a = w->a, *b = w->b;
  if (a->tree->node_count == 0 || b->tree->node_count == 0) return true;
  node_pairs todo = {.count = 0};
  push(&todo, 0, 0);
  while (todo.count > 0) {
    int m = todo.items[--todo.count][0], n = todo.items[todo.count][1];
    if (vt_boxes_apart(&a->nodes[m], &b->nodes[n], w->reach)) continue;
    if (w->normals != NULL && all_acute(&w->normals->nodes[m], &w->normals->nodes[n])) continue;
    const vt_bvh_node *p = &a->tree->nodes[m], *q = &b->tree->nodes[n];
    if (p->count > 0 && q->count > 0) {
      if (!visit_leaves(w, p, q)) return false;
    } else if (w->own && p == q) {
      push(&todo, m + 1, m + 1);
      push(&todo, m + 1, p->right);
      push(&todo, p->right, p->right);
    } else {
      vt_vec3 u = vt_sub(a->nodes[m].high, a->nodes[m].low), v = vt_sub(b->nodes[n].high, b->nodes[n].low);
      bool split_a = q->count > 0 || (p->count == 0 && vt_dot(u, u) > vt_dot(v, v));
      push(&todo, split_a ? m + 1 : m, split_a ? n : n + 1);
      push(&todo, split_a ? p->right : m, split_a ? n : q->right);
    }
  }
  return true;
}

bool vt_bvh_pairs(const vt_bvh *a, const vt_bvh *b, double reach, vt_bvh_visit visit, void *context) {
  return search(&(pair_search){a, b, NULL, false, reach, visit, context});
}

bool vt_bvh_own_pairs(
    const vt_bvh *bvh, const vt_bvh *normals, double reach, vt_bvh_visit visit, void *context) {
  return search(&(pair_search){bvh, bvh, normals, true, reach, visit, context});
}
