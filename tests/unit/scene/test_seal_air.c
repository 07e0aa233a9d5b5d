// A cavity's pressure changes only as bodies move: where its band in the seal is drawn anew, what comes and
// goes has its pressure. What is shut in is the same to rounding all the time.
#include "check.h"

#include "world/world.h"

#include <ventouse/scene.h>

#include <stdio.h>

static const double ROUNDING = 1e-11; // of hundreds of steps
static const double CHANGED = 1e-4;   // of a volume, by a band: what would be seen of it in the pressure

// What the pressure would be in a volume, by the gas law.
static double lawful(const vt_cavity *c, double volume) {
  return c->polytropic * pow(c->amount / (fmax(volume, 0) + c->dead), c->exponent);
}

// The air is looked for once more where a step has left the bodies, as the next one does.
static void look_again(vt_world *w) {
  vt_error error = {0};
  CHECK(vt_world_borrow(w, &error) && vt_arena_reset(w->work.arena, &error));
  vt_world_begin(w, 0);
  vt_world_update_surfaces(w);
  CHECK(vt_world_find_crossings(w, &error)); // sets the colliders
  for (int b = 0; b < w->model->body_count; ++b) {
    const vt_collider *c = &w->work.colliders[b];
    vt_bvh_refit(c->bvh, c->topology->triangles, c->vertices, c->ends, NULL);
  }
  w->work.moves_unseen = true; // contacts were not looked for
  CHECK(vt_world_find_cavities(w, 0, &error));
  vt_world_give_back(w);
}

// One cavity at a time, so the first is the same before and after.
static void check_scene(
    const char *name, const char *const *overrides, int count, double from, double until) {
  char path[512];
  vt_error error = {0};
  snprintf(path, sizeof path, "%s/scenes/%s", VT_SOURCE_DIR, name);
  vt_scene *scene = vt_scene_load(path, overrides, count, &error);
  vt_world *w = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  vt_snapshot *kept = NULL;
  double largest = 0, off = 0, shut_in = 0, first = -1;
  CHECK(w != NULL);
  while (w != NULL && vt_world_time(w) < until && vt_world_step(w) != VT_STEP_FAILED) {
    if (vt_world_time(w) < from || w->cavities.count != 1) continue;
    vt_cavity before = w->cavities.items[0];
    kept = vt_world_save(w, kept, &error);
    CHECK(kept != NULL);
    look_again(w);
    const vt_cavity *after = &w->cavities.items[0];
    if (w->cavities.count == 1 && after->id == before.id) {
      double volume = vt_cavity_measure(&w->cavities, 0, w->work.surfaces).volume;
      double was = lawful(&before, before.volume), air = after->amount - after->film;
      off = fmax(off, fabs(lawful(after, volume) / was - 1));
      largest = fmax(largest, fabs(volume / before.volume - 1));
      if (first < 0 && before.state == VT_CAVITY_SEALED) first = before.amount - before.film;
      if (first > 0) shut_in = fmax(shut_in, fabs(air / first - 1));
    }
    CHECK(vt_world_restore(w, kept, &error));
  }
  printf("| %s | %.1e | %.1e | %.1e |\n", name, largest, off, shut_in);
  CHECK(largest > CHANGED && off < ROUNDING && shut_in < ROUNDING);
  vt_snapshot_destroy(kept);
  vt_world_destroy(w);
  vt_scene_destroy(scene);
}

int main(void) {
  static const char *const on_torus[] = {"torus.mesh=../meshes/torus_coarse.msh"};
  printf("| scene | a band changes the volume by | the pressure by | what is shut in differs by "
         "|\n|---|---|---|---|\n");
  check_scene("ground.xml", NULL, 0, 0.9, 1.6);
  check_scene("torus.xml", on_torus, 1, 1.2, 1.5);
  return check_report();
}
