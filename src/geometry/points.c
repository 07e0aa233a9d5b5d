// A surface defined by points: what it is made of, and its planes.
#include "geometry/points.h"

#include "base/eigen.h"
#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>

enum { NEXT = 6 }; // points next to one, as in a hexagonal lattice: their mean distance is the spacing

// Of the spacing. Larger, and f follows sharp shapes less; smaller, and its normals follow the places of
// single points: with 1 the normals of a ball are off by 1.4 times as much, with 3 its f by 3.5 times.
static const double BANDWIDTH = 1.5;

// Bandwidths: beyond this weights are 0. What is cut off there is 1/8100 of the whole weight.
static const double CUT = 3;

vt_points_options vt_points_options_default(void) { return (vt_points_options){.one_sided = true}; }

void vt_points_free(vt_points *s) {
  free(s->points);
  free(s->normals);
  free(s->bandwidths);
  free(s->smooth);
  vt_kd_tree_free(&s->tree);
  *s = (vt_points){0};
}

// ---------------------------------------------------------------- points around a place

// Some 60 points are within reach of a plane, and 75 within that of a hood. With a bandwidth that is given
// they may be more.
enum { HOOD = 256 };

// Points gathered once for all planes of a projection.
typedef struct hood {
  const vt_points *surface;
  vt_vec3 centre;
  double radius; // m: all points up to here are in it; below 0 where they were too many
  int count;
  vt_vec3 points[HOOD], normals[HOOD];
} hood;

static void gather(void *context, int point, double square) {
  hood *h = context;
  (void)square;
  if (h->count < HOOD) {
    h->points[h->count] = h->surface->points[point];
    h->normals[h->count] = h->surface->normals[point];
  }
  ++h->count;
}

static void look_around(hood *h, const vt_points *surface, vt_vec3 centre, double radius) {
  h->surface = surface;
  h->centre = centre;
  h->radius = radius;
  h->count = 0;
  vt_kd_tree_within(&surface->tree, centre, radius, gather, h);
  if (h->count > HOOD) h->radius = -1;
}

// Whether all points up to `reach` from a place are in it.
static bool is_around(const hood *h, vt_vec3 at, double reach) {
  double spare = h->radius - reach;
  vt_vec3 apart = vt_sub(at, h->centre);
  return spare >= 0 && vt_dot(apart, apart) <= spare * spare;
}

// ---------------------------------------------------------------- planes

typedef struct sums {
  const vt_points *surface;
  vt_vec3 at, facing;
  double falls; // 1/m^2: 1 / h^2
  bool one_sided;
  int used;
  double weight;
  vt_vec3 first, normal; // moments about `at`
  double xx, xy, xz, yy, yz, zz;
} sums;

static const double LAST = 1.2340980408667956e-4; // exp(-CUT^2)

// Shifted so that it ends at 0, as a truncated Gaussian has a jump there that f would have too.
static inline double weight_of(double square, double falls) {
  double weight = exp(-square * falls) - LAST;
  return weight > 0 ? weight : 0;
}

static inline void add_weighted(sums *s, double w, vt_vec3 d, vt_vec3 normal) {
  vt_vec3 wd = vt_scale(w, d);
  ++s->used;
  s->weight += w;
  s->first = vt_add(s->first, wd);
  s->normal = vt_madd(s->normal, w, normal);
  s->xx += wd.x * d.x, s->xy += wd.x * d.y, s->xz += wd.x * d.z;
  s->yy += wd.y * d.y, s->yz += wd.y * d.z, s->zz += wd.z * d.z;
}

static void add(void *context, int point, double square) {
  sums *s = context;
  vt_vec3 normal = s->surface->normals[point];
  if (s->one_sided && vt_dot(normal, s->facing) < 0) return;
  double w = weight_of(square, s->falls);
  if (w > 0) add_weighted(s, w, vt_sub(s->surface->points[point], s->at), normal);
}

// Of the hood (may be NULL) where it has all that counts: weights first, as a call of exp puts all sums out
// of the registers.
static sums sum_up(sums s, const hood *h, double reach) {
  if (h == NULL || !is_around(h, s.at, reach)) {
    vt_kd_tree_within(&s.surface->tree, s.at, reach, add, &s);
    return s;
  }
  double weights[HOOD];
  for (int k = 0; k < h->count; ++k) {
    vt_vec3 d = vt_sub(h->points[k], s.at);
    double square = vt_dot(d, d);
    bool counts = square <= reach * reach && !(s.one_sided && vt_dot(h->normals[k], s.facing) < 0);
    weights[k] = counts ? weight_of(square, s.falls) : 0;
  }
  for (int k = 0; k < h->count; ++k)
    if (weights[k] > 0) add_weighted(&s, weights[k], vt_sub(h->points[k], s.at), h->normals[k]);
  return s;
}

// The plane of the points around `at`, turned as `facing`, or as the normals of the points where that is 0.
static vt_points_fit fit(
    const vt_points *surface, const hood *h, vt_vec3 at, double bandwidth, vt_vec3 facing, bool one_sided) {
  sums s = {.surface = surface, .at = at, .facing = facing, .one_sided = one_sided};
  s.falls = 1 / (bandwidth * bandwidth);
  s = sum_up(s, h, CUT * bandwidth);
  vt_points_fit result = {.bandwidth = bandwidth, .used = s.used};
  if (s.used < 3) return (vt_points_fit){.bandwidth = bandwidth, .used = s.used};
  vt_vec3 mean = vt_scale(1 / s.weight, s.first), values;
  vt_mat3 second = {{{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}}}, vectors;
  vt_mat3 spread = vt_mat_add(vt_mat_scale(1 / s.weight, second), vt_mat_scale(-1, vt_outer(mean, mean)));
  vt_eigen_symmetric(spread, &values, &vectors);
  vt_vec3 normal = {vectors.m[0][2], vectors.m[1][2], vectors.m[2][2]};
  if (vt_dot(normal, s.normal) < 0) normal = vt_scale(-1, normal);
  result.mean = vt_add(at, mean);
  result.normal = normal;
  result.value = vt_dot(normal, mean);
  return result;
}

// The bandwidth at a place: that of the points near it, by the weights of the nearest one's.
typedef struct mean_of {
  const vt_points *surface;
  double falls, weight, sum;
} mean_of;

static void add_bandwidth(void *context, int point, double square) {
  mean_of *m = context;
  double w = weight_of(square, m->falls);
  m->weight += w;
  m->sum += w * m->surface->bandwidths[point];
}

static double bandwidth_at(const vt_points *surface, vt_vec3 p, int nearest) {
  double own = surface->bandwidths[nearest];
  mean_of m = {surface, 1 / (own * own), 0, 0};
  vt_kd_tree_within(&surface->tree, p, CUT * own, add_bandwidth, &m);
  return m.weight > 0 ? m.sum / m.weight : own;
}

vt_points_fit vt_points_at(const vt_points *surface, vt_vec3 p) {
  vt_near nearest;
  vt_kd_tree_nearest(&surface->tree, p, 1, &nearest);
  return fit(surface, NULL, p, bandwidth_at(surface, p, nearest.point), surface->normals[nearest.point],
      surface->one_sided);
}

// ---------------------------------------------------------------- from points to a surface

// The mean distance of every point to those next to it, smoothed over these.
static bool measure_spacing(vt_points *s, double *spacings, vt_error *error) {
  double *raw = VT_NEW(double, s->count, error);
  if (raw == NULL) return false;
  for (int i = 0; i < s->count; ++i) {
    vt_near near[NEXT + 1];
    int found = vt_kd_tree_nearest(&s->tree, s->points[i], NEXT + 1, near);
    for (int k = 0; k < found; ++k) raw[i] += sqrt(near[k].square) / (found - 1);
    s->spacing += raw[i] / s->count;
  }
  for (int i = 0; i < s->count; ++i) {
    vt_near near[2 * NEXT + 1];
    int found = vt_kd_tree_nearest(&s->tree, s->points[i], 2 * NEXT + 1, near);
    for (int k = 0; k < found; ++k) spacings[i] += raw[near[k].point] / found;
  }
  free(raw);
  return true;
}

// Planes without regard to sides, of unknown sign.
static void find_normals(vt_points *s) {
  for (int i = 0; i < s->count; ++i) {
    vt_points_fit at = fit(s, NULL, s->points[i], s->bandwidths[i], vt_v3(0, 0, 0), false);
    s->normals[i] = at.used < 3 ? vt_v3(0, 0, 1) : at.normal;
  }
}

bool vt_points_init(vt_points *s, const vt_vec3 *points, const vt_vec3 *normals, int count,
    const vt_points_options *options, vt_error *error) {
  *s = (vt_points){.count = count, .one_sided = options->one_sided};
  s->points = vt_copy_block(points, (size_t)count, sizeof *points, error);
  s->normals = normals != NULL ? vt_copy_block(normals, (size_t)count, sizeof *normals, error)
                               : VT_NEW(vt_vec3, count, error);
  s->bandwidths = VT_NEW(double, count, error);
  s->smooth = VT_NEW(double, count, error);
  bool done = s->points != NULL && s->normals != NULL && s->bandwidths != NULL && s->smooth != NULL &&
              vt_kd_tree_init(&s->tree, s->points, count, error) && measure_spacing(s, s->bandwidths, error);
  for (int i = 0; i < count && done; ++i) {
    s->bandwidths[i] = options->bandwidth > 0 ? options->bandwidth : BANDWIDTH * s->bandwidths[i];
    s->largest_bandwidth = fmax(s->largest_bandwidth, s->bandwidths[i]);
  }
  for (int i = 0; i < count && done; ++i)
    s->smooth[i] = options->bandwidth > 0 ? options->bandwidth : bandwidth_at(s, s->points[i], i);
  if (done && normals == NULL) {
    find_normals(s);
    done = vt_points_orient(s, error);
  }
  if (!done) vt_points_free(s);
  return done;
}

// ---------------------------------------------------------------- projection

enum { MAX_PLANES = 40 }; // feet from a radius away take five, those from six times that ten

// Of the bandwidth: how far the foot may still move. The distance is off by the square of that times the
// curvature, and the surface off the true one by far more.
static const double STILL = 1e-4;

// Of the way to the next foot: what nine tenths of the radius inside a ball needs; with more it is learned
// again.
static const double MOST_WAY = 10;

// Bandwidths: how far a foot may be from the first guess for its planes to find all points in the hood.
static const double SPARE = 0.3;

// Where p is dropped on the plane that the surface has at `at`.
static vt_vec3 drop(vt_points_fit plane, vt_vec3 p, double *distance) {
  *distance = vt_dot(plane.normal, vt_sub(p, plane.mean));
  return vt_madd(p, -*distance, plane.normal);
}

// The next foot is the place where p drops on the plane at this one, which is off by -distance * curvature
// times what this one was: outside a ball it overshoots, and from more than a radius away it would never end.
// So only a share of the way is gone, which is learned from the last two (Aitken's method for vectors, Irons
// and Tuck 1969).
vt_points_foot vt_points_project(const vt_points *surface, vt_vec3 p) {
  vt_near nearest;
  vt_kd_tree_nearest(&surface->tree, p, 1, &nearest);
  vt_vec3 at = surface->points[nearest.point], normal = surface->normals[nearest.point], last = {0, 0, 0};
  double away = sqrt(nearest.square), distance = vt_dot(vt_sub(p, at), normal);
  vt_points_foot foot = {at, normal, distance, false};
  double bandwidth = surface->smooth[nearest.point], share = bandwidth / (bandwidth + away);
  // From near the surface the plane of the nearest point is a good one, and what it leaves is gone at once.
  if (away < bandwidth) {
    at = vt_madd(p, -distance, normal);
    share = 1;
  }
  hood around;
  look_around(&around, surface, at, (CUT + SPARE) * bandwidth);
  for (int k = 0; k < MAX_PLANES; ++k) {
    vt_points_fit plane = fit(surface, &around, at, bandwidth, normal, surface->one_sided);
    if (plane.used < 3) break;
    vt_vec3 to = drop(plane, p, &distance), way = vt_sub(to, at), change = vt_sub(way, last);
    normal = plane.normal;
    if (vt_norm(way) <= STILL * bandwidth) return (vt_points_foot){to, normal, distance, true};
    if (k > 0) share *= -vt_dot(last, change) / vt_dot(change, change);
    if (!(share > 0 && share < MOST_WAY)) share = bandwidth / (bandwidth + away);
    at = vt_madd(at, share, way);
    last = way;
  }
  return foot;
}

// ---------------------------------------------------------------- curvature

enum { TERMS = 6 }; // of z = a x^2/2 + b x y + c y^2/2 + d x + e y + f

typedef struct quadric {
  const vt_points *surface;
  vt_vec3 at, x, y, z;
  double bandwidth;
  int used;
  double matrix[TERMS][TERMS], right[TERMS];
} quadric;

static void add_quadric(void *context, int point, double square) {
  quadric *q = context;
  if (q->surface->one_sided && vt_dot(q->surface->normals[point], q->z) < 0) return;
  double w = weight_of(square, 1 / (q->bandwidth * q->bandwidth));
  if (!(w > 0)) return;
  vt_vec3 apart = vt_scale(1 / q->bandwidth, vt_sub(q->surface->points[point], q->at));
  double x = vt_dot(apart, q->x), y = vt_dot(apart, q->y), z = vt_dot(apart, q->z);
  const double row[TERMS] = {0.5 * x * x, x * y, 0.5 * y * y, x, y, 1};
  ++q->used;
  for (int i = 0; i < TERMS; ++i) {
    q->right[i] += w * row[i] * z;
    for (int j = 0; j < TERMS; ++j) q->matrix[i][j] += w * row[i] * row[j];
  }
}

// Cholesky on the small system; false where it is singular.
static bool solve(double a[TERMS][TERMS], double x[TERMS]) {
  for (int j = 0; j < TERMS; ++j) {
    double pivot = a[j][j];
    for (int k = 0; k < j; ++k) pivot -= a[j][k] * a[j][k];
    if (!(pivot > 1e-12 * a[j][j])) return false;
    a[j][j] = sqrt(pivot);
    for (int i = j + 1; i < TERMS; ++i) {
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  for (int i = 0; i < TERMS; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= a[i][k] * x[k];
    x[i] /= a[i][i];
  }
  for (int i = TERMS - 1; i >= 0; --i) {
    for (int k = i + 1; k < TERMS; ++k) x[i] -= a[k][i] * x[k];
    x[i] /= a[i][i];
  }
  return true;
}

bool vt_points_curvature(const vt_points *surface, const vt_points_foot *foot, double curvatures[2]) {
  vt_vec3 z = foot->normal,
          x = vt_normalized(vt_cross(fabs(z.x) < fabs(z.y) ? vt_v3(1, 0, 0) : vt_v3(0, 1, 0), z));
  vt_near nearest;
  vt_kd_tree_nearest(&surface->tree, foot->point, 1, &nearest);
  quadric q = {.surface = surface, .at = foot->point, .x = x, .y = vt_cross(z, x), .z = z};
  q.bandwidth = bandwidth_at(surface, foot->point, nearest.point);
  vt_kd_tree_within(&surface->tree, q.at, CUT * q.bandwidth, add_quadric, &q);
  if (q.used < TERMS || !solve(q.matrix, q.right)) return false;
  // The shape operator of the graph: I^-1 II with I = 1 + grad grad^T and II = Hessian / sqrt(1 + |grad|^2).
  double a = q.right[0], b = q.right[1], c = q.right[2], d = q.right[3], e = q.right[4];
  double root = sqrt(1 + d * d + e * e), det = 1 + d * d + e * e;
  double mean = ((1 + e * e) * a - 2 * d * e * b + (1 + d * d) * c) / (2 * det * root);
  double gauss = (a * c - b * b) / (det * det), off = sqrt(fmax(0, mean * mean - gauss));
  curvatures[0] = -(mean - off) / q.bandwidth; // away from the normal is above 0
  curvatures[1] = -(mean + off) / q.bandwidth;
  return true;
}
