// A coupling in a person's hand: while the page moves its frame, the scene runs in the haptic loop, by the
// clock, with a hand that goes where the page points and gives way to what it feels.
#include "simulator.h"

#include <math.h>

static const double FOREVER = 1e9; // s

// A hand of 0.3 kg that 500 N/m draw along: a newton is 2 mm. Critically damped, as a mouse jumps.
static vt_hand_def hand_def(void) {
  vt_hand_def def = vt_hand_def_default();
  def.damping = 2 * sqrt(def.stiffness * def.mass);
  def.turn_damping = 2 * sqrt(def.turn_stiffness * def.inertia);
  return def;
}

int hold_coupling_of(const vt_model *model, int frame) {
  if (frame < 0 || frame >= vt_model_frame_count(model) || vt_model_frame_parent(model, frame) >= 0)
    return -1;
  for (int k = 0; k < vt_model_link_count(model); ++k)
    if (vt_model_link_kind(model, k) == VT_LINK_COUPLING && vt_model_coupling_frame(model, k) == frame)
      return k;
  return -1;
}

static vt_quat times(vt_quat a, vt_quat b) {
  return (vt_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

// The goal as the device has it: from where the frame was as the loop began.
static void point(holding *h) {
  vt_vec3 p = h->goal.position, zero = h->zero.position;
  vt_quat q = h->zero.rotation, back = {q.w, -q.x, -q.y, -q.z};
  vt_device_pose goal = {
      {{p.x - zero.x, p.y - zero.y, p.z - zero.z}, times(h->goal.rotation, back)}, .buttons = 1};
  vt_device_pointer_set(&h->device, goal);
}

bool hold_takes(const simulator *s, int frame) {
  return hold_coupling_of(vt_world_model(s->world), frame) >= 0;
}

void hold_take(simulator *s, int frame, vt_pose goal) {
  holding *h = &s->hold;
  h->active = true;
  h->goal = goal;
  if (h->frame != frame) h->link = hold_coupling_of(vt_world_model(s->world), frame);
  h->frame = frame;
  s->moved[frame] = true;
  if (h->loop != NULL) point(h);
}

void hold_let_go(simulator *s) {
  s->hold.active = false;
  s->hold.frame = -1;
}

void hold_move(simulator *s) {
  vt_error error = {0};
  if (s->hold.active && !vt_world_move_frame(s->world, s->hold.frame, s->hold.goal, &error))
    simulator_refuse(s, &error);
}

hold_view hold_look(const simulator *s) {
  const holding *h = &s->hold;
  if (!h->active) return (hold_view){.active = false};
  hold_view view = {
      .active = true, .frame = h->frame, .goal = h->goal, .hand = vt_world_frame_pose(s->world, h->frame)};
  if (h->loop != NULL) view.felt = vt_device_pointer_state(&h->device).felt;
  return view;
}

// What changes the world under the loop ends it first.
static bool must_wait(const simulator *s, const request *r) {
  bool other = r->kind == REQUEST_FRAME && r->index != s->hold.frame && hold_takes(s, r->index);
  return r->kind == REQUEST_RESET || r->kind == REQUEST_LOAD || r->kind == REQUEST_STEP || other;
}

static bool after_step(const vt_world *world, const vt_haptics_moment *moment, void *context) {
  simulator *s = context;
  (void)world;
  (void)moment;
  simulator_after_step(s);
  request r;
  while (inbox_take(&s->box, 0, &r)) {
    if (must_wait(s, &r)) {
      s->hold.late = r;
      s->hold.has_late = true;
      return false;
    }
    simulator_obey(s, &r);
  }
  simulator_show_when_due(s);
  simulator_before_step(s);
  return s->running && s->hold.active && !inbox_closing(&s->box);
}

static bool begin(simulator *s, vt_error *error) {
  holding *h = &s->hold;
  vt_hand_def hand = hand_def();
  vt_haptics_def def = vt_haptics_def_default();
  def.coupling = h->link;
  def.silence = 2; // s: nobody is hurt by a picture of a force, and steps may be slow
  h->zero = vt_world_frame_pose(s->world, h->frame);
  if (!vt_device_pointer(&h->device, &hand, error)) return false;
  h->loop = vt_haptics_create(s->world, &h->device, &def, error);
  if (h->loop == NULL) {
    vt_device_close(&h->device);
    return false;
  }
  point(h);
  return true;
}

void hold_run(simulator *s) {
  holding *h = &s->hold;
  vt_error error = {0};
  h->has_late = false;
  if (!begin(s, &error)) {
    simulator_refuse(s, &error);
    hold_let_go(s);
    return;
  }
  simulator_before_step(s);
  bool good = vt_haptics_run(h->loop, FOREVER, after_step, s, &error);
  vt_haptics_destroy(h->loop);
  vt_device_close(&h->device);
  h->loop = NULL;
  if (!good) simulator_fail(s, &error);
  if (h->has_late) simulator_obey(s, &h->late);
}
