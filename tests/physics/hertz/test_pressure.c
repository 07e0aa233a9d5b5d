// Pressures at the nodes of surfaces in contact, against closed forms: under a soft sphere on a rigid plane
// and on another soft sphere whose mesh does not match (Hertz: p = p0 sqrt(1 - r^2/a^2)), and between soft
// boxes face to face, where it is the same everywhere.
//
// A node's pressure is the force on it over the area that belongs to it. Under spheres it is compared within
// 0.9 a; further out the pressure falls with an endless slope, in cells that it fills in part. Two spheres of
// radius R and modulus E* / 2 at the approach d touch like one of R / 2: a^2 = R d / 2, F = 4/3 E*/2
// sqrt(R / 2) d^(3/2).
//
// Between boxes, of hexahedra in line with the sides or of tetrahedra that are turned in the middle, the
// pressure is compared within 0.8 of the sides.
#include "check.h"
#include "half_ball.h"
#include "pair.h"
#include "plot.h"
#include "press.h"

#include <stdlib.h>

static const double radius = 1, young = 1e6, poisson = 0.3, approach = 1e-6; // m, Pa, m

// Deviations within 0.9 a over p0.
typedef struct deviation {
  double rms, worst;
  int nodes;
} deviation;

typedef struct theory {
  double a, p0, force; // m, Pa, N
} theory;

static theory hertz(double effective_radius, double effective_modulus) {
  theory t = {.a = sqrt(effective_radius * approach),
      .force = 4.0 / 3 * effective_modulus * sqrt(effective_radius) * pow(approach, 1.5)};
  t.p0 = 1.5 * t.force / (VT_PI * t.a * t.a);
  return t;
}

// The dots of a figure, as many as nodes.
typedef struct dots {
  int count;
  double *r, *pressure;
} dots;

static deviation compare(
    const theory *t, int count, const vt_vec3 *rest, const vt_vec3 *forces, const double *areas, dots *d) {
  deviation v = {0};
  if (d != NULL) {
    d->r = calloc((size_t)count, sizeof *d->r);
    d->pressure = calloc((size_t)count, sizeof *d->pressure);
    if (d->r == NULL || d->pressure == NULL) exit(1);
  }
  for (int i = 0; i < count; ++i) {
    double at = hypot(rest[i].x, rest[i].y) / t->a;
    if (areas[i] == 0 || at > 1.4) continue;
    double pressure = fabs(forces[i].z) / areas[i] / t->p0;
    if (d != NULL) d->r[d->count] = at, d->pressure[d->count++] = fmin(pressure, 1.39);
    if (at > 0.9) continue;
    double off = fabs(pressure - sqrt(1 - at * at));
    v.rms += off * off;
    v.worst = fmax(v.worst, off);
    ++v.nodes;
  }
  v.rms = sqrt(v.rms / v.nodes);
  return v;
}

static void print_row(const char *what, vt_element element, const char *cells, int nodes, int carrying,
    int contacts, double force, const deviation *v, const deviation *u) {
  printf("| %s | %s | %s | %d | %d of %d | %.4f | %.2f | %.2f |", what, element_name(element), cells, nodes,
      carrying, contacts, force, 100 * v->rms, 100 * v->worst);
  if (u != NULL)
    printf(" %.2f | %.2f |\n", 100 * u->rms, 100 * u->worst);
  else
    printf(" | |\n");
  fflush(stdout);
}

// ---------------------------------------------------------------- on a plane

static deviation on_plane(vt_element element, int n, dots *d) {
  theory t = hertz(radius, young / (1 - poisson * poisson));
  half_ball_def def = {.held = 0.9 * radius, .fine = 1.4 * t.a, .sphere = radius, .n = n, .element = element};
  press p = press_new(&def, elastic(young, poisson, 1e-3), plane_tool(0.5 * radius), 0, 5 * approach);
  press_move(&p, vt_v3(0, 0, approach), 1);
  CHECK(p.unsolved < 1e-6);
  deviation v = compare(&t, p.node_count, p.rest, p.forces, p.areas, d);
  int contacts;
  char cells[16];
  vt_world_contacts(p.rig.world, &contacts);
  snprintf(cells, sizeof cells, "%d", n);
  print_row("plane", element, cells, p.node_count, press_touching(&p), contacts, press_force(&p).z / t.force,
      &v, NULL);
  press_free(&p);
  return v;
}

// ---------------------------------------------------------------- soft on soft

// Both sides of a pair; the force makes no torque, over all of the bodies.
typedef struct deviations {
  deviation upper, lower;
} deviations;

static void report(const pair *p, const char *what, int n, int m, double force, double size, deviations *v) {
  char cells[32];
  CHECK(p->unsolved < 1e-6);
  CHECK_NEAR(p->torque, 0, 1e-9 * force * size); // rounding: there is no friction
  CHECK_NEAR(hypot(pair_force(p).x, pair_force(p).y), 0, 1e-2 * force);
  snprintf(cells, sizeof cells, "%d on %d", n, m);
  print_row(what, p->upper.element, cells, p->upper.node_count + p->lower.node_count, p->carrying,
      p->contacts, pair_force(p).z / force, &v->upper, &v->lower);
}

// A half ball with its touching side up, turned about the axis.
static void turn_over(vt_mesh *mesh, double angle) {
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 x = mesh->nodes[i];
    mesh->nodes[i] = vt_v3(cos(angle) * x.x + sin(angle) * x.y, sin(angle) * x.x - cos(angle) * x.y, -x.z);
  }
}

static pair_side soft_sphere(vt_element element, int n, double a) {
  half_ball_def def = {.held = 0.9 * radius, .fine = 1.4 * a, .sphere = radius, .n = n, .element = element};
  pair_side side = {.element = element, .held = vt_region_group("held")};
  side.mesh = half_ball(&def, &side.areas);
  return side;
}

static deviations on_sphere(vt_element element, int n, int m, dots *leading, dots *following) {
  theory t = hertz(0.5 * radius, 0.5 * young / (1 - poisson * poisson));
  pair_side upper = soft_sphere(element, n, t.a), lower = soft_sphere(element, m, t.a);
  turn_over(lower.mesh, 0.4);
  pair p = pair_new(upper, lower, elastic(young, poisson, 1e-3), 0, 5 * approach);
  pair_move(&p, approach, 1);
  deviations v = {compare(&t, p.upper.node_count, p.upper.rest, p.upper.forces, p.upper.areas, leading),
      compare(&t, p.lower.node_count, p.lower.rest, p.lower.forces, p.lower.areas, following)};
  report(&p, "sphere", n, m, t.force, t.a, &v);
  pair_free(&p);
  return v;
}

// ---------------------------------------------------------------- boxes

static const double half = 0.02, pressed = 1e-4; // m: of the boxes' sides; by how much they are pressed

// A box above or below the plane z = 0, its mesh turned by `angle` in the middle and less towards the sides.
static pair_side soft_box(vt_element element, int n, bool above, double angle) {
  vt_error error = {0};
  pair_side side = {.element = element};
  vt_vec3 low = vt_v3(-half, -half, above ? 0 : -half), high = vt_v3(half, half, above ? half : 0);
  side.mesh = vt_mesh_box(
      low, high, n, n, (n + 1) / 2, element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4, &error);
  if (side.mesh == NULL) exit(1);
  for (int i = 0; i < side.mesh->node_count; ++i) {
    vt_vec3 *x = &side.mesh->nodes[i], was = *x;
    double turn = angle * (1 - fmax(fabs(was.x), fabs(was.y)) / half);
    x->x = cos(turn) * was.x - sin(turn) * was.y;
    x->y = sin(turn) * was.x + cos(turn) * was.y;
  }
  side.areas = flat_areas(side.mesh);
  double end = above ? half : -half, margin = 2 * pressed;
  side.held = vt_region_box(vt_v3(-1, -1, end - margin), vt_v3(1, 1, end + margin));
  return side;
}

// Deviations from the pressure p within 0.8 of the sides, in p.
static deviation compare_even(const pair_side *s, double p) {
  deviation v = {0};
  for (int i = 0; i < s->node_count; ++i) {
    if (s->areas[i] == 0 || fmax(fabs(s->rest[i].x), fabs(s->rest[i].y)) > 0.8 * half) continue;
    double off = fabs(fabs(s->forces[i].z) / s->areas[i] / p - 1);
    v.rms += off * off;
    v.worst = fmax(v.worst, off);
    ++v.nodes;
  }
  v.rms = sqrt(v.rms / v.nodes);
  return v;
}

static deviations on_box(vt_element element, int n, int m) {
  const double modulus = 3e4, force = modulus * pressed / (2 * half) * 4 * half * half; // Pa, N
  double angle = element == VT_ELEMENT_HEX8 ? 0 : 0.6;
  pair p = pair_new(soft_box(element, n, true, angle), soft_box(element, m, false, -angle),
      elastic(modulus, 0, 1e-3), 0, 5 * pressed);
  pair_move(&p, pressed, 3);
  double mean = pair_force(&p).z / (4 * half * half);
  deviations v = {compare_even(&p.upper, mean), compare_even(&p.lower, mean)};
  report(&p, "box", n, m, force, half, &v);
  CHECK_NEAR(pair_force(&p).z / force, 1, 0.005); // pressed by a quarter of a percent, and turned by rounding
  pair_free(&p);
  return v;
}

// ---------------------------------------------------------------- all of them

static void draw(const char *path, const dots *plane, const dots *leading, const dots *following) {
  enum { CURVE = 201 };
  double x[CURVE], y[CURVE];
  for (int k = 0; k < CURVE; ++k) {
    x[k] = 1 - pow(1 - (double)k / (CURVE - 1), 2);
    y[k] = sqrt(1 - x[k] * x[k]);
  }
  plot_series curves[] = {{"Hertz", "#000", true, CURVE, x, y},
      {"on a plane", "#2ca02c", false, plane->count, plane->r, plane->pressure},
      {"on a soft sphere, 16 cells", "#1f77b4", false, leading->count, leading->r, leading->pressure},
      {"that sphere, 12 cells", "#d62728", false, following->count, following->r, following->pressure}};
  plot_def plot = {.title = "Pressure at nodes, hexahedra, meshes that do not match",
      .x_name = "r / a",
      .y_name = "p / p0",
      .x_max = 1.4,
      .y_max = 1.4,
      .series_count = 4,
      .series = curves};
  CHECK(plot_write(&plot, path));
}

static void check_within(const deviations *v, double rms) {
  CHECK_NEAR(v->upper.rms, 0, rms);
  CHECK_NEAR(v->lower.rms, 0, rms);
}

// Two meshes as a test, three for the tables. Contacts at points leave 5 and 9% (rms, on the two sides) on 8
// cells on 6 under spheres, and 13% between boxes of 12 cells on 8.
static void show(vt_element element, bool full, dots *d) {
  bool bricks = element == VT_ELEMENT_HEX8;
  int meshes = full && bricks ? 3 : 2;
  deviations v = {.upper = {0}};
  if (full)
    for (int k = 0; k < meshes; ++k) on_plane(element, 4 << k, k == 2 ? &d[0] : NULL);
  for (int k = 0; k < meshes && (full || bricks); ++k)
    v = on_sphere(element, 4 << k, k == 0 ? 4 : 3 << k, k == 2 ? &d[1] : NULL, k == 2 ? &d[2] : NULL);
  check_within(&v, full && bricks ? 0.03 : 0.05);
  for (int k = 0; k < (full ? 3 : 2); ++k) v = on_box(element, 6 << k, 4 << k);
  // The areas of tetrahedra are those of their triangles, and only rounding is left: 4e-12. Faces of
  // hexahedra are cut in two, and at the corners of a box triangles say something else.
  check_within(&v, bricks ? 0.005 : 1e-9);
}

int main(int argc, char **argv) {
  bool full = is_full(argc, argv);
  const char *figure = figure_path(argc, argv);
  dots d[3] = {{0}};
  printf("| on | element | cells | nodes | contacts that carry | F / theory | rms, %% | worst, %% | below: "
         "rms, %% | worst, %% |\n|---|---|---|---|---|---|---|---|---|---|\n");
  show(VT_ELEMENT_HEX8, full, d);
  show(VT_ELEMENT_TET4_SMOOTHED, full, d);
  if (figure != NULL && full) draw(figure, &d[0], &d[1], &d[2]);
  for (int k = 0; k < 3; ++k) free(d[k].r), free(d[k].pressure);
  return check_report();
}
