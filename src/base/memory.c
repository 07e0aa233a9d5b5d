// Allocation that reports failure, growable arrays, and the per-step arena.
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void *vt_alloc(size_t count, size_t size, vt_error *error) {
  void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
  if (block == NULL) vt_fail_memory(error, size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size);
  return block;
}

void *vt_copy_block(const void *from, size_t count, size_t size, vt_error *error) {
  void *block = vt_alloc(count, size, error);
  if (block != NULL && count > 0) memcpy(block, from, count * size);
  return block;
}

char *vt_copy_string(const char *text, vt_error *error) {
  return (char *)vt_copy_block(text, strlen(text) + 1, 1, error);
}

bool vt_reserve_items(void **items, size_t *capacity, size_t need, size_t size, vt_error *error) {
  if (need <= *capacity) return true;
  size_t wanted = *capacity < 8 ? 8 : *capacity + *capacity / 2;
  if (wanted < need) wanted = need;
  if (wanted > SIZE_MAX / 2 / size) return vt_fail_memory(error, SIZE_MAX);
  void *grown = realloc(*items, wanted * size);
  if (grown == NULL) return vt_fail_memory(error, wanted * size);
  *items = grown;
  *capacity = wanted;
  return true;
}

// The arena is a list of chunks, newest first; a steady step fits in the first.
typedef struct vt_chunk {
  struct vt_chunk *older;
  size_t capacity, used; // bytes
  unsigned char *bytes;  // 64-byte aligned
} vt_chunk;

struct vt_arena {
  struct vt_arena *below; // on a shelf
  vt_chunk *newest;
  size_t used, peak;    // bytes, of all chunks
  size_t counted;       // the peak since it was counted anew
  bool shared;          // several threads take from it
  pthread_mutex_t lock; // of taking, where it is shared
};

static vt_chunk *create_chunk(size_t bytes, vt_chunk *older, vt_error *error) {
  bytes = (bytes + 63) / 64 * 64;
  vt_chunk *chunk = VT_NEW(vt_chunk, 1, error);
  if (chunk == NULL) return NULL;
  chunk->bytes = aligned_alloc(64, bytes);
  if (chunk->bytes == NULL) {
    vt_fail_memory(error, bytes);
    free(chunk);
    return NULL;
  }
  chunk->capacity = bytes;
  chunk->older = older;
  return chunk;
}

static void destroy_chunks(vt_chunk *chunk) {
  while (chunk != NULL) {
    vt_chunk *older = chunk->older;
    free(chunk->bytes);
    free(chunk);
    chunk = older;
  }
}

vt_arena *vt_arena_create(size_t bytes, vt_error *error) {
  vt_arena *arena = VT_NEW(vt_arena, 1, error);
  if (arena == NULL) return NULL;
  arena->newest = create_chunk(bytes > 0 ? bytes : 64, NULL, error);
  if (arena->newest == NULL) {
    free(arena);
    return NULL;
  }
  arena->shared = true;
  pthread_mutex_init(&arena->lock, NULL);
  return arena;
}

void vt_arena_destroy(vt_arena *arena) {
  if (arena == NULL) return;
  destroy_chunks(arena->newest);
  pthread_mutex_destroy(&arena->lock);
  free(arena);
}

static void *take(vt_arena *arena, size_t bytes, vt_error *error) {
  vt_chunk *chunk = arena->newest;
  if (bytes > chunk->capacity - chunk->used) {
    size_t wanted = 2 * chunk->capacity > bytes ? 2 * chunk->capacity : bytes;
    chunk = create_chunk(wanted, arena->newest, error);
    if (chunk == NULL) return NULL;
    arena->newest = chunk;
  }
  void *block = chunk->bytes + chunk->used;
  chunk->used += bytes;
  arena->used += bytes;
  if (arena->used > arena->peak) arena->peak = arena->used;
  if (arena->used > arena->counted) arena->counted = arena->used;
  return block;
}

void *vt_arena_take(vt_arena *arena, size_t count, size_t size, vt_error *error) {
  if (size > 0 && count > (SIZE_MAX / 4) / size) {
    vt_fail_memory(error, SIZE_MAX);
    return NULL;
  }
  if (arena->shared) pthread_mutex_lock(&arena->lock);
  void *block = take(arena, (count * size + 63) / 64 * 64, error);
  if (arena->shared) pthread_mutex_unlock(&arena->lock);
  return block;
}

void vt_arena_share(vt_arena *arena, bool shared) { arena->shared = shared; }

vt_arena_mark vt_arena_get_mark(const vt_arena *arena) {
  return (vt_arena_mark){arena->newest, arena->newest->used};
}

void vt_arena_go_back(vt_arena *arena, vt_arena_mark mark) {
  while (arena->newest != mark.chunk) {
    vt_chunk *gone = arena->newest;
    arena->newest = gone->older;
    arena->used -= gone->used;
    gone->older = NULL;
    destroy_chunks(gone);
  }
  arena->used -= arena->newest->used - mark.used;
  arena->newest->used = mark.used;
}

bool vt_arena_reset(vt_arena *arena, vt_error *error) {
  if (arena->newest->older != NULL || arena->newest->capacity < arena->peak) {
    vt_chunk *joined = create_chunk(arena->peak + arena->peak / 4, NULL, error); // needs grow step by step
    if (joined == NULL) return false;
    destroy_chunks(arena->newest);
    arena->newest = joined;
  }
  arena->newest->used = arena->used = 0;
  return true;
}

size_t vt_arena_peak(const vt_arena *arena) { return arena->counted; }

void vt_arena_count_anew(vt_arena *arena) { arena->counted = 0; }

// What was put there last lies apart, to be taken without a lock: one world alone never waits for one.
struct vt_shelf {
  _Atomic(vt_arena *) last;
  pthread_mutex_t lock;
  vt_arena *top; // the others
};

vt_shelf *vt_shelf_create(vt_error *error) {
  vt_shelf *shelf = VT_NEW(vt_shelf, 1, error);
  if (shelf != NULL) pthread_mutex_init(&shelf->lock, NULL);
  return shelf;
}

void vt_shelf_destroy(vt_shelf *shelf) {
  if (shelf == NULL) return;
  vt_arena_destroy(atomic_load(&shelf->last));
  while (shelf->top != NULL) {
    vt_arena *gone = shelf->top;
    shelf->top = gone->below;
    vt_arena_destroy(gone);
  }
  pthread_mutex_destroy(&shelf->lock);
  free(shelf);
}

vt_arena *vt_shelf_take(vt_shelf *shelf, vt_error *error) {
  enum { ARENA_BYTES = 1 << 16 }; // bytes of a new one
  vt_arena *last = atomic_exchange(&shelf->last, NULL);
  if (last != NULL) return last;
  pthread_mutex_lock(&shelf->lock);
  vt_arena *taken = shelf->top;
  if (taken != NULL) shelf->top = taken->below;
  pthread_mutex_unlock(&shelf->lock);
  return taken != NULL ? taken : vt_arena_create(ARENA_BYTES, error);
}

void vt_shelf_put(vt_shelf *shelf, vt_arena *arena) {
  vt_arena *before = atomic_exchange(&shelf->last, arena);
  if (before == NULL) return;
  pthread_mutex_lock(&shelf->lock);
  before->below = shelf->top;
  shelf->top = before;
  pthread_mutex_unlock(&shelf->lock);
}
