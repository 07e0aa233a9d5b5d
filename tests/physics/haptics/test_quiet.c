// A steady loop by the clock, in both of its threads: nothing is allocated or given back, no lock is taken,
// no file is opened, read or written. Every such call of the library is counted by the linker's --wrap.
#include "held.h"

#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { MEMORY, LOCK, FILES, KINDS };
static const char *const words[KINDS] = {"memory", "locks", "files"};
static atomic_long calls[KINDS];
static void count(int kind) { atomic_fetch_add_explicit(&calls[kind], 1, memory_order_relaxed); }

#define WRAP(kind, type, name, parameters, arguments)                                                        \
  type __real_##name parameters;                                                                             \
  type __wrap_##name parameters;                                                                             \
  type __wrap_##name parameters {                                                                            \
    count(kind);                                                                                             \
    return __real_##name arguments;                                                                          \
  }

WRAP(MEMORY, void *, malloc, (size_t size), (size))
WRAP(MEMORY, void *, calloc, (size_t number, size_t size), (number, size))
WRAP(MEMORY, void *, realloc, (void *old, size_t size), (old, size))
WRAP(MEMORY, void *, aligned_alloc, (size_t step, size_t size), (step, size))
WRAP(LOCK, int, pthread_mutex_lock, (pthread_mutex_t * mutex), (mutex))
WRAP(LOCK, int, pthread_mutex_trylock, (pthread_mutex_t * mutex), (mutex))
WRAP(LOCK, int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex), (condition, mutex))
WRAP(FILES, FILE *, fopen, (const char *path, const char *mode), (path, mode))
WRAP(FILES, size_t, fread, (void *to, size_t size, size_t number, FILE *file), (to, size, number, file))
WRAP(
    FILES, size_t, fwrite, (const void *of, size_t size, size_t number, FILE *file), (of, size, number, file))
WRAP(FILES, ssize_t, read, (int file, void *to, size_t size), (file, to, size))
WRAP(FILES, ssize_t, write, (int file, const void *of, size_t size), (file, of, size))

// 10 mm down and along the ground to and fro, so that contacts slide, stick, come and go.
static const vt_hand_sample path[] = {{0, {{{0, 0, 0}, {1, 0, 0, 0}}, 0}},
    {0.1, {{{0, 0, -0.01}, {1, 0, 0, 0}}, 0}}, {0.3, {{{0.02, 0, -0.01}, {1, 0, 0, 0}}, 0}},
    {0.5, {{{-0.02, 0.01, -0.008}, {1, 0, 0, 0}}, 0}}, {0.8, {{{0.02, 0, -0.01}, {1, 0, 0, 0}}, 0}}};

typedef struct state {
  long long steps;
  long before[KINDS];
  int contacts;
  double until; // s
} state;

static const double WARM = 0.5; // s: the largest number of contacts has been there by then

static bool watch(const vt_world *world, const vt_haptics_moment *m, void *context) {
  state *s = context;
  if (vt_world_time(world) < WARM)
    for (int k = 0; k < KINDS; ++k) s->before[k] = atomic_load(&calls[k]);
  else
    ++s->steps;
  s->contacts =
      vt_world_status(world)->contacts > s->contacts ? vt_world_status(world)->contacts : s->contacts;
  (void)m;
  return vt_world_time(world) < s->until;
}

int main(void) {
  vt_error error = {0};
  vt_coupling_def coupling = vt_coupling_def_default();
  coupling.damping = 1;
  held h = hold(2e-3, coupling);
  vt_hand_def hand = vt_hand_def_default();
  hand.sample_count = 5;
  hand.path = path;
  vt_device device = {0};
  vt_haptics_def def = vt_haptics_def_default();
  CHECK(vt_device_hand(&device, &hand, &error));
  vt_haptics *haptics = vt_haptics_create(h.y.world, &device, &def, &error);
  // Until so much was simulated, however long that takes on a busy machine.
  state s = {.until = 1};
  if (CHECK(haptics != NULL)) CHECK(vt_haptics_run(haptics, 600, watch, &s, &error));
  for (int k = 0; k < KINDS; ++k) {
    long made = atomic_load(&calls[k]) - s.before[k];
    printf("%s: %ld calls before, %ld in %lld steady steps\n", words[k], s.before[k], made, s.steps);
    CHECK(made == 0);
  }
  // The counters do count.
  void *volatile block = malloc(1); // volatile, or the compiler takes both out
  free(block);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  FILE *file = fopen("/dev/null", "r");
  if (file != NULL) fclose(file);
  for (int k = 0; k < KINDS; ++k) CHECK(atomic_load(&calls[k]) > s.before[k]);
  CHECK(s.steps > 200 && s.contacts >= 4);
  printf("up to %d contacts\n", s.contacts);
  vt_haptics_destroy(haptics);
  vt_device_close(&device);
  yard_free(&h.y);
  return check_report();
}
