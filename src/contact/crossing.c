// Whether the surfaces of bodies cross, triangle by triangle.
//
// Now: an edge of one passes through the interior of the other; or coplanar triangles that face the same way
// overlap, as in aligned boxes, where no edge passes through anything. In motion: a vertex has changed its
// side of a triangle, or an edge its side of an edge, at a moment when the two met. Passing through and back
// within one motion is not detected; it ends in a valid position.
#include "contact/crossing_planes.h"

#include "base/error.h"
#include "geometry/triangle_distance.h"
#include "geometry/solid_angle.h"

// Of the shorter mean edge: triangles in one plane are told apart from those that only touch.
static const double MARGIN = 1e-6;

typedef struct surface_pair {
  const vt_collider *a, *b;
  double margin; // m: what is shallower is touch
  bool moving;   // the motion counts too; else what lies in one plane
  double work;   // units of vt_effort that are not yet counted
  bool stopped;  // it was asked to stop
} surface_pair;

// In units of vt_effort: of a pair of triangles, as they are and in motion; and between two
// questions whether to go on.
static const double VISIT_WORK = 200, MOVING_WORK = 2000, BETWEEN_QUESTIONS = 1e6;

// A point that moves along a straight line.
typedef struct moving_point {
  vt_vec3 now, displacement;
} moving_point;

static void corners_of(const vt_collider *c, int triangle, moving_point corners[3]) {
  for (int k = 0; k < 3; ++k) {
    int v = c->topology->triangles[3 * triangle + k];
    corners[k] = (moving_point){c->vertices[v], vt_sub(c->ends[v], c->vertices[v])};
  }
}

static vt_vec3 place(moving_point p, double t) { return vt_madd(p.now, t, p.displacement); }

static bool share_vertex(const int *v, const int *u) {
  for (int k = 0; k < 9; ++k)
    if (v[k / 3] == u[k % 3]) return true;
  return false;
}

// ---------------------------------------------------------------- now

// Whether a point in the plane of a triangle is inside of its sides by more than `margin`.
static bool is_inside(vt_vec3 p, const vt_vec3 corners[3], vt_vec3 normal, double margin) {
  for (int k = 0; k < 3; ++k) {
    vt_vec3 side = vt_sub(corners[(k + 1) % 3], corners[k]);
    if (!(vt_dot(vt_cross(side, vt_sub(p, corners[k])), normal) > margin * vt_norm(side))) return false;
  }
  return true;
}

// Whether the segment from p to q goes through a triangle.
static bool goes_through(vt_vec3 p, vt_vec3 q, const vt_vec3 corners[3], double margin) {
  vt_vec3 normal = vt_cross(vt_sub(corners[1], corners[0]), vt_sub(corners[2], corners[0]));
  double length = vt_norm(normal);
  if (!(length > 0)) return false;
  normal = vt_scale(1 / length, normal);
  double above = vt_dot(normal, vt_sub(p, corners[0])), below = vt_dot(normal, vt_sub(q, corners[0]));
  if (!(fmin(above, below) < -margin && fmax(above, below) > margin)) return false;
  return is_inside(vt_madd(p, above / (above - below), vt_sub(q, p)), corners, normal, margin);
}

static bool cross_now(const moving_point a[3], const moving_point b[3], double margin) {
  const vt_vec3 p[3] = {a[0].now, a[1].now, a[2].now}, q[3] = {b[0].now, b[1].now, b[2].now};
  for (int k = 0; k < 3; ++k)
    if (goes_through(p[k], p[(k + 1) % 3], q, margin) || goes_through(q[k], q[(k + 1) % 3], p, margin))
      return true;
  return false;
}

// Whether all corners of one triangle are within a margin of the plane of another.
static bool is_level(const vt_vec3 corners[3], vt_vec3 normal, const vt_vec3 q[3], double margin) {
  for (int k = 0; k < 3; ++k)
    if (!(fabs(vt_dot(normal, vt_sub(q[k], corners[0]))) <= margin)) return false;
  return true;
}

// Whether one of the sides of a triangle has another, in its plane, outside of it or no
// further in than a margin.
static bool side_parts(const vt_vec3 corners[3], vt_vec3 normal, const vt_vec3 q[3], double margin) {
  for (int k = 0; k < 3; ++k) {
    vt_vec3 side = vt_sub(corners[(k + 1) % 3], corners[k]), inward = vt_cross(normal, side);
    double max = -INFINITY;
    for (int i = 0; i < 3; ++i) max = fmax(max, vt_dot(inward, vt_sub(q[i], corners[k])));
    if (max <= margin * vt_norm(side)) return true;
  }
  return false;
}

// Whether two coplanar triangles of different bodies overlap and face the same way: both bodies are behind
// them. Bodies that only touch there face each other.
static bool lie_together(const moving_point a[3], const moving_point b[3], double margin) {
  const vt_vec3 p[3] = {a[0].now, a[1].now, a[2].now}, q[3] = {b[0].now, b[1].now, b[2].now};
  vt_vec3 n = vt_triangle_normal(p[0], p[1], p[2]), m = vt_triangle_normal(q[0], q[1], q[2]);
  return vt_dot(n, m) > 0 && is_level(p, n, q, margin) && is_level(q, m, p, margin) &&
         !side_parts(p, n, q, margin) && !side_parts(q, m, p, margin);
}

// ---------------------------------------------------------------- in motion

// Six times the signed volume of four points at time t. Four points meet in a plane where it is 0.
static double volume(const moving_point x[4], double t) {
  vt_vec3 origin = place(x[0], t);
  vt_vec3 u = vt_sub(place(x[1], t), origin), v = vt_sub(place(x[2], t), origin);
  return vt_dot(vt_cross(u, v), vt_sub(place(x[3], t), origin));
}

// The time in [0, 1] at which the volume changes its sign; false if both ends have the same.
static bool meeting_time(const moving_point x[4], double *t) {
  double low = 0, high = 1, first = volume(x, 0), last = volume(x, 1);
  if (first == 0 || last == 0 || (first > 0) == (last > 0)) return false;
  for (int k = 0; k < 40; ++k) {
    double middle = 0.5 * (low + high);
    if ((volume(x, middle) > 0) == (first > 0)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  *t = 0.5 * (low + high);
  return true;
}

static bool vertex_passes(moving_point p, const moving_point c[3], double margin) {
  const moving_point x[4] = {c[0], c[1], c[2], p};
  double t;
  if (!meeting_time(x, &t)) return false;
  for (int end = 0; end < 2; ++end) { // far enough from the triangle's plane at both ends
    vt_vec3 origin = place(c[0], end);
    vt_vec3 normal = vt_cross(vt_sub(place(c[1], end), origin), vt_sub(place(c[2], end), origin));
    if (!(fabs(vt_dot(normal, vt_sub(place(p, end), origin))) > margin * vt_norm(normal))) return false;
  }
  const vt_vec3 corners[3] = {place(c[0], t), place(c[1], t), place(c[2], t)};
  vt_vec3 normal = vt_cross(vt_sub(corners[1], corners[0]), vt_sub(corners[2], corners[0]));
  double length = vt_norm(normal);
  return length > 0 && is_inside(place(p, t), corners, vt_scale(1 / length, normal), margin);
}

static bool edges_pass(moving_point a, moving_point b, moving_point c, moving_point d, double margin) {
  const moving_point x[4] = {a, b, c, d};
  double t;
  // The volume of a, b, c, d is (b - a) x (c - a) . (d - a) = (b - a) x (d - c) . (a - c) up to the sign.
  if (!meeting_time(x, &t)) return false;
  for (int end = 0; end < 2; ++end) { // far enough apart at both ends
    vt_vec3 normal = vt_cross(vt_sub(place(b, end), place(a, end)), vt_sub(place(d, end), place(c, end)));
    if (!(fabs(volume(x, end)) > margin * vt_norm(normal))) return false;
  }
  vt_vec3 u = vt_sub(place(b, t), place(a, t)), v = vt_sub(place(d, t), place(c, t));
  vt_vec3 between = vt_sub(place(c, t), place(a, t)), normal = vt_cross(u, v);
  double square = vt_dot(normal, normal);
  if (!(square > 1e-12 * vt_dot(u, u) * vt_dot(v, v))) return false; // side by side: vertices tell
  double along_a = vt_dot(vt_cross(between, v), normal) / square;
  double along_b = vt_dot(vt_cross(between, u), normal) / square;
  return along_a > 0 && along_a < 1 && along_b > 0 && along_b < 1;
}

// Whether a plane parallel to `base`, which turns with it, separates two triangles over the whole motion: as
// for whole bodies (crossing_planes.c), the distance of any two points along it is positive where three terms
// are.
static bool plane_parts(const moving_point base[3], const moving_point a[3], const moving_point b[3]) {
  vt_vec3 n0 = vt_cross(vt_sub(base[1].now, base[0].now), vt_sub(base[2].now, base[0].now));
  vt_vec3 n1 =
      vt_cross(vt_sub(place(base[1], 1), place(base[0], 1)), vt_sub(place(base[2], 1), place(base[0], 1)));
  double low[2][3], high[2][3];
  for (int side = 0; side < 2; ++side)
    for (int k = 0; k < 3; ++k) {
      moving_point p = side == 0 ? a[k] : b[k];
      vt_vec3 x0 = vt_sub(p.now, base[0].now), x1 = vt_add(x0, p.displacement);
      double terms[3] = {vt_dot(n0, x0), vt_dot(n1, x1), vt_dot(n0, x1) + vt_dot(n1, x0)};
      for (int i = 0; i < 3; ++i) {
        low[side][i] = k == 0 || terms[i] < low[side][i] ? terms[i] : low[side][i];
        high[side][i] = k == 0 || terms[i] > high[side][i] ? terms[i] : high[side][i];
      }
    }
  bool above = low[0][0] > high[1][0] && low[0][1] > high[1][1] && low[0][2] > high[1][2];
  return above || (low[1][0] > high[0][0] && low[1][1] > high[0][1] && low[1][2] > high[0][2]);
}

static bool cross_in_motion(const moving_point a[3], const moving_point b[3], double margin) {
  for (int k = 0; k < 3; ++k)
    if (vertex_passes(a[k], b, margin) || vertex_passes(b[k], a, margin)) return true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (edges_pass(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], margin)) return true;
  return false;
}

// ---------------------------------------------------------------- all pairs

// Stops the search at the first crossing.
static bool visit(void *context, int triangle_a, int triangle_b) {
  surface_pair *pair = context;
  pair->work += VISIT_WORK;
  if (pair->work > BETWEEN_QUESTIONS) {
    vt_count_work(pair->a->asked, pair->work);
    pair->work = 0;
    pair->stopped = vt_is_interrupted(pair->a->asked);
    if (pair->stopped) return false;
  }
  const int *v = pair->a->topology->triangles + 3 * triangle_a,
            *u = pair->b->topology->triangles + 3 * triangle_b;
  if (pair->a == pair->b && share_vertex(v, u)) return true;
  moving_point a[3], b[3];
  corners_of(pair->a, triangle_a, a);
  corners_of(pair->b, triangle_b, b);
  if (plane_parts(a, a, b) || plane_parts(b, a, b)) return true;
  if (cross_now(a, b, pair->margin)) return false;
  if (pair->moving) {
    pair->work += MOVING_WORK;
    return !cross_in_motion(a, b, pair->margin);
  }
  return pair->a == pair->b || !lie_together(a, b, pair->margin);
}

static bool pair_crosses(
    const vt_collider *a, const vt_collider *b, bool moving, bool *crosses, vt_error *error) {
  surface_pair pair = {
      a, b, MARGIN * fmin(a->topology->edge_length, b->topology->edge_length), moving, 0, false};
  *crosses = a == b ? !vt_bvh_own_pairs(a->bvh, NULL, 0, visit, &pair)
                    : !vt_bvh_pairs(a->bvh, b->bvh, 0, visit, &pair);
  vt_count_work(a->asked, pair.work);
  return !pair.stopped || vt_fail(error, VT_STOPPED, "the search was asked to stop");
}

// The furthest that a vertex is between `vertices` and `ends`.
static double motion_of(const vt_collider *c) {
  double max = 0;
  for (int i = 0; i < c->topology->vertex_count; ++i)
    max = fmax(max, vt_norm(vt_sub(c->ends[i], c->vertices[i])));
  return max;
}

// Whether a point is inside a closed surface: the solid angle of all triangles is that of a whole sphere.
static bool is_in(const vt_collider *c, vt_vec3 p) {
  double angle = 0; // half of it
  for (int t = 0; t < c->topology->triangle_count; ++t) {
    const int *v = c->topology->triangles + 3 * t;
    angle += vt_half_solid_angle(p, c->vertices[v[0]], c->vertices[v[1]], c->vertices[v[2]]);
  }
  return fabs(angle) > VT_PI; // 2 pi inside, 0 outside
}

static bool box_holds(const vt_box *out, const vt_box *in) {
  return out->low.x <= in->low.x && out->low.y <= in->low.y && out->low.z <= in->low.z &&
         out->high.x >= in->high.x && out->high.y >= in->high.y && out->high.z >= in->high.z;
}

// Whether one body is inside the other, given that their surfaces do not cross.
static bool one_is_inside(const vt_collider *a, const vt_collider *b) {
  const vt_box *box_a = &a->bvh->nodes[0], *box_b = &b->bvh->nodes[0];
  if (a == b) return false;
  return (box_holds(box_b, box_a) && is_in(b, a->vertices[a->topology->triangles[0]])) ||
         (box_holds(box_a, box_b) && is_in(a, b->vertices[b->topology->triangles[0]]));
}

// Whether two bodies may touch and are near; *settings says what holds between them.
static bool may_cross(const vt_collider *colliders, int a, int b, vt_contact_rule rule, const void *user,
    vt_contact_settings *s) {
  const vt_collider *ca = &colliders[a], *cb = &colliders[b];
  if (a == b ? !ca->self : !ca->movable && !cb->movable) return false;
  if (ca->topology->tree.node_count == 0 || cb->topology->tree.node_count == 0) return false;
  if (vt_boxes_apart(&ca->bvh->nodes[0], &cb->bvh->nodes[0], 0)) return false;
  *s = rule(user, a, b);
  return s->enabled;
}

static void refit(vt_collider *colliders, int count) {
  for (int k = 0; k < count; ++k) vt_collider_refit(&colliders[k]);
}

bool vt_crossing_among(const vt_crossing *items, int count, int body_a, int body_b) {
  for (int k = 0; k < count; ++k)
    if (items[k].body_a == body_a && items[k].body_b == body_b) return true;
  return false;
}

static bool list_pair(vt_crossing_list *list, int a, int b, double depth, vt_error *error) {
  if (!VT_RESERVE(&list->items, &list->room, list->count + 1, error)) return false;
  list->items[list->count++] = (vt_crossing){a, b, depth};
  return true;
}

// Whether two bodies moved less than they were apart, and so cannot have met. No point of one was nearer to
// the other than the nearest contact, but for points that contacts guard, which may be by half of the contact
// distance (contact.c). Bodies without contacts may overlap so deeply that none was found.
static bool moved_little(const vt_collider *colliders, int a, int b, const vt_contact_settings *settings,
    const vt_contact *contacts, int count, int *at) {
  double least = settings->alarm;
  if (a == b) return false;
  while (*at < count && (contacts[*at].body_a < a || (contacts[*at].body_a == a && contacts[*at].body_b < b)))
    ++*at;
  int k = *at;
  for (; k < count && contacts[k].body_a == a && contacts[k].body_b == b; ++k)
    least = fmin(least, contacts[k].distance);
  double most = least - 0.5 * settings->distance;
  return k > *at && most > 0 && motion_of(&colliders[a]) + motion_of(&colliders[b]) < most;
}

bool vt_crossings(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    const vt_contact *contacts, int contact_count, const vt_crossing *known, int known_count, bool *any,
    vt_crossing_list *found, vt_error *error) {
  int at = 0, nearest = 0;
  *any = false;
  found->count = found->fast = 0;
  refit(colliders, count);
  for (int a = 0; a < count; ++a)
    for (int b = a; b < count; ++b) {
      const vt_collider *ca = &colliders[a], *cb = &colliders[b];
      vt_contact_settings settings;
      if (!may_cross(colliders, a, b, rule, user, &settings)) continue;
      if (vt_crossing_among(known, known_count, a, b)) {
        *any = true;
        continue;
      }
      if (moved_little(colliders, a, b, &settings, contacts, contact_count, &nearest)) continue;
      if (vt_crossing_is_parted(colliders, a, b, contacts, contact_count, &at)) continue;
      bool crosses;
      if (!pair_crosses(ca, cb, true, &crosses, error)) return false;
      if (!crosses) continue;
      *any = true;
      found->fast += motion_of(ca) + motion_of(cb) > settings.distance;
      if (!list_pair(found, a, b, 0, error)) return false;
    }
  return true;
}

bool vt_crossings_now(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_crossing_list *list, vt_error *error) {
  list->count = 0;
  refit(colliders, count);
  for (int a = 0; a < count; ++a)
    for (int b = a; b < count; ++b) {
      const vt_collider *ca = &colliders[a], *cb = &colliders[b];
      vt_contact_settings settings;
      if (!may_cross(colliders, a, b, rule, user, &settings)) continue;
      bool crosses;
      if (!pair_crosses(ca, cb, false, &crosses, error)) return false;
      if (!crosses && !one_is_inside(ca, cb)) continue;
      if (!list_pair(list, a, b, a == b ? 0 : vt_crossing_depth(ca, cb), error)) return false;
    }
  return true;
}
