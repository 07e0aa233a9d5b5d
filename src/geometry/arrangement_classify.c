// Which pieces bound the union. Pieces joined over plain edges form patches; between patches the
// winding number of one surface changes by what is crossed, so one known patch per connected
// cluster gives all others.
#include "geometry/arrangement_inside.h"

#include <string.h>

// winding(to) = winding(from) + change, of one surface, just outside both.
typedef struct link {
  int from, to; // patches
  int surface, change;
} link;

// What is known of a connected cluster of patches, at the place of its first patch.
typedef struct cluster {
  int vertex; // furthest along x, -1 for no cluster
  int edge;   // the steepest at it
  bool tie;   // another vertex is as far
  bool level; // another edge is as steep
} cluster;

static int face_at(const vt_arranger *ar, int side, int piece) {
  int whole = ar->whole_face[side / 3];
  return whole >= 0 ? whole : ar->side_faces[ar->side_faces_first[side] + piece];
}

static bool is_forward(const vt_arranger *ar, const vt_ar_edge *edge, int side) {
  return ar->triangles[side / 3].vertices[side % 3] == edge->vertices[0];
}

// ---------------------------------------------------------------- patches and links

static bool add_link(vt_arranger *ar, vt_ar_array *links, int from, int to, int surface, int change) {
  link *l = vt_ar_push(ar, links, sizeof *l);
  if (l == NULL) return false;
  *l = (link){vt_ar_root(ar->patches, from), vt_ar_root(ar->patches, to), surface, change};
  return true;
}

static void join_plain_edges(vt_arranger *ar) {
  for (int e = 0; e < ar->edge_count; ++e) {
    const vt_ar_edge *edge = &ar->edges[e];
    const int *sides = ar->edge_triangles + edge->first;
    for (int k = 0; edge->count == 2 && k <= edge->crossing; ++k)
      vt_ar_join(ar->patches, face_at(ar, sides[0], k), face_at(ar, sides[1], k));
  }
}

// More than two triangles at an edge. Going around it counter-clockwise, one passes to the outside of a
// triangle that runs along the edge, and to the inside of one that runs against it.
static bool link_edge(vt_arranger *ar, const vt_ar_edge *edge, vt_ar_array *links) {
  const int *sides = ar->edge_triangles + edge->first;
  for (int i = 0; i < edge->count; ++i) {
    int side = sides[i], next = sides[(i + 1) % edge->count];
    const vt_ar_triangle *t = &ar->triangles[side / 3], *u = &ar->triangles[next / 3];
    int change = (is_forward(ar, edge, side) ? 0 : t->times) - (is_forward(ar, edge, next) ? u->times : 0);
    for (int k = 0; k <= edge->crossing; ++k)
      if (!add_link(ar, links, face_at(ar, side, k), face_at(ar, next, k), t->surface, change)) return false;
  }
  return true;
}

static bool link_segment(vt_arranger *ar, const vt_ar_segment *s, vt_ar_array *links) {
  const vt_ar_triangle *a = &ar->triangles[s->triangles[0]], *b = &ar->triangles[s->triangles[1]];
  for (int k = 0; k <= s->count; ++k) {
    const int *f = ar->segment_faces + s->faces + 4 * k;
    if (!add_link(ar, links, f[1], f[0], b->surface, b->times) ||
        !add_link(ar, links, f[2], f[3], a->surface, a->times) ||
        !add_link(ar, links, f[1], f[2], a->surface, 0))
      return false;
  }
  return true;
}

static bool find_links(vt_arranger *ar, vt_ar_array *links) {
  for (int e = 0; e < ar->edge_count; ++e) {
    const vt_ar_edge *edge = &ar->edges[e];
    if (edge->count == 2) continue;
    vt_ar_sort_around(ar, e, ar->edge_triangles + edge->first, edge->count);
    if (!link_edge(ar, edge, links)) return false;
  }
  for (int s = 0; s < ar->segments.count; ++s)
    if (!link_segment(ar, &vt_ar_segments(ar)[s], links)) return false;
  return true;
}

// ---------------------------------------------------------------- one known winding per cluster

static int triangle_cluster(const vt_arranger *ar, int *parents, int t) {
  return vt_ar_root(parents, face_at(ar, 3 * t, 0));
}

// 1 if the edge from v to u is steeper in x and y than that to `best`, -1 if less; both go to smaller x.
static int compare_slopes(const vt_arranger *ar, int v, int best, int u) {
  vt_vec3 above = ar->grid[v];
  above.z += 1;
  return -vt_orient3d(&ar->grid[v], &above, &ar->grid[best], &ar->grid[u]);
}

static int far_vertex(const vt_ar_edge *e, int v) { return e->vertices[e->vertices[0] == v]; }

static void find_furthest(const vt_arranger *ar, int *parents, cluster *clusters) {
  for (int t = 0; t < ar->triangle_count; ++t) {
    cluster *c = &clusters[triangle_cluster(ar, parents, t)];
    for (int k = 0; k < 3; ++k) {
      int v = ar->triangles[t].vertices[k];
      if (v == c->vertex) continue;
      double x = ar->grid[v].x, best = c->vertex < 0 ? -1 : ar->grid[c->vertex].x;
      if (x > best) {
        c->vertex = v;
        c->tie = false;
      }
      c->tie |= x == best;
    }
  }
}

static void find_steepest(const vt_arranger *ar, int *parents, cluster *clusters) {
  for (int t = 0; t < ar->triangle_count; ++t) {
    cluster *c = &clusters[triangle_cluster(ar, parents, t)];
    for (int k = 0; k < 3; ++k) {
      int e = ar->triangles[t].edges[k];
      const int *ends = ar->edges[e].vertices;
      if ((ends[0] != c->vertex && ends[1] != c->vertex) || e == c->edge || c->tie) continue;
      int order = c->edge < 0 ? 1
                              : compare_slopes(ar, c->vertex, far_vertex(&ar->edges[c->edge], c->vertex),
                                    far_vertex(&ar->edges[e], c->vertex));
      if (order > 0) c->edge = e;
      c->level = order > 0 ? false : c->level || order == 0;
    }
  }
}

// The winding numbers at a vertex of all surfaces outside its cluster: a ray along x to where nothing is.
static void wind_around(vt_arranger *ar, int *parents, int own, int vertex, int *winding) {
  vt_vec3 a = ar->grid[vertex], b = a;
  b.x = ldexp(1, VT_GRID_BITS);
  for (int t = 0; t < ar->triangle_count; ++t) {
    const vt_vec3 *c = ar->triangles[t].corners;
    if ((c[0].x < a.x && c[1].x < a.x && c[2].x < a.x) || (c[0].y < a.y && c[1].y < a.y && c[2].y < a.y) ||
        (c[0].y > a.y && c[1].y > a.y && c[2].y > a.y) || (c[0].z < a.z && c[1].z < a.z && c[2].z < a.z) ||
        (c[0].z > a.z && c[1].z > a.z && c[2].z > a.z) || triangle_cluster(ar, parents, t) == own)
      continue;
    int side = vt_ar_plane_side(&ar->triangles[t], &a), end = vt_ar_plane_side(&ar->triangles[t], &b);
    if ((side == end && side != 0) || !vt_ar_passes(ar, &a, &b, c)) continue;
    ar->tie |= side == 0 || end == 0;
    winding[ar->triangles[t].surface] -= side * ar->triangles[t].times;
  }
}

// The triangle at the extreme edge that has no other before it; beyond it is the outside of the cluster.
// Gives the face at the extreme vertex and adapts the winding number to just outside that face.
static int first_face(vt_arranger *ar, const cluster *c, int *winding) {
  const vt_ar_edge *e = &ar->edges[c->edge];
  const int *sides = ar->edge_triangles + e->first;
  int best = sides[0];
  for (int k = 1; k < e->count; ++k) {
    const vt_vec3 *apex[2] = {&ar->triangles[best / 3].corners[(best + 2) % 3],
        &ar->triangles[sides[k] / 3].corners[(sides[k] + 2) % 3]};
    if (vt_ar_sign(ar, vt_orient3d(&ar->grid[e->vertices[0]], &ar->grid[e->vertices[1]], apex[0], apex[1])) <
        0)
      best = sides[k];
  }
  // The cluster's outside is before it, so inside of a triangle that runs along the edge.
  const vt_ar_triangle *t = &ar->triangles[best / 3];
  if (is_forward(ar, e, best)) winding[t->surface] -= t->times;
  return face_at(ar, best, c->vertex == e->vertices[0] ? 0 : e->crossing);
}

// ---------------------------------------------------------------- the walk over patches

typedef struct walk {
  const link *links;
  const int *first, *list; // the links of each patch
  int *cursor;             // by patch; -1 before it is reached
  int *stack;              // links taken, as 2 * link + (1 if taken backwards)
  int *winding;            // by surface, here
  int winding_count;       // surfaces with a winding number other than 0
  uint64_t sum;            // of the winding numbers times a factor for each: tells vectors apart
  uint64_t *sums;          // by patch
} walk;

static uint64_t factor(int surface) { return ((uint64_t)surface + 1) * 0x9e3779b97f4a7c15u | 1; }

static void change_winding(walk *w, int surface, int change) {
  w->winding_count -= w->winding[surface] != 0;
  w->winding[surface] += change;
  w->winding_count += w->winding[surface] != 0;
  w->sum += factor(surface) * (uint64_t)(int64_t)change;
}

static void enter(vt_arranger *ar, walk *w, int patch) {
  const vt_ar_triangle *t = &ar->triangles[vt_ar_faces(ar)[patch].triangle];
  w->cursor[patch] = w->first[patch];
  w->sums[patch] = w->sum;
  int own = w->winding[t->surface];
  bool outside = w->winding_count == 0; // on the side that the triangle faces, and on the other
  bool behind = w->winding_count - (own != 0) + (own + t->times != 0) == 0;
  ar->kept[patch] = (signed char)(outside - behind);
}

static bool walk_cluster(vt_arranger *ar, walk *w, int start) {
  int depth = 0, here = start;
  enter(ar, w, here);
  for (;;) {
    if (w->cursor[here] == w->first[here + 1]) {
      if (depth == 0) return true;
      int back = w->stack[--depth];
      const link *l = &w->links[back / 2];
      change_winding(w, l->surface, back % 2 ? l->change : -l->change);
      here = back % 2 ? l->to : l->from;
      continue;
    }
    int taken = w->list[w->cursor[here]++];
    const link *l = &w->links[taken / 2];
    int there = taken % 2 ? l->from : l->to, change = taken % 2 ? -l->change : l->change;
    if (w->cursor[there] < 0) {
      change_winding(w, l->surface, change);
      w->stack[depth++] = taken;
      here = there;
      enter(ar, w, here);
    } else if (w->sums[there] != w->sum + factor(l->surface) * (uint64_t)(int64_t)change) {
      return ar->tie ||
             vt_fail(ar->error, VT_BAD_NUMBERS, "winding numbers disagree: the arrangement is wrong");
    }
  }
}

static bool list_links(vt_arranger *ar, const vt_ar_array *links, walk *w) {
  int n = ar->faces.count, *first = vt_ar_ints(ar, n + 2, 0);
  int *list = VT_TAKE(ar->arena, int, 2 * links->count, ar->error);
  w->links = links->items;
  w->cursor = vt_ar_ints(ar, n, -1);
  w->stack = VT_TAKE(ar->arena, int, links->count + 1, ar->error);
  w->winding = vt_ar_ints(ar, ar->surface_count, 0);
  w->sums = VT_TAKE(ar->arena, uint64_t, n, ar->error);
  if (first == NULL || list == NULL || w->cursor == NULL || w->stack == NULL || w->winding == NULL ||
      w->sums == NULL)
    return false;
  for (int k = 0; k < links->count; ++k) {
    ++first[w->links[k].from + 2];
    ++first[w->links[k].to + 2];
  }
  for (int i = 0; i < n; ++i) first[i + 2] += first[i + 1];
  for (int k = 0; k < links->count; ++k) {
    list[first[w->links[k].from + 1]++] = 2 * k;
    list[first[w->links[k].to + 1]++] = 2 * k + 1;
  }
  w->first = first;
  w->list = list;
  return true;
}

static bool walk_all(vt_arranger *ar, const vt_ar_array *links) {
  int n = ar->faces.count, *parents = VT_TAKE(ar->arena, int, n, ar->error);
  cluster *clusters = VT_TAKE(ar->arena, cluster, n, ar->error);
  walk w = {0};
  if (parents == NULL || clusters == NULL || !list_links(ar, links, &w)) return false;
  memcpy(parents, ar->patches, (size_t)n * sizeof *parents);
  for (int k = 0; k < links->count; ++k) vt_ar_join(parents, w.links[k].from, w.links[k].to);
  for (int i = 0; i < n; ++i) clusters[i] = (cluster){-1, -1, false, false};
  find_furthest(ar, parents, clusters);
  find_steepest(ar, parents, clusters);
  for (int i = 0; i < n; ++i) ar->tie |= clusters[i].tie || clusters[i].level;
  for (int i = 0; i < n && !ar->tie; ++i) {
    if (clusters[i].vertex < 0) continue;
    memset(w.winding, 0, (size_t)ar->surface_count * sizeof *w.winding);
    wind_around(ar, parents, i, clusters[i].vertex, w.winding);
    int face = first_face(ar, &clusters[i], w.winding);
    w.winding_count = 0;
    w.sum = 0;
    for (int s = 0; s < ar->surface_count; ++s) {
      w.winding_count += w.winding[s] != 0;
      w.sum += factor(s) * (uint64_t)(int64_t)w.winding[s];
    }
    if (ar->tie) return true;
    if (!walk_cluster(ar, &w, vt_ar_root(ar->patches, face))) return false;
  }
  return true;
}

// ---------------------------------------------------------------- components

// Kept pieces that bound the same part of the outside at an edge are connected: from one that has the outside
// there to the next one counter-clockwise.
static void join_around(vt_arranger *ar, const vt_ar_edge *edge, int piece) {
  const int *sides = ar->edge_triangles + edge->first;
  for (int i = 0; i < edge->count; ++i) {
    int face = face_at(ar, sides[i], piece);
    if (ar->kept[face] == 0 || (ar->kept[face] > 0) != is_forward(ar, edge, sides[i])) continue;
    for (int k = 1; k < edge->count; ++k) {
      int other = face_at(ar, sides[(i + k) % edge->count], piece);
      if (!ar->kept[other]) continue;
      vt_ar_join(ar->components, face, other);
      break;
    }
  }
}

// The same where two triangles cross. Around the crossing there are the piece of the first outside of the
// second, that of the second inside of the first, that of the first inside, that of the second outside. The
// first two face the way back, the others the way on. Four are kept where a surface is turned inside out and
// two parts of the outside meet at the crossing.
static void join_across(vt_arranger *ar, const int f[4]) {
  const int around[4] = {f[1], f[3], f[0], f[2]};
  for (int i = 0; i < 4; ++i) {
    int kept = ar->kept[around[i]];
    if (kept == 0 || (kept > 0) != (i >= 2)) continue;
    for (int k = 1; k < 4; ++k) {
      int next = around[(i + k) % 4];
      if (ar->kept[next] == 0) continue;
      vt_ar_join(ar->components, around[i], next);
      break;
    }
  }
}

static bool join_components(vt_arranger *ar) {
  int n = ar->faces.count;
  ar->components = VT_TAKE(ar->arena, int, n, ar->error);
  if (ar->components == NULL) return false;
  memcpy(ar->components, ar->patches, (size_t)n * sizeof *ar->components);
  for (int i = 0; i < n; ++i) ar->kept[i] = ar->kept[vt_ar_root(ar->patches, i)];
  for (int s = 0; s < ar->segments.count; ++s) {
    const vt_ar_segment *segment = &vt_ar_segments(ar)[s];
    for (int k = 0; k <= segment->count; ++k) join_across(ar, ar->segment_faces + segment->faces + 4 * k);
  }
  for (int e = 0; e < ar->edge_count; ++e)
    for (int k = 0; ar->edges[e].count > 2 && k <= ar->edges[e].crossing; ++k)
      join_around(ar, &ar->edges[e], k);
  return true;
}

bool vt_ar_classify(vt_arranger *ar) {
  int n = ar->faces.count;
  vt_ar_array links = {0};
  ar->patches = VT_TAKE(ar->arena, int, n, ar->error);
  ar->kept = VT_TAKE(ar->arena, signed char, n, ar->error);
  if (ar->patches == NULL || ar->kept == NULL) return false;
  for (int i = 0; i < n; ++i) {
    ar->patches[i] = i;
    ar->kept[i] = 0;
  }
  join_plain_edges(ar);
  if (!find_links(ar, &links)) return false;
  if (ar->tie) return true;
  if (!walk_all(ar, &links)) return false;
  return ar->tie || join_components(ar);
}
