// Lines inside a triangle that do not touch its sides. A ray from such an island to the sides,
// in the continuation of one of its segments, passes through faces: what bounds the ray's
// pieces bounds the same face.
#include "geometry/arrangement_inside.h"

// The ray leaves `start` in the plane of `plane` as the continuation of a segment, along normal(triangle) x
// normal(plane).
typedef struct ray {
  int start, behind; // the ends of the segment
  int plane;
} ray;

typedef struct hit {
  int segment, index; // index: in the list of the triangle's segments
  int plane;          // the other triangle of the segment
  int side;           // of that plane on which the ray starts
} hit;

static vt_ar_half *halves_of(const vt_ar_plan *plan) { return plan->halves.items; }
static vt_ar_node *nodes_of(const vt_ar_plan *plan) { return plan->nodes.items; }

static int node_root(const vt_ar_plan *plan, int i) {
  while (nodes_of(plan)[i].parent != i) i = nodes_of(plan)[i].parent;
  return i;
}

static const vt_vec3 *corners(const vt_arranger *ar, int triangle) { return ar->triangles[triangle].corners; }

// All segments the ray meets, the nearest first.
static bool find_hits(vt_arranger *ar, vt_ar_plan *plan, const ray *r) {
  plan->hits.count = 0;
  const int *first = ar->triangle_segments_first + plan->triangle;
  for (int k = first[0]; k < first[1]; ++k) {
    const vt_ar_segment *s = &vt_ar_segments(ar)[ar->triangle_segments[k]];
    int plane = vt_ar_other(s, plan->triangle);
    bool touches = false; // an end on the ray's line, which it does not pass again
    for (int i = 0; i < 2; ++i) touches |= s->ends[i] == r->start || s->ends[i] == r->behind;
    if (touches) continue;
    if (vt_ar_side(ar, s->ends[0], r->plane) == vt_ar_side(ar, s->ends[1], r->plane)) continue;
    int side = vt_ar_side(ar, r->start, plane);
    int turn = vt_ar_sign(
        ar, vt_normals_turn(corners(ar, plan->triangle), corners(ar, r->plane), corners(ar, plane)));
    if (side * turn > 0) continue; // it lies behind
    hit *new_hit = vt_ar_push(ar, &plan->hits, sizeof *new_hit);
    if (new_hit == NULL) return false;
    hit found = {ar->triangle_segments[k], k - first[0], plane, side}, *hits = plan->hits.items;
    int i = plan->hits.count - 1;
    for (; i > 0; --i) {
      // The new one is nearer if it is on the start's side of the other's plane.
      const hit *other = &hits[i - 1];
      int t = plan->triangle, p = r->plane;
      int sign =
          vt_meeting_side(corners(ar, t), corners(ar, p), corners(ar, plane), corners(ar, other->plane)) *
          turn;
      if (vt_ar_sign(ar, sign) != other->side) break;
      hits[i] = hits[i - 1];
    }
    hits[i] = found;
  }
  return true;
}

// The half of a segment's piece that is hit and faces the given side of the segment's plane.
static int hit_half(vt_arranger *ar, const vt_ar_plan *plan, const ray *r, const hit *h, int side) {
  const vt_ar_segment *s = &vt_ar_segments(ar)[h->segment];
  int piece = 0, begin = vt_ar_side(ar, s->ends[0], r->plane);
  while (piece < s->count && vt_ar_side(ar, ar->segment_points[s->first + piece], r->plane) == begin) ++piece;
  int left = s->triangles[0] == plan->triangle ? -1 : 1;
  return ((int *)plan->segment_halves.items)[h->index] + 2 * piece + (side != left);
}

// The half of the side where the ray leaves the triangle.
static int exit_half(vt_arranger *ar, const vt_ar_plan *plan, const ray *r) {
  const vt_ar_triangle *t = &ar->triangles[plan->triangle];
  int sides[3];
  for (int i = 0; i < 3; ++i) sides[i] = vt_ar_side(ar, t->vertices[i], r->plane);
  for (int i = 0; i < 3; ++i) {
    // Leaving, the side's end is on the left, which is negative.
    int j = (i + 1) % 3;
    if (sides[i] == sides[j] || sides[j] != -1) continue;
    const vt_ar_edge *e = &ar->edges[t->edges[i]];
    bool forward = t->vertices[i] == e->vertices[0];
    int piece = 0;
    for (; piece < e->crossing; ++piece) {
      int point = ar->edge_points[e->crossed + (forward ? piece : e->crossing - 1 - piece)];
      if (vt_ar_side(ar, point, r->plane) != sides[i]) break;
    }
    return plan->side_halves[i] + 2 * piece;
  }
  return -1;
}

// The half out of the ray's start that has the ray's first stretch on its left.
static int start_half(vt_arranger *ar, const vt_ar_plan *plan, const ray *r, int node) {
  const vt_ar_node *start = &nodes_of(plan)[node];
  const int *list = (const int *)plan->around.items + start->first;
  int own = 0;
  for (int k = 0; k < start->count; ++k)
    if (vt_ar_other(&vt_ar_segments(ar)[halves_of(plan)[list[k]].segment], plan->triangle) == r->plane)
      own = k;
  // The segment goes against the ray, so what is left of it is on the positive side.
  int last = own;
  for (int k = 1; k < start->count; ++k) {
    int half = list[(own + k) % start->count];
    int end = vt_ar_far_end(&vt_ar_segments(ar)[halves_of(plan)[half].segment], r->start);
    if (vt_ar_side(ar, end, r->plane) != 1) break;
    last = (own + k) % start->count;
  }
  return list[last];
}

static bool join_island(vt_arranger *ar, vt_ar_plan *plan, const int *node_of, const vt_ar_segment *s) {
  int end = s->triangles[0] == plan->triangle; // of the segment, in the ray's direction
  ray r = {s->ends[end], s->ends[1 - end], vt_ar_other(s, plan->triangle)};
  if (!find_hits(ar, plan, &r)) return false;
  if (ar->tie) return true;
  const vt_ar_half *halves = halves_of(plan);
  int half = start_half(ar, plan, &r, node_of[r.start]);
  for (int k = 0; k <= plan->hits.count; ++k) {
    bool leaves = k == plan->hits.count;
    const hit *h = leaves ? NULL : (const hit *)plan->hits.items + k;
    int next = leaves ? exit_half(ar, plan, &r) : hit_half(ar, plan, &r, h, h->side);
    if (ar->tie) return true;
    if (next < 0 || halves[next].cycle < 0 || halves[half].cycle < 0)
      return vt_fail(ar->error, VT_BAD_NUMBERS, "a ray leaves a triangle nowhere: the arrangement is wrong");
    vt_ar_join(plan->cycle_parents, halves[half].cycle, halves[next].cycle);
    if (!leaves) half = hit_half(ar, plan, &r, h, -h->side);
  }
  return true;
}

// The segment of an island to continue, chosen by place so that numbering does not matter.
static const vt_ar_segment *choose_segment(
    const vt_arranger *ar, const vt_ar_plan *plan, const int *node_of, int root) {
  const int *first = ar->triangle_segments_first + plan->triangle;
  const vt_ar_segment *best = NULL;
  uint64_t best_key = 0;
  for (int k = first[0]; k < first[1]; ++k) {
    const vt_ar_segment *s = &vt_ar_segments(ar)[ar->triangle_segments[k]];
    uint64_t key = vt_ar_key(&ar->triangles[vt_ar_other(s, plan->triangle)]);
    if (node_root(plan, node_of[s->ends[0]]) != root || (best != NULL && key <= best_key)) continue;
    best = s;
    best_key = key;
  }
  return best;
}

bool vt_ar_join_islands(vt_arranger *ar, vt_ar_plan *plan, const int *node_of) {
  const int mainland = 0; // node 0 is a corner, and the root of its tree
  for (int root = 1; root < plan->nodes.count; ++root) {
    if (nodes_of(plan)[root].parent != root) continue;
    if (!join_island(ar, plan, node_of, choose_segment(ar, plan, node_of, root))) return false;
    if (ar->tie) return true;
    nodes_of(plan)[root].parent = mainland;
  }
  return true;
}
