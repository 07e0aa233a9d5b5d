// The loop by the clock, with its threads: the hand feels the ground, figures add up, a steady loop allocates
// nothing, and however it ends the force has faded.
#include "held.h"

#include "check.h"
#include "failing_memory.h"

static const vt_hand_sample path[] = {
    {0, {{{0, 0, 0}, {1, 0, 0, 0}}, 0}}, {0.2, {{{0, 0, -0.01}, {1, 0, 0, 0}}, 3}}};

typedef struct ends {
  double at; // s: asks to end then
  unsigned buttons;
  double force; // N
} ends;

static bool watch(const vt_world *world, const vt_haptics_moment *m, void *context) {
  (void)world;
  ends *e = context;
  e->buttons = m->device.buttons;
  if (m->share == 1) e->force = m->felt.force.z;
  return m->time < e->at;
}

// A hand that remembers what it was told last.
typedef struct told {
  vt_device inner;
  vt_device_force last;
  int writes;
} told;

static bool open_told(void *context, vt_error *error) {
  told *t = context;
  return t->inner.open(t->inner.context, error);
}

static vt_device_news read_told(void *context, double time, vt_device_pose *pose) {
  told *t = context;
  return t->inner.read(t->inner.context, time, pose);
}

static void write_told(void *context, double time, vt_device_force force) {
  told *t = context;
  t->last = force;
  ++t->writes;
  t->inner.write(t->inner.context, time, force);
}

static void test_run(double ask) {
  vt_error error = {0};
  vt_coupling_def coupling = vt_coupling_def_default();
  coupling.damping = 1;
  held h = hold(4e-3, coupling);
  vt_hand_def hand = vt_hand_def_default();
  hand.sample_count = 2;
  hand.path = path;
  told t = {.writes = 0};
  CHECK(vt_device_hand(&t.inner, &hand, &error));
  vt_device device = {&t, open_told, read_told, write_told, NULL};
  vt_haptics_def def = vt_haptics_def_default();
  vt_haptics *haptics = vt_haptics_create(h.y.world, &device, &def, &error);
  ends e = {.at = ask};
  if (CHECK(haptics != NULL)) CHECK(vt_haptics_run(haptics, 0.7, watch, &e, &error));
  vt_haptics_report r = vt_haptics_get_report(haptics);
  printf("%lld ticks, %lld missed, late by %.3f ms at 50%% and %.3f at worst; %lld steps, %.3f and %.3f ms; "
         "felt %.2f N\n",
      r.ticks, r.missed, 1e3 * r.lateness.p50, 1e3 * r.lateness.worst, r.steps, 1e3 * r.step.p50,
      1e3 * r.step.worst, e.force);
  // Two springs, 500 and 1000 N/m, share 5 mm and the contact distance.
  if (ask > 0.7) CHECK_NEAR(e.force, 0.0051 / (1 / 500.0 + 1 / 1000.0), 0.3);
  if (ask > 0.7) CHECK(e.buttons == 3);
  CHECK(r.ticks + r.missed >= (long long)(1000 * fmin(ask, 0.7)) && r.ticks == t.writes);
  CHECK(r.lateness.count == r.ticks && r.tick.count == r.ticks && r.step.count == r.steps && r.steps > 5);
  CHECK(r.step.p50 <= r.step.p99 && r.step.p99 <= r.step.p999 && r.step.p999 <= r.step.worst);
  CHECK(t.last.force.z == 0 && t.last.force.x == 0 && t.last.torque.y == 0);
  vt_haptics_destroy(haptics);
  vt_device_close(&t.inner);
  yard_free(&h.y);
}

// Two couplings, none, a frame with a parent, odd numbers.
static void test_refused(void) {
  vt_error error = {0};
  held h = hold(4e-3, vt_coupling_def_default());
  vt_hand_def hand = vt_hand_def_default();
  vt_device device = {0};
  CHECK(!vt_device_hand(&device, &hand, &error));
  CHECK_CONTAINS(error.message, "its path has no samples");
  hand.sample_count = 2;
  hand.path = path;
  hand.mass = 0;
  error = (vt_error){0};
  CHECK(!vt_device_hand(&device, &hand, &error));
  CHECK_CONTAINS(error.message, "its mass is 0, expected above 0");
  hand.mass = 1;
  error = (vt_error){0};
  CHECK(vt_device_hand(&device, &hand, &error));
  vt_haptics_def def = vt_haptics_def_default();
  def.rate = 0;
  CHECK(vt_haptics_create(h.y.world, &device, &def, &error) == NULL);
  CHECK_CONTAINS(error.message, "found a rate of 0 Hz");
  error = (vt_error){0};
  def = vt_haptics_def_default();
  def.coupling = 5;
  CHECK(vt_haptics_create(h.y.world, &device, &def, &error) == NULL);
  CHECK_CONTAINS(error.message, "link 5 is not a coupling");
  yard_free(&h.y);
  yard y = yard_new(1e-3, vt_v3(0, 0, 0), 0);
  yard_ground(&y);
  yard_start(&y);
  error = (vt_error){0};
  def.coupling = -1;
  CHECK(vt_haptics_create(y.world, &device, &def, &error) == NULL);
  CHECK_CONTAINS(error.message, "found 0 couplings");
  yard_free(&y);
  vt_device_close(&device);
}

// After the first contacts, in steps and ticks alike.
static bool count(const vt_world *world, const vt_haptics_moment *m, void *context) {
  (void)world;
  long *counts = context;
  if (m->time < 0.5) allocation_count = 0;
  counts[0] = allocation_count;
  ++counts[1];
  return true;
}

static void test_memory(void) {
  vt_error error = {0};
  vt_coupling_def coupling = vt_coupling_def_default();
  coupling.damping = 1;
  held h = hold(2e-3, coupling);
  vt_hand_def hand = vt_hand_def_default();
  hand.sample_count = 2;
  hand.path = path;
  vt_haptics_def def = vt_haptics_def_default();
  vt_device device = {0};
  vt_haptics *haptics = NULL;
  // Every allocation of device and loop refused in turn.
  int refused = 0;
  for (long k = 0; haptics == NULL && k < 100; ++k) {
    error = (vt_error){0};
    allocation_count = 0;
    allocation_to_fail = k;
    if (vt_device_hand(&device, &hand, &error)) haptics = vt_haptics_create(h.y.world, &device, &def, &error);
    allocation_to_fail = -1;
    if (haptics != NULL) break;
    CHECK(error.code == VT_NO_MEMORY);
    vt_device_close(&device);
    ++refused;
  }
  CHECK(haptics != NULL && refused >= 5);
  long counts[2] = {0, 0};
  CHECK(vt_haptics_run_lockstep(haptics, 1, &(vt_lockstep){0}, count, counts, &error));
  printf("%d allocations refused; %ld in %ld steps\n", refused, counts[0], counts[1]);
  CHECK(counts[0] == 0 && counts[1] > 400);
  vt_haptics_destroy(haptics);
  vt_device_close(&device);
  yard_free(&h.y);
}

int main(void) {
  test_memory();
  test_refused();
  test_run(1);
  test_run(0.1);
  return check_report();
}
