// Frames and motors that are moved from outside in place of their keys: at once, or led there over a step.
#include "base/misuse.h"
#include "world/world.h"

bool vt_world_move_frame(vt_world *world, int frame, vt_pose pose, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && vt_is_number(frame, world->model->frame_count), error, false);
  if (!vt_check_pose(&pose, world->model->frames[frame].name, error)) return false;
  world->state.moved[frame] = pose;
  world->state.is_moved[frame] = 1;
  world->state.frame_leads[frame] = (vt_lead){0};
  return true;
}

void vt_world_release_frame(vt_world *world, int frame) {
  if (VT_MISUSED(world != NULL && vt_is_number(frame, world->model->frame_count))) return;
  world->state.is_moved[frame] = 0;
  world->state.frame_leads[frame] = (vt_lead){0};
}

// Straight between two poses; the rotation by the shorter arc.
static vt_pose between(vt_pose a, vt_pose b, double share) {
  vt_vec3 turn = vt_quat_log(vt_quat_mul(b.rotation, vt_quat_conjugate(a.rotation)));
  return (vt_pose){vt_madd(a.position, share, vt_sub(b.position, a.position)),
      vt_quat_normalized(vt_quat_mul(vt_quat_exp(vt_scale(share, turn)), a.rotation))};
}

static vt_pose moved_at(const vt_world *w, int frame, double time) {
  const vt_lead *lead = &w->state.frame_leads[frame];
  double share = lead->on > 0 ? vt_lead_share(lead, time) : 1;
  return share < 1 ? between(w->state.moved_from[frame], w->state.moved[frame], share)
                   : w->state.moved[frame];
}

void vt_world_moved_frames(vt_world *w, double time) {
  for (int f = 0; f < w->model->frame_count; ++f) {
    w->work.overridden[f] = w->state.is_moved[f] > 0;
    if (w->work.overridden[f]) w->work.moved_then[f] = moved_at(w, f, time);
  }
}

vt_pose vt_world_frame_script(const vt_world *world, int frame, double time) {
  VT_NEED(world != NULL && vt_is_number(frame, world->model->frame_count), vt_pose_identity());
  return vt_frame_local_pose(&world->model->frames[frame], time);
}

double vt_world_motor_script(const vt_world *world, int motor, double time) {
  VT_NEED(world != NULL && vt_is_number(motor, world->model->motor_count), 0);
  return vt_curve_value(&world->model->motors[motor].target, time);
}

bool vt_world_lead_frame(vt_world *world, int frame, vt_pose pose, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && vt_is_number(frame, world->model->frame_count), error, false);
  if (!vt_check_pose(&pose, world->model->frames[frame].name, error)) return false;
  double now = *world->state.time;
  vt_pose from = world->state.is_moved[frame] > 0 ? moved_at(world, frame, now)
                                                  : vt_world_frame_script(world, frame, now);
  world->state.moved_from[frame] = from;
  world->state.moved[frame] = pose;
  world->state.is_moved[frame] = 1;
  world->state.frame_leads[frame] = (vt_lead){.on = 1, .begin = now, .end = now + world->settings.dt};
  return true;
}

bool vt_world_lead_motor(vt_world *world, int motor, double target, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && vt_is_number(motor, world->model->motor_count), error, false);
  if (!isfinite(target))
    return vt_fail(error, VT_BAD_INPUT, "motor '%s': found the target %g, expected a number",
        world->model->motors[motor].name, target);
  double now = *world->state.time;
  vt_lead *lead = &world->state.motor_leads[motor];
  double from = vt_world_motor_script(world, motor, now);
  if (lead->on > 0) from = lead->from + vt_lead_share(lead, now) * (lead->to - lead->from);
  *lead = (vt_lead){.on = 1, .begin = now, .end = now + world->settings.dt, .from = from, .to = target};
  return true;
}

void vt_world_release_motor(vt_world *world, int motor) {
  if (VT_MISUSED(world != NULL && vt_is_number(motor, world->model->motor_count))) return;
  world->state.motor_leads[motor] = (vt_lead){0};
}
