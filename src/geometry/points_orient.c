// Turning the normals of a cloud alike: outwards at its top, and from there along the flattest way.
//
// Hoppe et al. 1992: neighbours in a graph have nearly the same normal but for its sign, and signs are
// carried along the spanning tree on which normals turn least, 1 - |n_i . n_j| for each edge, so that they go
// around sharp edges last. Each connected part of the graph begins at its highest point, whose normal looks
// up: right for every part that is closed.
#include "geometry/points.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

enum { LINKS = 10 }; // neighbours that a point is joined to: all six of a lattice, and some of the next ring

typedef struct edge {
  double turn; // 1 - |n_i . n_j|
  int from, to;
} edge;

// Prim's method with a heap of edges.
typedef struct spanning {
  vt_points *surface;
  int count;
  size_t room;
  edge *heap;
  bool *reached;
} spanning;

static bool comes_before(edge a, edge b) {
  if (a.turn != b.turn) return a.turn < b.turn;
  return a.to != b.to ? a.to < b.to : a.from < b.from;
}

static bool push(spanning *s, edge item, vt_error *error) {
  if (!VT_RESERVE(&s->heap, &s->room, s->count + 1, error)) return false;
  int place = s->count++;
  for (; place > 0 && comes_before(item, s->heap[(place - 1) / 2]); place = (place - 1) / 2)
    s->heap[place] = s->heap[(place - 1) / 2];
  s->heap[place] = item;
  return true;
}

static edge pop(spanning *s) {
  edge top = s->heap[0], item = s->heap[--s->count];
  int place = 0;
  for (int child; (child = 2 * place + 1) < s->count; place = child) {
    if (child + 1 < s->count && comes_before(s->heap[child + 1], s->heap[child])) ++child;
    if (!comes_before(s->heap[child], item)) break;
    s->heap[place] = s->heap[child];
  }
  s->heap[place] = item;
  return top;
}

static bool reach(spanning *s, int point, vt_error *error) {
  vt_near near[LINKS + 1];
  vt_points *p = s->surface;
  int found = vt_kd_tree_nearest(&p->tree, p->points[point], LINKS + 1, near);
  s->reached[point] = true;
  for (int k = 0; k < found; ++k) {
    int to = near[k].point;
    if (s->reached[to]) continue;
    if (!push(s, (edge){1 - fabs(vt_dot(p->normals[point], p->normals[to])), point, to}, error)) return false;
  }
  return true;
}

// The nearest neighbour whose normal is turned already, or -1.
static int reached_next_to(const spanning *s, int point) {
  vt_near near[LINKS + 1];
  int found = vt_kd_tree_nearest(&s->surface->tree, s->surface->points[point], LINKS + 1, near);
  for (int k = 0; k < found; ++k)
    if (s->reached[near[k].point]) return near[k].point;
  return -1;
}

typedef struct height {
  double z;
  int point;
} height;

static int compare(const void *left, const void *right) {
  const height *a = left, *b = right;
  if (a->z != b->z) return a->z > b->z ? -1 : 1;
  return (a->point > b->point) - (a->point < b->point);
}

bool vt_points_orient(vt_points *p, vt_error *error) {
  spanning s = {.surface = p, .reached = VT_NEW(bool, p->count, error)};
  height *order = VT_NEW(height, p->count, error);
  bool done = s.reached != NULL && order != NULL;
  for (int i = 0; i < p->count && done; ++i) order[i] = (height){p->points[i].z, i};
  if (done) qsort(order, (size_t)p->count, sizeof *order, compare);
  for (int i = 0; i < p->count && done; ++i) {
    int root = order[i].point;
    if (s.reached[root]) continue;
    int known = reached_next_to(&s, root); // it may be next to others without these being next to it
    double facing = known < 0 ? p->normals[root].z : vt_dot(p->normals[root], p->normals[known]);
    if (facing < 0) p->normals[root] = vt_scale(-1, p->normals[root]);
    done = reach(&s, root, error);
    while (s.count > 0 && done) {
      edge next = pop(&s);
      if (s.reached[next.to]) continue;
      if (vt_dot(p->normals[next.from], p->normals[next.to]) < 0)
        p->normals[next.to] = vt_scale(-1, p->normals[next.to]);
      done = reach(&s, next.to, error);
    }
  }
  free(s.heap);
  free(s.reached);
  free(order);
  return done;
}
