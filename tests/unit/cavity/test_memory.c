// Memory refused at every single allocation: a detection and its following fail with a clear error, and the
// cavities of before stay.
#include "cavity/follow.h"
#include "cavity/union.h"

#include "check.h"
#include "failing_memory.h"
#include "solid_scene.h"

static vt_contact_settings settings_of(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

static bool detect_and_follow(solid_scene *s, vt_cavities *now, vt_error *error) {
  const vt_cavity_start start = {.pressure = 101325, .temperature = 293.15, .exponent = 1};
  const vt_cavity_start starts[] = {start, start, start, start}; // more than there are cavities
  vt_arena *arena = vt_arena_create(64, error);                  // small: it grows on the way
  bool done =
      arena != NULL &&
      vt_cavities_find_union(s->colliders, s->count, settings_of, &s->settings, arena, &s->found, error) &&
      vt_cavities_follow(now, &s->found, starts, s->surfaces, arena, error);
  vt_arena_destroy(arena);
  return done;
}

int main(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(
      &s, solid_box(vt_v3(-0.02, -0.02, -0.01), vt_v3(0.02, 0.02, 0), 1, 1, 1), pose_at(0, 0, 0), false);
  scene_add(&s, solid_dome_cup(0.01, 0.005, 12, 4), pose_at(0, 0, 1e-4), true);
  vt_error error = {0};
  vt_cavities now = {0};
  CHECK(detect_and_follow(&s, &now, &error) && now.count == 1);
  int triangles = now.triangle_count;
  bool done = false;
  long failed = 0;
  for (long n = 0; !done && n < 10000; ++n) {
    vt_cavities copy = {0};
    error = (vt_error){0};
    CHECK(cavities_copy(&copy, &now, &error));
    vt_cavities_free(&s.cavities);
    allocation_count = 0;
    allocation_to_fail = n;
    done = detect_and_follow(&s, &copy, &error);
    allocation_to_fail = -1;
    failed += !done;
    if (!done) CHECK(error.code == VT_NO_MEMORY && error.message[0] != 0);
    CHECK(copy.count == 1 && copy.triangle_count == triangles && copy.items[0].id == 0);
    vt_cavities_free(&copy);
  }
  CHECK(done && failed > 10);
  vt_cavities_free(&now);
  scene_end(&s);
  return check_report();
}
