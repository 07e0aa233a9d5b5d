// Plates of any stiffness at rest on the ground: no step is done again, and the ground carries the weight.
//
// A plate under its own weight has the same stresses whatever its stiffness E, so its elastic energy goes as
// 1/E, while rounding puts that energy off by stress times rounded strain, the same for every E. A step must
// not be taken for one that gains energy because of that: plates of 0.1 GPa and more were, near the world's
// origin, and of 1 MPa at 10 m from it.
#include "../integrator.h"
#include "check.h"
#include "yard.h"

static void test_plate(double young, double far) {
  enum { STEPS = 40 };
  vt_error error = {0};
  vt_material material = vt_material_default();
  material.young = young;
  material.poisson = 0.35;
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_fixed(&y, block(vt_v3(50, 50, 0.2), 1, VT_CELL_NONE), at(0, 0, -0.1));
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.2, 0.2, 0.002), 8, 8, 1, VT_CELL_HEX8, &error);
  int body = yard_soft(&y, mesh, material, 0.08, at(far, far, 0.0012), vt_v3(0, 0, 0));
  yard_start(&y);
  worst w = {0};
  double off = 0;
  for (int k = 0; k < STEPS; ++k) {
    yard_step(&y);
    look(&y, &w);
    if (k < STEPS / 2) continue;
    off = fmax(off, fabs(vt_world_contact_force(y.world, body, -1).z / (0.08 * 9.81) - 1));
  }
  long long redone = vt_world_status(y.world)->redone;
  printf("| %.0e | %g | %d | %lld | %.1e |\n", young, far, w.contacts, redone, off);
  // By Newmark's scheme it is looked at in pieces as it strikes, and as it comes to lie and loses all that it
  // has.
  CHECK(redone <= (tested_integrator() == VT_INTEGRATOR_NEWMARK ? 2 : 0));
  CHECK(off < 1e-6);
  yard_free(&y);
}

int main(void) {
  printf(
      "| E, Pa | from the origin, m | contacts | steps redone | force/weight - 1 |\n|---|---|---|---|---|\n");
  const double young[] = {1e6, 1e8, 1e9, 1e10, 1e11};
  for (size_t i = 0; i < sizeof young / sizeof *young; ++i) test_plate(young[i], 0);
  test_plate(1e6, 14);
  test_plate(1e11, 14);
  return check_report();
}
