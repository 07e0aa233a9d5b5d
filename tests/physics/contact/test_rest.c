// A block at rest: what the ground pushes is its weight, and it stays where it is; dropped, it does not
// bounce.
#include "check.h"
#include "yard.h"

enum { RIGID, SOFT };

static const double WEIGHT = 9.81; // N, of 1 kg

static int add_block(yard *y, int kind, double height) {
  vt_vec3 size = vt_v3(0.1, 0.1, 0.1);
  if (kind == RIGID) return yard_rigid(y, block(size, 1, VT_CELL_NONE), 1, at(0, 0, height), vt_v3(0, 0, 0));
  return yard_soft(y, block(size, 3, VT_CELL_TET4), rubber(1e6), 1, at(0, 0, height), vt_v3(0, 0, 0));
}

static vt_vec3 centre(const yard *y, int body) { return vt_world_body_pose(y->world, body).position; }

// The block begins 0.1 mm above its place. Its force is looked at once it rests (a rigid one at once, a soft
// one after half a second of ringing) and from then on. Tolerance 1e-6: the solver ends at 1e-9 of the
// largest force, and a soft block's ringing has died down to less by damping (2 ms at 1 MPa).
static void test_rest(int kind, double dt, double seconds) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  int body = add_block(&y, kind, 0.0502);
  yard_start(&y);
  worst w = {0};
  double off = 0, sideways = 0, drift = 0;
  int steps = (int)lround(seconds / dt), settled = (int)lround(2 / dt);
  vt_vec3 from = {0, 0, 0};
  for (int k = 0; k < steps; ++k) {
    yard_step(&y);
    look(&y, &w);
    if (k < settled) from = centre(&y, body);
    if (k < settled) continue;
    vt_vec3 force = vt_world_contact_force(y.world, body, -1);
    off = fmax(off, fabs(force.z / WEIGHT - 1));
    sideways = fmax(sideways, hypot(force.x, force.y) / WEIGHT);
    drift = fmax(drift, vt_norm(vt_sub(centre(&y, body), from)));
  }
  printf("| %s | %g | %.1e | %.1e | %.1e | %.4f | %d | %.1e |\n", kind == RIGID ? "rigid" : "soft", 1e3 * dt,
      off, sideways, drift, 1e3 * w.intrusion, w.iterations, w.residual);
  CHECK(off < 1e-6);
  CHECK(sideways < 1e-6);
  CHECK(drift < 1e-9); // a hundred thousandth of the contact distance in the rest of the time
  CHECK(w.unconverged == 0);
  CHECK(w.intrusion < 1e-6);
  if (kind == SOFT) { // it stands on its bottom, which its weight widens by about nu rho g L / E = 3e-4
    vt_vec3 forces[64];
    CHECK(vt_world_collision_surface(y.world, body).vertex_count <= 64);
    CHECK_CLOSE(vt_world_contact_area(y.world, body, forces), 0.01, 2e-3);
  }
  yard_free(&y);
}

// Dropped from 5 cm: without restitution the law leaves no velocity along the normal, so that a rigid box is
// at rest after the step of the impact, to the solver's tolerance times the speed of impact (1e-9 m/s). The
// box falls as far short of the ground as it is after the step before, so the gap is closed, not stopped at.
// A soft one keeps what its elasticity gives back; the step's own damping takes most of that at 10 ms.
static void test_drop(int kind, double dt) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  int body = add_block(&y, kind, 0.1001);
  yard_start(&y);
  double highest = 0, fastest = 0, first = yard_energy(&y), before = first, growth = 0, speed = 0;
  int landed = -1, pieces = 1;
  for (int k = 0; k < (int)lround(1 / dt); ++k) {
    double falling = vt_world_body_velocity(y.world, body).z;
    yard_step(&y);
    double energy = yard_energy(&y), up = vt_world_body_velocity(y.world, body).z;
    // Where pieces become longer or shorter, velocities are those of another middle: what moves freely at v
    // then has up to m g v h/2 more or less, and the energy at the start is that of a height of 0.1 m.
    bool changed = vt_world_status(y.world)->substeps != pieces;
    pieces = vt_world_status(y.world)->substeps;
    growth = fmax(growth, energy - before - (changed ? first * fmax(fabs(up), fabs(falling)) * dt / 0.2 : 0));
    before = energy;
    // Falling, implicit Euler takes m g^2 h / 2 of its energy a second, and nothing else does; velocities of
    // Newmark's scheme are half a step behind, which is as much.
    // A soft block may touch and leave within a step that is done in pieces: then it falls no faster.
    bool touches = vt_world_contact_force(y.world, body, -1).z > 0 || up > falling;
    if (landed < 0 && !touches)
      CHECK(energy >= first - 0.5 * 9.81 * 9.81 * dt * vt_world_time(y.world) - 1e-9 * first);
    if (landed < 0 && touches) {
      landed = k;
      speed = -falling;
      continue; // the step of the impact closes the gap that was left, with the speed that takes
    }
    if (landed < 0) continue;
    fastest = fmax(fastest, up);
    highest = fmax(highest, centre(&y, body).z - 0.0501);
  }
  printf("| %s | %g | %.3f | %.1e | %.1e | %.1e |\n", kind == RIGID ? "rigid" : "soft", 1e3 * dt, speed,
      fastest, 1e3 * highest, growth / first);
  CHECK(landed > 0);
  CHECK(speed > 0.85); // sqrt(2 g 5 cm) = 0.990, less the distance left when the last step before it ended
  if (kind == RIGID) CHECK(fastest < 1e-7);
  if (kind == RIGID) CHECK(highest < 1e-7);
  if (kind == SOFT) CHECK(fastest < 0.5 * speed);
  CHECK(growth < 1e-9 * first);
  yard_free(&y);
}

int main(void) {
  printf(
      "| block | h, ms | force/weight - 1 | sideways/weight | drift, m | intrusion, mm | sweeps | residual "
      "|\n|---|---|---|---|---|---|---|---|\n");
  test_rest(RIGID, 0.01, 12);
  test_rest(RIGID, 0.001, 12);
  test_rest(SOFT, 0.01, 12);
  test_rest(SOFT, 0.001, 3);
  printf("\n| block | h, ms | impact, m/s | upwards after, m/s | rise, mm | energy gained in a step "
         "|\n|---|---|---|---|---|---|\n");
  for (int kind = RIGID; kind <= SOFT; ++kind) {
    test_drop(kind, 0.01);
    test_drop(kind, 0.001);
  }
  return check_report();
}
