// Threads that share out the pieces of a job.
//
// One lock guards everything but the pieces themselves. Pieces take some ten microseconds and more, so nobody
// waits long for it, and lock-free queues would gain nothing.
//
// Waking a sleeping thread takes the system 50 to 100 us, as long as many pieces take. An idle thread
// therefore spins for that long before it sleeps: jobs of the stages of a step follow each other closely.
// This is the most that a job can cost a busy machine.
//
// Threads that do not help are left asleep. Where other programs want the processors too, one of ours may be
// preempted in the middle of a piece, and the job waits for it: with one busy program on two processors jobs
// took longer with two threads than with one. So it is measured: the time of a job against the processor time
// of its pieces, which is what one thread would have needed. Where several jobs together were hardly shorter,
// all are run by one thread for a while, four times as long whenever that is found again. Where they were
// shorter, measuring pauses for a while too: reading the processor time takes a microsecond.
#include "base/pool.h"

#include "base/timer.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static const double SPIN = 50e-6;      // s
static const double TRIAL = 5e-3;      // s of jobs, to see whether threads help
static const double WORTH = 0.97;      // of one thread's time: no more with threads, or they rest
static const double BETWEEN = 5e-2;    // s from one such trial to the next while threads help
static const double FIRST_REST = 2e-2; // s
static const double LONGEST_REST = 1;  // s
static const double REST_GROWTH = 4;   // and what a rest is shortened by where threads do help

// In the memory of whoever runs it.
typedef struct job {
  vt_piece piece;
  void *context;
  int count;
  int next;          // the first piece that nobody has taken
  int done;          // pieces
  struct job *later; // run by a piece of this or another job
} job;

struct vt_pool {
  pthread_mutex_t lock;
  pthread_cond_t work; // for threads without a job: there is one, or the end
  pthread_cond_t news; // for those whose job others are working on: it is done, or another one has begun
  int idle, waiting;   // threads in either
  atomic_uint events;  // jobs begun and done, the end
  job *jobs;           // that are not done, oldest first
  bool ending;
  bool timed;                    // the jobs at hand are a trial; changes only while there is no job
  double worked;                 // s of processor time of all pieces of trials
  atomic_bool resting;           // of threads, until:
  double rest_end, rest;         // s: when, and how long; of whoever runs jobs
  double next_trial;             // s: when; the same
  double trial_time, trial_work; // s: of jobs, and of processors in their pieces; the same
  int thread_count;              // besides the one that has the pool
  pthread_t threads[];
};

// ---------------------------------------------------------------- under the lock

// s of processor time of this thread; 0 if nobody wants to know.
static double own_time(bool timed) {
  struct timespec t;
  if (!timed) return 0;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// s of processor time, of what this thread has done within the piece at hand that is not that piece's own
// work: pieces of other jobs, and spinning.
static _Thread_local double elsewhere;

// The first job from `from` on with a piece to take.
static job *find_job(job *from) {
  while (from != NULL && from->next == from->count) from = from->later;
  return from;
}

static void do_piece(vt_pool *p, job *j) {
  int index = j->next++;
  bool timed = p->timed;
  pthread_mutex_unlock(&p->lock);
  double before = own_time(timed), outside = elsewhere;
  elsewhere = 0;
  j->piece(j->context, index);
  double all = own_time(timed) - before, worked = all - elsewhere;
  elsewhere = outside + all;
  pthread_mutex_lock(&p->lock);
  p->worked += worked;
  if (++j->done < j->count) return;
  atomic_fetch_add(&p->events, 1);
  if (p->waiting > 0) pthread_cond_broadcast(&p->news);
}

// Waits a moment, without the lock, for something to happen; whether it did.
static bool look_out(vt_pool *p) {
  unsigned seen = atomic_load(&p->events), now = seen;
  bool timed = p->timed;
  pthread_mutex_unlock(&p->lock);
  double before = own_time(timed);
  for (double end = vt_now() + SPIN; now == seen && vt_now() < end;)
    for (int k = 0; k < 64 && now == seen; ++k) now = atomic_load_explicit(&p->events, memory_order_relaxed);
  elsewhere += own_time(timed) - before;
  pthread_mutex_lock(&p->lock);
  return atomic_load(&p->events) != seen;
}

// Tells as many others as there are pieces for.
static void call_help(vt_pool *p, int pieces) {
  int idle = pieces < p->idle ? pieces : p->idle;
  for (int k = 0; k < idle; ++k) pthread_cond_signal(&p->work);
  if (pieces > idle && p->waiting > 0) pthread_cond_broadcast(&p->news);
}

static void open_job(vt_pool *p, job *j) {
  job **last = &p->jobs;
  while (*last != NULL) last = &(*last)->later;
  *last = j;
  atomic_fetch_add(&p->events, 1);
}

static void close_job(vt_pool *p, job *j) {
  job **at = &p->jobs;
  while (*at != j) at = &(*at)->later;
  *at = j->later;
}

// ---------------------------------------------------------------- whether threads help

// While threads rest only one thread runs anything, so that the time is its own.
static bool is_resting(vt_pool *p) {
  if (!atomic_load_explicit(&p->resting, memory_order_relaxed)) return false;
  if (vt_now() < p->rest_end) return true;
  atomic_store_explicit(&p->resting, false, memory_order_relaxed);
  return false;
}

// After a job of a trial that was run by no piece.
static void judge(vt_pool *p, double time, double work) {
  p->trial_time += time;
  p->trial_work += work;
  if (p->trial_time < TRIAL) return;
  bool help = p->trial_time < WORTH * p->trial_work;
  p->trial_time = p->trial_work = 0;
  p->rest = help ? p->rest / REST_GROWTH : fmin(fmax(REST_GROWTH * p->rest, FIRST_REST), LONGEST_REST);
  p->next_trial = vt_now() + BETWEEN;
  if (help) return;
  p->rest_end = vt_now() + p->rest;
  p->next_trial = p->rest_end;
  atomic_store_explicit(&p->resting, true, memory_order_relaxed);
}

// ---------------------------------------------------------------- threads

static void *serve(void *pool) {
  vt_pool *p = pool;
  pthread_mutex_lock(&p->lock);
  while (!p->ending) {
    job *j = find_job(p->jobs);
    if (j != NULL) {
      do_piece(p, j);
      continue;
    }
    if (look_out(p)) continue;
    ++p->idle;
    pthread_cond_wait(&p->work, &p->lock);
    --p->idle;
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

void vt_pool_run(vt_pool *p, int count, vt_piece piece, void *context) {
  if (p == NULL || p->thread_count == 0 || count < 2 || is_resting(p)) {
    for (int index = 0; index < count; ++index) piece(context, index);
    return;
  }
  job own = {.piece = piece, .context = context, .count = count};
  double start = vt_now();
  pthread_mutex_lock(&p->lock);
  bool outermost = p->jobs == NULL;
  if (outermost) p->timed = start >= p->next_trial;
  double before = p->worked;
  open_job(p, &own);
  call_help(p, count - 1);
  while (own.next < count) do_piece(p, &own);
  // Others have the last pieces. Meanwhile jobs that began later, such as those of these pieces, can be
  // helped along; an older one might keep this thread long.
  while (own.done < count) {
    job *other = find_job(own.later);
    if (other != NULL) {
      do_piece(p, other);
      continue;
    }
    if (look_out(p)) continue;
    ++p->waiting;
    pthread_cond_wait(&p->news, &p->lock);
    --p->waiting;
  }
  close_job(p, &own);
  if (outermost && p->timed) judge(p, vt_now() - start, p->worked - before);
  pthread_mutex_unlock(&p->lock);
}

vt_pool *vt_pool_create(int threads, vt_error *error) {
  size_t others = threads > 1 ? (size_t)threads - 1 : 0;
  vt_pool *p = vt_alloc(1, sizeof *p + others * sizeof *p->threads, error);
  if (p == NULL) return NULL;
  if (pthread_mutex_init(&p->lock, NULL) != 0 || pthread_cond_init(&p->work, NULL) != 0 ||
      pthread_cond_init(&p->news, NULL) != 0) {
    vt_fail(error, VT_NO_MEMORY, "the system refused a lock");
    free(p);
    return NULL;
  }
  // Signals are for the program's own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int refused = 0;
  while (refused == 0 && p->thread_count < (int)others) {
    refused = pthread_create(&p->threads[p->thread_count], NULL, serve, p);
    if (refused == 0) ++p->thread_count;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (refused == 0) return p;
  vt_fail(error, VT_NO_MEMORY, "the system refused thread %d of %d (error %d)", p->thread_count + 2, threads,
      refused);
  vt_pool_destroy(p);
  return NULL;
}

void vt_pool_destroy(vt_pool *p) {
  if (p == NULL) return;
  pthread_mutex_lock(&p->lock);
  p->ending = true;
  atomic_fetch_add(&p->events, 1);
  pthread_cond_broadcast(&p->work);
  pthread_mutex_unlock(&p->lock);
  for (int k = 0; k < p->thread_count; ++k) pthread_join(p->threads[k], NULL);
  pthread_cond_destroy(&p->work);
  pthread_cond_destroy(&p->news);
  pthread_mutex_destroy(&p->lock);
  free(p);
}
