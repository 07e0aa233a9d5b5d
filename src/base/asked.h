// Whether a long computation is to go on: a caller may interrupt it, and the work of a step is limited.
#ifndef VT_BASE_ASKED_H
#define VT_BASE_ASKED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// The work of a step so far. It is counted where it is done, in numbers that depend on the input alone, so
// that the same step ends in the same way on any machine: one unit is about a nanosecond of one core of 2023,
// within a factor of three.
typedef struct vt_effort {
  atomic_bool stopped;   // the caller has asked to stop: once is enough
  double work, max_work; // units; max_work is what it may take
} vt_effort;

// Whom to ask. A computation that is to stop returns what it has, or fails.
typedef struct vt_asked {
  bool (*stop)(void *context); // NULL: nobody
  void *context;
  vt_effort *effort; // NULL: not counted
} vt_asked;

// The caller wants it to stop. May be asked by any thread.
static inline bool vt_is_interrupted(const vt_asked *asked) {
  if (asked == NULL) return false;
  if (asked->effort != NULL && atomic_load_explicit(&asked->effort->stopped, memory_order_relaxed))
    return true;
  if (asked->stop == NULL || !asked->stop(asked->context)) return false;
  if (asked->effort != NULL) atomic_store_explicit(&asked->effort->stopped, true, memory_order_relaxed);
  return true;
}

// The work that a step may take is used up.
static inline bool vt_is_spent(const vt_asked *asked) {
  return asked != NULL && asked->effort != NULL && asked->effort->work > asked->effort->max_work;
}

// Either of them. Only by the thread that runs the step, as is counting.
static inline bool vt_is_stopped(const vt_asked *asked) {
  return vt_is_spent(asked) || vt_is_interrupted(asked);
}

static inline void vt_count_work(const vt_asked *asked, double units) {
  if (asked != NULL && asked->effort != NULL) asked->effort->work += units;
}

// For the pieces of a job, which other threads may run: each counts its own work, up to what is left for all.
static inline void vt_share_asked(const vt_asked *asked, int count, vt_asked *shares, vt_effort *efforts) {
  bool counted = asked != NULL && asked->effort != NULL;
  for (int n = 0; n < count; ++n) {
    efforts[n] = (vt_effort){.max_work = counted ? asked->effort->max_work - asked->effort->work : 0};
    shares[n] =
        asked == NULL ? (vt_asked){0} : (vt_asked){asked->stop, asked->context, counted ? &efforts[n] : NULL};
  }
}

// The work of all pieces, in their order, so that the sum is the same for any number of threads.
static inline void vt_join_work(const vt_asked *asked, int count, const vt_effort *efforts) {
  for (int n = 0; n < count; ++n) vt_count_work(asked, efforts[n].work);
}

#endif
