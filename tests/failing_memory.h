// Counting allocations, and making the n-th one fail. Link with
// -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc: that reaches every allocation of our
// own code and none of the libraries'. Include it in one file of a test program.
#ifndef VT_TESTS_FAILING_MEMORY_H
#define VT_TESTS_FAILING_MEMORY_H

#include <stdatomic.h>
#include <stddef.h>

static atomic_long allocation_count; // since it was last set to 0; threads allocate beside each other
static long allocation_to_fail = -1; // counted from 0; -1: none

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static int allocation_fails(void) { return allocation_count++ == allocation_to_fail; }

void *__wrap_malloc(size_t size) { return allocation_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *block, size_t size) {
  return allocation_fails() ? NULL : __real_realloc(block, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return allocation_fails() ? NULL : __real_aligned_alloc(alignment, size);
}

#endif
