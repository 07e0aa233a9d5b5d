// Threads that share out the pieces of a job; one pool belongs to one world.
//
// A job is a function called once for every index from 0 to count - 1, in any order and by any thread, so
// pieces must not write what others read or write. The thread that runs a job works on it too, and takes
// every piece that no other thread has taken: on a busy machine a job takes no longer than without threads.
// Idle threads spin for some ten microseconds and then sleep. A piece may run jobs itself: threads without a
// piece of their own help with those.
#ifndef VT_BASE_POOL_H
#define VT_BASE_POOL_H

#include "base/memory.h"

typedef struct vt_pool vt_pool;

typedef void (*vt_piece)(void *context, int index);

// A pool of `threads` threads, counting the one that runs jobs. NULL with the error set when memory or a
// thread is refused.
vt_pool *vt_pool_create(int threads, vt_error *error);
void vt_pool_destroy(vt_pool *pool);

// Runs a job to its end. Without a pool (NULL) the caller does all pieces in order.
void vt_pool_run(vt_pool *pool, int count, vt_piece piece, void *context);

// The n-th of `parts` even parts of `count` things begins here.
static inline int vt_part_start(int count, int parts, int n) { return (int)((long long)count * n / parts); }

// Into how many parts a loop over `count` things is cut that take some ten nanoseconds each: shorter parts
// would cost more than a thread saves. It depends on the count alone, and so may the order of sums.
enum { VT_PART = 128, VT_MAX_PARTS = 16 };
static inline int vt_part_count(int count) {
  int parts = count / VT_PART;
  return parts < 1 ? 1 : parts > VT_MAX_PARTS ? VT_MAX_PARTS : parts;
}

#endif
