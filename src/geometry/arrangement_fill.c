// Triangulates a flat polygon with holes by clipping ears. Which pieces there are is known exactly by
// now; doubles are enough here, because any choice of ears gives a closed surface and rounding only
// changes the shapes of triangles.
#include "geometry/arrangement_inside.h"

typedef struct corner {
  double x, y;
  int number; // the caller's
  int previous, next;
} corner;

typedef struct ring {
  int right; // its corner furthest to the right
  double area;
} ring;

static double turn(const corner *a, const corner *b, const corner *c) {
  return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static ring make_ring(corner *corners, int first, int count) {
  ring r = {first, 0};
  for (int i = first; i < first + count; ++i) {
    int next = i + 1 < first + count ? i + 1 : first;
    corners[i].next = next;
    corners[next].previous = i;
    if (corners[i].x > corners[r.right].x) r.right = i;
    r.area += turn(&corners[first], &corners[i], &corners[next]);
  }
  return r;
}

static bool same_place(const corner *a, const corner *b) { return a->x == b->x && a->y == b->y; }

// Inside or on the boundary of a counter-clockwise triangle.
static bool covers(const corner *a, const corner *b, const corner *c, const corner *p) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

static double squared(const corner *a, const corner *b) {
  return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y);
}

// Whether the segment from a corner to m begins inside the polygon.
static bool opens_to(const corner *corners, int i, const corner *m) {
  const corner *b = &corners[i], *a = &corners[b->previous], *c = &corners[b->next];
  bool left_in = turn(a, b, m) >= 0, left_out = turn(b, c, m) >= 0;
  return turn(a, b, c) > 0 ? left_in && left_out : left_in || left_out;
}

// Of corners at one place, as bridges leave them, the one that opens to m.
static int choose_copy(const corner *corners, int bridge, const corner *m) {
  int i = bridge;
  do {
    if (corners[i].number == corners[bridge].number && opens_to(corners, i, m)) return i;
    i = corners[i].next;
  } while (i != bridge);
  return bridge;
}

// The corner of a ring to which a hole's rightmost corner m is joined: that of the nearest side on the right,
// or whichever stands between.
static int find_bridge(const corner *corners, int start, const corner *m) {
  double nearest = INFINITY;
  int bridge = -1, i = start;
  do {
    const corner *a = &corners[i], *b = &corners[a->next];
    // Sides with their inside towards m run upwards.
    if (a->y <= m->y && m->y <= b->y && a->y < b->y) {
      double x = a->x + (m->y - a->y) / (b->y - a->y) * (b->x - a->x);
      if (x >= m->x && x < nearest) {
        nearest = x;
        bridge = a->x > b->x ? i : a->next;
      }
    }
    i = a->next;
  } while (i != start);
  if (bridge < 0) { // only rounding can hide all sides: take the nearest corner
    do {
      if (bridge < 0 || squared(&corners[i], m) < squared(&corners[bridge], m)) bridge = i;
      i = corners[i].next;
    } while (i != start);
    return bridge;
  }
  const corner hit = {nearest, m->y, 0, 0, 0}, end = corners[bridge];
  bool above = end.y > m->y;
  double flattest = fabs(end.y - m->y) / fmax(end.x - m->x, 1e-300);
  do {
    const corner *p = &corners[i];
    if (p->x >= m->x && !same_place(p, &end) &&
        (above ? covers(m, &hit, &end, p) : covers(m, &end, &hit, p))) {
      double slope = fabs(p->y - m->y) / fmax(p->x - m->x, 1e-300);
      if (slope < flattest || (slope == flattest && p->x < corners[bridge].x)) {
        flattest = slope;
        bridge = i;
      }
    }
    i = p->next;
  } while (i != start);
  return bridge;
}

// There and back over a bridge: both ends are doubled.
static void splice(corner *corners, int *count, int bridge, int hole) {
  int hole_copy = (*count)++, bridge_copy = (*count)++;
  corners[hole_copy] = corners[hole];
  corners[bridge_copy] = corners[bridge];
  corners[corners[hole].previous].next = hole_copy;
  corners[corners[bridge].next].previous = bridge_copy;
  corners[bridge].next = hole;
  corners[hole].previous = bridge;
  corners[hole_copy].next = bridge_copy;
  corners[bridge_copy].previous = hole_copy;
}

static bool is_ear(const corner *corners, int i, const int *reflex, int reflex_count) {
  const corner *b = &corners[i], *a = &corners[b->previous], *c = &corners[b->next];
  if (turn(a, b, c) <= 0) return false;
  for (int k = 0; k < reflex_count; ++k) {
    const corner *p = &corners[reflex[k]];
    if (!same_place(p, a) && !same_place(p, b) && !same_place(p, c) && covers(a, b, c, p)) return false;
  }
  return true;
}

static bool is_reflex(const corner *corners, int i) {
  return turn(&corners[corners[i].previous], &corners[i], &corners[corners[i].next]) <= 0;
}

static int list_reflex(const corner *corners, int start, int *reflex) {
  int count = 0, i = start;
  do {
    if (is_reflex(corners, i)) reflex[count++] = i;
    i = corners[i].next;
  } while (i != start);
  return count;
}

// Takes out what a clipped ear's neighbours are no longer; a corner that turned convex stays so.
static int drop_convex(const corner *corners, int *reflex, int count, int clipped) {
  int left = 0;
  for (int k = 0; k < count; ++k) {
    int i = reflex[k];
    bool near = i == corners[clipped].previous || i == corners[clipped].next;
    if (i != clipped && !(near && !is_reflex(corners, i))) reflex[left++] = i;
  }
  return left;
}

// Where rounding makes nearly coincident lines cross there may be no ear: the corner with the least
// area does the least harm.
static int find_flattest(const corner *corners, int start) {
  int best = start, i = start;
  double least = INFINITY;
  do {
    double area = fabs(turn(&corners[corners[i].previous], &corners[i], &corners[corners[i].next]));
    if (area < least) {
      least = area;
      best = i;
    }
    i = corners[i].next;
  } while (i != start);
  return best;
}

static bool clip(vt_arranger *ar, corner *corners, int start, int count, int *reflex, vt_ar_array *triples) {
  int reflex_count = list_reflex(corners, start, reflex), i = start, idle = 0;
  while (count > 2) {
    if (count > 3 && idle < count && !is_ear(corners, i, reflex, reflex_count)) {
      ++idle;
      i = corners[i].next;
      continue;
    }
    if (idle == count) i = find_flattest(corners, i);
    const corner *b = &corners[i], *a = &corners[b->previous], *c = &corners[b->next];
    // A triangle with a corner twice is a bridge folded on itself and bounds nothing.
    if (a->number != b->number && b->number != c->number && c->number != a->number) {
      int(*triple)[3] = vt_ar_push(ar, triples, sizeof *triple);
      if (triple == NULL) return false;
      (*triple)[0] = a->number;
      (*triple)[1] = b->number;
      (*triple)[2] = c->number;
    }
    corners[b->previous].next = b->next;
    corners[b->next].previous = b->previous;
    reflex_count = drop_convex(corners, reflex, reflex_count, i);
    i = corners[b->next].next; // not always the same corner, which would make a fan
    idle = 0;
    --count;
  }
  return true;
}

bool vt_ar_fill(vt_arranger *ar, const double (*flat)[2], const int *numbers, const vt_ar_loop *loops,
    int loop_count, vt_ar_array *triples) {
  int total = 0, outer = 0, count = 0;
  for (int k = 0; k < loop_count; ++k) total += loops[k].count;
  corner *corners = VT_TAKE(ar->arena, corner, total + 2 * loop_count, ar->error);
  int *reflex = VT_TAKE(ar->arena, int, total + 2 * loop_count, ar->error);
  ring *rings = VT_TAKE(ar->arena, ring, loop_count, ar->error);
  if (corners == NULL || reflex == NULL || rings == NULL) return false;
  for (int k = 0; k < loop_count; ++k) {
    for (int i = 0; i < loops[k].count; ++i)
      corners[count + i] = (corner){flat[count + i][0], flat[count + i][1], numbers[count + i], 0, 0};
    rings[k] = make_ring(corners, count, loops[k].count);
    count += loops[k].count;
    if (rings[k].area > rings[outer].area) outer = k;
  }
  int start = rings[outer].right;
  rings[outer] = rings[0];
  for (int k = 1; k < loop_count; ++k) { // the rightmost hole first: no other can stand between
    int max = k;
    for (int j = k + 1; j < loop_count; ++j)
      if (corners[rings[j].right].x > corners[rings[max].right].x) max = j;
    ring hole = rings[max];
    rings[max] = rings[k];
    splice(corners, &count,
        choose_copy(corners, find_bridge(corners, start, &corners[hole.right]), &corners[hole.right]),
        hole.right);
  }
  return clip(ar, corners, start, count, reflex, triples);
}
