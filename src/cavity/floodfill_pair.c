// Which unsealed regions of different bodies hold the same air: those whose borders lie across the edge of
// the seal from each other.
#include "cavity/floodfill_insides.h"

#include "geometry/triangle_distance.h"

// Of a border: a surface that has less of it is not on its other side.
static const double LEAST_SIDE = 0.1;

static bool number_components(vt_flood *f) {
  f->first_component = VT_TAKE(f->arena, int, f->sheet_count, f->error);
  f->first_border = VT_TAKE(f->arena, int, f->sheet_count + 1, f->error);
  if (f->first_component == NULL || f->first_border == NULL) return false;
  for (int s = 0; s < f->sheet_count; ++s) {
    f->first_component[s] = f->component_count;
    f->component_count += f->sheets[s].component_count;
    f->first_border[s] = f->border_count;
    for (int v = 0; v < f->sheets[s].vertex_count; ++v) f->border_count += f->sheets[s].next[v] >= 0;
  }
  f->first_border[f->sheet_count] = f->border_count;
  f->region = VT_TAKE(f->arena, int, f->component_count, f->error);
  f->borders = VT_TAKE(f->arena, vt_flood_border, f->border_count, f->error);
  if (f->region == NULL || f->borders == NULL) return false;
  for (int c = 0; c < f->component_count; ++c) f->region[c] = c;
  return true;
}

static bool collect_borders(vt_flood *f) {
  for (int s = 0, b = 0; s < f->sheet_count; ++s) {
    const vt_flood_sheet *sheet = &f->sheets[s];
    int *number = VT_TAKE(f->arena, int, sheet->vertex_count, f->error); // by vertex
    if (number == NULL) return false;
    for (int v = 0; v < sheet->vertex_count; ++v) {
      number[v] = -1;
      if (sheet->next[v] < 0) continue;
      f->borders[b] = (vt_flood_border){.sheet = s,
          .vertex = v,
          .next = -1,
          .prev = -1,
          .loop = -1,
          .component = f->first_component[s] + sheet->component[v],
          .match = -1,
          .position = sheet->vertices[v].position};
      number[v] = b++;
    }
    for (int k = f->first_border[s]; k < f->first_border[s + 1]; ++k) {
      int next = number[sheet->next[f->borders[k].vertex]];
      f->borders[k].next = next;
      if (next >= 0) f->borders[next].prev = k;
    }
  }
  for (int b = 0; b < f->border_count; ++b) {
    if (f->borders[b].loop >= 0) continue;
    int at = b;
    for (; at >= 0 && f->borders[at].loop < 0; at = f->borders[at].next) f->borders[at].loop = f->loop_count;
    ++f->loop_count;
  }
  return true;
}

// ---------------------------------------------------------------- matches

// A run of segments along a border, with a box around them.
enum { max_in_run = 12 };
typedef struct border_run {
  int first, count; // border vertices that segments start from, each the next of the one before
  vt_box box;
} border_run;

typedef struct border_runs {
  int count, room;
  border_run *items;
  int *first; // by sheet, and one more
} border_runs;

static bool make_runs(vt_flood *f, border_runs *runs) {
  bool *taken = VT_TAKE(f->arena, bool, f->border_count, f->error);
  runs->first = VT_TAKE(f->arena, int, f->sheet_count + 1, f->error);
  if (taken == NULL || runs->first == NULL) return false;
  for (int b = 0; b < f->border_count; ++b) taken[b] = false;
  for (int s = 0; s < f->sheet_count; ++s) {
    runs->first[s] = runs->count;
    for (int b = f->first_border[s]; b < f->first_border[s + 1]; ++b) {
      int at = b;
      while (!taken[at] && f->borders[at].next >= 0) {
        if (!VT_FLOOD_GROW(&runs->items, &runs->room, runs->count, f->arena, f->error)) return false;
        border_run *run = &runs->items[runs->count++];
        *run = (border_run){at, 0, vt_box_empty()};
        while (!taken[at] && f->borders[at].next >= 0 && run->count < max_in_run) {
          vt_box_include(&run->box, f->borders[at].position);
          vt_box_include(&run->box, f->borders[f->borders[at].next].position);
          taken[at] = true;
          ++run->count;
          at = f->borders[at].next;
        }
      }
    }
  }
  runs->first[f->sheet_count] = runs->count;
  return true;
}

static int sheet_of_body(const vt_flood *f, int body) {
  for (int s = 0; s < f->sheet_count; ++s)
    if (f->sheets[s].body == body) return s;
  return -1;
}

// Along the border at a vertex, with the unsealed side on the left.
static vt_vec3 direction_at(const vt_flood *f, int b) {
  int next = f->borders[b].next, prev = f->borders[b].prev;
  return vt_sub(f->borders[next < 0 ? b : next].position, f->borders[prev < 0 ? b : prev].position);
}

// How far a border vertex is from the segment that begins at another one, or infinity if the border there
// does not run against it; and at which end of the segment.
static double segment_distance(const vt_flood *f, int b, vt_vec3 along, int at, int *end) {
  vt_vec3 p = f->borders[b].position, x = f->borders[at].position,
          y = f->borders[f->borders[at].next].position;
  if (vt_dot(along, vt_sub(y, x)) >= 0) return INFINITY;
  double t = vt_segment_foot(p, x, y, 0);
  *end = t < 0.5 ? at : f->borders[at].next;
  return vt_norm(vt_sub(p, vt_madd(x, t, vt_sub(y, x))));
}

// A bound on the distance to the nearest border: those next to what the vertex before matches.
static double first_bound(const vt_flood *f, int b, int sheet, vt_vec3 along, double best) {
  int before = f->borders[b].prev, at = before < 0 ? -1 : f->borders[before].match, end;
  if (at < 0 || f->borders[at].sheet != sheet) return best;
  for (int i = 0; i < 3 && f->borders[at].prev >= 0; ++i) at = f->borders[at].prev;
  for (int i = 0; i < 5 && f->borders[at].next >= 0; ++i, at = f->borders[at].next) {
    double d = segment_distance(f, b, along, at, &end);
    if (d < best) best = nextafter(d, INFINITY); // it is found again below
  }
  return best;
}

// The border of the partner nearest to a border vertex. Measured to segments, not vertices: borders may be
// coarse and the seal between an inner and an outer one narrow. Across the edge of a seal borders run in
// opposite directions, as the two surfaces face each other; across the seal itself in the same.
static void match_one(vt_flood *f, const border_runs *runs, int b) {
  vt_flood_border *border = &f->borders[b];
  const vt_flood_sheet *sheet = &f->sheets[border->sheet];
  int s = sheet_of_body(f, sheet->vertices[border->vertex].partner), end;
  if (s < 0) return;
  vt_box point = {border->position, border->position};
  vt_vec3 along = direction_at(f, b);
  // Across a wedge of gap `reach` borders are about that far apart; chords of curved borders lie off by less.
  double best = 2 * sheet->reach + 0.5 * fmax(sheet->size, f->sheets[s].size);
  best = first_bound(f, b, s, along, best);
  for (int k = runs->first[s]; k < runs->first[s + 1]; ++k) {
    const border_run *run = &runs->items[k];
    if (vt_boxes_apart(&point, &run->box, best)) continue;
    for (int i = 0, at = run->first; i < run->count; ++i, at = f->borders[at].next) {
      double d = segment_distance(f, b, along, at, &end);
      if (d < best) best = d, border->match = end;
    }
  }
}

static int root(int *parent, int v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

static void join(int *parent, int a, int b) {
  a = root(parent, a), b = root(parent, b);
  if (a < b) parent[b] = a;
  if (b < a) parent[a] = b;
}

// The component across the edge of the seal at a border vertex, -1 if none. The match must lead back: a small
// pocket that nothing faces has its nearest borders across the seal.
static int component_across(const vt_flood *f, int b) {
  int match = f->borders[b].match, back = match < 0 ? -1 : f->borders[match].match;
  if (back < 0 || f->borders[back].component != f->borders[b].component) return -1;
  return f->borders[match].component;
}

// Joins a component with those that lie across at least a tenth of one of its loops. A few strays at a place
// where the seal is narrower than its gap must not open a cavity to the outside.
static void join_across(vt_flood *f, int start, double *lengths) {
  double total = 0;
  for (int pass = 0; pass < 3; ++pass) { // sum, join, clear
    int b = start;
    do {
      const vt_flood_border *border = &f->borders[b];
      if (border->next < 0) break;
      double length = vt_norm(vt_sub(f->borders[border->next].position, border->position));
      int c = component_across(f, b);
      if (pass == 0) total += length;
      if (pass == 0 && c >= 0) lengths[c] += length;
      if (pass == 1 && c >= 0 && lengths[c] >= LEAST_SIDE * total) join(f->region, border->component, c);
      if (pass == 2 && c >= 0) lengths[c] = 0;
      b = border->next;
    } while (b != start);
  }
}

bool vt_flood_pair(vt_flood *f) {
  if (!number_components(f) || !collect_borders(f)) return false;
  border_runs runs = {0};
  if (!make_runs(f, &runs)) return false;
  // Along the loops, which are numbered in the order of their first vertex.
  for (int b = 0, loop = 0; b < f->border_count; ++b) {
    if (f->borders[b].loop < loop) continue;
    for (int at = b; at >= 0 && f->borders[at].loop == loop;) {
      match_one(f, &runs, at);
      at = f->borders[at].next == b ? -1 : f->borders[at].next;
    }
    ++loop;
  }
  double *lengths = VT_TAKE(f->arena, double, f->component_count, f->error);
  if (lengths == NULL) return false;
  for (int c = 0; c < f->component_count; ++c) lengths[c] = 0;
  for (int b = 0, seen = -1; b < f->border_count; ++b) {
    if (f->borders[b].loop <= seen) continue; // loops are numbered in the order of their first vertex
    seen = f->borders[b].loop;
    join_across(f, b, lengths);
  }
  for (int c = 0; c < f->component_count; ++c) f->region[c] = root(f->region, c);
  return true;
}
