// A soft sphere pressed on a rigid plane without friction, against Hertz: F = 4/3 E* sqrt(R) d^(3/2),
// a = sqrt(R d), p = p0 sqrt(1 - r^2/a^2).
//
// Hertz speaks of the approach of distant points, of bodies much larger than the contact. Here the sphere is
// held at the distance 0.9 R from the point of contact, which takes away what lies beyond. A half space held
// there would give less by at least k F / (E 0.9 R), k = 0.454 at nu = 0.3 (the energy of Boussinesq's field
// outside), and be stiffer by a share of 2.2 k a / 0.9 R; a sphere is narrower than a half space, which works
// against it. With d = 1e-6 R, so a = R / 1000, both are about 0.1% and left out; --full shows how they grow
// with d. What remains is the mesh: n / 1.4 cells to a contact radius.
//
// The plane begins lower by the contact distance, so that this plays no part. The contact radius is told from
// the forces: <r^2> = 2/5 a^2. The area of all nodes that carry force is too large, for half a cell around it
// belongs to nodes at the edge.
#include "check.h"
#include "plot.h"
#include "press.h"

#include <stdlib.h>

static const double radius = 1, young = 1e6, poisson = 0.3; // m, Pa

static press press_sphere(vt_element element, int n, double approach) {
  half_ball_def def = {.held = 0.9 * radius,
      .fine = 1.4 * sqrt(radius * approach),
      .sphere = radius,
      .n = n,
      .element = element};
  return press_new(&def, elastic(young, poisson, 1e-3), plane_tool(0.5 * radius), 0, 5 * approach);
}

static double hertz_force(double approach) {
  return 4.0 / 3 * young / (1 - poisson * poisson) * sqrt(radius) * pow(approach, 1.5);
}

typedef struct outcome {
  double force, moment, area; // over Hertz's
} outcome;

static outcome measure(press *p, double approach) {
  press_move(p, vt_v3(0, 0, approach), 1); // the second step takes the normals of the first: 0.2%
  double a = sqrt(radius * approach);
  CHECK(p->unsolved < 1e-6);
  CHECK_NEAR(press_force(p).x, 0, 1e-3 * hertz_force(approach)); // nothing sideways
  return (outcome){
      press_force(p).z / hertz_force(approach), press_moment_radius(p) / a, press_area_radius(p) / a};
}

// ---------------------------------------------------------------- convergence

// The force error that meshes of the test must reach at their finest. Hexahedra and quadratic tetrahedra come
// from the stiff side with the square of the cell; smoothed tetrahedra are a little soft.
typedef struct series {
  vt_element element;
  int meshes[3], full[3];
  double allowed, allowed_full;
} series;

static const series elements[] = {
    {VT_ELEMENT_HEX8, {4, 6, 8}, {4, 8, 12}, 0.05, 0.02},
    {VT_ELEMENT_TET4_SMOOTHED, {2, 4, 6}, {4, 6, 8}, 0.05, 0.02},
    {VT_ELEMENT_TET10, {2, 4, 0}, {2, 4, 6}, 0.05, 0.03},
};

static void converge(const series *s, bool full) {
  const double approach = 1e-6 * radius;
  double first = 0, last = 0, radius_error = 0;
  for (int k = 0; k < 3; ++k) {
    int n = full ? s->full[k] : s->meshes[k];
    if (n == 0) continue;
    press p = press_sphere(s->element, n, approach);
    outcome o = measure(&p, approach);
    printf("| %s | %d | %d | %d | %.4f | %.4f | %.4f |\n", element_name(s->element), n, p.node_count,
        press_touching(&p), o.force, o.moment, o.area);
    fflush(stdout);
    last = fabs(o.force - 1);
    radius_error = fabs(o.moment - 1);
    if (k == 0) first = last;
    press_free(&p);
  }
  CHECK(last < 0.7 * first);
  CHECK_NEAR(last, 0, full ? s->allowed_full : s->allowed);
  CHECK_NEAR(radius_error, 0, full ? 0.02 : 0.05);
}

// ---------------------------------------------------------------- force against approach

// One mesh, made for the largest approach, pressed further and further: F goes with d^(3/2).
static void press_on(bool full) {
  const double largest = 1e-6 * radius;
  press p = press_sphere(VT_ELEMENT_HEX8, full ? 12 : 6, largest);
  double lowest = 0, highest = 0;
  printf("\n| d / R | F / Hertz | a by moment / Hertz | nodes in contact |\n|---|---|---|---|\n");
  for (int k = 1; k <= 4; ++k) {
    double approach = largest * k * k / 16;
    outcome o = measure(&p, approach);
    printf("| %.2e | %.4f | %.4f | %d |\n", approach / radius, o.force, o.moment, press_touching(&p));
    // The smallest contact is four times coarser than the largest: two cells to its radius.
    if (k == 2) lowest = log(o.force * hertz_force(approach));
    if (k == 4) highest = log(o.force * hertz_force(approach));
  }
  CHECK_NEAR((highest - lowest) / log(4), 1.5, 0.03);
  press_free(&p);
}

// The same mesh relative to the contact, at approaches where the held end is felt.
static void press_far(void) {
  printf("\n| d / R | a / held distance | F / Hertz | a half space held there, by energy "
         "|\n|---|---|---|---|\n");
  for (double approach = 1e-6; approach < 2e-2; approach *= 10) {
    press p = press_sphere(VT_ELEMENT_HEX8, 8, approach * radius);
    outcome o = measure(&p, approach * radius);
    double share = sqrt(approach) / 0.9;
    printf("| %.0e | %.4f | %.4f | %.4f |\n", approach, share, o.force,
        1 + 1.5 * 0.454 * 4.0 / 3 / (1 - poisson * poisson) * share);
    press_free(&p);
  }
}

// ---------------------------------------------------------------- pressure

// Pressures at nodes over p0 against r / a, for the figure; the mean error over the inner 0.8 a is returned.
static double pressure_error(const press *p, double approach, double *r, double *pressure, int *count) {
  double a = sqrt(radius * approach), p0 = 1.5 * hertz_force(approach) / (VT_PI * a * a), error = 0;
  int inner = 0;
  *count = 0;
  for (int i = 0; i < p->node_count; ++i) {
    double at = hypot(p->rest[i].x, p->rest[i].y) / a;
    if (p->areas[i] == 0 || at > 1.4) continue;
    double ratio = p->forces[i].z / p->areas[i] / p0;
    r[*count] = at;
    pressure[(*count)++] = fmin(ratio, 1.39);
    if (at > 0.8) continue;
    error += fabs(ratio - sqrt(1 - at * at));
    ++inner;
  }
  return error / inner;
}

static void show_pressure(bool full, const char *path) {
  enum { CURVE = 201 };
  const double approach = 1e-6 * radius;
  double x[CURVE], y[CURVE];
  for (int k = 0; k < CURVE; ++k) {
    x[k] = 1 - pow(1 - (double)k / (CURVE - 1), 2);
    y[k] = sqrt(1 - x[k] * x[k]);
  }
  press p = press_sphere(VT_ELEMENT_HEX8, full ? 12 : 6, approach);
  press t = press_sphere(VT_ELEMENT_TET4_SMOOTHED, full ? 8 : 4, approach);
  measure(&p, approach);
  measure(&t, approach);
  double *data = calloc(2 * (size_t)(p.node_count + t.node_count), sizeof *data);
  if (data == NULL) exit(1);
  double *r1 = data, *p1 = r1 + p.node_count, *r2 = p1 + p.node_count, *p2 = r2 + t.node_count;
  int count1, count2;
  double error1 = pressure_error(&p, approach, r1, p1, &count1);
  double error2 = pressure_error(&t, approach, r2, p2, &count2);
  printf("\npressure: mean error %.3f p0 (hex8), %.3f p0 (tet4_smoothed)\n", error1, error2);
  CHECK_NEAR(error1, 0, 0.06); // the mesh is felt at single nodes: nodes at cell corners of unlike size
  CHECK_NEAR(error2, 0, 0.12);
  plot_series curves[] = {{"Hertz", "#000", true, CURVE, x, y},
      {full ? "hex8, n = 12" : "hex8, n = 6", "#1f77b4", false, count1, r1, p1},
      {full ? "tet4_smoothed, n = 8" : "tet4_smoothed, n = 4", "#d62728", false, count2, r2, p2}};
  plot_def plot = {.title = "Pressure under a sphere, by node",
      .x_name = "r / a",
      .y_name = "p / p0",
      .x_max = 1.4,
      .y_max = 1.4,
      .series_count = 3,
      .series = curves};
  if (path != NULL) CHECK(plot_write(&plot, path));
  free(data);
  press_free(&p);
  press_free(&t);
}

int main(int argc, char **argv) {
  bool full = is_full(argc, argv);
  const char *figure = figure_path(argc, argv);
  if (figure == NULL || !full) {
    printf("| element | n | nodes | in contact | F / Hertz | a by moment / Hertz | a by area / Hertz |\n");
    printf("|---|---|---|---|---|---|---|\n");
    for (int e = 0; e < 3; ++e) converge(&elements[e], full);
    press_on(full);
    if (full) press_far();
  }
  if (figure != NULL || !full) show_pressure(full, figure);
  return check_report();
}
