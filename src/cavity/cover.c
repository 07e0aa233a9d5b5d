// What cavities cover of the bodies' triangles, and how much of it two sets of cavities share.
//
// Two cavities may cover parts of the same large triangle without touching, so shares of triangles are not
// enough: every part of an old cavity is cut with every part of a new one in the same triangle. Parts are
// compared in the weights on the triangle's corners, which do not change as the body deforms.
#include "cavity/cover.h"

#include "geometry/proximity_search.h"

// A triangle of a cavity's mesh within the triangle of the body it is part of.
typedef struct piece {
  int cavity;
  bool fresh; // of the new cavities
  bool whole; // all of its source, as nearly all are
  int body, source;
  double x[3][2];         // weights on the first two of the source's corners in ascending order
  double low[2], high[2]; // the box around
  double area;            // m^2, of the whole source
} piece;

// Weights below this are rounding: a point of an edge may be given as a point of either triangle.
#define NO_WEIGHT 1e-12

// The corners that a piece's vertices have weight on, ascending: the corners of its source, unless the piece
// is flat. Returns how many, 4 for too many.
static int source_corners(const vt_cavity_vertex *v[3], int corners[3]) {
  int count = 0;
  for (int k = 0; k < 9; ++k) {
    int corner = v[k / 3]->corners[k % 3], place = 0;
    if (v[k / 3]->weights[k % 3] <= NO_WEIGHT) continue;
    while (place < count && corners[place] < corner) ++place;
    if (place < count && corners[place] == corner) continue;
    if (count == 3) return 4;
    for (int i = count++; i > place; --i) corners[i] = corners[i - 1];
    corners[place] = corner;
  }
  return count;
}

// The same of a piece whose vertices are corners of its source.
static int whole_corners(const vt_cavity_vertex *v[3], int corners[3]) {
  int a = v[0]->corners[0], b = v[1]->corners[0], c = v[2]->corners[0];
  if (a == b || b == c || c == a) return 2;
  corners[0] = a < b ? (a < c ? a : c) : (b < c ? b : c);
  corners[2] = a > b ? (a > c ? a : c) : (b > c ? b : c);
  corners[1] = (a > corners[0] && a < corners[2]) ? a : (b > corners[0] && b < corners[2]) ? b : c;
  return 3;
}

static double doubled(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// False for a piece without area.
static bool make_piece(const vt_cavities *cavities, int cavity, const vt_cavity_triangle *t,
    const vt_vec3 *const *surfaces, piece *p) {
  const vt_cavity_vertex *v[3];
  int corners[3];
  for (int i = 0; i < 3; ++i)
    v[i] = &cavities->vertices[cavities->items[cavity].first_vertex + t->vertices[i]];
  bool whole = vt_cavity_is_corner(v[0]) && vt_cavity_is_corner(v[1]) && vt_cavity_is_corner(v[2]);
  if ((whole ? whole_corners(v, corners) : source_corners(v, corners)) != 3) return false;
  *p = (piece){.cavity = cavity, .whole = whole, .body = t->body, .source = t->source};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < (whole ? 1 : 3); ++k)
      for (int axis = 0; axis < 2; ++axis)
        if (v[i]->corners[k] == corners[axis] && v[i]->weights[k] > NO_WEIGHT)
          p->x[i][axis] += v[i]->weights[k];
  double turn = doubled(p->x[0], p->x[1], p->x[2]);
  if (!(fabs(turn) > 0)) return false;
  for (int axis = 0; axis < 2; ++axis) {
    if (turn < 0) { // counter-clockwise, as the cutting below wants it
      double swapped = p->x[1][axis];
      p->x[1][axis] = p->x[2][axis], p->x[2][axis] = swapped;
    }
    p->low[axis] = whole ? 0 : fmin(p->x[0][axis], fmin(p->x[1][axis], p->x[2][axis]));
    p->high[axis] = whole ? 1 : fmax(p->x[0][axis], fmax(p->x[1][axis], p->x[2][axis]));
  }
  const vt_vec3 *x = surfaces[t->body];
  vt_vec3 a = x[corners[0]];
  p->area = 0.5 * vt_norm(vt_cross(vt_sub(x[corners[1]], a), vt_sub(x[corners[2]], a)));
  return true;
}

// The share of its source that a piece covers.
static double share_of(const piece *p) { return p->whole ? 1 : doubled(p->x[0], p->x[1], p->x[2]); }

// Keeps the part of a polygon on the left of the line from a to b.
static int cut(double polygon[8][2], int count, const double a[2], const double b[2]) {
  double kept[8][2];
  int kept_count = 0;
  for (int i = 0; i < count; ++i) {
    const double *p = polygon[i], *q = polygon[(i + 1) % count];
    double left_p = doubled(a, b, p), left_q = doubled(a, b, q);
    if (left_p >= 0 && kept_count < 8) {
      kept[kept_count][0] = p[0];
      kept[kept_count++][1] = p[1];
    }
    if ((left_p > 0 && left_q < 0) || (left_p < 0 && left_q > 0)) {
      double s = left_p / (left_p - left_q);
      if (kept_count == 8) continue;
      kept[kept_count][0] = p[0] + s * (q[0] - p[0]);
      kept[kept_count++][1] = p[1] + s * (q[1] - p[1]);
    }
  }
  for (int i = 0; i < kept_count; ++i) polygon[i][0] = kept[i][0], polygon[i][1] = kept[i][1];
  return kept_count;
}

// The share of their source that two pieces have in common.
static double share_common(const piece *p, const piece *q) {
  if (p->whole && q->whole) return 1;
  for (int axis = 0; axis < 2; ++axis)
    if (p->low[axis] >= q->high[axis] || q->low[axis] >= p->high[axis]) return 0;
  double polygon[8][2], share = 0;
  int count = 3;
  for (int i = 0; i < 3; ++i) polygon[i][0] = p->x[i][0], polygon[i][1] = p->x[i][1];
  for (int i = 0; i < 3 && count > 0; ++i) count = cut(polygon, count, q->x[i], q->x[(i + 1) % 3]);
  for (int i = 2; i < count; ++i) share += doubled(polygon[0], polygon[i - 1], polygon[i]);
  return fmax(share, 0);
}

// All pieces of both sets, those of one source side by side, the old ones first.
static bool collect(const vt_cavities *sets[2], const vt_vec3 *const *surfaces, vt_arena *arena,
    piece **sorted, int *count, vt_error *error) {
  int room = sets[0]->triangle_count + sets[1]->triangle_count, found = 0;
  piece *pieces = VT_TAKE(arena, piece, room, error);
  vt_sort_key *keys = VT_TAKE(arena, vt_sort_key, 2 * (size_t)room, error);
  *sorted = VT_TAKE(arena, piece, room, error);
  if (pieces == NULL || keys == NULL || *sorted == NULL) return false;
  for (int set = 0; set < 2; ++set)
    for (int c = 0; c < sets[set]->count; ++c) {
      const vt_cavity *cavity = &sets[set]->items[c];
      for (int k = 0; k < cavity->triangle_count; ++k) {
        const vt_cavity_triangle *t = &sets[set]->triangles[cavity->first_triangle + k];
        if (t->source < 0 || !make_piece(sets[set], c, t, surfaces, &pieces[found])) continue;
        pieces[found].fresh = set == 1;
        keys[found] = (vt_sort_key){(uint64_t)t->body << 32 | (uint64_t)t->source, found};
        ++found;
      }
    }
  vt_sort_keys(keys, keys + room, (size_t)found); // stable
  for (int i = 0; i < found; ++i) (*sorted)[i] = pieces[keys[i].index];
  *count = found;
  return true;
}

// Pieces of one cavity in one source, side by side, and the box around them.
typedef struct run {
  int first, last;
  double low[2], high[2];
} run;

static run run_from(const piece *pieces, int first, int end) {
  run r = {first, first, {1, 1}, {0, 0}};
  if (pieces[first].whole) return (run){first, first + 1, {0, 0}, {1, 1}}; // nothing else is in its source
  for (; r.last < end && pieces[r.last].cavity == pieces[first].cavity; ++r.last)
    for (int axis = 0; axis < 2; ++axis) {
      r.low[axis] = fmin(r.low[axis], pieces[r.last].low[axis]);
      r.high[axis] = fmax(r.high[axis], pieces[r.last].high[axis]);
    }
  return r;
}

static double share_of_run(const piece *pieces, const run *r) {
  double share = 0;
  for (int i = r->first; i < r->last; ++i) share += share_of(&pieces[i]);
  return share;
}

static double share_of_runs(const piece *pieces, const run *p, const run *q) {
  double share = 0;
  for (int axis = 0; axis < 2; ++axis)
    if (p->low[axis] >= q->high[axis] || q->low[axis] >= p->high[axis]) return 0;
  for (int i = p->first; i < p->last; ++i)
    for (int j = q->first; j < q->last; ++j) share += share_common(&pieces[i], &pieces[j]);
  return share;
}

// All that is known of one source: its pieces from first to last, the old ones before middle.
static void compare_source(
    const piece *pieces, int first, int middle, int last, double *const *open_share, vt_cover *cover) {
  const piece *any = &pieces[first];
  run p, q;
  for (int j = middle; j < last; j = q.last) {
    q = run_from(pieces, j, last);
    cover->new_areas[pieces[j].cavity] += any->area * share_of_run(pieces, &q);
  }
  for (int i = first; i < middle; i = p.last) {
    p = run_from(pieces, i, middle);
    int cavity = pieces[i].cavity;
    double covered = share_of_run(pieces, &p);
    // Where an open and a covered share of one triangle sum up to more than 1 they overlap by the excess.
    double excess = open_share == NULL ? 0 : covered + open_share[any->body][any->source] - 1;
    cover->old_areas[cavity] += any->area * covered;
    if (excess > 0) cover->opened[cavity] += any->area * excess;
    for (int j = middle; j < last; j = q.last) {
      q = run_from(pieces, j, last);
      cover->shared[cavity * cover->new_count + pieces[j].cavity] +=
          any->area * share_of_runs(pieces, &p, &q);
    }
  }
}

bool vt_cover_compare(const vt_cavities *old, const vt_cavities *fresh, double *const *open_share,
    const vt_vec3 *const *surfaces, vt_arena *arena, vt_cover *cover, vt_error *error) {
  int n = old->count, m = fresh->count, count = 0;
  size_t room = 2 * (size_t)n + (size_t)m + (size_t)n * (size_t)m;
  double *numbers = VT_TAKE(arena, double, room, error);
  const vt_cavities *sets[2] = {old, fresh};
  piece *pieces = NULL;
  if (numbers == NULL || !collect(sets, surfaces, arena, &pieces, &count, error)) return false;
  for (size_t i = 0; i < room; ++i) numbers[i] = 0;
  *cover = (vt_cover){.old_count = n,
      .new_count = m,
      .old_areas = numbers,
      .opened = numbers + n,
      .new_areas = numbers + 2 * n,
      .shared = numbers + 2 * n + m};
  for (int first = 0; first < count;) {
    int middle = first, last;
    const piece *p = &pieces[first];
    for (; middle < count && !pieces[middle].fresh; ++middle)
      if (pieces[middle].body != p->body || pieces[middle].source != p->source) break;
    for (last = middle; last < count; ++last)
      if (pieces[last].body != p->body || pieces[last].source != p->source) break;
    compare_source(pieces, first, middle, last, open_share, cover);
    first = last;
  }
  return true;
}
