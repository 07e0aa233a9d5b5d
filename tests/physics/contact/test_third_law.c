// What one body gains the other loses: momentum of pairs that collide in empty space.
#include "check.h"
#include "yard.h"

typedef enum pair_kind { SOFT_SOFT, SOFT_RIGID, RIGID_RIGID } pair_kind;

static int add_body(yard *y, bool soft, vt_pose pose, vt_vec3 velocity) {
  vt_vec3 size = vt_v3(0.05, 0.06, 0.05);
  if (soft) return yard_soft(y, block(size, 3, VT_CELL_TET4), rubber(5e5), 0.1, pose, velocity);
  return yard_rigid(y, block(size, 1, VT_CELL_NONE), 0.2, pose, velocity);
}

static double largest(const vt_vec3 v) { return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))); }

// Momentum: every impulse is applied with both signs, so what is left is rounding, of the forces and (soft)
// of one linear solution a step: 1e-9 of what the bodies exchange. Angular momentum is only as good as the
// two points of a contact are one point: friction acts on both across the gap that the step of the impact
// closes, up to speed * h. It is said for all, and for rigid pairs must fall to a third or less with a tenth
// of the step.
static double test_pair(pair_kind kind, double speed, double dt) {
  static const char *const names[] = {"soft, soft", "soft, rigid", "rigid, rigid"};
  yard y = yard_new(dt, vt_v3(0, 0, 0), 0.4);
  int a = add_body(&y, kind != RIGID_RIGID, turned(vt_v3(0, 0, 0), vt_v3(1, 2, 3), 0.4), vt_v3(0, 0, 0));
  int b = add_body(&y, kind == SOFT_SOFT, turned(vt_v3(0.02, 0.013, 0.08), vt_v3(3, 1, -2), 0.7),
      vt_v3(0.1 * speed, 0, -speed));
  yard_start(&y);
  vt_vec3 momentum = yard_momentum(&y), angular = yard_angular_momentum(&y);
  vt_vec3 own = vt_world_momentum(y.world, a), spin = vt_world_angular_momentum(y.world, a);
  double off = 0, off_angular = 0, exchanged = 0, exchanged_angular = 0, sides = 0;
  for (int k = 0; k < (int)lround(0.2 / dt); ++k) {
    yard_step(&y);
    vt_vec3 ab = vt_world_contact_force(y.world, a, b), ba = vt_world_contact_force(y.world, b, a);
    sides = fmax(sides, largest(vt_add(ab, ba)));
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), momentum)));
    off_angular = fmax(off_angular, vt_norm(vt_sub(yard_angular_momentum(&y), angular)));
    exchanged = fmax(exchanged, vt_norm(vt_sub(vt_world_momentum(y.world, a), own)));
    exchanged_angular = fmax(exchanged_angular, vt_norm(vt_sub(vt_world_angular_momentum(y.world, a), spin)));
  }
  printf("| %s | %g | %g | %.4f | %.1e | %.1e | %.1e |\n", names[kind], speed, 1e3 * dt, exchanged,
      off / exchanged, off_angular / exchanged_angular, sides);
  CHECK(exchanged > 0.05 * speed * 0.1); // they did collide
  CHECK(off < 1e-9 * exchanged);
  CHECK(sides == 0);
  yard_free(&y);
  return off_angular / exchanged_angular;
}

int main(void) {
  printf("| pair | m/s | h, ms | exchanged, kg m/s | momentum off | angular momentum off | sum of both "
         "forces, N "
         "|\n|---|---|---|---|---|---|---|\n");
  for (int kind = SOFT_SOFT; kind <= RIGID_RIGID; ++kind) {
    for (double speed = 1; speed < 6; speed += 4) {
      double coarse = test_pair((pair_kind)kind, speed, 0.01),
             fine = test_pair((pair_kind)kind, speed, 0.001);
      if (kind == RIGID_RIGID) CHECK(fine < fmax(0.3 * coarse, 0.03));
    }
  }
  return check_report();
}
