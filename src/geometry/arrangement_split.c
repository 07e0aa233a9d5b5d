// Cuts every crossed triangle along its segments: the halves of all lines around each point, in order, give
// the cycles that bound the pieces. All orders follow from sides of planes, without constructing a point.
#include "geometry/arrangement_inside.h"

#define OUTSIDE (-2)

static vt_ar_half *halves_of(const vt_ar_plan *plan) { return plan->halves.items; }
static vt_ar_node *nodes_of(const vt_ar_plan *plan) { return plan->nodes.items; }

static bool fail_plan(vt_arranger *ar) {
  return ar->tie ||
         vt_fail(ar->error, VT_BAD_NUMBERS, "a triangle is cut in no pieces: the arrangement is wrong");
}

static bool push_int(vt_arranger *ar, vt_ar_array *array, int value) {
  int *item = vt_ar_push(ar, array, sizeof *item);
  if (item == NULL) return false;
  *item = value;
  return true;
}

// ---------------------------------------------------------------- halves

static bool add_node(vt_arranger *ar, vt_ar_plan *plan, int *node_of, int point) {
  if (node_of[point] >= 0) return true;
  vt_ar_node *node = vt_ar_push(ar, &plan->nodes, sizeof *node);
  if (node == NULL) return false;
  node_of[point] = plan->nodes.count - 1;
  *node = (vt_ar_node){.point = point, .parent = node_of[point]};
  return true;
}

static int node_root(const vt_ar_plan *plan, int i) {
  vt_ar_node *nodes = nodes_of(plan);
  while (nodes[i].parent != i) i = nodes[i].parent = nodes[nodes[i].parent].parent;
  return i;
}

static bool add_line(
    vt_arranger *ar, vt_ar_plan *plan, int *node_of, int from, int to, int segment, int piece) {
  if (!add_node(ar, plan, node_of, from) || !add_node(ar, plan, node_of, to)) return false;
  for (int k = 0; k < 2; ++k) {
    vt_ar_half *half = vt_ar_push(ar, &plan->halves, sizeof *half);
    if (half == NULL) return false;
    *half = (vt_ar_half){.origin = k ? to : from, .segment = segment, .piece = piece, .cycle = -1};
    ++nodes_of(plan)[node_of[half->origin]].count;
  }
  int a = node_root(plan, node_of[from]), b = node_root(plan, node_of[to]);
  nodes_of(plan)[a > b ? a : b].parent = a < b ? a : b;
  return true;
}

static bool add_side(vt_arranger *ar, vt_ar_plan *plan, int *node_of, int i) {
  const vt_ar_triangle *t = &ar->triangles[plan->triangle];
  const vt_ar_edge *e = &ar->edges[t->edges[i]];
  bool forward = t->vertices[i] == e->vertices[0];
  int from = t->vertices[i];
  plan->side_halves[i] = plan->halves.count;
  for (int k = 0; k <= e->crossing; ++k) {
    int to = k == e->crossing ? t->vertices[(i + 1) % 3]
                              : ar->edge_points[e->crossed + (forward ? k : e->crossing - 1 - k)];
    if (!add_line(ar, plan, node_of, from, to, -1, forward ? k : e->crossing - k)) return false;
    from = to;
  }
  return true;
}

static bool add_segment(vt_arranger *ar, vt_ar_plan *plan, int *node_of, int number) {
  const vt_ar_segment *s = &vt_ar_segments(ar)[number];
  if (!push_int(ar, &plan->segment_halves, plan->halves.count)) return false;
  int from = s->ends[0];
  for (int k = 0; k <= s->count; ++k) {
    int to = k == s->count ? s->ends[1] : ar->segment_points[s->first + k];
    if (!add_line(ar, plan, node_of, from, to, number, k)) return false;
    from = to;
  }
  return true;
}

static bool add_lines(vt_arranger *ar, vt_ar_plan *plan, int *node_of) {
  plan->halves.count = plan->nodes.count = plan->around.count = plan->members.count = 0;
  plan->cycles.count = plan->segment_halves.count = 0;
  for (int i = 0; i < 3; ++i)
    if (!add_side(ar, plan, node_of, i)) return false;
  const int *first = ar->triangle_segments_first + plan->triangle;
  for (int k = first[0]; k < first[1]; ++k)
    if (!add_segment(ar, plan, node_of, ar->triangle_segments[k])) return false;
  return true;
}

// ---------------------------------------------------------------- order around points

static const vt_ar_segment *segment_of(const vt_arranger *ar, const vt_ar_plan *plan, int half) {
  return &vt_ar_segments(ar)[halves_of(plan)[half].segment];
}

// Around a corner, or a point on a side: the side onwards, the segments, the side back.
static bool order_on_side(vt_arranger *ar, const vt_ar_plan *plan, const vt_ar_node *node, int *list) {
  const vt_ar_triangle *t = &ar->triangles[plan->triangle];
  int n = node->count;
  for (int back = 0; back < 2; ++back)
    for (int k = 0; k < n; ++k) {
      if (halves_of(plan)[list[k]].segment >= 0 || list[k] % 2 != back) continue;
      int half = list[k], end = back ? n - 1 : 0;
      list[k] = list[end];
      list[end] = half;
      break;
    }
  if (node->point >= ar->vertex_count) return n == 3 || fail_plan(ar);
  int next = t->vertices[0];
  for (int i = 0; i < 3; ++i)
    if (t->vertices[i] == node->point) next = t->vertices[(i + 1) % 3];
  for (int i = 2; i < n - 1; ++i) {
    int half = list[i], k = i, end = vt_ar_far_end(segment_of(ar, plan, half), node->point);
    for (; k > 1; --k) {
      int plane = vt_ar_other(segment_of(ar, plan, list[k - 1]), plan->triangle);
      if (vt_ar_side(ar, end, plane) != vt_ar_side(ar, next, plane)) break;
      list[k] = list[k - 1];
    }
    list[k] = half;
  }
  return true;
}

// Around a point where an edge passes through: as the edge's triangles lie around it.
static bool order_around_edge(
    vt_arranger *ar, const vt_ar_plan *plan, const vt_ar_point *point, int *list, int n) {
  if (n == 2) return true;
  int *sides = VT_TAKE(ar->arena, int, n, ar->error), *sorted = VT_TAKE(ar->arena, int, n, ar->error);
  if (sides == NULL || sorted == NULL) return false;
  const vt_ar_edge *e = &ar->edges[point->edge];
  for (int i = 0; i < n; ++i) {
    int other = vt_ar_other(segment_of(ar, plan, list[i]), plan->triangle);
    sides[i] = -1;
    for (int k = e->first; k < e->first + e->count; ++k)
      if (ar->edge_triangles[k] / 3 == other) sides[i] = ar->edge_triangles[k];
    if (sides[i] < 0) return fail_plan(ar);
    sorted[i] = sides[i];
  }
  vt_ar_sort_around(ar, point->edge, sorted, n);
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < n && sides[k] != sorted[i]) ++k;
    if (k == n) return fail_plan(ar);
    sorted[i] = list[k];
  }
  // Seen from the second end of the edge, which may be behind the triangle.
  for (int i = 0; i < n; ++i) list[i] = sorted[point->sign > 0 ? n - 1 - i : i];
  return true;
}

// Around a point where two segments cross.
static bool order_crossing(vt_arranger *ar, const vt_ar_plan *plan, int *list, int n) {
  if (n != 4) return fail_plan(ar);
  // Found along the first segment: its half onwards and back, then those of the second.
  int s = halves_of(plan)[list[0]].segment, on[2] = {-1, -1}, back[2] = {-1, -1};
  for (int k = 0; k < 4; ++k) {
    int second = halves_of(plan)[list[k]].segment != s;
    if (list[k] % 2 == 0)
      on[second] = list[k];
    else
      back[second] = list[k];
  }
  if (on[0] < 0 || on[1] < 0 || back[0] < 0 || back[1] < 0) return fail_plan(ar);
  const vt_ar_segment *first = segment_of(ar, plan, on[0]), *second = segment_of(ar, plan, on[1]);
  int left = first->triangles[0] == plan->triangle ? -1 : 1; // of the other triangle's sides
  bool turns_left = vt_ar_side(ar, second->ends[1], vt_ar_other(first, plan->triangle)) == left;
  list[0] = on[0];
  list[1] = turns_left ? on[1] : back[1];
  list[2] = back[0];
  list[3] = turns_left ? back[1] : on[1];
  return true;
}

static bool order_node(vt_arranger *ar, vt_ar_plan *plan, const vt_ar_node *node) {
  int *list = (int *)plan->around.items + node->first;
  if (node->point < ar->vertex_count) return order_on_side(ar, plan, node, list);
  const vt_ar_point *point = &vt_ar_points(ar)[node->point - ar->vertex_count];
  if (point->edge < 0) return order_crossing(ar, plan, list, node->count);
  if (point->triangles[0] != plan->triangle) return order_on_side(ar, plan, node, list);
  return order_around_edge(ar, plan, point, list, node->count);
}

static bool order_nodes(vt_arranger *ar, vt_ar_plan *plan, const int *node_of) {
  for (int k = 0; k < plan->halves.count; ++k)
    if (!push_int(ar, &plan->around, -1)) return false;
  int *around = plan->around.items, total = 0;
  for (int i = 0; i < plan->nodes.count; ++i) {
    vt_ar_node *node = &nodes_of(plan)[i];
    node->first = total;
    total += node->count;
    node->count = 0;
  }
  for (int h = 0; h < plan->halves.count; ++h) {
    vt_ar_node *node = &nodes_of(plan)[node_of[halves_of(plan)[h].origin]];
    around[node->first + node->count++] = h;
  }
  for (int i = 0; i < plan->nodes.count; ++i) {
    const vt_ar_node *node = &nodes_of(plan)[i];
    if (!order_node(ar, plan, node)) return false;
    for (int k = 0; k < node->count; ++k) halves_of(plan)[around[node->first + k]].place = k;
  }
  return true;
}

// ---------------------------------------------------------------- cycles and faces

static bool trace_cycles(vt_arranger *ar, vt_ar_plan *plan, const int *node_of) {
  vt_ar_half *halves = halves_of(plan);
  const int *around = plan->around.items;
  for (int h = 0; h < plan->halves.count; ++h) {
    // At its end a cycle takes the first line clockwise from where it came.
    const vt_ar_half *opposite = &halves[h ^ 1];
    const vt_ar_node *node = &nodes_of(plan)[node_of[opposite->origin]];
    halves[h].next = around[node->first + (opposite->place + node->count - 1) % node->count];
    if (halves[h].segment < 0 && h % 2 == 1) halves[h].cycle = OUTSIDE;
  }
  for (int h = 0; h < plan->halves.count; ++h) {
    if (halves[h].cycle != -1) continue;
    vt_ar_loop *cycle = vt_ar_push(ar, &plan->cycles, sizeof *cycle);
    if (cycle == NULL) return false;
    *cycle = (vt_ar_loop){plan->members.count, 0};
    for (int k = h; halves[k].cycle == -1; k = halves[k].next) {
      halves[k].cycle = plan->cycles.count - 1;
      ++cycle->count;
      if (!push_int(ar, &plan->members, k)) return false;
    }
    int last = ((int *)plan->members.items)[plan->members.count - 1];
    if (halves[last].next != h) return fail_plan(ar);
  }
  return true;
}

static bool add_face(vt_arranger *ar, vt_ar_plan *plan, int root) {
  vt_ar_face *face = vt_ar_push(ar, &ar->faces, sizeof *face);
  if (face == NULL) return false;
  *face = (vt_ar_face){plan->triangle, ar->loops.count, 0};
  const vt_ar_loop *cycles = plan->cycles.items;
  for (int c = root; c < plan->cycles.count; ++c) {
    if (vt_ar_root(plan->cycle_parents, c) != root) continue;
    vt_ar_loop *loop = vt_ar_push(ar, &ar->loops, sizeof *loop);
    if (loop == NULL) return false;
    *loop = (vt_ar_loop){ar->loop_points.count, cycles[c].count};
    ++face->count;
    for (int k = 0; k < cycles[c].count; ++k) {
      int half = ((int *)plan->members.items)[cycles[c].first + k];
      if (!push_int(ar, &ar->loop_points, halves_of(plan)[half].origin)) return false;
    }
  }
  return true;
}

// Makes the faces and notes them at sides and segments.
static bool add_faces(vt_arranger *ar, vt_ar_plan *plan, int *face_of) {
  for (int c = 0; c < plan->cycles.count; ++c) {
    int root = vt_ar_root(plan->cycle_parents, c);
    if (root == c) {
      face_of[c] = ar->faces.count;
      if (!add_face(ar, plan, c)) return false;
    } else {
      face_of[c] = face_of[root];
    }
  }
  const vt_ar_half *halves = halves_of(plan);
  for (int i = 0; i < 3; ++i) {
    int count = ar->edges[ar->triangles[plan->triangle].edges[i]].crossing + 1;
    for (int k = 0; k < count; ++k) {
      const vt_ar_half *half = &halves[plan->side_halves[i] + 2 * k];
      ar->side_faces[ar->side_faces_first[3 * plan->triangle + i] + half->piece] = face_of[half->cycle];
    }
  }
  const int *first = ar->triangle_segments_first + plan->triangle;
  for (int k = first[0]; k < first[1]; ++k) {
    const vt_ar_segment *s = &vt_ar_segments(ar)[ar->triangle_segments[k]];
    int start = ((int *)plan->segment_halves.items)[k - first[0]];
    for (int j = 0; j <= s->count; ++j)
      for (int side = 0; side < 2; ++side)
        ar->segment_faces[s->faces + 4 * j + 2 * (s->triangles[1] == plan->triangle) + side] =
            face_of[halves[start + 2 * j + side].cycle];
  }
  return true;
}

static bool split_triangle(vt_arranger *ar, vt_ar_plan *plan, int *node_of) {
  if (!add_lines(ar, plan, node_of) || !order_nodes(ar, plan, node_of)) return false;
  if (ar->tie) return true;
  if (!trace_cycles(ar, plan, node_of)) return false;
  if (ar->tie) return true;
  int n = plan->cycles.count;
  plan->cycle_parents = VT_TAKE(ar->arena, int, n, ar->error);
  int *face_of = VT_TAKE(ar->arena, int, n, ar->error);
  if (plan->cycle_parents == NULL || face_of == NULL) return false;
  for (int c = 0; c < n; ++c) plan->cycle_parents[c] = c;
  if (!vt_ar_join_islands(ar, plan, node_of)) return false;
  return ar->tie || add_faces(ar, plan, face_of);
}

static bool prepare_faces(vt_arranger *ar) {
  int sides = 0, pieces = 0;
  ar->side_faces_first = vt_ar_ints(ar, 3 * ar->triangle_count, -1);
  ar->whole_face = vt_ar_ints(ar, ar->triangle_count, -1);
  if (ar->side_faces_first == NULL || ar->whole_face == NULL) return false;
  for (int t = 0; t < ar->triangle_count; ++t) {
    if (ar->triangle_segments_first[t] == ar->triangle_segments_first[t + 1]) {
      ar->whole_face[t] = ar->faces.count;
      vt_ar_face *face = vt_ar_push(ar, &ar->faces, sizeof *face);
      if (face == NULL) return false;
      *face = (vt_ar_face){t, 0, 0};
      continue;
    }
    for (int i = 0; i < 3; ++i) {
      ar->side_faces_first[3 * t + i] = sides;
      sides += ar->edges[ar->triangles[t].edges[i]].crossing + 1;
    }
  }
  for (int s = 0; s < ar->segments.count; ++s) {
    vt_ar_segments(ar)[s].faces = pieces;
    pieces += 4 * (vt_ar_segments(ar)[s].count + 1);
  }
  ar->side_faces = vt_ar_ints(ar, sides, -1);
  ar->segment_faces = vt_ar_ints(ar, pieces, -1);
  return ar->side_faces != NULL && ar->segment_faces != NULL;
}

bool vt_ar_split(vt_arranger *ar) {
  int *node_of = vt_ar_ints(ar, ar->vertex_count + ar->points.count, -1);
  if (node_of == NULL || !prepare_faces(ar)) return false;
  vt_ar_plan plan = {0};
  for (int t = 0; t < ar->triangle_count; ++t) {
    if (ar->whole_face[t] >= 0) continue;
    plan.triangle = t;
    if (!split_triangle(ar, &plan, node_of)) return false;
    if (ar->tie) return true;
    for (int i = 0; i < plan.nodes.count; ++i) node_of[nodes_of(&plan)[i].point] = -1;
  }
  return true;
}
