// What one body gains the other loses: momentum and angular momentum of pairs that collide in empty space,
// and what sensors say of it.
#include "../integrator.h"
#include "check.h"
#include "yard.h"

typedef enum pair_kind { SOFT_SOFT, SOFT_RIGID, RIGID_RIGID } pair_kind;

static int add_body(yard *y, bool soft, vt_pose pose, vt_vec3 velocity) {
  vt_vec3 size = vt_v3(0.05, 0.06, 0.05);
  if (soft) return yard_soft(y, block(size, 3, VT_CELL_TET4), rubber(5e5), 0.1, pose, velocity);
  return yard_rigid(y, block(size, 1, VT_CELL_NONE), 0.2, pose, velocity);
}

static double largest(const vt_vec3 v) { return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))); }

static int add_sensor(yard *y, int body, int other) {
  vt_error error = {0};
  vt_sensor_def def = vt_sensor_def_default();
  def.kind = VT_SENSOR_CONTACT;
  def.target = body;
  def.other = other;
  int sensor = vt_model_add_sensor(y->model, &def, &error);
  CHECK(sensor >= 0);
  return sensor;
}

// The torque about the origin that a contact sensor reads.
static vt_vec3 torque_of(const yard *y, int sensor, int body) {
  vt_reading r = vt_world_sensor(y->world, sensor);
  return vt_add(r.torque, vt_cross(vt_world_body_pose(y->world, body).position, r.force));
}

typedef struct balance {
  double exchanged, exchanged_angular; // the most of what one body got, kg m/s and kg m^2/s
  double off, off_angular;             // the most that the sum changed by
  double sides, sides_angular;         // N, N m: the most that forces, and read torques, differ
  double force, torque;                // N, N m: the largest
  double read_off;                     // of angular momentum: sensor against what the body got, the most
  int read;                            // steps in which that was compared
  int pieces;                          // of the step before
} balance;

static void step_and_look(yard *y, const int bodies[2], const int sensors[2], double dt, balance *sums) {
  vt_vec3 momentum = yard_momentum(y), angular = yard_angular_momentum(y);
  vt_vec3 own = vt_world_momentum(y->world, bodies[0]), spin = vt_world_angular_momentum(y->world, bodies[0]);
  yard_step(y);
  vt_vec3 got = vt_sub(vt_world_angular_momentum(y->world, bodies[0]), spin);
  vt_vec3 ab = vt_world_contact_force(y->world, bodies[0], bodies[1]),
          ba = vt_world_contact_force(y->world, bodies[1], bodies[0]);
  vt_vec3 t0 = torque_of(y, sensors[0], bodies[0]), t1 = torque_of(y, sensors[1], bodies[1]);
  sums->sides = fmax(sums->sides, largest(vt_add(ab, ba)));
  sums->sides_angular = fmax(sums->sides_angular, largest(vt_add(t0, t1)));
  sums->torque = fmax(sums->torque, vt_norm(t0));
  sums->off = fmax(sums->off, vt_norm(vt_sub(yard_momentum(y), momentum)));
  sums->off_angular = fmax(sums->off_angular, vt_norm(vt_sub(yard_angular_momentum(y), angular)));
  sums->exchanged = fmax(sums->exchanged, vt_norm(vt_sub(vt_world_momentum(y->world, bodies[0]), own)));
  sums->exchanged_angular = fmax(sums->exchanged_angular, vt_norm(got));
  // Each part has torques about a place of its own. By Newmark's scheme forces act from the middle of the
  // last piece to that of this one, which is a step where both are whole ones.
  int pieces = vt_world_status(y->world)->substeps;
  bool whole = sums->pieces == 1 || tested_integrator() == VT_INTEGRATOR_EULER;
  if (pieces == 1 && whole) {
    sums->read_off = fmax(sums->read_off, vt_norm(vt_sub(got, vt_scale(dt, t0))));
    sums->read += vt_norm(t0) > 0;
  }
  sums->pieces = pieces;
}

// Momentum: every impulse is applied with both signs, so what is left is rounding, of the forces and (soft)
// of one linear solution a step: 1e-9 of what the bodies exchange. Two rigid bodies are pushed at one point,
// so that the same holds for angular momentum, and for the torques that sensors read. Soft bodies are pushed
// where they are, across the gap that the step of the impact closes: what that makes is only said.
static void test_pair(pair_kind kind, double speed, double dt) {
  static const char *const names[] = {"soft, soft", "soft, rigid", "rigid, rigid"};
  yard y = yard_new(dt, vt_v3(0, 0, 0), 0.4);
  int a = add_body(&y, kind != RIGID_RIGID, turned(vt_v3(0, 0, 0), vt_v3(1, 2, 3), 0.4), vt_v3(0, 0, 0));
  int b = add_body(&y, kind == SOFT_SOFT, turned(vt_v3(0.02, 0.013, 0.08), vt_v3(3, 1, -2), 0.7),
      vt_v3(0.1 * speed, 0, -speed));
  const int bodies[2] = {a, b}, sensors[2] = {add_sensor(&y, a, b), add_sensor(&y, b, a)};
  yard_start(&y);
  balance sums = {0};
  for (int k = 0; k < (int)lround(0.2 / dt); ++k) step_and_look(&y, bodies, sensors, dt, &sums);
  printf("| %s | %g | %g | %.4f | %.1e | %.1e | %.1e | %.1e | %.1e |\n", names[kind], speed, 1e3 * dt,
      sums.exchanged, sums.off / sums.exchanged, sums.off_angular / sums.exchanged_angular, sums.sides,
      sums.sides_angular / sums.torque, sums.read_off / sums.exchanged_angular);
  CHECK(sums.exchanged > 0.05 * speed * 0.1); // they did collide
  CHECK(sums.off < 1e-9 * sums.exchanged);
  CHECK(sums.sides == 0);
  if (kind == RIGID_RIGID) {
    CHECK(sums.off_angular < 1e-9 * sums.exchanged_angular);
    CHECK(sums.sides_angular < 1e-9 * sums.torque);
    CHECK(sums.read_off < 1e-9 * sums.exchanged_angular);
    CHECK(sums.read > 0);
  }
  yard_free(&y);
}

int main(void) {
  printf("| pair | m/s | h, ms | exchanged, kg m/s | momentum | angular | sum of forces, N | of torques | "
         "torque read |\n|---|---|---|---|---|---|---|---|---|\n");
  for (int kind = SOFT_SOFT; kind <= RIGID_RIGID; ++kind)
    for (double speed = 1; speed < 6; speed += 4) {
      test_pair((pair_kind)kind, speed, 0.01);
      test_pair((pair_kind)kind, speed, 0.001);
    }
  return check_report();
}
