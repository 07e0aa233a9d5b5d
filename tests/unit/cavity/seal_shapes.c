// Cups and seats whose smooth shapes touch all around the lip, and features that let air through.
#include "seal_shapes.h"

#include <math.h>
#include <stdlib.h>

enum { LINES_MOST = 160, PROFILE_MOST = 64 };

// Walls of notches and grooves lean by this much of their depth: 79 degrees steep.
static const double lean = 0.2;

static solid solid_room(int vertices, int triangles) {
  solid s = {0};
  s.vertices = calloc((size_t)vertices, sizeof *s.vertices);
  s.triangles = calloc(3 * (size_t)triangles, sizeof *s.triangles);
  if (s.vertices == NULL || s.triangles == NULL) abort();
  return s;
}

static void add_triangle(solid *s, int a, int b, int c) {
  if (a == b || b == c || c == a) return;
  int *t = s->triangles + 3 * s->triangle_count++;
  t[0] = a, t[1] = b, t[2] = c;
}

static void add_square(solid *s, int a, int b, int c, int d) {
  add_triangle(s, a, b, c);
  add_triangle(s, a, c, d);
}

// Even lines from low to high, and a feature's in place of those nearer to it than its width. The number of
// lines.
static int lines_with(double low, double high, int cells, const double *own, int own_count, double *lines) {
  int count = 0, next = 0;
  double near = own_count > 0 ? 0.5 * (own[own_count - 1] - own[0]) : 0;
  for (int k = 0; k <= cells; ++k) {
    double at = low + (high - low) * k / cells;
    while (next < own_count && own[next] < at) lines[count++] = own[next++];
    bool inside = own_count > 0 && at > own[0] - near && at < own[own_count - 1] + near;
    if (!inside) lines[count++] = at;
  }
  while (next < own_count) lines[count++] = own[next++];
  if (count > LINES_MOST) abort();
  return count;
}

// The four lines of a groove: its walls, each from top to bottom.
static void groove_lines(double at, double width, double depth, double lines[4]) {
  double half = 0.5 * width, out = half + lean * depth;
  lines[0] = at - out, lines[1] = at - half, lines[2] = at + half, lines[3] = at + out;
}

// ---------------------------------------------------------------- cups

double seal_cup_outer(const seal_cup *cup) { return 0.0175 * cup->scale; }

double seal_cup_volume(const seal_cup *cup) {
  return dome_volume(0.015, 0.008) * cup->scale * cup->scale * cup->scale;
}

// (r, z) from the outside of the top to the inside of it.
static int cup_profile(const seal_cup *cup, double (*profile)[2]) {
  const double radius = 0.015 * cup->scale, height = 0.008 * cup->scale, wall = 0.0025 * cup->scale;
  double outer = radius + wall, top = height + wall, bead = cup->round ? 0.5 * wall : 0;
  double sphere = (radius * radius + height * height) / (2 * height), middle = height - sphere;
  double edge = atan2(radius, -middle);
  int count = 0;
  const double outside[3][2] = {{cup->bore, top}, {outer, top}, {outer, 0.5 * top}};
  for (int k = 0; k < 3; ++k, ++count) profile[count][0] = outside[k][0], profile[count][1] = outside[k][1];
  for (int k = 0; k <= cup->across; ++k, ++count) { // the lip
    double part = (double)k / cup->across, angle = VT_PI * part;
    profile[count][0] = cup->round ? radius + bead * (1 + cos(angle)) : outer - wall * part;
    profile[count][1] = cup->round ? bead * (1 - sin(angle)) : 0;
  }
  for (int k = 1; k <= cup->rings; ++k, ++count) { // the dome begins as high as the lip ends
    double angle = edge * (1 - (double)k / cup->rings), r = sphere * sin(angle);
    double z = bead + (middle + sphere * cos(angle)) * (height - bead) / height;
    profile[count][0] = fmax(r, cup->bore), profile[count][1] = z;
  }
  return count;
}

solid seal_cup_solid(const seal_cup *cup) {
  double profile[PROFILE_MOST][2], angles[LINES_MOST], own[4];
  int count = cup_profile(cup, profile), own_count = cup->notch > 0 ? 4 : 0;
  double outer = seal_cup_outer(cup), fade = 0.003 * cup->scale;
  groove_lines(cup->notch_at, cup->width / outer, cup->notch / outer, own);
  int n = lines_with(0, 2 * VT_PI, cup->segments, own, own_count, angles) - 1; // the last is the first
  bool pole = cup->bore == 0;
  solid s = solid_room(count * n, 2 * count * n);
  for (int p = 0; p < count; ++p)
    for (int k = 0; k < n; ++k) {
      bool notched = own_count > 0 && angles[k] > own[0] && angles[k] < own[3];
      double r = profile[p][0], z = profile[p][1];
      if (notched) z += cup->notch * fmax(0, 1 - z / fade);
      s.vertices[s.vertex_count++] = vt_v3(r * cos(angles[k]), r * sin(angles[k]), z);
    }
  for (int p = 0; p < (pole ? count - 1 : count); ++p)
    for (int k = 0; k < n; ++k) {
      int q = (p + 1) % count, next = (k + 1) % n;
      bool up = pole && p == 0, down = pole && q == count - 1; // poles are their first vertex
      add_square(&s, p * n + (up ? 0 : k), q * n + (down ? 0 : k), q * n + (down ? 0 : next),
          p * n + (up ? 0 : next));
    }
  return s;
}

// ---------------------------------------------------------------- seats

double seal_seat_height(const seal_seat *seat, double x, double y) {
  const double wave = 2 * VT_PI / 0.04; // 1/m
  switch (seat->kind) {
  case SEAT_WAVY:
    return seat->amplitude * sin(wave * x + 0.3) * cos(wave * y);
  case SEAT_SPHERE:
    return sqrt(seat->radius * seat->radius - x * x - y * y) - seat->radius;
  case SEAT_CYLINDER:
    return sqrt(seat->radius * seat->radius - y * y) - seat->radius;
  default:
    return 0;
  }
}

vt_vec3 seal_seat_over(const seal_seat *seat, vt_vec3 p) {
  const double step = 1e-6; // m; the error of the slope is some 1e-10
  double across = seal_seat_height(seat, p.x + step, p.y) - seal_seat_height(seat, p.x - step, p.y);
  double along = seal_seat_height(seat, p.x, p.y + step) - seal_seat_height(seat, p.x, p.y - step);
  vt_vec3 normal = vt_normalized(vt_v3(-across, -along, 2 * step));
  return vt_madd(vt_v3(p.x, p.y, seal_seat_height(seat, p.x, p.y)), p.z, normal);
}

// A block under heights over a grid, 10 mm thick, with a hole through it or not.
static solid grid_solid(const seal_seat *seat) {
  double x[LINES_MOST], y[LINES_MOST], own[4] = {-seat->bore, seat->bore};
  int own_count = seat->bore > 0 ? 2 : 0;
  int ny = lines_with(-seat->half, seat->half, seat->cells, own, own_count, y);
  if (seat->groove > 0) groove_lines(seat->groove_at, seat->width, seat->groove, own), own_count = 4;
  int nx = lines_with(-seat->half, seat->half, seat->cells, own, own_count, x), layer = nx * ny;
  solid s = solid_room(2 * layer, 4 * layer + 4 * (nx + ny) + 8);
  for (int k = 0; k < 2 * layer; ++k) {
    double px = x[k % nx], py = y[k / nx % ny], z = seal_seat_height(seat, px, py);
    if (seat->groove > 0 && px > own[0] && px < own[3]) z -= seat->groove;
    s.vertices[s.vertex_count++] = vt_v3(px, py, k < layer ? z : -0.01);
  }
  for (int j = 0; j + 1 < ny; ++j)
    for (int i = 0; i + 1 < nx; ++i) {
      int a = j * nx + i, b = a + 1, c = b + nx, d = a + nx;
      bool hole = seat->bore > 0 && fabs(x[i] + x[i + 1]) < 1e-9 && fabs(y[j] + y[j + 1]) < 1e-9;
      if (hole) {
        const int around[5] = {a, b, c, d, a};
        for (int k = 0; k < 4; ++k)
          add_square(&s, around[k], around[k + 1], around[k + 1] + layer, around[k] + layer);
        continue;
      }
      add_square(&s, a, b, c, d);
      add_square(&s, a + layer, d + layer, c + layer, b + layer);
      if (j == 0) add_square(&s, a, a + layer, b + layer, b);
      if (j + 2 == ny) add_square(&s, c, c + layer, d + layer, d);
      if (i == 0) add_square(&s, d, d + layer, a + layer, a);
      if (i + 2 == nx) add_square(&s, b, b + layer, c + layer, c);
    }
  return s;
}

static solid cylinder_solid(const seal_seat *seat) {
  double profile[LINES_MOST][2] = {{0, -seat->half}};
  int count = 1;
  for (int k = 0; k <= seat->cells; ++k, ++count)
    profile[count][0] = seat->radius, profile[count][1] = seat->half * (2.0 * k / seat->cells - 1);
  profile[count][0] = 0, profile[count++][1] = seat->half;
  return solid_lathe(profile[0], count, false, seat->facets);
}

// Of a large and fine sphere only what is near the cup is wanted: all vertices further down become one.
static void trim(solid *s, double low) {
  int apex = -1, count = s->triangle_count;
  for (int k = 0; k < s->vertex_count; ++k)
    if (apex < 0 || s->vertices[k].z < s->vertices[apex].z) apex = k;
  s->triangle_count = 0;
  for (int k = 0; k < count; ++k) {
    int v[3];
    for (int i = 0; i < 3; ++i)
      v[i] = s->vertices[s->triangles[3 * k + i]].z < low ? apex : s->triangles[3 * k + i];
    add_triangle(s, v[0], v[1], v[2]);
  }
}

solid seal_seat_solid(const seal_seat *seat) {
  if (seat->kind == SEAT_PLANE || seat->kind == SEAT_WAVY) return grid_solid(seat);
  bool sphere = seat->kind == SEAT_SPHERE;
  solid s = sphere ? solid_sphere(seat->radius, seat->facets) : cylinder_solid(seat);
  vt_pose lie = pose_turned(vt_v3(0, 0, 0), vt_v3(0, sphere ? 0 : 0.5 * VT_PI, 0));
  vt_pose turn = pose_turned(vt_v3(0, 0, -seat->radius), sphere ? seat->turn : vt_v3(seat->turn.x, 0, 0));
  for (int k = 0; k < s.vertex_count; ++k)
    s.vertices[k] = vt_pose_apply(turn, vt_pose_apply(lie, s.vertices[k]));
  // A cup reaches 0.45 radii from the middle, where a sphere is a tenth of a radius down, and its facets
  // more.
  if (sphere) trim(&s, -(0.2 + 6.0 / seat->facets) * seat->radius);
  return s;
}
