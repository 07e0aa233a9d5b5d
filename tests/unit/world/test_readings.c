// Forces that sensors read over a step in parts: their mean over the step, which is the momentum that was
// handed over, by its duration. Boxes without friction, turned at random, fall into a heap on the ground.
#include "check.h"
#include "physics/contact/yard.h"

static const double STEP = 0.01, MASS = 0.064, SIDE = 0.04, GRAVITY = 9.81;
enum { BOXES = 20, STEPS = 60 };

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static yard make(void) {
  unsigned seed = 3;
  vt_error error = {0};
  yard y = yard_new(STEP, vt_v3(0, 0, -GRAVITY), 0);
  int ground = yard_ground(&y);
  for (int i = 0; i < BOXES; ++i) {
    vt_vec3 place = vt_v3(0.06 * (i % 2) + 0.01 * random_number(&seed),
        0.06 * (i / 2 % 2) + 0.01 * random_number(&seed), 0.05 + 0.075 * (i / 4));
    vt_vec3 axis = vt_v3(random_number(&seed), random_number(&seed), random_number(&seed));
    double angle = 6 * random_number(&seed);
    yard_rigid(&y, block(vt_v3(SIDE, SIDE, SIDE), 1, VT_CELL_NONE), MASS,
        turned(place, vt_normalized(axis), angle), vt_v3(0, 0, 0));
  }
  vt_sensor_def sensor = vt_sensor_def_default();
  sensor.kind = VT_SENSOR_BODY;
  sensor.target = ground;
  CHECK(vt_model_add_sensor(y.model, &sensor, &error) == 0);
  yard_start(&y);
  return y;
}

int main(void) {
  yard y = make();
  double weight = BOXES * MASS * GRAVITY, before = 0, off = 0, off_in_parts = 0;
  int in_parts = 0, unconverged = 0;
  for (int k = 0; k < STEPS; ++k) {
    yard_step(&y);
    double momentum = yard_momentum(&y).z, force = vt_world_sensor(y.world, 0).force.z;
    double wanted = (momentum - before) / STEP + weight;
    bool parts = vt_world_status(y.world)->substeps > 1;
    in_parts += parts;
    unconverged += vt_world_status(y.world)->result == VT_STEP_UNCONVERGED;
    double *at_worst = parts ? &off_in_parts : &off;
    *at_worst = fmax(*at_worst, fabs(force - wanted));
    before = momentum;
  }
  printf("%d steps in parts, off by %.1e N, others %.1e N, weight %.3f N\n", in_parts, off_in_parts, off,
      weight);
  CHECK(in_parts > 0 && unconverged == 0);
  CHECK(off < 1e-9 * weight);
  CHECK(off_in_parts < 1e-9 * weight);
  yard_free(&y);
  return check_report();
}
