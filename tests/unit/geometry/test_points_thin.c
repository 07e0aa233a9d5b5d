// Where surfaces from points end: thin plates, whose two sides lie within one bandwidth, and sharp edges.
// What is measured here is told in docs/points.md; the bounds keep it true.
#include "check.h"
#include "clouds.h"

static const double area = 2 * 0.06 * 0.06; // m^2, of both sides of a plate

// The largest error of the distance over the middle of a plate, of its spacing; 10 where the side is
// mistaken.
static double plate_error(double thickness, bool with_normals, bool one_sided, double *spacing) {
  double side = 0.06, t = thickness * sqrt(2 * area / (sqrt(3) * 4000));
  sampled s = sample_box(vt_v3(side, side, t), 1, (int)(4000 * (1 + 2 * t / side)), 3);
  vt_points_options options = vt_points_options_default();
  options.one_sided = one_sided;
  vt_points surface = surface_of(&s, with_normals, options);
  uint64_t state = 17;
  double worst = 0;
  for (int k = 0; k < 300; ++k) {
    double x = chance_between(&state, -0.015, 0.015), y = chance_between(&state, -0.015, 0.015);
    double off = chance_between(&state, 0, 0.5) * surface.spacing, up = k % 2 == 0 ? 1 : -1;
    vt_points_foot foot = vt_points_project(&surface, vt_v3(x, y, up * (t / 2 + off)));
    double error = foot.found && foot.normal.z * up > 0 ? fabs(foot.distance - off) / surface.spacing : 10;
    worst = fmax(worst, error);
  }
  *spacing = surface.spacing;
  vt_points_free(&surface);
  sampled_free(&s);
  return worst;
}

static void check_plates(void) {
  static const double thicknesses[] = {8, 4, 2, 1, 0.5};
  for (int k = 0; k < 5; ++k) {
    double spacing, given = plate_error(thicknesses[k], true, true, &spacing),
                    both = plate_error(thicknesses[k], true, false, &spacing),
                    found = plate_error(thicknesses[k], false, true, &spacing);
    printf("| plate of %.1f spacings: error of the distance in spacings | given %.3f, two-sided %.3f, found "
           "%.3f |\n",
        thicknesses[k], given, both, found);
    // With normals the sides are apart as long as the nearest point is on the side of the place; without them
    // as long as planes through single points are those of one side; where both sides count, beyond the
    // weights' reach.
    CHECK(k > 3 || given < 1e-6);
    CHECK(k > 2 || found < 1e-6);
    CHECK(k > 0 || both < 1e-6);
  }
}

// By how much a cube's edge and corner are rounded, in spacings: the distance of the true edge from the
// surface.
static void check_edges(int count) {
  const double side = 0.04;
  sampled s = sample_box(vt_v3(side, side, side), 4, count, 5);
  vt_points surface = surface_of(&s, true, vt_points_options_default());
  uint64_t state = 19;
  double edge = 0, face = 0, corner = 0;
  for (int k = 0; k < 200; ++k) {
    double along = chance_between(&state, -0.3, 0.3) * side;
    vt_points_foot at = vt_points_project(&surface, vt_v3(side / 2, along, side / 2));
    CHECK(at.found && at.distance > 0);
    edge = fmax(edge, at.distance / surface.spacing);
    // Beyond the reach of the weights a face does not know of its edge.
    at = vt_points_project(&surface, vt_v3(side / 2 - 4.6 * surface.spacing, 0.1 * along, side / 2));
    face = fmax(face, fabs(at.distance) / surface.spacing);
  }
  for (int k = 0; k < 8; ++k) {
    vt_vec3 p = {k & 1 ? side / 2 : -side / 2, k & 2 ? side / 2 : -side / 2, k & 4 ? side / 2 : -side / 2};
    vt_points_foot at = vt_points_project(&surface, p);
    corner = fmax(corner, vt_norm(vt_sub(p, at.point)) / surface.spacing);
  }
  printf("| cube of %d points: rounded, in spacings | edge %.2f, corner %.2f, face beyond reach %.4f |\n",
      count, edge, corner, face);
  CHECK(edge < 1 && corner < 2 && face < 0.05);
  vt_points_free(&surface);
  sampled_free(&s);
}

int main(void) {
  check_plates();
  check_edges(3000);
  check_edges(12000);
  return check_report();
}
