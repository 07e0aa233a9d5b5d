// The simulation's side of the loop: leads the frame to where the device is, steps, and tells of the body.
#include "haptics/steer.h"

#include "world/world.h"

static bool find_coupling(const vt_model *m, int *link, vt_error *error) {
  int found = -1, count = 0;
  for (int k = 0; k < m->link_count; ++k)
    if (m->links[k].kind == VT_LINK_COUPLING) {
      found = k;
      ++count;
    }
  if (*link >= 0) {
    if (*link < m->link_count && m->links[*link].kind == VT_LINK_COUPLING) return true;
    return vt_fail(
        error, VT_BAD_INPUT, "link %d is not a coupling, expected one for a device to hold", *link);
  }
  *link = found;
  if (count == 1) return true;
  return vt_fail(
      error, VT_BAD_INPUT, "found %d couplings, expected one for a device to hold, or its name", count);
}

bool vt_steer_begin(vt_steer *steer, vt_world *world, int link, vt_error *error) {
  const vt_model *m = world->model;
  if (!find_coupling(m, &link, error)) return false;
  const vt_frame *frame = &m->frames[m->links[link].frame];
  if (frame->parent >= 0 || frame->joint != VT_JOINT_FREE)
    return vt_fail(error, VT_BAD_INPUT,
        "frame '%s' of coupling '%s' has a parent or a joint, expected a free one for a device to move",
        frame->name, m->links[link].name);
  *steer = (vt_steer){.world = world, .link = link, .frame = m->links[link].frame};
  return true;
}

vt_vec3 vt_steer_place(const vt_steer *steer) {
  return steer->world->model->links[steer->link].pose_a.position;
}

static vt_motion observe(const vt_steer *steer, double time) {
  const vt_world *w = steer->world;
  const vt_link *link = &w->model->links[steer->link];
  const vt_body *body = &w->model->bodies[link->body_b];
  vt_motion motion = {.time = time,
      .dt = w->settings.dt,
      .holds = w->state.holds[vt_model_hold_of_link(w->model, steer->link)] > 0,
      .side =
          vt_pose_mul(vt_body_pose(body, w->state.rigid, w->state.frames), w->state.link_sides[steer->link]),
      .spin = vt_world_body_angular_velocity(w, link->body_b),
      .work = steer->work};
  vt_vec3 arm = vt_sub(motion.side.position, w->state.rigid[body->rigid_index].position);
  motion.velocity = vt_add(vt_world_body_velocity(w, link->body_b), vt_cross(motion.spin, arm));
  for (int turn = 0; turn < 2; ++turn) {
    vt_coupling_limited(link, turn, w->settings.dt, &motion.stiffness[turn], &motion.damping[turn]);
    motion.device_damping[turn] = link->device_damping[turn];
  }
  return motion;
}

bool vt_steer_step(vt_steer *steer, const vt_grip *grip, vt_motion *motion, vt_error *error) {
  vt_world *w = steer->world;
  vt_pose before = w->state.frames[steer->frame];
  if (grip->held && !vt_world_lead_frame(w, steer->frame, grip->frame, error)) return false;
  if (vt_world_step(w) == VT_STEP_FAILED) {
    const vt_error *why = &vt_world_status(w)->error;
    return vt_fail(
        error, why->code, "the simulation could not go on at %g s: %s", vt_world_time(w), why->message);
  }
  vt_pose now = w->state.frames[steer->frame];
  vt_wrench wrench = vt_step_link_wrench(&w->step, steer->link);
  vt_vec3 torque = vt_add(wrench.torque, vt_cross(vt_sub(wrench.at, now.position), wrench.force));
  vt_vec3 angle = vt_quat_log(vt_quat_mul(now.rotation, vt_quat_conjugate(before.rotation)));
  steer->work += vt_dot(wrench.force, vt_sub(now.position, before.position)) + vt_dot(torque, angle);
  *motion = observe(steer, grip->time);
  return true;
}
