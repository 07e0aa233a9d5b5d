// Many worlds of one model: each gives the same bits as one alone, whoever steps it, and they share the
// memory that only a step in progress needs.
#define _GNU_SOURCE // mallinfo2
#include "check.h"

#include <ventouse/ventouse.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdatomic.h>

enum { WORLDS = 6, THREADS = 3, IN_TURN = SANITIZED ? 9 : 20, BY_THREADS = SANITIZED ? 4 : 6 };

// The aim for a world of the ground cup (docs/speed.md), which has 3.4 MB; 10.4 MB with memory of steps of
// its own.
static const double MOST_BYTES = 5e6;

typedef struct many {
  vt_world *worlds[WORLDS];
  atomic_int next, failed;
} many;

static vt_world *new_world(const vt_model *model, vt_integrator integrator) {
  vt_error error = {0};
  vt_world *world = vt_world_create(model, &error);
  if (!CHECK(world != NULL)) return NULL;
  vt_settings settings = *vt_world_settings(world);
  settings.integrator = integrator;
  CHECK(vt_world_set_settings(world, &settings, &error));
  return world;
}

static void steps(vt_world *world, int count) {
  for (int k = 0; k < count; ++k) CHECK(vt_world_step(world) != VT_STEP_FAILED);
}

// Bytes in use; 0 where nobody tells.
static double bytes_in_use(void) {
#if defined(__GLIBC__) && !SANITIZED
  struct mallinfo2 all = mallinfo2();
  return (double)all.uordblks + (double)all.hblkhd;
#else
  return 0;
#endif
}

static void *step_some(void *argument) {
  many *m = argument;
  for (int k = atomic_fetch_add(&m->next, 1); k < WORLDS; k = atomic_fetch_add(&m->next, 1))
    if (vt_world_step(m->worlds[k]) == VT_STEP_FAILED) atomic_fetch_add(&m->failed, 1);
  return NULL;
}

static void take_round(many *m) {
  pthread_t threads[THREADS];
  int started = 0;
  atomic_store(&m->next, 0);
  while (started < THREADS && pthread_create(&threads[started], NULL, step_some, m) == 0) ++started;
  for (int t = 0; t < started; ++t) pthread_join(threads[t], NULL);
  CHECK(started == THREADS);
}

static void test_many(const vt_model *model) {
  many m = {.next = 0};
  vt_world *alone = new_world(model, VT_INTEGRATOR_EULER);
  steps(alone, IN_TURN);
  double before = bytes_in_use();
  for (int k = 0; k < WORLDS; ++k) m.worlds[k] = new_world(model, VT_INTEGRATOR_EULER);
  for (int n = 0; n < IN_TURN; ++n)
    for (int k = 0; k < WORLDS; ++k) steps(m.worlds[k], 1);
  double bytes = (bytes_in_use() - before) / WORLDS;
  printf("memory of a world: %.2f MB\n", 1e-6 * bytes);
  CHECK(bytes < MOST_BYTES);
  CHECK(vt_world_status(alone)->constraints > (SANITIZED ? 0 : 200)); // it is in touch
  for (int n = 0; n < BY_THREADS; ++n) take_round(&m);
  steps(alone, BY_THREADS);
  CHECK(atomic_load(&m.failed) == 0);
  for (int k = 0; k < WORLDS; ++k) {
    CHECK(vt_world_hash(m.worlds[k]) == vt_world_hash(alone));
    CHECK(vt_world_status(m.worlds[k])->memory == vt_world_status(alone)->memory);
    vt_world_destroy(m.worlds[k]);
  }
  vt_world_destroy(alone);
}

// What steps by Newmark's scheme keep besides, in worlds that turn to it: by a setting, and by a snapshot.
static void test_integrators(const vt_model *model) {
  enum { STEPS = 4 };
  vt_error error = {0};
  vt_world *alone = new_world(model, VT_INTEGRATOR_NEWMARK), *other = new_world(model, VT_INTEGRATOR_NEWMARK),
           *euler = new_world(model, VT_INTEGRATOR_EULER);
  steps(alone, STEPS);
  for (int k = 0; k < STEPS; ++k) {
    steps(other, 1);
    steps(euler, 1);
  }
  CHECK(vt_world_hash(other) == vt_world_hash(alone) && vt_world_hash(euler) != vt_world_hash(alone));
  vt_snapshot *snapshot = vt_world_save(alone, NULL, &error);
  CHECK(snapshot != NULL && vt_world_restore(euler, snapshot, &error));
  steps(alone, STEPS);
  steps(euler, STEPS);
  CHECK(vt_world_hash(euler) == vt_world_hash(alone));
  vt_snapshot_destroy(snapshot);
  vt_world_destroy(alone);
  vt_world_destroy(other);
  vt_world_destroy(euler);
}

int main(void) {
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(VT_SOURCE_DIR "/scenes/ground.xml", NULL, 0, &error);
  if (CHECK(scene != NULL)) {
    test_many(vt_scene_model(scene));
    test_integrators(vt_scene_model(scene));
  }
  vt_scene_destroy(scene);
  return check_report();
}
