// The walls that close regions along the edge of the seal: strips of triangles between borders of two bodies,
// and what is left open (where three bodies meet, or borders have no counterpart) filled with fans. Whatever
// the borders are, every edge ends up with its opposite, so the mesh is closed.
#include "cavity/floodfill_insides.h"

#include <stdlib.h>

typedef struct zipper {
  vt_flood *flood;
  int *size;  // by loop: vertices
  int *start; // by loop: its first vertex
  int *mate;  // by loop: the loop that nearly all of it matches, or -1
  int *order; // by border vertex: its place in the loop
  bool *used; // by border vertex: a wall has the edge from it to the next
} zipper;

static bool add_wall(vt_flood *f, int a, int b, int c) {
  if (!VT_FLOOD_GROW(&f->walls, &f->wall_room, f->wall_count, f->arena, f->error)) return false;
  f->walls[f->wall_count++] = (vt_flood_wall){{a, b, c}};
  return true;
}

// ---------------------------------------------------------------- loops

static bool is_loop(const zipper *z, int loop) {
  const vt_flood_border *b = z->flood->borders;
  int at = z->start[loop];
  for (int k = 0; k < z->size[loop]; ++k) at = at < 0 ? -1 : b[at].next;
  return at == z->start[loop];
}

static bool measure_loops(zipper *z) {
  vt_flood *f = z->flood;
  int *votes = VT_TAKE(f->arena, int, f->loop_count, f->error);
  z->size = VT_TAKE(f->arena, int, f->loop_count, f->error);
  z->start = VT_TAKE(f->arena, int, f->loop_count, f->error);
  z->mate = VT_TAKE(f->arena, int, f->loop_count, f->error);
  z->order = VT_TAKE(f->arena, int, f->border_count, f->error);
  z->used = VT_TAKE(f->arena, bool, f->border_count, f->error);
  if (votes == NULL || z->size == NULL || z->start == NULL || z->mate == NULL || z->order == NULL ||
      z->used == NULL)
    return false;
  for (int l = 0; l < f->loop_count; ++l) z->size[l] = votes[l] = 0, z->start[l] = z->mate[l] = -1;
  for (int b = 0; b < f->border_count; ++b) {
    z->used[b] = false;
    int l = f->borders[b].loop;
    if (z->start[l] >= 0) continue;
    z->start[l] = b;
    for (int at = b; at >= 0 && (z->size[l] == 0 || at != b) && f->borders[at].loop == l;
         at = f->borders[at].next)
      z->order[at] = z->size[l]++;
    // The loop that most of this one matches.
    for (int at = b, k = 0; k < z->size[l]; at = f->borders[at].next, ++k) {
      if (f->borders[at].match < 0) continue;
      int m = f->borders[f->borders[at].match].loop;
      if (10 * ++votes[m] >= 9 * z->size[l]) z->mate[l] = m;
    }
    for (int at = b, k = 0; k < z->size[l]; at = f->borders[at].next, ++k)
      if (f->borders[at].match >= 0) votes[f->borders[f->borders[at].match].loop] = 0;
  }
  return true;
}

// How many steps back along its loop lead from one border vertex to another.
static int steps_back(const zipper *z, int from, int to) {
  int n = z->size[z->flood->borders[from].loop];
  return (z->order[from] - z->order[to] + n) % n;
}

// Moves `*at` back along its loop, with a triangle to p for every edge. Stops at an edge that is used.
static bool back_up(zipper *z, int *at, int steps, int p) {
  vt_flood *f = z->flood;
  for (; steps > 0; --steps) {
    int before = f->borders[*at].prev;
    if (before < 0 || z->used[before]) break;
    z->used[before] = true;
    if (!add_wall(f, *at, before, p)) return false;
    *at = before;
  }
  return true;
}

// ---------------------------------------------------------------- strips

// Two whole loops that match each other. Seen from the air they run in opposite directions: going forward on
// the first is going back on the second.
static bool zip_loops(zipper *z, int loop, int other) {
  vt_flood *f = z->flood;
  int begin = -1, n = z->size[loop], m = z->size[other];
  double least = INFINITY;
  for (int at = z->start[loop], k = 0; k < n; at = f->borders[at].next, ++k) {
    int match = f->borders[at].match;
    if (match < 0 || f->borders[match].loop != other) continue;
    double d = vt_norm(vt_sub(f->borders[at].position, f->borders[match].position));
    if (d < least) least = d, begin = at;
  }
  if (begin < 0) return true;
  int across = f->borders[begin].match, done = 0;
  for (int at = begin, k = 0; k < n; ++k) {
    int next = f->borders[at].next, match = f->borders[next].match, steps = 0;
    z->used[at] = true;
    if (!add_wall(f, next, at, across)) return false;
    if (match >= 0 && f->borders[match].loop == other) steps = steps_back(z, across, match);
    if (2 * steps > m) steps = 0; // a little forward: wait here
    if (steps > m - done || k == n - 1) steps = m - done;
    done += steps;
    if (!back_up(z, &across, steps, next)) return false;
    at = next;
  }
  return true;
}

// Where a loop faces several others: strips along the runs that match the same one.
static bool zip_runs(zipper *z, int loop) {
  vt_flood *f = z->flood;
  int across = -1;
  for (int at = z->start[loop], k = 0; k < z->size[loop]; ++k) {
    int next = f->borders[at].next;
    if (next < 0) break;
    int m = f->borders[at].match, n = f->borders[next].match;
    bool runs = m >= 0 && n >= 0 && f->borders[m].loop == f->borders[n].loop && !z->used[at] &&
                f->borders[m].sheet > f->borders[at].sheet &&
                f->region[f->borders[m].component] == f->region[f->borders[at].component];
    if (!runs) {
      across = -1;
    } else {
      if (across < 0) across = m;
      z->used[at] = true;
      int steps = steps_back(z, across, n);
      if (2 * steps > z->size[f->borders[n].loop]) steps = 0;
      if (!add_wall(f, next, at, across) || !back_up(z, &across, steps, next)) return false;
    }
    at = next;
  }
  return true;
}

// ---------------------------------------------------------------- filling

static bool count_edge(vt_flood *f, vt_flood_edges *edges, int a, int b) {
  bool fresh;
  vt_flood_edge *edge = vt_flood_edge_of(edges, a, b, &fresh, f->arena, f->error);
  if (edge == NULL) return false;
  if (fresh) edge->split = 0;
  edge->split += a < b ? 1 : -1;
  return true;
}

// Edges without their opposite, by the vertex they start from.
typedef struct open_edges {
  int *head;  // by border vertex: the first edge, -1 if none
  int *to;    // by edge
  int *after; // by edge: the next from the same vertex, -1 if none
  int count;
} open_edges;

static bool find_open_edges(vt_flood *f, open_edges *open) {
  vt_flood_edges edges = {0};
  for (int b = 0; b < f->border_count; ++b)
    if (f->borders[b].next >= 0 && !count_edge(f, &edges, b, f->borders[b].next)) return false;
  for (int w = 0; w < f->wall_count; ++w) {
    const int *v = f->walls[w].vertices;
    for (int i = 0; i < 3; ++i)
      if (!count_edge(f, &edges, v[i], v[(i + 1) % 3])) return false;
  }
  int total = 0;
  for (int k = 0; k < edges.room; ++k)
    if (edges.items[k].a >= 0) total += abs(edges.items[k].split);
  *open = (open_edges){VT_TAKE(f->arena, int, f->border_count, f->error),
      VT_TAKE(f->arena, int, total, f->error), VT_TAKE(f->arena, int, total, f->error), 0};
  if (open->head == NULL || open->to == NULL || open->after == NULL) return false;
  for (int b = 0; b < f->border_count; ++b) open->head[b] = -1;
  for (int k = 0; k < edges.room; ++k) {
    const vt_flood_edge *e = &edges.items[k];
    for (int i = 0; e->a >= 0 && i < abs(e->split); ++i) {
      int from = e->split > 0 ? e->a : e->b;
      open->to[open->count] = e->split > 0 ? e->b : e->a;
      open->after[open->count] = open->head[from];
      open->head[from] = open->count++;
    }
  }
  return true;
}

// Walks along open edges; whenever the walk meets itself, a loop is filled with a fan and forgotten.
static bool fill(vt_flood *f) {
  open_edges open;
  if (!find_open_edges(f, &open)) return false;
  int *path = VT_TAKE(f->arena, int, open.count + 1, f->error);
  int *place = VT_TAKE(f->arena, int, f->border_count, f->error); // on the path, -1 if not
  if (path == NULL || place == NULL) return false;
  for (int b = 0; b < f->border_count; ++b) place[b] = -1;
  for (int b = 0; b < f->border_count; ++b) {
    int length = 0;
    path[length++] = b, place[b] = 0;
    while (length > 0) {
      int at = path[length - 1], edge = open.head[at];
      if (edge < 0) {
        place[at] = -1;
        --length;
        continue;
      }
      open.head[at] = open.after[edge];
      int to = open.to[edge], first = place[to];
      if (first < 0) {
        place[to] = length, path[length++] = to;
        continue;
      }
      for (int i = first + 1; i + 1 < length; ++i)
        if (!add_wall(f, path[first], path[i + 1], path[i])) return false;
      while (length > first + 1) place[path[--length]] = -1;
    }
  }
  return true;
}

bool vt_flood_close(vt_flood *f) {
  zipper z = {.flood = f};
  if (!measure_loops(&z)) return false;
  for (int l = 0; l < f->loop_count; ++l) {
    int m = z.mate[l];
    bool mutual = m >= 0 && z.mate[m] == l && is_loop(&z, l) && is_loop(&z, m);
    if (!mutual) {
      if (!zip_runs(&z, l)) return false;
      continue;
    }
    const vt_flood_border *a = &f->borders[z.start[l]], *b = &f->borders[z.start[m]];
    if (a->sheet < b->sheet && f->region[a->component] == f->region[b->component] && !zip_loops(&z, l, m))
      return false;
  }
  return fill(f);
}
