// Many worlds on many threads: how hard a cup sticks where the air is thinner.
//
// One model is shared by all worlds, each of which belongs to one thread at a time. The results do not depend
// on how many threads there are, nor on which of them does what. OpenBLAS should not start threads of its own
// beside ours: OPENBLAS_NUM_THREADS=1.
#include <ventouse/ventouse.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORLDS = 4, MAX_THREADS = 16 };

typedef struct work {
  const vt_model *model;
  double seconds;
  atomic_int next;     // the first world that nobody has taken
  double pull[WORLDS]; // N, the largest; -1 where it could not be found
} work;

static double ambient(int world) { return 101325 - 25000 * world; } // Pa

static double largest_pull(const work *w, int number) {
  vt_error error = {0};
  vt_world *world = vt_world_create(w->model, &error);
  vt_settings settings = *vt_model_settings(w->model);
  double largest = -1;
  settings.ambient_pressure = ambient(number);
  if (world != NULL && vt_world_set_settings(world, &settings, &error))
    while (vt_world_time(world) < w->seconds && vt_world_step(world) != VT_STEP_FAILED)
      largest = fmax(largest, vt_world_sensor(world, 0).force.z);
  vt_world_destroy(world);
  return largest;
}

static void *work_on(void *argument) {
  work *w = argument;
  for (int k = atomic_fetch_add(&w->next, 1); k < WORLDS; k = atomic_fetch_add(&w->next, 1))
    w->pull[k] = largest_pull(w, k);
  return NULL;
}

int main(int argc, char **argv) {
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(argc > 1 ? argv[1] : "scenes/ground.xml", NULL, 0, &error);
  int threads = argc > 2 ? atoi(argv[2]) : 2, started = 0;
  if (scene == NULL) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  static work w;
  pthread_t all[MAX_THREADS];
  w.model = vt_scene_model(scene);
  w.seconds = argc > 3 ? atof(argv[3]) : vt_scene_duration(scene);
  while (started < threads && started < MAX_THREADS && pthread_create(&all[started], NULL, work_on, &w) == 0)
    ++started;
  for (int t = 0; t < started; ++t) pthread_join(all[t], NULL);
  for (int k = 0; k < WORLDS; ++k)
    printf("at %6.0f Pa the cup is pulled with %.6f N at most\n", ambient(k), w.pull[k]);
  vt_scene_destroy(scene);
  return started > 0 ? 0 : 1;
}
