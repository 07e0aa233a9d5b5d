// Exact signs: each determinant is evaluated in doubles that carry a bound on their error, and again in
// integers if the bound does not exclude 0.
#include "geometry/predicates.h"

#include "base/vec.h"
#include "geometry/exact.h"

// ---------------------------------------------------------------- doubles with a bound

// |value - the true number| <= error. A rounding is counted twice (2^-52 instead of 2^-53 of the result); the
// errors are themselves rounded, by less than 1e-13 of them in the few operations of a determinant, for which
// decide() leaves room.
typedef struct bounded {
  double value, error;
} bounded;

static inline bounded product(bounded a, bounded b) {
  double v = a.value * b.value;
  return (bounded){
      v, fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error + 0x1p-52 * fabs(v)};
}

static inline bounded sum(bounded a, bounded b) {
  double v = a.value + b.value;
  return (bounded){v, a.error + b.error + 0x1p-52 * fabs(v)};
}

static inline bounded minus(bounded a) { return (bounded){-a.value, a.error}; }

// The sign, or 2 if in doubt.
static inline int decide(bounded a) {
  if (fabs(a.value) > 1.001 * a.error) return a.value > 0 ? 1 : -1;
  return 2;
}

// Differences of whole numbers below 2^49 are exact; 8 roundings of 2^-53 follow on every term.
static inline bounded orient_bounded(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 *c, const vt_vec3 *d) {
  vt_vec3 u = vt_sub(*b, *a), v = vt_sub(*c, *a), w = vt_sub(*d, *a);
  double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
  double value = w.x * (yz - zy) + w.y * (zx - xz) + w.z * (xy - yx);
  double size = fabs(w.x) * (fabs(yz) + fabs(zy)) + fabs(w.y) * (fabs(zx) + fabs(xz)) +
                fabs(w.z) * (fabs(xy) + fabs(yx));
  return (bounded){value, 0x1p-50 * size};
}

typedef struct bounded_plane {
  bounded n[3], d; // n . (x - origin) = d
} bounded_plane;

static bounded minor_bounded(double a, double b, double c, double d) {
  double ad = a * d, bc = b * c;
  return (bounded){ad - bc, 0x1p-51 * (fabs(ad) + fabs(bc))};
}

static bounded_plane plane_bounded(const vt_vec3 p[3], const vt_vec3 *origin) {
  vt_vec3 u = vt_sub(p[1], p[0]), v = vt_sub(p[2], p[0]), w = vt_sub(p[0], *origin);
  bounded_plane plane = {{minor_bounded(u.y, u.z, v.y, v.z), minor_bounded(u.z, u.x, v.z, v.x),
                             minor_bounded(u.x, u.y, v.x, v.y)},
      {0, 0}};
  plane.d = sum(sum(product(plane.n[0], (bounded){w.x, 0}), product(plane.n[1], (bounded){w.y, 0})),
      product(plane.n[2], (bounded){w.z, 0}));
  return plane;
}

static bounded normals_bounded(const bounded_plane *p, const bounded_plane *q, const bounded_plane *r) {
  bounded total = {0, 0};
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    bounded m = sum(product(q->n[j], r->n[k]), minus(product(q->n[k], r->n[j])));
    total = sum(total, product(p->n[i], m));
  }
  return total;
}

// ---------------------------------------------------------------- whole numbers

static vt_exact minor_exact(double a, double b, double c, double d) {
  vt_exact ea = vt_exact_from(a), eb = vt_exact_from(b), ec = vt_exact_from(c), ed = vt_exact_from(d);
  vt_exact ad = vt_exact_mul(&ea, &ed), bc = vt_exact_mul(&eb, &ec);
  return vt_exact_sub(&ad, &bc);
}

typedef struct exact_plane {
  vt_exact n[3], d;
} exact_plane;

static exact_plane plane_exact(const vt_vec3 p[3], const vt_vec3 *origin) {
  vt_vec3 u = vt_sub(p[1], p[0]), v = vt_sub(p[2], p[0]), w = vt_sub(p[0], *origin);
  exact_plane plane = {
      {minor_exact(u.y, u.z, v.y, v.z), minor_exact(u.z, u.x, v.z, v.x), minor_exact(u.x, u.y, v.x, v.y)},
      {0, 0, {0}}};
  const double at[3] = {w.x, w.y, w.z};
  for (int i = 0; i < 3; ++i) {
    vt_exact x = vt_exact_from(at[i]), term = vt_exact_mul(&plane.n[i], &x);
    plane.d = vt_exact_add(&plane.d, &term);
  }
  return plane;
}

static vt_exact orient_exact(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 *c, const vt_vec3 *d) {
  const vt_vec3 p[3] = {*a, *b, *c};
  vt_exact value = plane_exact(p, d).d;
  value.sign = -value.sign;
  return value;
}

static vt_exact normals_exact(const exact_plane *p, const exact_plane *q, const exact_plane *r) {
  vt_exact total = {0, 0, {0}};
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    vt_exact a = vt_exact_mul(&q->n[j], &r->n[k]), b = vt_exact_mul(&q->n[k], &r->n[j]);
    vt_exact m = vt_exact_sub(&a, &b), term = vt_exact_mul(&p->n[i], &m);
    total = vt_exact_add(&total, &term);
  }
  return total;
}

static vt_exact crossing_exact(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]) {
  vt_exact pa = orient_exact(&p[0], &p[1], &p[2], a), pb = orient_exact(&p[0], &p[1], &p[2], b);
  vt_exact sa = orient_exact(&s[0], &s[1], &s[2], a), sb = orient_exact(&s[0], &s[1], &s[2], b);
  vt_exact first = vt_exact_mul(&pa, &sb), second = vt_exact_mul(&pb, &sa);
  return vt_exact_sub(&first, &second);
}

// ---------------------------------------------------------------- predicates

int vt_orient3d(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 *c, const vt_vec3 *d) {
  int sign = decide(orient_bounded(a, b, c, d));
  return sign != 2 ? sign : orient_exact(a, b, c, d).sign;
}

// With p(x) the signed distance times the area, the point is (p(a) b - p(b) a) / (p(a) - p(b)).
static bounded crossing_bounded(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]) {
  bounded pa = orient_bounded(&p[0], &p[1], &p[2], a), pb = orient_bounded(&p[0], &p[1], &p[2], b);
  bounded sa = orient_bounded(&s[0], &s[1], &s[2], a), sb = orient_bounded(&s[0], &s[1], &s[2], b);
  return sum(product(pa, sb), minus(product(pb, sa)));
}

int vt_crossing_side(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]) {
  int sign = decide(crossing_bounded(a, b, p, s));
  return sign != 2 ? sign : crossing_exact(a, b, p, s).sign;
}

int vt_normals_turn(const vt_vec3 p[3], const vt_vec3 q[3], const vt_vec3 r[3]) {
  bounded_plane bp = plane_bounded(p, p), bq = plane_bounded(q, p), br = plane_bounded(r, p);
  int sign = decide(normals_bounded(&bp, &bq, &br));
  if (sign != 2) return sign;
  exact_plane ep = plane_exact(p, p), eq = plane_exact(q, p), er = plane_exact(r, p);
  return normals_exact(&ep, &eq, &er).sign;
}

// Cramer's rule: s(x) det(p, q, r) = d_p det(s, q, r) + d_q det(s, r, p) + d_r det(s, p, q) - d_s det(p, q,
// r), in which d_p = 0 because the origin is a point of p.
int vt_meeting_side(const vt_vec3 p[3], const vt_vec3 q[3], const vt_vec3 r[3], const vt_vec3 s[3]) {
  bounded_plane bp = plane_bounded(p, p), bq = plane_bounded(q, p), br = plane_bounded(r, p),
                bs = plane_bounded(s, p);
  bounded total = product(bq.d, normals_bounded(&bs, &br, &bp));
  total = sum(total, product(br.d, normals_bounded(&bs, &bp, &bq)));
  total = sum(total, minus(product(bs.d, normals_bounded(&bp, &bq, &br))));
  int sign = decide(total);
  if (sign != 2) return sign;
  exact_plane ep = plane_exact(p, p), eq = plane_exact(q, p), er = plane_exact(r, p), es = plane_exact(s, p);
  vt_exact srp = normals_exact(&es, &er, &ep), spq = normals_exact(&es, &ep, &eq),
           pqr = normals_exact(&ep, &eq, &er);
  vt_exact a = vt_exact_mul(&eq.d, &srp), b = vt_exact_mul(&er.d, &spq), c = vt_exact_mul(&es.d, &pqr);
  vt_exact ab = vt_exact_add(&a, &b);
  return vt_exact_sub(&ab, &c).sign;
}

double vt_orient3d_value(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 *c, const vt_vec3 *d) {
  bounded fast = orient_bounded(a, b, c, d);
  if (fast.error <= 1e-12 * fabs(fast.value)) return fast.value;
  vt_exact exact = orient_exact(a, b, c, d);
  return vt_exact_value(&exact);
}

double vt_crossing_value(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]) {
  bounded fast = crossing_bounded(a, b, p, s);
  if (fast.error <= 1e-12 * fabs(fast.value)) return fast.value;
  vt_exact exact = crossing_exact(a, b, p, s);
  return vt_exact_value(&exact);
}
