// A cantilever of a quasi-rigid body against beam theory and full elements: its stiffness where it turns
// little, and what its being linear costs where it turns far.
#include "quasi.h"

#include "check.h"

#include <stdlib.h>

static const double length = 0.1, side = 0.01, young = 7e8, poisson = 0.35;

static vt_mesh *beam_mesh(int n, vt_cell_kind kind) {
  vt_error error = {0};
  return vt_mesh_box(
      vt_v3(0, -0.5 * side, -0.5 * side), vt_v3(length, 0.5 * side, 0.5 * side), 10 * n, n, n, kind, &error);
}

static vt_region end_at(double x) { return vt_region_box(vt_v3(x - 1e-6, -1, -1), vt_v3(x + 1e-6, 1, 1)); }

// Where the tip's centre goes under a force at the tip. Without inertia (steps of 1 s) implicit Euler finds
// the equilibrium in a few steps.
static vt_vec3 quasi_tip(int n, vt_cell_kind kind, double force, vt_pose pose) {
  yard y = yard_new(1, vt_v3(0, 0, 0), 0);
  vt_region held = end_at(0);
  vt_quasi_rigid_def def = plastic(young);
  def.held = &held;
  def.rigid.pose = pose;
  int body = yard_quasi(&y, beam_mesh(n, kind), def);
  yard_fasten(&y, body);
  yard_force(&y, body, end_at(length), vt_quat_rotate(pose.rotation, vt_v3(0, 0, -force)));
  int tip = yard_point(&y, body, vt_v3(length, 0, 0));
  yard_start(&y);
  for (int k = 0; k < 3; ++k) yard_step(&y);
  vt_vec3 at_end = vt_pose_unapply(pose, vt_world_sensor(y.world, tip).position);
  yard_free(&y);
  return vt_sub(at_end, vt_v3(length, 0, 0));
}

static vt_vec3 full_tip(int n, vt_cell_kind kind, double force) {
  vt_error error = {0};
  yard y = yard_new(1, vt_v3(0, 0, 0), 0);
  vt_material material = {.young = young, .poisson = poisson, .density = 950};
  int body = yard_soft(&y, beam_mesh(n, kind), material, 0, vt_pose_identity(), vt_v3(0, 0, 0));
  vt_frame_def frame = vt_frame_def_default();
  vt_attachment_def hold = vt_attachment_def_default();
  hold.frame = vt_model_add_frame(y.model, &frame, &error);
  hold.body = body;
  hold.region = end_at(0);
  CHECK(vt_model_add_attachment(y.model, &hold, &error) == 0);
  yard_force(&y, body, end_at(length), vt_v3(0, 0, -force));
  int tip = yard_point(&y, body, vt_v3(length, 0, 0));
  yard_start(&y);
  for (int k = 0; k < 40; ++k) yard_step(&y);
  vt_vec3 at_end = vt_world_sensor(y.world, tip).position;
  yard_free(&y);
  return vt_sub(at_end, vt_v3(length, 0, 0));
}

// m/N, of Timoshenko's beam with Cowper's coefficient of shear.
static double theory(void) {
  double inertia = pow(side, 4) / 12, shear = young / (2 * (1 + poisson));
  double k = 10 * (1 + poisson) / (12 + 11 * poisson);
  return pow(length, 3) / (3 * young * inertia) + length / (k * shear * side * side);
}

// The full elements are the same but for terms of second order, of 1e-4 here; both differ from theory as
// their meshes do.
static void test_small(void) {
  const double force = 0.01; // turns the tip by 1e-4
  static const struct {
    int n;
    vt_cell_kind kind;
    const char *name;
  } cases[] = {{2, VT_CELL_HEX8, "hex8"}, {4, VT_CELL_HEX8, "hex8"}, {2, VT_CELL_TET4, "tet4 smoothed"},
      {4, VT_CELL_TET4, "tet4 smoothed"}};
  for (int k = 0; k < 4; ++k) {
    double quasi = -quasi_tip(cases[k].n, cases[k].kind, force, vt_pose_identity()).z / force;
    double full = -full_tip(cases[k].n, cases[k].kind, force).z / force;
    vt_pose pose = turned(vt_v3(0.3, -0.2, 0.1), vt_v3(1, 2, -1), 1.1);
    double other = -quasi_tip(cases[k].n, cases[k].kind, force, pose).z / force;
    printf("tip of the cantilever, %s of %d across: %.5e m/N, full elements %.5e (%+.2f%%), beam theory %.5e "
           "(%+.2f%%), turned %+.1g\n",
        cases[k].name, cases[k].n, quasi, full, 100 * (quasi / full - 1), theory(),
        100 * (quasi / theory() - 1), other / quasi - 1);
    CHECK_CLOSE(quasi, full, 0.002);
    CHECK_CLOSE(other, quasi, 1e-6); // the link that holds it is solved to the solver's tolerance
    // Bricks as wide as long are too stiff in bending, with any body that is made of them.
    CHECK_CLOSE(quasi, theory(), cases[k].kind == VT_CELL_TET4 ? 0.02 : 0.14 / cases[k].n);
  }
}

// The tip's place against that of full elements, for loads that turn it further and further.
static void test_large(void) {
  static const double slopes[] = {0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1};
  double inertia = pow(side, 4) / 12;
  for (int k = 0; k < 7; ++k) {
    double force = slopes[k] * 2 * young * inertia / (length * length);
    vt_vec3 quasi = quasi_tip(2, VT_CELL_HEX8, force, vt_pose_identity()),
            full = full_tip(2, VT_CELL_HEX8, force);
    double off = vt_norm(vt_sub(quasi, full)) / vt_norm(full);
    printf("slope %.2f rad: tip (%+.3f, %+.3f) mm, full elements (%+.3f, %+.3f) mm, off by %.1f%% of it, "
           "along the "
           "force %+.1f%%\n",
        slopes[k], 1e3 * quasi.x, 1e3 * quasi.z, 1e3 * full.x, 1e3 * full.z, 100 * off,
        100 * (quasi.z / full.z - 1));
    // The chord shortens by 3/5 of the slope times half the deflection, which is what a linear bend misses.
    CHECK(off < 0.01 + 0.6 * slopes[k]);
    if (slopes[k] <= 0.03) CHECK(off < 0.02);
  }
}

int main(void) {
  test_small();
  test_large();
  return check_report();
}
