// A clamped disc under pressure against plate theory: every element, three meshes, three values of Poisson's
// ratio.
//
// The disc is ten times as wide in radius as it is thick. A thin plate sinks by w0 = p a^4 / 64 D; shear adds
// p a^2 / (4 k G t) with k = 5/6 (Reissner, Mindlin), 4.6% at nu = 0.3 and 6.3% at nu = 0.49 of this disc.
// The rim is held in all directions over the whole thickness, which also stops it from thinning: the solid is
// stiffer than the plate by some percent near nu = 0.5.
#include "check.h"
#include "rig.h"

static const double radius = 0.05, thickness = 0.005, young = 1e6, pressure = 1e-3; // w0 below 1e-6 radii

static double thin_plate(double poisson) {
  double d = young * pow(thickness, 3) / (12 * (1 - poisson * poisson));
  return pressure * pow(radius, 4) / (64 * d);
}

static double shear_part(double poisson) {
  double g = young / (2 * (1 + poisson));
  return pressure * radius * radius / (4 * 5.0 / 6 * g * thickness);
}

static double sag(vt_element element, double poisson, int n, int *nodes) {
  rig r = rig_new(1, vt_v3(0, 0, 0));
  vt_mesh *mesh = shape_disc(radius, thickness, n, n / 4 > 0 ? n / 4 : 1, element);
  int body = rig_soft(&r, mesh, element, elastic(young, poisson, 1000));
  rig_hold(&r, body, vt_region_group("rim"));
  rig_press(&r, body, vt_region_box(vt_v3(-1, -1, 0.999 * thickness), vt_v3(1, 1, 1)), pressure);
  int sensor = rig_sense_point(&r, body, vt_v3(0, 0, thickness / 2));
  rig_start(&r);
  rig_settle(&r, body, 1e-7 * thin_plate(poisson), 6); // without rotations two steps are enough
  *nodes = vt_model_node_count(r.model, body);
  double w = thickness / 2 - vt_world_sensor(r.world, sensor).position.z;
  rig_free(&r);
  return w;
}

// What the finest mesh of the test must reach: n = 8 with two bricks through the thickness, 627 nodes, 4005
// with middle nodes. Plain tetrahedra lock.
static double least(vt_element element, double poisson) {
  bool soft = poisson > 0.46;
  if (element == VT_ELEMENT_TET4) return soft ? 0.12 : 0.25;
  if (element == VT_ELEMENT_TET4_NODAL) return 0.33;
  if (element == VT_ELEMENT_TET4_SMOOTHED) return soft ? 0.6 : 0.75;
  if (element == VT_ELEMENT_TET10) return soft ? 0.84 : 0.91;
  return 0.68;
}

int main(int argc, char **argv) {
  static const double ratios[] = {0.3, 0.45, 0.49};
  bool full = is_full(argc, argv);
  printf("| nu | element | n | nodes | w / thin plate | w / plate with shear |\n|---|---|---|---|---|---|\n");
  for (int v = 0; v < 3; ++v)
    for (int e = ELEMENT_FIRST; e <= ELEMENT_LAST; ++e) {
      double last = 0;
      int largest = full && e != VT_ELEMENT_TET10 ? 16 : 8;
      for (int n = 2; n <= largest; n *= 2) {
        int nodes;
        double w = sag((vt_element)e, ratios[v], n, &nodes), thin = thin_plate(ratios[v]);
        double ratio = w / (thin + shear_part(ratios[v]));
        printf("| %.2f | %s | %d | %d | %.4f | %.4f |\n", ratios[v], element_name((vt_element)e), n, nodes,
            w / thin, ratio);
        fflush(stdout);
        CHECK(ratio > last && ratio < 1.02); // converging, from the stiff side
        last = ratio;
      }
      CHECK(last > least((vt_element)e, ratios[v]));
      if (full && e >= VT_ELEMENT_TET4_SMOOTHED) CHECK(last > 0.84);
    }
  return check_report();
}
