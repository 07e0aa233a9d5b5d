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

// 64-byte aligned, not zeroed; NULL with the error set when memory is refused. Several threads may take at
// once.
void *vt_arena_take(vt_arena *arena, size_t count, size_t size, vt_error *error);
#define VT_TAKE(arena, type, count, error)                                                                   \
  ((type *)vt_arena_take(arena, (size_t)(count), sizeof(type), error))

// Forgets every block; the memory is kept, joined to one piece if it was several.
bool vt_arena_reset(vt_arena *arena, vt_error *error);

// Bytes in use now: 0 right after a reset.
size_t vt_arena_used(const vt_arena *arena);

#endif
