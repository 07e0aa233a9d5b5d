// Allocation that reports failure, growable arrays, and the per-step arena.
#ifndef VT_BASE_MEMORY_H
#define VT_BASE_MEMORY_H

#include "base/error.h"

// Zeroed memory for count items of the given size; NULL with the error set when refused or when
// count * size overflows. A count of 0 gives a valid pointer. Free with free().
void *vt_alloc(size_t count, size_t size, vt_error *error);

// A zeroed array of a type: `double *x = VT_NEW(double, n, error);`
#define VT_NEW(type, count, error) ((type *)vt_alloc((size_t)(count), sizeof(type), error))

// A copy of a string or a block; NULL with the error set when refused.
char *vt_copy_string(const char *text, vt_error *error);
void *vt_copy_block(const void *from, size_t count, size_t size, vt_error *error);

// Makes room for at least `need` items in *items (of `size` bytes, *capacity of them), doubling.
bool vt_reserve_items(void **items, size_t *capacity, size_t need, size_t size, vt_error *error);
#define VT_RESERVE(items, capacity, need, error)                                                             \
  vt_reserve_items((void **)(items), capacity, (size_t)(need), sizeof **(items), error)

// Scratch memory of one step: a stack that grows while warming up and then allocates nothing.
// Blocks live until the mark they were taken after is restored; they do not move.
typedef struct vt_arena vt_arena;

vt_arena *vt_arena_create(size_t bytes, vt_error *error);
void vt_arena_destroy(vt_arena *arena);

// 64-byte aligned, not zeroed; NULL with the error set when memory is refused. Several
// threads may take at once.
void *vt_arena_take(vt_arena *arena, size_t count, size_t size, vt_error *error);
#define VT_TAKE(arena, type, count, error)                                                                   \
  ((type *)vt_arena_take(arena, (size_t)(count), sizeof(type), error))

// Whether several threads take from it, as they may with a new one; otherwise no lock is taken.
void vt_arena_share(vt_arena *arena, bool shared);

// Where the stack stands. Going back to a mark forgets all that was taken after it, by any thread.
typedef struct vt_arena_mark {
  void *chunk;
  size_t used;
} vt_arena_mark;

vt_arena_mark vt_arena_get_mark(const vt_arena *arena);
void vt_arena_go_back(vt_arena *arena, vt_arena_mark mark);

// Forgets every block; the memory is kept, one piece for the most that was ever in use at once.
bool vt_arena_reset(vt_arena *arena, vt_error *error);

// The most bytes that were in use at once, ever or since they were last counted anew from 0.
size_t vt_arena_peak(const vt_arena *arena);
void vt_arena_count_anew(vt_arena *arena);

// Arenas that whoever needs one takes turns with: there are as many as ever were in use at the same time. The
// one put back last is taken first, as it is the one in the processor's caches. Any thread may take and put.
typedef struct vt_shelf vt_shelf;

vt_shelf *vt_shelf_create(vt_error *error);
void vt_shelf_destroy(vt_shelf *shelf); // once all arenas are back
vt_arena *vt_shelf_take(vt_shelf *shelf, vt_error *error);
void vt_shelf_put(vt_shelf *shelf, vt_arena *arena);

#endif
