// A study, not a test: where the energy of a toy goes between the last step with a cavity and the top of its
// jump (docs/time.md).
//
//   study_energy SCENE BODY [PATH=VALUE...]
//
// Runs the scene to its end, by Newmark's scheme, with an account of the work of every force (ledger.h). BODY
// is the one whose top is looked for; as the scene ends, everything stands at rest.
#include "unit/world/ledger.h"

#include <ventouse/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct instant {
  double time, height; // s, m: of the body
  vt_energy energy;    // J
} instant;

static void stop(const char *message) {
  fprintf(stderr, "study_energy: %s\n", message);
  exit(1);
}

static double total(vt_energy e) { return e.kinetic + e.elastic + e.gravity; }

static instant look(const vt_world *world, int body) {
  return (instant){
      vt_world_time(world), vt_world_body_pose(world, body).position.z, vt_world_energy(world, -1)};
}

static int find(const vt_model *model, const char *name) {
  for (int b = 0; b < vt_model_body_count(model); ++b)
    if (strcmp(vt_model_body_name(model, b), name) == 0) return b;
  stop("there is no such body");
  return -1;
}

static void tell(const char *what, double energy, double stored) {
  printf("| %s | %.3f | %.2f |\n", what, 1e3 * energy, 100 * energy / stored);
}

static void tell_materials(const vt_model *model, const ledger_sum *sum, double stored) {
  char what[128];
  for (int b = 0; b < vt_model_body_count(model) && b < LEDGER_BODIES; ++b) {
    if (sum->material[b] == 0) continue;
    snprintf(what, sizeof what, "material: %s", vt_model_body_name(model, b));
    tell(what, sum->material[b], stored);
  }
}

static void tell_all(const vt_model *model, double g, instant from, instant top, instant end) {
  ledger_sum sum = ledger_between(from.time, top.time);
  const double *taken = sum.taken;
  double stored = total(from.energy), mass = 0;
  for (int b = 0; b < vt_model_body_count(model); ++b) mass += vt_model_body_mass(model, b);
  printf("| %.4f s to %.4f s, %d parts | mJ | %% |\n|---|---|---|\n", from.time, top.time, sum.parts);
  tell("in shapes", from.energy.elastic, stored);
  tell("of height", from.energy.gravity, stored);
  tell("of motion", from.energy.kinetic, stored);
  tell("all there is at first", stored, stored);
  tell_materials(model, &sum, stored);
  tell("material", taken[LEDGER_MATERIAL], stored);
  tell("air, p dV", taken[LEDGER_AIR], stored);
  tell("friction", taken[LEDGER_FRICTION], stored);
  tell("contacts along normals", taken[LEDGER_NORMAL], stored);
  tell("links and bonds", taken[LEDGER_JOINTS], stored);
  tell("hands and loads", taken[LEDGER_HANDS] + taken[LEDGER_LOADS], stored);
  tell("integrator", taken[LEDGER_SCHEME], stored);
  tell("not explained", stored - total(top.energy) - ledger_total(&sum), stored);
  tell("left at the top", total(top.energy), stored);
  tell("of that in shapes and motion", top.energy.elastic + top.energy.kinetic, stored);

  double weight = g * mass, standing = total(end.energy);
  double physical = taken[LEDGER_MATERIAL] + taken[LEDGER_AIR] + taken[LEDGER_FRICTION];
  double expected = (stored - physical - standing) / weight, jump = top.height - end.height;
  printf("\nstored %.2f mJ, less what material, air and friction take %.2f mJ, above standing %.2f mJ: "
         "%.2f mm of %.2f g\n",
      1e3 * stored, 1e3 * (stored - physical), 1e3 * (stored - physical - standing), 1e3 * expected,
      1e3 * mass);
  printf("jumps by %.2f mm, %.1f%% of that off; motion at the end %.2g J\n", 1e3 * jump,
      100 * (jump / expected - 1), end.energy.kinetic);
}

int main(int count, char **arguments) {
  vt_error error = {0};
  if (count < 3) {
    fprintf(stderr, "usage: study_energy SCENE BODY [PATH=VALUE...]\n");
    return 2;
  }
  vt_scene *scene = vt_scene_load(arguments[1], (const char *const *)arguments + 3, count - 3, &error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  if (world == NULL) stop(error.message);
  int body = find(vt_scene_model(scene), arguments[2]);
  if (vt_world_settings(world)->integrator != VT_INTEGRATOR_NEWMARK) stop("expected integrator=newmark");
  instant from = {0}, top = {0}, now = {0};
  bool stuck = false;
  while (vt_world_time(world) < vt_scene_duration(scene) - 1e-9) {
    if (vt_world_step(world) == VT_STEP_FAILED) stop(vt_world_status(world)->error.message);
    now = look(world, body);
    stuck = stuck || vt_world_cavity_count(world) > 0;
    if (vt_world_cavity_count(world) > 0) from = top = now;
    if (now.height > top.height) top = now;
  }
  if (!stuck) stop("there never was a cavity");
  tell_all(vt_scene_model(scene), -vt_world_settings(world)->gravity.z, from, top, now);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  return 0;
}
