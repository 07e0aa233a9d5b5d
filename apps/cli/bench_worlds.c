// Many worlds of one model, stepped in turn from several threads, against one world alone.
//
// All worlds do the same steps, so what one of them costs can be compared step by step. In a round every
// world takes one step; none finds its memory in a processor's caches, where a thousand have been since. A
// world alone takes the steps of a block one after the other, and does find it there. Blocks of worlds alone
// are spread evenly between the rounds, so that both have the same share of what else the machine does, and
// times are those of the processor. The first step of a block is left out on both sides: there a world alone
// is cold, too.
#include "bench_worlds.h"
#include "command.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <ventouse/ventouse.h>

enum { WORLDS = 1000, STEPS = 50, BLOCK = 10, ALONE = 20, MAX_THREADS = 256 };

typedef struct many {
  vt_scene *scene;
  vt_world **worlds; // and behind them those that are stepped alone
  int world_count, alone_count, threads, steps;
  atomic_int next; // the first world that nobody has taken in this round
  atomic_bool failed;
  double before, after;   // bytes in use, without the worlds and with them
  double together, alone; // s of processors, of the steps compared
  double clock;           // s of the clock, of all rounds
  long long counted[2];   // steps compared: of worlds together, alone
  vt_error error;
} many;

// What one thread does in a round.
typedef struct share {
  many *m;
  pthread_t thread;
  double time; // s of the processor
} share;

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Bytes of memory that the program has; 0 where the system does not tell.
static double memory_in_use(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long long all = 0, resident = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%lld %lld", &all, &resident) != 2) resident = 0;
  fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static void fail(many *m, const vt_world *world) {
  if (!atomic_exchange(&m->failed, true)) m->error = vt_world_status(world)->error;
}

static void *step_some(void *argument) {
  share *s = argument;
  many *m = s->m;
  double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (int k = atomic_fetch_add(&m->next, 1); k < m->world_count; k = atomic_fetch_add(&m->next, 1))
    if (vt_world_step(m->worlds[k]) == VT_STEP_FAILED) fail(m, m->worlds[k]);
  s->time = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
  return NULL;
}

// One step of every world. Threads that the system refuses leave their share to the others.
static void take_round(many *m, bool counted) {
  share shares[MAX_THREADS];
  int started = 1;
  double start = seconds_of(CLOCK_MONOTONIC);
  atomic_store(&m->next, 0);
  for (int t = 0; t < m->threads; ++t) shares[t] = (share){.m = m};
  while (
      started < m->threads && pthread_create(&shares[started].thread, NULL, step_some, &shares[started]) == 0)
    ++started;
  step_some(&shares[0]);
  for (int t = 1; t < started; ++t) pthread_join(shares[t].thread, NULL);
  m->clock += seconds_of(CLOCK_MONOTONIC) - start;
  if (!counted) return;
  for (int t = 0; t < started; ++t) m->together += shares[t].time;
  m->counted[0] += m->world_count;
}

// Steps `first` to `end` of a world alone.
static void take_block(many *m, vt_world *world, int first, int end) {
  for (int k = first; k < end; ++k) {
    double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    if (vt_world_step(world) == VT_STEP_FAILED) fail(m, world);
    if (k == first) continue;
    m->alone += seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
    ++m->counted[1];
  }
}

static bool take_steps(many *m) {
  for (int first = 0; first < m->steps; first += BLOCK) {
    int end = first + BLOCK < m->steps ? first + BLOCK : m->steps, rounds = end - first, done = 0;
    for (int k = first; k < end && !atomic_load(&m->failed); ++k) {
      take_round(m, k > first);
      for (int until = m->alone_count * (k - first + 1) / rounds; done < until; ++done)
        take_block(m, m->worlds[m->world_count + done], first, end);
    }
  }
  m->after = memory_in_use();
  return !atomic_load(&m->failed);
}

static bool make_worlds(many *m) {
  int all = m->world_count + m->alone_count;
  m->worlds = calloc((size_t)all, sizeof *m->worlds);
  if (m->worlds == NULL) {
    m->error.code = VT_NO_MEMORY;
    snprintf(m->error.message, sizeof m->error.message, "no memory for %d worlds", all);
    return false;
  }
  m->before = memory_in_use();
  for (int k = 0; k < all; ++k) {
    m->worlds[k] = vt_world_create(vt_scene_model(m->scene), &m->error);
    if (m->worlds[k] == NULL) return false;
    vt_settings settings = *vt_world_settings(m->worlds[k]);
    settings.threads = 1;
    if (!vt_world_set_settings(m->worlds[k], &settings, &m->error)) return false;
  }
  return true;
}

static bool are_equal(many *m) {
  uint64_t hash = vt_world_hash(m->worlds[m->world_count]);
  for (int k = 0; k < m->world_count; ++k) {
    if (vt_world_hash(m->worlds[k]) == hash) continue;
    m->error.code = VT_BAD_NUMBERS;
    snprintf(m->error.message, sizeof m->error.message, "world %d of %d differs from one alone", k + 1,
        m->world_count);
    return false;
  }
  return true;
}

static void print_row(const many *m, bool json, bool first) {
  double together = 1e3 * m->together / (double)m->counted[0], alone = 1e3 * m->alone / (double)m->counted[1];
  double rate = (double)m->world_count * m->steps / m->clock;
  double bytes = (m->after - m->before) / (m->world_count + m->alone_count);
  if (json)
    printf("%s  {\"scene\": \"worlds\", \"model\": \"ground.xml\", \"worlds\": %d, \"threads\": %d, "
           "\"steps\": %d, \"alone_ms\": %.6g, \"together_ms\": %.6g, \"per_core\": %.6g, "
           "\"steps_per_second\": %.6g, \"bytes_per_world\": %.6g}",
        first ? "" : ",\n", m->world_count, m->threads, m->steps, alone, together, alone / together, rate,
        bytes);
  else
    printf(
        "Worlds of ground.xml, each taking a step in turn; ms of a processor for a step, in all worlds and "
        "in one alone;\n"
        "what a processor does in all of them, of what it does in one; steps per second of the clock; "
        "memory of a world:\n"
        "  %6s %7s %5s %8s %8s %8s %8s %8s\n"
        "  %6d %7d %5d %8.3f %8.3f %8.3f %8.0f %5.2f MB\n",
        "worlds", "threads", "steps", "all", "alone", "per core", "steps/s", "memory", m->world_count,
        m->threads, m->steps, together, alone, alone / together, rate, bytes / 1e6);
  fflush(stdout);
}

int bench_worlds(const bench_worlds_settings *settings, bool first) {
  char path[2048];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  many m = {.world_count = settings->worlds > 0 ? settings->worlds : WORLDS,
      .threads = settings->threads > 0 ? settings->threads
                 : processors > 0      ? (int)processors
                                       : 1,
      .steps = settings->steps > 0 ? settings->steps : STEPS};
  if (m.threads > MAX_THREADS) m.threads = MAX_THREADS;
  if (m.steps < 2) m.steps = 2; // the first of a block does not count
  m.alone_count = m.world_count < ALONE ? m.world_count : ALONE;
  snprintf(path, sizeof path, "%s/ground.xml", settings->folder);
  m.scene = vt_scene_load(path, NULL, 0, &m.error);
  bool good = m.scene != NULL && make_worlds(&m) && take_steps(&m) && are_equal(&m);
  if (good)
    print_row(&m, settings->json, first);
  else
    complain("%s", m.error.message);
  for (int k = 0; m.worlds != NULL && k < m.world_count + m.alone_count; ++k) vt_world_destroy(m.worlds[k]);
  free(m.worlds);
  vt_scene_destroy(m.scene);
  return good ? EXIT_DONE : m.error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
}
