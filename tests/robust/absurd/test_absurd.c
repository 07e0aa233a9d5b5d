// Whatever is asked of it, a run ends: scenes that make no sense, each in a process of its own with a
// watchdog of 60 s of processor time. A run must end with one of these and say which: finished; finished with
// steps that are unconverged, cut short or have cells inside out or bodies that cross; refused or given up
// with one line, the state being the last good one. Never a number that is not finite, a crash or a step
// without end.
//
//     test_absurd                            the table below
//     test_absurd --every N                  each N-th of it
//     test_absurd --random SEED FIRST COUNT  by chance, a line each
//     test_absurd --write SEED NUMBER        the scene of one of those
#include "absurd_scenes.h"
#include "check.h"

#include <ventouse/ventouse.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LIMIT = 60, // s of processor time
  LAST_TRIES =
      26 // parts that are left of a step, each twice as long as the one before, and a rough try or two
};

typedef enum end_kind { FINISHED, WARNED, GAVE_UP, REFUSED } end_kind;

// What a child tells of its run.
typedef struct told {
  end_kind end;
  int unconverged, inverted, crossed, cut_short; // steps
  int most_tries, most_pieces;                   // of a step
  double slowest, total, unheard;                // s of processor time: of a step, of all, between questions
  bool finite, restored;
  char message[300];
} told;

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Asked whether to stop, it never says so, but takes note of the longest time between two questions: so long
// would Ctrl-C go unheard.
typedef struct listener {
  double last, longest; // s of processor time
} listener;

static bool listen(void *context) {
  listener *l = context;
  double now = processor_time();
  if (now - l->last > l->longest) l->longest = now - l->last;
  l->last = now;
  return false;
}

static bool is_finite_world(const vt_world *world, const vt_model *model) {
  for (int b = 0; b < vt_model_body_count(model); ++b) {
    vt_surface_view s = vt_world_collision_surface(world, b);
    for (int i = 0; i < s.vertex_count; ++i)
      if (!isfinite(s.vertices[i].x) || !isfinite(s.vertices[i].y) || !isfinite(s.vertices[i].z))
        return false;
  }
  for (int k = 0; k < vt_world_cavity_count(world); ++k) {
    vt_cavity_view c = vt_world_cavity(world, k);
    if (!isfinite(c.pressure) || !isfinite(c.volume)) return false;
  }
  const vt_status *status = vt_world_status(world);
  if (status->result == VT_STEP_FAILED) return true; // it tells of tries that are gone
  return isfinite(status->residual) && isfinite(status->depth) && isfinite(status->intrusion);
}

static void count_step(told *t, const vt_status *status) {
  t->unconverged += status->result == VT_STEP_UNCONVERGED;
  t->inverted += status->inverted > 0;
  t->crossed += status->crossings > 0;
  t->cut_short += status->again.cut_short;
  int tries = status->again.tries + status->again.gave;
  if (tries > t->most_tries) t->most_tries = tries;
  if (status->substeps > t->most_pieces) t->most_pieces = status->substeps;
}

static void step_all(told *t, vt_world *world, const vt_model *model, int steps) {
  listener listening = {0};
  vt_world_set_stop(world, listen, &listening);
  for (int k = 0; k < steps && t->finite; ++k) {
    uint64_t before = vt_world_hash(world);
    double began = listening.last = processor_time();
    vt_step_result result = vt_world_step(world);
    const vt_status *status = vt_world_status(world);
    double took = processor_time() - began;
    listen(&listening);
    if (took > t->slowest) t->slowest = took;
    t->unheard = listening.longest;
    count_step(t, status);
    t->finite = is_finite_world(world, model);
    if (result != VT_STEP_FAILED) continue;
    t->end = GAVE_UP;
    t->restored = vt_world_hash(world) == before;
    snprintf(t->message, sizeof t->message, "%.250s", status->error.message);
    return;
  }
  t->end = t->unconverged + t->inverted + t->crossed + t->cut_short > 0 ? WARNED : FINISHED;
}

static told run_scene(const char *path, int steps) {
  vt_error error = {0};
  told t = {.end = REFUSED, .finite = true, .restored = true};
  vt_scene *scene = vt_scene_load(path, NULL, 0, &error);
  vt_world *world = scene == NULL ? NULL : vt_world_create(vt_scene_model(scene), &error);
  if (world != NULL)
    step_all(&t, world, vt_scene_model(scene), steps);
  else
    snprintf(t.message, sizeof t.message, "%.250s", error.message);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  t.total = processor_time();
  return t;
}

// A child that does not end by itself is ended by SIGXCPU, and tells nothing.
static bool watch(const char *path, int steps, told *t, int *ended_by) {
  int ends[2], status = 0;
  if (pipe(ends) != 0) return false;
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    struct rlimit limit = {LIMIT, LIMIT + 1};
    setrlimit(RLIMIT_CPU, &limit);
    close(ends[0]);
    *t = run_scene(path, steps);
    _exit(write(ends[1], t, sizeof *t) == (ssize_t)sizeof *t ? 0 : 1);
  }
  close(ends[1]);
  bool told_all = read(ends[0], t, sizeof *t) == (ssize_t)sizeof *t;
  close(ends[0]);
  waitpid(child, &status, 0);
  *ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return told_all && *ended_by == 0;
}

static const char *folder_of_meshes(void) { return VT_SOURCE_DIR "/meshes"; }

static void run_one(const absurd *a, const char *number, bool loud) {
  static const char *const ends[] = {"finished", "finished with warnings", "gave up", "refused"};
  char path[] = "absurd_XXXXXX", what[300];
  int by = 0, file = mkstemp(path);
  FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
  if (!CHECK(stream != NULL)) return;
  absurd_write(a, folder_of_meshes(), stream);
  fclose(stream);
  absurd_describe(a, what, sizeof what);
  told t = {0};
  int before = check_failed;
  bool ended = watch(path, a->steps, &t, &by);
  CHECK(ended);
  if (ended) {
    CHECK(t.finite && t.restored);
    CHECK((t.end == GAVE_UP || t.end == REFUSED) == (t.message[0] != '\0'));
    CHECK(strchr(t.message, '\n') == NULL);
    CHECK(t.most_tries <= VT_MAX_TRIES + LAST_TRIES);
    CHECK(t.unheard < 1);
    CHECK(t.end != REFUSED); // a scene that is refused tests nothing
  }
  if (loud || check_failed > before) {
    printf("%s %s\n    ", number, what);
    if (!ended)
      printf("NOT ENDED: signal %d%s\n", by, by == SIGXCPU ? ", the watchdog's" : "");
    else
      printf("%s%s%s: %.2f s, slowest step %.2f s, unheard %.2f s, %d tries, %d pieces; unconverged %d, "
             "inside out %d, crossed "
             "%d, cut short %d\n",
          ends[t.end], t.message[0] != '\0' ? ": " : "", t.message, t.total, t.slowest, t.unheard,
          t.most_tries, t.most_pieces, t.unconverged, t.inverted, t.crossed, t.cut_short);
    fflush(stdout);
  }
  remove(path);
}

static void run_random(uint64_t seed, int first, int count) {
  for (int k = first; k < first + count; ++k) {
    char number[20];
    absurd a = absurd_random(seed, k);
    snprintf(number, sizeof number, "%d", k);
    run_one(&a, number, true);
  }
}

static const absurd table[] = {
    // kind, Pa, nu, s, kg, kg, mu, m/s, N, steps, cells, tetrahedra, newmark, touch
    {ABSURD_WALL, 1e5, 0.45, 0.01, 0.01, 0.1, 0.5, 1, 0, 5, 3, true, false, false},
    {ABSURD_WALL, 1e12, 0.3, 1, 1e3, 0.1, 1, 0.01, 0, 3, 3, false, false, false},
    {ABSURD_WALL, 1, 0.49, 1e-6, 1e-6, 0.1, 0.5, 1e3, 0, 5, 2, true, true, false},
    {ABSURD_WALL, 1e6, 0.3, 0.01, 0.01, 0.1, 0.5, 0.5, 10, 5, 3, true, false, true},
    {ABSURD_WALL, 1e3, 0.45, 0.1, 1e3, 0.1, 100, 100, 1e-3, 3, 2, false, true, false},
    {ABSURD_CUP, 4e6, 0.47, 0.01, 0.02, 1, 0.5, 0.3, 0, 4, 3, true, false, false},
    {ABSURD_CUP, 1, 0, 0.01, 1e-6, 0.07, 0.5, 0.5, 6, 3, 3, false, false, true},
    {ABSURD_CUP, 1e12, 0.3, 1e-3, 1e3, 1e-6, 1, 1, 0, 3, 3, true, false, false},
    {ABSURD_INSIDE, 1e5, 0.45, 0.01, 0.01, 0.01, 0.5, 0, 0, 4, 2, true, false, false},
    {ABSURD_INSIDE, 1e12, 0, 0.01, 1e-4, 0.1, 1, 0, 0, 3, 3, false, false, false},
    {ABSURD_INSIDE, 1, 0.499, 1, 1e-6, 1e3, 0, 0, 0, 3, 2, true, true, true},
    {ABSURD_INSIDE, 1e4, 0.3, 1e-6, 1e3, 1e-6, 100, 0, 0, 4, 3, true, false, false},
    {ABSURD_RIGID, 1, 0, 0.01, 0.1, 0.1, 0.5, 0, 0, 5, 4, false, false, false},
    {ABSURD_RIGID, 1, 0, 1, 1e-6, 1e3, 1, 0, 0, 5, 5, false, false, false},
    {ABSURD_RIGID, 1, 0, 1e-6, 1e3, 1e-6, 100, 0, 0, 5, 3, false, true, false},
    {ABSURD_RIGID, 1, 0, 0.5, 0.01, 1e-4, 100, 0, 0, 4, 3, false, false, false},
    {ABSURD_STACK, 1e5, 0.45, 0.01, 1e-6, 1e3, 0.5, 0, 0, 4, 2, true, false, false},
    {ABSURD_STACK, 1, 0.3, 1, 1e-6, 1e3, 1, 0, 0, 3, 3, false, false, false},
    {ABSURD_STACK, 1e12, 0.49, 1e-6, 1e3, 1e-6, 0, 0, 0, 4, 2, true, true, false},
    {ABSURD_CRUSHED, 1e6, 0.45, 0.01, 0.01, 1, 0.5, 0.5, 0, 4, 2, true, false, false},
    {ABSURD_CRUSHED, 1e12, 0, 1, 1e-6, 1, 0, 0.01, 0, 3, 2, false, false, true},
    {ABSURD_CRUSHED, 1e3, 0.499, 1e-3, 1e3, 1, 100, 10, 0, 3, 3, false, true, false},
    {ABSURD_THROWN, 1e5, 0.45, 0.01, 0.01, 0.01, 0.5, 1e3, 0, 4, 3, true, false, false},
    {ABSURD_THROWN, 1, 0, 0.02, 1e3, 1e-6, 0.5, 1, 0, 4, 2, true, false, false},
    {ABSURD_THROWN, 1e12, 0.3, 1, 1e-6, 1e3, 1, 100, 0, 3, 3, false, true, false},
    {ABSURD_TWISTED, 1e5, 0.45, 0.01, 0.01, 1, 0.5, 1, 0, 8, 2, true, false, false},
    {ABSURD_TWISTED, 1e12, 0.49, 1, 1e3, 1, 0.5, 0.1, 0, 4, 2, false, true, true},
    {ABSURD_TWISTED, 1, 0.3, 1e-6, 1e-6, 1, 0, 1e3, 1, 8, 3, false, false, false},
    {ABSURD_LINKED, 1e5, 0.3, 0.01, 0.01, 0.01, 0.5, 1, 0, 5, 2, true, false, false},
    {ABSURD_LINKED, 1e12, 0.45, 1, 1e3, 1e-6, 0.5, 1, 0, 4, 2, false, false, false},
    {ABSURD_LINKED, 1, 0.3, 1e-6, 1e-6, 1e3, 0.5, 1, 0, 4, 1, true, true, false},
    {ABSURD_LOADED, 1e5, 0.45, 0.01, 0.01, 0.1, 0.5, 1, 0, 4, 2, true, false, false},
    {ABSURD_LOADED, 1, 0, 1, 1e-6, 1e3, 0, 100, 0, 3, 2, false, false, false},
    {ABSURD_LOADED, 1e12, 0.499, 1e-3, 1e3, 1e-6, 100, 1e3, 0, 3, 2, true, true, true},
    {ABSURD_BLOWN, 4e6, 0.47, 0.01, 0.02, 1, 0.5, 10, 0, 3, 3, true, false, false},
    {ABSURD_BLOWN, 1, 0.3, 0.1, 1e-6, 1e-6, 0.5, 1, 0, 3, 3, true, false, true},
    {ABSURD_BLOWN, 1e12, 0.45, 1e-6, 1e3, 1e-6, 1, 1e3, 0, 3, 3, true, true, false},
    {ABSURD_JUMPED, 1e5, 0.45, 0.01, 0.01, 0.1, 0.5, 1, 0, 5, 2, true, false, false},
    {ABSURD_JUMPED, 1e12, 0, 1, 1e3, 1e-6, 1, 1, 0, 5, 2, false, false, false},
    {ABSURD_JUMPED, 1, 0.49, 1e-6, 1e-6, 1e3, 0, 1, 100, 5, 3, true, true, true},
};

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "--random") == 0) {
    run_random(strtoull(argv[2], NULL, 10), atoi(argv[3]), atoi(argv[4]));
  } else if (argc == 4 && strcmp(argv[1], "--write") == 0) {
    absurd a = absurd_random(strtoull(argv[2], NULL, 10), atoi(argv[3]));
    absurd_write(&a, folder_of_meshes(), stdout);
    return 0;
  } else {
    int every = argc == 3 && strcmp(argv[1], "--every") == 0 ? atoi(argv[2]) : 1;
    for (int k = 0; k<(int)(sizeof table / sizeof *table); k += every> 0 ? every : 1) {
      char number[20];
      snprintf(number, sizeof number, "table %d", k);
      run_one(&table[k], number, true);
    }
  }
  return check_report();
}
