// What hangs on a cup that was pressed flat comes to rest, whatever the step.
//
// Suction pulls it with 34 N and contacts push it off with 32 N. Where the two do not act at the same arms of
// a body that turns, the couple between them is along its spin, and in proportion to the step: it then swings
// up by e^3.9 in a second at 10 ms. It swings some five times a second, from which implicit Euler takes
// energy: alone that is h omega^2 / 2, e^-4.8 in a second at 10 ms. Asked is that it does not grow.
#include "check.h"

#include <ventouse/scene.h>

#include <math.h>
#include <stdio.h>

// How far a body is sideways of its mean place, root mean square over the next `steps` steps, m.
static double swing(vt_world *world, int body, int steps) {
  double sum = 0, squares = 0;
  for (int k = 0; k < steps; ++k) {
    CHECK(vt_world_step(world) == VT_STEP_OK);
    double x = vt_world_body_pose(world, body).position.x;
    sum += x / steps;
    squares += x * x / steps;
  }
  return sqrt(fmax(squares - sum * sum, 0));
}

static void hang(const char *integrator, double dt) {
  char set[64], step[64];
  snprintf(set, sizeof set, "scene.integrator=%s", integrator);
  snprintf(step, sizeof step, "scene.dt=%g", dt);
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(
      VT_SOURCE_DIR "/tests/physics/time/swing.xml", (const char *const[]){set, step}, 2, &error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  if (world == NULL) printf("%s\n", error.message);
  CHECK(world != NULL);
  if (world != NULL) {
    int cube = vt_model_find_body(vt_scene_model(scene), "cube"), quarter = (int)lround(0.25 / dt);
    for (int k = 0; k < 3 * quarter; ++k) CHECK(vt_world_step(world) == VT_STEP_OK);
    double first = swing(world, cube, quarter), second = swing(world, cube, quarter);
    printf("%s, %g ms: %.2e m, a quarter of a second later %.2e m\n", integrator, 1e3 * dt, first, second);
    CHECK(vt_world_body_pose(world, cube).position.z > 0.033);
    CHECK(second < first);
  }
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

int main(void) {
  hang("euler", 0.01);
  hang("euler", 0.02);
  return check_report();
}
