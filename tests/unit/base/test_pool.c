// Jobs of a pool: every piece once, jobs within pieces, several pools at once, rests, refused threads.
#include "base/pool.h"

#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { COUNT = 1000 };

typedef struct tally {
  vt_pool *pool;
  int counts[COUNT];
  double sums[COUNT];
} tally;

static void count(void *context, int index) {
  tally *t = context;
  ++t->counts[index];
  for (int k = 0; k <= index; ++k) t->sums[index] += k;
}

static bool does_once(vt_pool *pool) {
  tally *t = calloc(1, sizeof *t);
  bool once = true, right = true;
  for (int n = 0; n <= COUNT; n += n < 10 ? 1 : 99) vt_pool_run(pool, n, count, t);
  for (int n = 0, i = 0; n <= COUNT; n += n < 10 ? 1 : 99)
    for (i = 0; i < n; ++i) --t->counts[i];
  for (int i = 0; i < COUNT; ++i) once = once && t->counts[i] == 0;
  // Pieces of one job have ended before the next one begins: what they wrote can be read without a lock.
  memset(t->sums, 0, sizeof t->sums);
  for (int round = 0; round < 20; ++round) vt_pool_run(pool, COUNT, count, t);
  for (int i = 0; i < COUNT; ++i) right = right && t->sums[i] == 20 * 0.5 * i * (i + 1);
  free(t);
  return once && right;
}

// Piece n of the outer job counts its own part by a job of its own.
static void count_part(void *context, int index) {
  tally *t = context;
  ++t->counts[index];
}

typedef struct part {
  tally *t;
  int first;
} part;

static void count_within(void *context, int index) {
  const part *p = context;
  count_part(p->t, p->first + index);
}

static void count_nested(void *context, int index) {
  tally *t = context;
  part p = {t, 10 * index};
  for (int round = 0; round < 3; ++round) vt_pool_run(t->pool, 10, count_within, &p);
}

static bool does_nested(vt_pool *pool) {
  tally *t = calloc(1, sizeof *t);
  bool right = true;
  t->pool = pool;
  for (int round = 0; round < 50; ++round) vt_pool_run(pool, COUNT / 10, count_nested, t);
  for (int i = 0; i < COUNT; ++i) right = right && t->counts[i] == 150;
  free(t);
  return right;
}

// A piece that begins and then waits for another one to have begun: two threads are there.
typedef struct meeting {
  pthread_mutex_t lock;
  pthread_cond_t come;
  int here;
} meeting;

static void meet(void *context, int index) {
  meeting *m = context;
  struct timespec until;
  (void)index;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  pthread_mutex_lock(&m->lock);
  ++m->here;
  pthread_cond_broadcast(&m->come);
  while (m->here < 2 && pthread_cond_timedwait(&m->come, &m->lock, &until) == 0) {}
  pthread_mutex_unlock(&m->lock);
}

// In a new pool: one whose threads did not help lets them rest.
static void check_beside(int threads) {
  vt_error error = {0};
  vt_pool *pool = vt_pool_create(threads, &error);
  meeting m = {.lock = PTHREAD_MUTEX_INITIALIZER, .come = PTHREAD_COND_INITIALIZER};
  time_t begin = time(NULL);
  vt_pool_run(pool, 2, meet, &m);
  CHECK(m.here == 2 && time(NULL) - begin < 55);
  vt_pool_destroy(pool);
}

// ---------------------------------------------------------------- rests

typedef struct team {
  pthread_t first;
  atomic_int others; // pieces that were not done by the first thread
  bool stall;        // the others sleep in theirs, as if the system had taken their processors away
} team;

static void work(void *context, int index) {
  team *t = context;
  bool other = !pthread_equal(pthread_self(), t->first);
  volatile double sum = 0;
  for (int k = 0; k < 20000; ++k) sum = sum + k * 1e-3 * index;
  if (!other) return;
  atomic_fetch_add(&t->others, 1);
  if (t->stall) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

// A partner that is away in the middle of its pieces is soon left alone: the rest of the jobs is done by one
// thread, with a look at the partner now and then.
static void check_rests(void) {
  vt_error error = {0};
  vt_pool *pool = vt_pool_create(2, &error);
  team t = {.first = pthread_self(), .stall = true};
  for (int k = 0; k < 2000; ++k) vt_pool_run(pool, 4, work, &t);
  CHECK(t.others < 200);
  // And called again when it is back: no rest is longer than a second.
  t.stall = false;
  atomic_store(&t.others, 0);
  for (time_t begin = time(NULL); t.others == 0 && time(NULL) - begin < 30;) vt_pool_run(pool, 4, work, &t);
  CHECK(t.others > 0);
  vt_pool_destroy(pool);
}

static char success;

static void *use_pool(void *unused) {
  vt_error error = {0};
  vt_pool *pool = vt_pool_create(3, &error);
  (void)unused;
  bool right = pool != NULL && does_once(pool) && does_nested(pool);
  vt_pool_destroy(pool);
  return right ? &success : NULL;
}

// A system that grants no more memory for stacks; the sanitizers need theirs.
static void check_refused(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
  struct rlimit before, little;
  vt_error error = {0};
  getrlimit(RLIMIT_AS, &before);
  little = before;
  little.rlim_cur = (rlim_t)1 << 30;
  CHECK(setrlimit(RLIMIT_AS, &little) == 0);
  vt_pool *pool = vt_pool_create(1024, &error);
  setrlimit(RLIMIT_AS, &before);
  CHECK(pool == NULL && error.code == VT_NO_MEMORY);
  CHECK_CONTAINS(error.message, "of 1024");
#endif
}

int main(void) {
  vt_error error = {0};
  CHECK(does_once(NULL));
  CHECK(does_nested(NULL));
  for (int threads = 1; threads <= 5; ++threads) {
    vt_pool *pool = vt_pool_create(threads, &error);
    CHECK(pool != NULL);
    CHECK(does_once(pool));
    CHECK(does_nested(pool));
    vt_pool_destroy(pool);
    if (threads > 1) check_beside(threads);
  }
  pthread_t users[3];
  for (int k = 0; k < 3; ++k) CHECK(pthread_create(&users[k], NULL, use_pool, NULL) == 0);
  for (int k = 0; k < 3; ++k) {
    void *right = NULL;
    pthread_join(users[k], &right);
    CHECK(right != NULL);
  }
  vt_pool_destroy(NULL);
  check_rests();
  check_refused();
  return check_report();
}
