// The pressure under a soft sphere, node by node, against Hertz: p = p0 sqrt(1 - r^2/a^2). On a rigid plane,
// and on another soft sphere whose mesh does not match: turned about the axis, and with three cells to four.
//
// A node's pressure is the force on it over the area that belongs to it. What it is off by is counted in p0
// within 0.9 a; further out the pressure falls with an endless slope and belongs to cells that it fills in
// part. On the surface that leads, forces are those of contacts; on the other one each contact gives to the
// corners of the triangle it is on, and a node gets what its hat function picks up at the places of the
// contacts.
//
// Two spheres of radius R and the same modulus E* / 2 at the approach d touch like one of R / 2: a^2 = R d /
// 2, F = 4/3 E*/2 sqrt(R / 2) d^(3/2).
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

// ---------------------------------------------------------------- on a plane

static deviation on_plane(vt_element element, int n, dots *d) {
  theory t = hertz(radius, young / (1 - poisson * poisson));
  half_ball_def def = {.held = 0.9 * radius, .fine = 1.4 * t.a, .sphere = radius, .n = n, .element = element};
  press p = press_new(&def, elastic(young, poisson, 1e-3), plane_tool(0.5 * radius), 0, 5 * approach);
  press_move(&p, vt_v3(0, 0, approach), 1);
  CHECK(p.unsolved < 1e-6);
  deviation v = compare(&t, p.node_count, p.rest, p.forces, p.areas, d);
  int contacts;
  vt_world_contacts(p.rig.world, &contacts);
  printf("| plane | %s | %d | %d | %d of %d | %.4f | %.2f | %.2f | | |\n", element_name(element), n,
      p.node_count, press_touching(&p), contacts, press_force(&p).z / t.force, 100 * v.rms, 100 * v.worst);
  fflush(stdout);
  press_free(&p);
  return v;
}

// ---------------------------------------------------------------- on another one

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

static int other;
static deviation on_sphere(vt_element element, int n, double friction, dots *leading, dots *following) {
  theory t = hertz(0.5 * radius, 0.5 * young / (1 - poisson * poisson));
  pair_side upper = soft_sphere(element, n, t.a), lower = soft_sphere(element, other, t.a);
  turn_over(lower.mesh, 0.4);
  pair p = pair_new(upper, lower, elastic(young, poisson, 1e-3), friction, 5 * approach);
  pair_move(&p, approach, 1);
  CHECK(p.unsolved < 1e-6);
  CHECK_NEAR(hypot(pair_force(&p).x, pair_force(&p).y), 0, 1e-2 * t.force);
  deviation v = compare(&t, p.upper.node_count, p.upper.rest, p.upper.forces, p.upper.areas, leading);
  deviation u = compare(&t, p.lower.node_count, p.lower.rest, p.lower.forces, p.lower.areas, following);
  printf("| sphere | %s | %d on %d | %d | %d of %d | %.4f | %.2f | %.2f | %.2f | %.2f |\n",
      element_name(element), n, other, p.upper.node_count + p.lower.node_count, p.carrying, p.contacts,
      pair_force(&p).z / t.force, 100 * v.rms, 100 * v.worst, 100 * u.rms, 100 * u.worst);
  fflush(stdout);
  pair_free(&p);
  return v;
}

// ---------------------------------------------------------------- the figure

static void draw(const char *path, const dots *plane, const dots *leading, const dots *following) {
  enum { CURVE = 201 };
  double x[CURVE], y[CURVE];
  for (int k = 0; k < CURVE; ++k) {
    x[k] = 1 - pow(1 - (double)k / (CURVE - 1), 2);
    y[k] = sqrt(1 - x[k] * x[k]);
  }
  plot_series curves[] = {{"Hertz", "#000", true, CURVE, x, y},
      {"on a plane", "#2ca02c", false, plane->count, plane->r, plane->pressure},
      {"on a soft sphere", "#1f77b4", false, leading->count, leading->r, leading->pressure},
      {"that sphere", "#d62728", false, following->count, following->r, following->pressure}};
  plot_def plot = {.title = "Pressure at nodes, hexahedra, meshes that do not match",
      .x_name = "r / a",
      .y_name = "p / p0",
      .x_most = 1.4,
      .y_most = 1.4,
      .series_count = 4,
      .series = curves};
  CHECK(plot_write(&plot, path));
}

int main(int argc, char **argv) {
  bool full = is_full(argc, argv);
  const char *figure = figure_path(argc, argv);
  const vt_element elements[] = {VT_ELEMENT_HEX8, VT_ELEMENT_TET4_SMOOTHED};
  // Three cells to four wants n / 4 whole and n even on both sides.
  const int meshes[2][3] = {{8, 0, 0}, {8, 0, 0}}, finer[2][3] = {{8, 16, 0}, {8, 16, 0}};
  dots plane = {0}, leading = {0}, following = {0};
  printf("| on | element | n | nodes | contacts that carry | F / Hertz | rms, %% of p0 | worst, %% | the "
         "other's rms, "
         "%% | worst, %% |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (int e = 0; e < 2; ++e)
    for (int k = 0; k < 3; ++k) {
      int n = full ? finer[e][k] : meshes[e][k];
      if (n == 0) continue;
      if (e == 1 && n == 77) on_plane(elements[e], n, NULL);
      if (e == 0)
        for (other = 4; other <= 8; other += 2) on_sphere(elements[e], n, 0, NULL, NULL);
    }
  if (figure != NULL) draw(figure, &plane, &leading, &following);
  return check_report();
}
