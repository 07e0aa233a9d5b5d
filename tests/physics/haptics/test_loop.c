// The loop closed by a simulated hand, in lock step: hands from 0.05 to 2 kg press a block against the
// ground, drag it along and come to rest, at 1 kHz, at 250 Hz and with stalls of 20 ms. Rows of a table in
// docs/haptics.md.
#include "held.h"

#include "check.h"

static const double HAND_DAMPING = 2; // N s/m, of hand and device together

// Down to 10 mm below where the block touches, 20 mm along, and rest from 0.6 s on.
static const vt_hand_sample path[] = {{0, {{{0, 0, 0}, {1, 0, 0, 0}}, 0}},
    {0.2, {{{0, 0, -0.015}, {1, 0, 0, 0}}, 0}}, {0.6, {{{0.02, 0, -0.015}, {1, 0, 0, 0}}, 0}}};
static const double REST = 0.6, LATE = 1.5, END = 2; // s

typedef struct seen {
  vt_vec3 last; // m
  double last_time;
  double fastest, late; // m/s: in all, and from LATE on
  double force;         // N, last
} seen;

static void see(seen *s, double time, vt_vec3 x, double force) {
  if (time > s->last_time) {
    double v = vt_norm(vt_sub(x, s->last)) / (time - s->last_time);
    s->fastest = fmax(s->fastest, v);
    if (time > LATE) s->late = fmax(s->late, v);
  }
  s->force = force;
  s->last = x;
  s->last_time = time;
}

static bool watch(const vt_world *world, const vt_haptics_moment *m, void *context) {
  (void)world;
  see(context, m->time, m->device.pose.position, m->felt.force.z);
  return true;
}

static vt_hand_def hand_of(double mass) {
  vt_hand_def hand = vt_hand_def_default();
  hand.mass = mass;
  hand.inertia = 1e-3 * mass;
  hand.damping = HAND_DAMPING;
  hand.turn_damping = 1e-3 * HAND_DAMPING;
  hand.sample_count = 3;
  hand.path = path;
  return hand;
}

// `told`: the coupling knows the device's damping and is limited by it.
static vt_coupling_def coupling_of(double stiffness, bool told) {
  vt_coupling_def def = vt_coupling_def_default();
  def.stiffness = stiffness;
  def.turn_stiffness = 1e-3 * stiffness;
  def.damping = told ? 0.25 * HAND_DAMPING : 0;
  def.turn_damping = 1e-3 * def.damping;
  def.device_damping = told ? HAND_DAMPING : 0;
  def.device_turn_damping = told ? 1e-3 * HAND_DAMPING : 0;
  return def;
}

// At rest a spring of the coupling and one of the hand share the 10 mm.
static double force_at_rest(double dt, double stiffness, bool told) {
  double k = told ? fmin(stiffness, 2 * (HAND_DAMPING - 0.25 * HAND_DAMPING) / dt) : stiffness, own = 500;
  return 0.01 / (1 / k + 1 / own);
}

// It settles: from LATE on a hand is no faster than a tenth of the fastest it was, or than its own damping
// alone would leave it. It swings about the force of two springs.
static void feel(double dt, double mass, double stiffness, bool told, vt_lockstep l) {
  vt_error error = {0};
  held h = hold(dt, coupling_of(stiffness, told));
  vt_hand_def hand = hand_of(mass);
  vt_haptics_def def = vt_haptics_def_default();
  vt_device device = {0};
  CHECK(vt_device_hand(&device, &hand, &error));
  vt_haptics *haptics = vt_haptics_create(h.y.world, &device, &def, &error);
  seen s = {0};
  if (CHECK(haptics != NULL)) CHECK(vt_haptics_run_lockstep(haptics, END, &l, watch, &s, &error));
  vt_haptics_report r = vt_haptics_get_report(haptics);
  double rest = force_at_rest(dt, stiffness, told), own = exp(-0.5 * (LATE - REST) * HAND_DAMPING / mass);
  printf("| %.0f Hz%s | %s | %.2f | %.3f | %.1e | %.2f (%.2f) | %.0f%% | %.1e |\n", 1 / dt,
      l.stall_every > 0 ? ", stalls" : "", told ? "told" : "not", mass, s.fastest, s.late, s.force, rest,
      100.0 * (double)r.braked / (double)r.ticks, -r.least_spare);
  CHECK(s.fastest < 0.2);
  CHECK(s.late <= fmax(0.1, own) * s.fastest);
  // The heavy hand still swings, by v sqrt(m / k).
  CHECK_NEAR(s.force, rest, 0.02 * rest + 500 * s.late * sqrt(mass / 500) * rest / (0.01 * 500) * 2);
  CHECK(r.ticks >= 2000 && r.losses == 0 && r.least_spare > -0.01);
  if (l.stall_every > 0) CHECK(r.late_steps > 5 && r.slipped > 0.05);
  vt_haptics_destroy(haptics);
  vt_device_close(&device);
  yard_free(&h.y);
}

// What is avoided: the force of the last step, held until the next one has been done.
static void feel_held(double dt, double mass, double stiffness) {
  vt_error error = {0};
  held h = hold(dt, coupling_of(stiffness, false));
  vt_hand_def hand = hand_of(mass);
  vt_device device = {0};
  vt_device_pose pose;
  vt_device_force late = {{0, 0, 0}, {0, 0, 0}};
  seen s = {0};
  CHECK(vt_device_hand(&device, &hand, &error) && device.open(device.context, &error));
  for (int k = 0; k * dt < END; ++k) {
    device.read(device.context, k * dt, &pose);
    device.write(device.context, k * dt, late);
    see(&s, k * dt, pose.pose.position, late.force.z);
    pose.pose.position.z += 0.025;
    if (!vt_world_move_frame(h.y.world, h.frame, pose.pose, &error) || s.fastest > 10) break;
    yard_step(&h.y);
    vt_vec3 body = vt_world_body_pose(h.y.world, h.body).position;
    late.force = vt_scale(stiffness, vt_sub(body, pose.pose.position));
  }
  printf("held force, %.0f Hz, %.2f kg: %.3g m/s in the end\n", 1 / dt, mass,
      s.fastest > 10 ? s.fastest : s.late);
  CHECK(s.late > 0.5 || s.fastest > 10);
  vt_device_close(&device);
  yard_free(&h.y);
}

// The same bits each time.
static void test_repeat(void) {
  uint64_t hashes[2];
  for (int k = 0; k < 2; ++k) {
    vt_error error = {0};
    held h = hold(4e-3, coupling_of(1000, true));
    vt_hand_def hand = hand_of(0.3);
    vt_haptics_def def = vt_haptics_def_default();
    vt_device device = {0};
    CHECK(vt_device_hand(&device, &hand, &error));
    vt_haptics *haptics = vt_haptics_create(h.y.world, &device, &def, &error);
    CHECK(haptics != NULL &&
          vt_haptics_run_lockstep(haptics, 0.4, &(vt_lockstep){.compute = 3e-3}, NULL, NULL, &error));
    hashes[k] = vt_world_hash(h.y.world);
    CHECK(!vt_haptics_run_lockstep(haptics, 0.4, &(vt_lockstep){0}, NULL, NULL, &error)); // once
    vt_haptics_destroy(haptics);
    vt_device_close(&device);
    yard_free(&h.y);
  }
  CHECK(hashes[0] == hashes[1]);
}

int main(void) {
  static const double masses[] = {0.05, 0.3, 2};
  printf("| rate | damping | hand (kg) | fastest | late (m/s) | force (N) | braked | lacking (J) |\n");
  printf("|---|---|---|---|---|---|---|---|\n");
  for (int told = 1; told >= 0; --told)
    for (int kind = 0; kind < 3; ++kind)
      for (int k = 0; k < 3; ++k)
        feel(kind == 0 ? 1e-3 : 4e-3, masses[k], told ? 1e5 : 4000, told,
            (vt_lockstep){.stall = 0.02, .stall_every = kind == 2 ? 0.1 : 0});
  feel_held(4e-3, 0.05, 4000);
  test_repeat();
  return check_report();
}
