// The k-d tree against looking at all points: nearest ones and those within a radius, by chance, on lattices
// with many equal distances, on a line, and of few points.
#include "check.h"
#include "chance.h"

#include "base/vec.h"
#include "geometry/kd_tree.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 3000, WANTED = 12 };

static int compare(const void *left, const void *right) {
  const vt_near *a = left, *b = right;
  if (a->square != b->square) return a->square < b->square ? -1 : 1;
  return (a->point > b->point) - (a->point < b->point);
}

typedef struct seen {
  int count;
  bool *points;
} seen;

static void mark(void *context, int point, double square) {
  seen *s = context;
  CHECK(!s->points[point] && square >= 0);
  s->points[point] = true;
  ++s->count;
}

static void check_points(const vt_vec3 *points, int count, uint64_t *state, double reach) {
  vt_kd_tree tree;
  vt_error error = {0};
  if (!CHECK(vt_kd_tree_init(&tree, points, count, &error))) return;
  static vt_near all[COUNT];
  static bool marks[COUNT];
  for (int k = 0; k < 100; ++k) {
    vt_vec3 at = k % 2 == 0 && count > 0
                     ? points[(int)(chance_share(state) * count)]
                     : vt_v3(chance_between(state, -1, 2), chance_between(state, -1, 2), chance_share(state));
    vt_near found[WANTED];
    int within = 0, got = vt_kd_tree_nearest(&tree, at, WANTED, found);
    for (int i = 0; i < count; ++i) {
      vt_vec3 apart = vt_sub(points[i], at);
      all[i] = (vt_near){i, vt_dot(apart, apart)};
      within += all[i].square <= reach * reach;
    }
    qsort(all, (size_t)count, sizeof *all, compare);
    CHECK(got == (count < WANTED ? count : WANTED));
    for (int i = 0; i < got; ++i) CHECK(found[i].point == all[i].point && found[i].square == all[i].square);
    memset(marks, 0, sizeof marks);
    seen s = {0, marks};
    vt_kd_tree_within(&tree, at, reach, mark, &s);
    CHECK(s.count == within);
    for (int i = 0; i < s.count; ++i) CHECK(marks[all[i].point]);
  }
  vt_kd_tree_free(&tree);
}

int main(void) {
  uint64_t state = 4;
  static vt_vec3 points[COUNT];
  for (int i = 0; i < COUNT; ++i)
    points[i] = vt_v3(chance_share(&state), chance_share(&state), chance_share(&state));
  check_points(points, COUNT, &state, 0.15);
  for (int count = 0; count < 20; ++count) check_points(points, count, &state, 0.5);
  for (int i = 0; i < COUNT; ++i) points[i] = vt_v3(0.1 * (i % 10), 0.1 * (i / 10 % 10), 0.1 * (i / 100));
  check_points(points, COUNT, &state, 0.2);
  for (int i = 0; i < COUNT; ++i) points[i] = vt_v3(0.5, 0.5, i * 1e-3);
  check_points(points, COUNT, &state, 0.01);
  for (int i = 0; i < COUNT; ++i) points[i] = vt_v3(0.5, 0.5, 0.5); // all at one place
  check_points(points, COUNT, &state, 0.01);
  return check_report();
}
