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
  CHECK(vt_arena_peak(arena) >= 100010 * sizeof(double));
  CHECK(vt_arena_reset(arena, &error));
  CHECK(vt_arena_get_mark(arena).used == 0);
  // Joined: the same demand fits in one piece, so both blocks are neighbours.
  a = VT_TAKE(arena, double, 10, &error);
  big = VT_TAKE(arena, double, 100000, &error);
  CHECK((unsigned char *)big - (unsigned char *)a == 128);
  CHECK(vt_arena_take(arena, SIZE_MAX / 2, 8, &error) == NULL);
  CHECK(error.code == VT_NO_MEMORY);
  vt_arena_destroy(arena);
}

// Back to a mark within a chunk and across chunks; what was taken before stays, and the next step has room
// for the most that was in use at once, not for the sum.
static void check_marks(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1024, &error);
  int *kept = VT_TAKE(arena, int, 16, &error);
  for (int i = 0; i < 16; ++i) kept[i] = i;
  vt_arena_mark mark = vt_arena_get_mark(arena);
  size_t used = vt_arena_peak(arena);
  void *first = vt_arena_take(arena, 64, 1, &error);
  vt_arena_go_back(arena, mark);
  CHECK(vt_arena_take(arena, 64, 1, &error) == first);
  for (int round = 0; round < 10; ++round) {
    vt_arena_go_back(arena, mark);
    for (int k = 0; k < 4; ++k) CHECK(vt_arena_take(arena, 4096, 1, &error) != NULL); // several chunks
    CHECK(vt_arena_peak(arena) == used + 4 * 4096);
  }
  for (int i = 0; i < 16; ++i) CHECK(kept[i] == i);
  CHECK(vt_arena_reset(arena, &error) && vt_arena_get_mark(arena).used == 0);
  vt_arena_mark empty = vt_arena_get_mark(arena);
  CHECK(vt_arena_take(arena, used + 4 * 4096, 1, &error) != NULL);
  CHECK(vt_arena_get_mark(arena).chunk == empty.chunk); // it fits
  vt_arena_destroy(arena);
}

// The arena put back last is the next; there are as many as are in use at once. What it has grown to is not
// forgotten when its peak is counted anew.
static void check_shelf(void) {
  vt_error error = {0};
  vt_shelf *shelf = vt_shelf_create(&error);
  vt_arena *a = vt_shelf_take(shelf, &error), *b = vt_shelf_take(shelf, &error);
  CHECK(a != NULL && b != NULL && a != b);
  vt_shelf_put(shelf, a);
  vt_shelf_put(shelf, b);
  CHECK(vt_shelf_take(shelf, &error) == b && vt_shelf_take(shelf, &error) == a);
  vt_arena_mark empty = vt_arena_get_mark(a);
  CHECK(vt_arena_take(a, 1 << 20, 1, &error) != NULL);
  CHECK(vt_arena_peak(a) == 1 << 20);
  vt_arena_go_back(a, empty);
  vt_arena_count_anew(a);
  CHECK(vt_arena_peak(a) == 0 && vt_arena_reset(a, &error));
  empty = vt_arena_get_mark(a);
  CHECK(vt_arena_take(a, 1 << 20, 1, &error) != NULL && vt_arena_get_mark(a).chunk == empty.chunk);
  vt_shelf_put(shelf, a);
  vt_shelf_put(shelf, b);
  vt_shelf_destroy(shelf);
}

int main(void) {
  check_overflow();
  check_growth();
  check_arena();
  check_marks();
  check_shelf();
  return check_report();
}
