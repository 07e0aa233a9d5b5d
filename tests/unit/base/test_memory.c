// Arrays that grow, sizes that overflow, and the arena.
#include "base/memory.h"

#include "check.h"

#include <stdlib.h>

static void check_overflow(void) {
  vt_error error = {0};
  CHECK(vt_alloc(SIZE_MAX / 4, 8, &error) == NULL);
  CHECK(error.code == VT_NO_MEMORY);
  int *items = NULL;
  size_t room = 0;
  error = (vt_error){0};
  CHECK(!VT_RESERVE(&items, &room, SIZE_MAX / 2, &error));
  CHECK(error.code == VT_NO_MEMORY && items == NULL && room == 0);
}

static void check_growth(void) {
  vt_error error = {0};
  int *items = NULL;
  size_t room = 0;
  bool kept = true;
  for (int i = 0; i < 10000; ++i) {
    CHECK(VT_RESERVE(&items, &room, i + 1, &error));
    items[i] = i;
  }
  for (int i = 0; i < 10000; ++i) kept = kept && items[i] == i;
  CHECK(kept);
  free(items);
}

static void check_arena(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1000, &error);
  double *a = VT_TAKE(arena, double, 10, &error);
  double *big = VT_TAKE(arena, double, 100000, &error); // a chunk of its own
  for (int i = 0; i < 10; ++i) a[i] = i;
  for (int i = 0; i < 100000; ++i) big[i] = -1;
  CHECK(a[9] == 9); // blocks do not move
  CHECK((uintptr_t)big % 64 == 0 && (uintptr_t)a % 64 == 0);
  CHECK(vt_arena_used(arena) >= 100010 * sizeof(double));
  CHECK(vt_arena_reset(arena, &error));
  CHECK(vt_arena_used(arena) == 0);
  // Joined: the same demand fits in one piece, so both blocks are neighbours.
  a = VT_TAKE(arena, double, 10, &error);
  big = VT_TAKE(arena, double, 100000, &error);
  CHECK((unsigned char *)big - (unsigned char *)a == 128);
  CHECK(vt_arena_take(arena, SIZE_MAX / 2, 8, &error) == NULL);
  CHECK(error.code == VT_NO_MEMORY);
  vt_arena_destroy(arena);
}

int main(void) {
  check_overflow();
  check_growth();
  check_arena();
  return check_report();
}
