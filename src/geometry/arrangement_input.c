// The input of the arrangement: all triangles in one list, their edges, and whether they are closed.
#include "geometry/arrangement_inside.h"

#include <string.h>

static bool check_surface(vt_arranger *ar, int number) {
  const vt_arranged_surface *s = &ar->surfaces[number];
  for (int v = 0; v < s->vertex_count; ++v)
    if (!vt_is_finite(s->vertices[v]))
      return vt_fail(ar->error, VT_BAD_INPUT, "surface %d: vertex %d is at %g %g %g, expected finite numbers",
          number, v, s->vertices[v].x, s->vertices[v].y, s->vertices[v].z);
  for (int k = 0; k < 3 * s->triangle_count; ++k)
    if (s->triangles[k] < 0 || s->triangles[k] >= s->vertex_count)
      return vt_fail(ar->error, VT_BAD_INPUT, "surface %d: triangle %d has vertex %d, expected 0 to %d",
          number, k / 3, s->triangles[k], s->vertex_count - 1);
  return true;
}

static bool check_counts(vt_arranger *ar, int64_t *triangles) {
  int64_t vertices = 0;
  *triangles = 0;
  for (int i = 0; i < ar->surface_count; ++i) {
    const vt_arranged_surface *s = &ar->surfaces[i];
    if (s->vertex_count < 0 || s->triangle_count < 0)
      return vt_fail(ar->error, VT_BAD_INPUT,
          "surface %d has %d vertices and %d triangles, expected 0 or more", i, s->vertex_count,
          s->triangle_count);
    vertices += s->vertex_count;
    *triangles += s->triangle_count;
  }
  // Points, faces and halves of sides are counted in ints.
  if (vertices > INT32_MAX / 64 || *triangles > INT32_MAX / 64)
    return vt_fail(ar->error, VT_BAD_INPUT, "%lld vertices and %lld triangles, expected at most %d",
        (long long)vertices, (long long)*triangles, INT32_MAX / 64);
  ar->vertex_count = (int)vertices;
  return true;
}

// Triangles with three different vertices; one with less encloses nothing and leaves the rest closed.
static void list_triangles(vt_arranger *ar) {
  ar->triangle_count = 0;
  for (int i = 0; i < ar->surface_count; ++i) {
    const vt_arranged_surface *s = &ar->surfaces[i];
    for (int t = 0; t < s->triangle_count; ++t) {
      const int *c = s->triangles + 3 * t;
      if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
      vt_ar_triangle *triangle = &ar->triangles[ar->triangle_count++];
      *triangle = (vt_ar_triangle){.surface = i, .triangle = t, .times = 1};
      for (int k = 0; k < 3; ++k) triangle->vertices[k] = ar->first_vertex[i] + c[k];
    }
  }
}

// A side of a triangle by its ends.
typedef struct side_item {
  int larger; // of its ends
  int side;
} side_item;

static int next_side(int side) { return side % 3 == 2 ? side - 2 : side + 1; }

// Sides with the same smaller end, by the larger one. They are few, but for a vertex with very many
// triangles.
static void sort_items(side_item *items, side_item *scratch, int count) {
  if (count <= 48) {
    for (int i = 1; i < count; ++i) {
      side_item item = items[i];
      int k = i;
      for (; k > 0 && items[k - 1].larger > item.larger; --k) items[k] = items[k - 1];
      items[k] = item;
    }
    return;
  }
  int half = count / 2;
  sort_items(items, scratch, half);
  sort_items(items + half, scratch, count - half);
  memcpy(scratch, items, (size_t)half * sizeof *items);
  for (int i = 0, j = half, k = 0; i < half; ++k)
    items[k] = j == count || scratch[i].larger <= items[j].larger ? scratch[i++] : items[j++];
}

// All sides by their smaller end, then the larger one, then number. start[v] to start[v + 1] are those of v.
static void sort_sides(const vt_arranger *ar, side_item *items, side_item *scratch, int *start) {
  int n = ar->vertex_count;
  memset(start, 0, ((size_t)n + 2) * sizeof *start); // shifted by one while filling
  for (int t = 0; t < ar->triangle_count; ++t)
    for (int i = 0; i < 3; ++i) {
      int a = ar->triangles[t].vertices[i], b = ar->triangles[t].vertices[(i + 1) % 3];
      ++start[(a < b ? a : b) + 2];
    }
  for (int v = 0; v < n; ++v) start[v + 2] += start[v + 1];
  for (int t = 0; t < ar->triangle_count; ++t)
    for (int i = 0; i < 3; ++i) {
      int a = ar->triangles[t].vertices[i], b = ar->triangles[t].vertices[(i + 1) % 3];
      items[start[(a < b ? a : b) + 1]++] = (side_item){a < b ? b : a, 3 * t + i};
    }
  for (int v = 0; v < n; ++v) sort_items(items + start[v], scratch, start[v + 1] - start[v]);
}

static bool list_edges(vt_arranger *ar) {
  int count = 3 * ar->triangle_count;
  int *start = VT_TAKE(ar->arena, int, ar->vertex_count + 2, ar->error);
  side_item *items = VT_TAKE(ar->arena, side_item, count, ar->error);
  side_item *scratch = VT_TAKE(ar->arena, side_item, count, ar->error);
  ar->edge_triangles = VT_TAKE(ar->arena, int, count, ar->error);
  ar->edges = VT_TAKE(ar->arena, vt_ar_edge, count, ar->error);
  if (start == NULL || items == NULL || scratch == NULL || ar->edge_triangles == NULL || ar->edges == NULL)
    return false;
  sort_sides(ar, items, scratch, start);
  ar->edge_count = 0;
  for (int v = 0; v < ar->vertex_count; ++v)
    for (int k = start[v]; k < start[v + 1]; ++k) {
      int side = ar->edge_triangles[k] = items[k].side;
      if (k == start[v] || items[k].larger != items[k - 1].larger)
        ar->edges[ar->edge_count++] = (vt_ar_edge){.vertices = {v, items[k].larger}, .first = k};
      ++ar->edges[ar->edge_count - 1].count;
      ar->triangles[side / 3].edges[side % 3] = ar->edge_count - 1;
    }
  return true;
}

static int apex(const vt_arranger *ar, int side) { return ar->triangles[side / 3].vertices[(side + 2) % 3]; }

static bool is_forward(const vt_arranger *ar, int edge, int side) {
  return ar->triangles[side / 3].vertices[side % 3] == ar->edges[edge].vertices[0];
}

// Whether every edge has one triangle on either side, not one and its copy: nothing else is to be found out
// about copies and closedness.
static bool are_plain(const vt_arranger *ar) {
  for (int e = 0; e < ar->edge_count; ++e) {
    const int *sides = ar->edge_triangles + ar->edges[e].first;
    if (ar->edges[e].count != 2 || apex(ar, sides[0]) == apex(ar, sides[1]) ||
        is_forward(ar, e, sides[0]) == is_forward(ar, e, sides[1]))
      return false;
  }
  return true;
}

// Gives every triangle the first with the same vertices; whether there were any.
static bool find_copies(const vt_arranger *ar, int *same) {
  bool found = false;
  for (int t = 0; t < ar->triangle_count; ++t) same[t] = t;
  for (int e = 0; e < ar->edge_count; ++e) {
    const int *sides = ar->edge_triangles + ar->edges[e].first;
    for (int i = 1; i < ar->edges[e].count; ++i)
      for (int j = 0; j < i; ++j) {
        if (apex(ar, sides[i]) != apex(ar, sides[j])) continue;
        vt_ar_join(same, sides[i] / 3, sides[j] / 3);
        found = true;
      }
  }
  return found;
}

// 1 if both run the same way around, -1 if not.
static int compare_turns(const vt_ar_triangle *a, const vt_ar_triangle *b) {
  for (int k = 0; k < 3; ++k)
    if (a->vertices[k] == b->vertices[0]) return a->vertices[(k + 1) % 3] == b->vertices[1] ? 1 : -1;
  return 0;
}

// Triangles with the same vertices become one that counts for all, or none if they cancel.
static void merge_copies(vt_arranger *ar, int *same) {
  vt_ar_triangle *triangles = ar->triangles;
  for (int t = 0; t < ar->triangle_count; ++t) {
    int first = vt_ar_root(same, t);
    if (first != t) triangles[first].times += compare_turns(&triangles[first], &triangles[t]);
  }
  for (int t = 0; t < ar->triangle_count; ++t) {
    vt_ar_triangle *first = &triangles[vt_ar_root(same, t)];
    if (first->times >= 0 || compare_turns(first, &triangles[t]) > 0) continue;
    int times = -first->times;
    *first = triangles[t];
    first->times = times;
  }
  int count = 0;
  for (int t = 0; t < ar->triangle_count; ++t)
    if (same[t] == t && triangles[t].times > 0) triangles[count++] = triangles[t];
  ar->triangle_count = count;
}

// Whether the triangles of every vertex are one fan, where every edge has one on either side. `turned` and
// `seen` are scratch, by corner and by vertex.
static bool are_single_fans(const vt_arranger *ar, int *turned, bool *seen) {
  for (int e = 0; e < ar->edge_count; ++e) {
    const int *sides = ar->edge_triangles + ar->edges[e].first;
    turned[sides[0]] = next_side(sides[1]); // the same vertex in the next triangle around it
    turned[sides[1]] = next_side(sides[0]);
  }
  memset(seen, 0, (size_t)ar->vertex_count * sizeof *seen);
  for (int first = 0; first < 3 * ar->triangle_count; ++first) {
    if (turned[first] < 0) continue;
    bool *here = &seen[ar->triangles[first / 3].vertices[first % 3]];
    if (*here) return false;
    *here = true;
    for (int k = first; turned[k] >= 0;) {
      int next = turned[k];
      turned[k] = -1;
      k = next;
    }
  }
  return true;
}

// A vertex where fans of triangles touch that share no edge becomes one vertex per fan.
static bool split_fans(vt_arranger *ar, bool plain) {
  int corners = 3 * ar->triangle_count, max = ar->vertex_count + corners;
  int *fans = VT_TAKE(ar->arena, int, corners, ar->error), *owner = vt_ar_ints(ar, ar->vertex_count, -1);
  bool *seen = VT_TAKE(ar->arena, bool, ar->vertex_count, ar->error);
  ar->origins = VT_TAKE(ar->arena, int, max, ar->error);
  if (fans == NULL || owner == NULL || seen == NULL || ar->origins == NULL) return false;
  for (int v = 0; v < ar->vertex_count; ++v) ar->origins[v] = v;
  if (plain && are_single_fans(ar, fans, seen)) return true;
  for (int k = 0; k < corners; ++k) fans[k] = k;
  for (int e = 0; e < ar->edge_count; ++e) {
    const int *sides = ar->edge_triangles + ar->edges[e].first;
    int a = 0, b = 0; // corners at both ends
    for (int k = 0; k < ar->edges[e].count; ++k) {
      int here = sides[k], there = next_side(here);
      bool forward = is_forward(ar, e, here);
      if (k > 0) vt_ar_join(fans, a, forward ? here : there);
      if (k > 0) vt_ar_join(fans, b, forward ? there : here);
      a = forward ? here : there;
      b = forward ? there : here;
    }
  }
  bool split = false;
  for (int k = 0; k < corners; ++k) {
    int *vertex = &ar->triangles[k / 3].vertices[k % 3], root = vt_ar_root(fans, k);
    if (root != k) {
      *vertex = ar->triangles[root / 3].vertices[root % 3]; // the root comes first
      continue;
    }
    if (owner[*vertex] >= 0) {
      ar->origins[ar->vertex_count] = *vertex;
      *vertex = ar->vertex_count++;
      split = true;
    } else {
      owner[*vertex] = k;
    }
  }
  return !split || list_edges(ar);
}

static bool check_closed(const vt_arranger *ar) {
  for (int e = 0; e < ar->edge_count; ++e) {
    const vt_ar_edge *edge = &ar->edges[e];
    int balance = 0, surface = 0;
    for (int k = edge->first; k < edge->first + edge->count; ++k) {
      const vt_ar_triangle *t = &ar->triangles[ar->edge_triangles[k] / 3];
      balance += is_forward(ar, e, ar->edge_triangles[k]) ? t->times : -t->times;
      surface = t->surface;
    }
    if (balance != 0)
      return vt_fail(ar->error, VT_BAD_INPUT,
          "surface %d is open or turned at the edge from vertex %d to %d, expected a closed surface", surface,
          edge->vertices[0] - ar->first_vertex[surface], edge->vertices[1] - ar->first_vertex[surface]);
  }
  return true;
}

static bool list_positions(vt_arranger *ar) {
  ar->positions = VT_TAKE(ar->arena, vt_vec3, ar->vertex_count, ar->error);
  if (ar->positions == NULL) return false;
  int v = 0;
  for (int i = 0; i < ar->surface_count; ++i)
    for (int k = 0; k < ar->surfaces[i].vertex_count; ++k) ar->positions[v++] = ar->surfaces[i].vertices[k];
  for (; v < ar->vertex_count; ++v) ar->positions[v] = ar->positions[ar->origins[v]];
  return true;
}

bool vt_ar_read(vt_arranger *ar) {
  int64_t triangles;
  if (!check_counts(ar, &triangles)) return false;
  for (int i = 0; i < ar->surface_count; ++i)
    if (!check_surface(ar, i)) return false;
  ar->first_vertex = VT_TAKE(ar->arena, int, ar->surface_count + 1, ar->error);
  ar->triangles = VT_TAKE(ar->arena, vt_ar_triangle, triangles, ar->error);
  int *same = VT_TAKE(ar->arena, int, triangles, ar->error);
  if (ar->first_vertex == NULL || ar->triangles == NULL || same == NULL) return false;
  ar->first_vertex[0] = 0;
  for (int i = 0; i < ar->surface_count; ++i)
    ar->first_vertex[i + 1] = ar->first_vertex[i] + ar->surfaces[i].vertex_count;
  list_triangles(ar);
  if (!list_edges(ar)) return false;
  bool plain = are_plain(ar);
  if (!plain && find_copies(ar, same)) {
    merge_copies(ar, same);
    if (!list_edges(ar)) return false;
  }
  return (plain || check_closed(ar)) && split_fans(ar, plain) && list_positions(ar);
}
