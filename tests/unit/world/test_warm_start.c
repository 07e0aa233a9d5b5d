// The first guess of contact forces: the last step's, also where a contact has passed to another feature, and
// never those of a try of an earlier step.
#include "check.h"
#include "physics/contact/yard.h"
#include "world/world.h"

#include <stdlib.h>

static const double MASS = 0.5; // kg

// A soft block at rest on the ground.
static yard make(void) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  yard_soft(&y, block(vt_v3(0.1, 0.1, 0.05), 3, VT_CELL_HEX8), rubber(1e5), MASS,
      at(0.31, 0.17, 0.025 + 1e-4), vt_v3(0, 0, 0));
  yard_start(&y);
  for (int k = 0; k < 50; ++k) yard_step(&y);
  return y;
}

static double guess_of(const vt_world *w, int contact) {
  return w->step.rows.system.f[w->step.rows.system.blocks[w->step.first_contact + contact].row];
}

static double sum_of_guess(vt_world *w) {
  vt_error error = {0};
  double sum = 0;
  w->step.known = vt_world_known_contacts(w);
  CHECK(vt_world_borrow(w, &error) && vt_step_warm_start(&w->step, &error));
  vt_world_give_back(w);
  for (int k = 0; k < w->step.contact_count; ++k) sum += guess_of(w, k);
  return sum;
}

static int compare_touches(const void *a, const void *b) {
  const vt_touch *s = a, *t = b;
  if (s->feature_a != t->feature_a) return s->feature_a < t->feature_a ? -1 : 1;
  return (s->feature_b > t->feature_b) - (s->feature_b < t->feature_b);
}

// The contact that carries most is known by another feature, as if its vertex or its face had been the next.
static void test_passing(bool first) {
  yard y = make();
  vt_world *w = y.world;
  vt_touches *known = &w->touches;
  double weight = sum_of_guess(w), largest = 0;
  int heaviest = 0;
  CHECK_CLOSE(weight, MASS * 9.81, 1e-3); // it rests
  CHECK(w->step.contact_count == known->count);
  for (int k = 0; k < known->count; ++k)
    if (guess_of(w, k) > largest) largest = guess_of(w, heaviest = k);
  vt_touch *t = &known->items[heaviest];
  *(first ? &t->feature_a : &t->feature_b) += 1000; // no other has that
  qsort(known->items, (size_t)known->count, sizeof *t, compare_touches);
  CHECK_CLOSE(sum_of_guess(w), weight, 1e-12);
  CHECK_CLOSE(guess_of(w, heaviest), largest, 1e-12);

  yard_free(&y);
}

// What an earlier step tried is forgotten, also where contacts are recalled as a step begins.
static void test_tries(void) {
  yard y = make();
  vt_world *w = y.world;
  vt_error error = {0};
  double weight = sum_of_guess(w);
  CHECK(vt_world_keep_tried(w, &error));
  for (int k = 0; k < w->tries.tried.count; ++k)
    w->tries.tried.items[k].force = vt_scale(3, w->tries.tried.items[k].force);
  CHECK_CLOSE(sum_of_guess(w), 3 * weight, 1e-12); // the next try begins from the last
  vt_world_forget_tries(w);
  w->tries.foreseen_count = 1;
  CHECK_CLOSE(sum_of_guess(w), weight, 1e-12);
  w->tries.foreseen_count = 0;
  yard_free(&y);
}

int main(void) {
  test_passing(true);
  test_passing(false);
  test_tries();
  return check_report();
}
