// Prescribed motions and external forces: what the outside does to the bodies during a step.
#include "world/world.h"

#include <string.h>

void vt_world_drive_frames(vt_world *w, double time) {
  const vt_model *m = w->model;
  vt_world_moved_frames(w, time);
  vt_frames_poses(
      m->frames, m->frame_count, time, w->work.overridden, w->work.moved_then, w->work.frames_next);
}

static void drive_attachments(vt_world *w) {
  const vt_model *m = w->model;
  for (int k = 0; k < m->attachment_count; ++k) {
    const vt_attachment *a = &m->attachments[k];
    vt_vec3 *target = w->work.deformables[a->body].target;
    for (int i = 0; i < a->count && w->state.holds[k] > 0; ++i)
      target[a->nodes[i]] = vt_add(
          vt_pose_apply(w->work.frames_next[a->frame], vt_world_grip(w, a, i)), w->work.hands_next[k].behind);
  }
}

// A pressure pushes each triangle inwards along its present normal, a third of its force at each corner.
static void press(const vt_load *load, double pressure, const vt_vec3 *x, vt_vec3 *forces) {
  for (int k = 0; k < load->count; ++k) {
    const int *t = load->triangles + 3 * k;
    vt_vec3 twice_area = vt_cross(vt_sub(x[t[1]], x[t[0]]), vt_sub(x[t[2]], x[t[0]]));
    for (int c = 0; c < 3; ++c) forces[t[c]] = vt_madd(forces[t[c]], -pressure / 6, twice_area);
  }
}

// What a load does to the nodes of a quasi-rigid body, in mesh axes, beside moving it as a whole.
static void load_bending(vt_world *w, const vt_load *load, double scale) {
  const vt_body *body = &w->model->bodies[load->body];
  vt_vec3 *forces = w->work.bend_forces + body->first_bend;
  vt_quat back = vt_quat_conjugate(vt_rigid_pose(&body->rigid, &w->state.rigid[body->rigid_index]).rotation);
  vt_vec3 local = vt_quat_rotate(back, vt_scale(scale, load->force));
  for (int i = 0; i < load->count && load->kind == VT_LOAD_FORCE; ++i)
    forces[load->nodes[i]] = vt_madd(forces[load->nodes[i]], load->weights[i], local);
  for (int i = 0; i < body->bending.count && load->kind == VT_LOAD_PRESSURE; ++i)
    forces[i] = vt_madd(forces[i], -scale * load->pressure, load->areas[i]);
}

static void load_rigid(vt_world *w, const vt_load *load, double scale) {
  const vt_body *body = &w->model->bodies[load->body];
  vt_rigid_state *state = &w->work.rigid_next[body->rigid_index];
  vt_pose pose = vt_rigid_pose(&body->rigid, state);
  scale *= vt_rigid_ease(&body->rigid, w->step.kick);
  if (load->kind == VT_LOAD_FORCE) {
    vt_rigid_apply_impulse(
        &body->rigid, state, vt_scale(w->step.kick * scale, load->force), vt_pose_apply(pose, load->center));
  } else {
    double impulse = -w->step.kick * scale * load->pressure;
    vt_vec3 force = vt_quat_rotate(pose.rotation, load->area);
    vt_vec3 torque = vt_quat_rotate(pose.rotation, load->area_moment);
    state->velocity = vt_madd(state->velocity, impulse / body->rigid.mass, force);
    state->angular_momentum = vt_madd(state->angular_momentum, impulse, torque);
  }
}

static void drive_loads(vt_world *w, double time) {
  const vt_model *m = w->model;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_body *body = &m->bodies[b];
    if (body->kind == VT_BODY_DEFORMABLE)
      memset(w->work.deformables[b].external, 0, sizeof(vt_vec3) * (size_t)body->deformable.mesh->node_count);
    if (body->kind != VT_BODY_RIGID) continue;
    vt_rigid_state *next = &w->work.rigid_next[body->rigid_index];
    *next = w->state.rigid[body->rigid_index];
    if (body->rigid.viscosity > 0) next->velocity = next->angular_momentum = vt_v3(0, 0, 0);
  }
  memset(w->work.bend_forces, 0, sizeof *w->work.bend_forces * (size_t)m->bend_count);
  for (int k = 0; k < m->load_count; ++k) {
    const vt_load *load = &m->loads[k];
    double scale = vt_curve_value(&load->curve, time);
    vt_deformable *d = &w->work.deformables[load->body];
    if (m->bodies[load->body].kind == VT_BODY_RIGID) {
      load_rigid(w, load, scale);
      if (vt_body_has_elements(&m->bodies[load->body])) load_bending(w, load, scale);
    } else if (load->kind == VT_LOAD_PRESSURE) {
      press(load, scale * load->pressure, d->x, d->external);
    } else {
      for (int i = 0; i < load->count; ++i)
        d->external[load->nodes[i]] =
            vt_madd(d->external[load->nodes[i]], scale * load->weights[i], load->force);
    }
  }
}

// Motions are taken at the end of the step; forces there too by implicit Euler, and by Newmark's scheme in
// the middle of the time that they act, which ends half a step from now.
void vt_world_drive(vt_world *w, double h) {
  double end = *w->state.time + h;
  vt_world_hold(w, h);
  vt_world_drive_frames(w, end);
  drive_attachments(w);
  drive_loads(w, w->step.force_time);
}
