// Closest points on a triangle and in a finite cell.
#include "geometry/closest.h"

#include "base/vec.h"

// Where on the segment from a to b the closest point lies, as a fraction.
static double closest_on_segment(vt_vec3 p, vt_vec3 a, vt_vec3 b) {
  vt_vec3 ab = vt_sub(b, a);
  double length2 = vt_dot(ab, ab);
  if (!(length2 > 0)) return 0;
  return fmin(1, fmax(0, vt_dot(vt_sub(p, a), ab) / length2));
}

void vt_closest_on_triangle(vt_vec3 p, vt_vec3 a, vt_vec3 b, vt_vec3 c, double weights[3]) {
  // Over the inside the foot of the perpendicular is closest.
  vt_vec3 n = vt_cross(vt_sub(b, a), vt_sub(c, a));
  double n2 = vt_dot(n, n);
  if (n2 > 0) {
    double u = vt_dot(n, vt_cross(vt_sub(c, b), vt_sub(p, b))) / n2;
    double v = vt_dot(n, vt_cross(vt_sub(a, c), vt_sub(p, c))) / n2;
    double w = 1 - u - v;
    if (u >= 0 && v >= 0 && w >= 0) {
      weights[0] = u, weights[1] = v, weights[2] = w;
      return;
    }
  }
  // Otherwise the best of the three sides.
  const vt_vec3 corners[3] = {a, b, c};
  double best = INFINITY;
  weights[0] = 1, weights[1] = 0, weights[2] = 0;
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3;
    double s = closest_on_segment(p, corners[i], corners[j]);
    vt_vec3 off = vt_sub(vt_madd(corners[i], s, vt_sub(corners[j], corners[i])), p);
    double d2 = vt_dot(off, off);
    if (!(d2 < best)) continue;
    best = d2;
    weights[i] = 1 - s, weights[j] = s, weights[(i + 2) % 3] = 0;
  }
}

vt_vec3 vt_cell_position(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 reference) {
  double values[VT_CELL_MAX_NODES];
  vt_shape_functions(kind, reference, values);
  vt_vec3 x = {0, 0, 0};
  int size = vt_cell_size(kind);
  for (int i = 0; i < size; ++i) x = vt_madd(x, values[i], nodes[i]);
  return x;
}

vt_mat3 vt_cell_jacobian(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 reference) {
  vt_vec3 gradients[VT_CELL_MAX_NODES];
  vt_shape_gradients(kind, reference, gradients);
  vt_mat3 jacobian = {{{0}}};
  int size = vt_cell_size(kind);
  for (int i = 0; i < size; ++i) jacobian = vt_mat_add(jacobian, vt_outer(nodes[i], gradients[i]));
  return jacobian;
}

bool vt_cell_invert(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 p, vt_vec3 *reference) {
  enum { max_iterations = 20 };
  vt_vec3 r = vt_shape_center(kind);
  for (int i = 0; i < max_iterations; ++i) {
    vt_mat3 jacobian = vt_cell_jacobian(kind, nodes, r);
    if (vt_mat_det(jacobian) == 0) return false;
    vt_vec3 step = vt_mat_apply(vt_mat_inverse(jacobian), vt_sub(p, vt_cell_position(kind, nodes, r)));
    r = vt_add(r, step);
    double length = vt_norm(step);
    // Far outside the reference cell there is nothing to find; NaN ends here too.
    if (!(vt_norm(r) < 10)) return false;
    if (length < 1e-13 || (kind == VT_CELL_TET4 && i == 1)) {
      *reference = r;
      return vt_shape_contains(kind, r, 1e-12);
    }
  }
  return false;
}

static const int hex_faces[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
    {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

// The reference point whose image under the affine map x + J (r - at) is closest to p. The image of a
// tetrahedron is a tetrahedron, that of the cube a parallelepiped: closest points on its flat faces will do.
static vt_vec3 closest_in_linear_cell(vt_cell_kind kind, vt_vec3 at, vt_vec3 x, vt_mat3 jacobian, vt_vec3 p) {
  if (vt_mat_det(jacobian) != 0) {
    vt_vec3 r = vt_add(at, vt_mat_apply(vt_mat_inverse(jacobian), vt_sub(p, x)));
    if (vt_shape_contains(kind, r, 0)) return r;
  }
  bool hex = kind == VT_CELL_HEX8;
  const vt_vec3 *corners = vt_shape_nodes(kind);
  const int(*faces)[3] = hex ? hex_faces : vt_tet_faces;
  int corner_count = hex ? 8 : 4, face_count = hex ? 12 : 4;
  vt_vec3 image[8];
  for (int i = 0; i < corner_count; ++i) image[i] = vt_add(x, vt_mat_apply(jacobian, vt_sub(corners[i], at)));
  double best = INFINITY;
  vt_vec3 found = at;
  for (int f = 0; f < face_count; ++f) {
    int a = faces[f][0], b = faces[f][1], c = faces[f][2];
    double w[3];
    vt_closest_on_triangle(p, image[a], image[b], image[c], w);
    vt_vec3 off = vt_sub(vt_madd(vt_madd(vt_scale(w[0], image[a]), w[1], image[b]), w[2], image[c]), p);
    double d2 = vt_dot(off, off);
    if (!(d2 < best)) continue;
    best = d2;
    found = vt_madd(vt_madd(vt_scale(w[0], corners[a]), w[1], corners[b]), w[2], corners[c]);
  }
  return found;
}

// Gauss-Newton on |p - x(r)|^2 over the reference cell: each iteration solves the linearised problem exactly,
// bounds included, and goes towards its solution as far as the true distance falls.
static double closest_from(
    vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 p, vt_vec3 start, double tiny, vt_vec3 *reference) {
  enum { max_iterations = 60 };
  vt_vec3 r = start;
  vt_vec3 off = vt_sub(p, vt_cell_position(kind, nodes, r));
  double f = vt_dot(off, off);
  for (int i = 0; i < max_iterations && f > tiny * tiny; ++i) {
    vt_mat3 jacobian = vt_cell_jacobian(kind, nodes, r);
    vt_vec3 step = vt_sub(closest_in_linear_cell(kind, r, vt_sub(p, off), jacobian, p), r);
    double slope = -2 * vt_dot(off, vt_mat_apply(jacobian, step));
    if (!(vt_norm(step) > 1e-14) || !(slope < 0)) break;
    double before = f, length = 1;
    for (; length > 1e-6; length *= 0.5) {
      vt_vec3 trial = vt_madd(r, length, step);
      vt_vec3 trial_off = vt_sub(p, vt_cell_position(kind, nodes, trial));
      double trial_f = vt_dot(trial_off, trial_off);
      if (trial_f <= f + 1e-4 * length * slope) {
        r = trial, off = trial_off, f = trial_f;
        break;
      }
    }
    if (!(before - f > 1e-14 * before)) break;
  }
  *reference = r;
  return sqrt(f);
}

double vt_closest_in_cell(vt_cell_kind kind, const vt_vec3 *nodes, vt_vec3 p, vt_vec3 *reference) {
  const vt_vec3 *corners = vt_shape_nodes(kind);
  int size = vt_cell_size(kind), nearest = 0;
  double extent = 0, nearest_distance = INFINITY;
  for (int i = 0; i < size; ++i) {
    extent = fmax(extent, vt_norm(vt_sub(nodes[i], nodes[0])));
    double d = vt_norm(vt_sub(nodes[i], p));
    if (d < nearest_distance) nearest_distance = d, nearest = i;
  }
  double tiny = 1e-15 * extent;
  double distance = closest_from(kind, nodes, p, vt_shape_center(kind), tiny, reference);
  if (kind == VT_CELL_TET4 || distance <= 1e-12 * extent) return distance;
  // A warped cell can hold the first search at a local minimum: try again from the nearest node.
  vt_vec3 second;
  double other = closest_from(kind, nodes, p, corners[nearest], tiny, &second);
  if (other < distance) {
    *reference = second;
    distance = other;
  }
  return distance;
}
