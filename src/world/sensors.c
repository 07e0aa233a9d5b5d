// What sensors read at the end of a step.
//
// A step may have been done in parts, each with its own forces. Sensors read their mean over the step, so
// that a sum over steps is the momentum transferred; the last part alone would omit the others.
#include "base/misuse.h"
#include "world/world.h"

// Adds the reactions of an attachment about a point.
static void add_attachment(const vt_world *w, int number, vt_vec3 about, vt_reading *reading) {
  const vt_attachment *a = &w->model->attachments[number];
  const vt_deformable *d = &w->work.deformables[a->body];
  for (int k = 0; k < a->count && w->state.holds[number] > 0; ++k) {
    vt_vec3 force = d->reaction[a->nodes[k]];
    reading->force = vt_add(reading->force, force);
    reading->torque = vt_add(reading->torque, vt_cross(vt_sub(d->x[a->nodes[k]], about), force));
  }
}

// What cables need to be held by at the anchors that a frame or a body carries.
static void add_cables(const vt_world *w, int frame, int body, vt_vec3 about, vt_reading *reading) {
  const vt_model *m = w->model;
  for (int c = 0; c < m->cable_count; ++c) {
    const vt_cable *cable = &m->cables[c];
    for (int k = 0; k < cable->anchor_count; ++k) {
      const vt_anchor *a = &cable->anchors[k];
      if (a->frame != frame || a->body != body) continue;
      vt_vec3 at = vt_step_anchor(&w->step, a), along = {0, 0, 0};
      for (int side = -1; side <= 1; side += 2)
        if (k + side >= 0 && k + side < cable->anchor_count)
          along =
              vt_add(along, vt_normalized(vt_sub(at, vt_step_anchor(&w->step, &cable->anchors[k + side]))));
      vt_vec3 force = vt_scale(-w->state.cable_forces[c], along); // away from the neighbours, against tension
      reading->force = vt_add(reading->force, force);
      reading->torque = vt_add(reading->torque, vt_cross(vt_sub(at, about), force));
    }
  }
}

// What contacts with another body, or with all (-1), exert on a body, times a sign: -1 is what it takes to
// hold it against them.
static void add_contacts(
    const vt_world *w, int body, int other, double sign, vt_vec3 about, vt_reading *reading) {
  for (int k = 0; k < w->touches.count; ++k) {
    const vt_touch *t = &w->touches.items[k];
    bool is_a = t->body_a == body;
    if (is_a == (t->body_b == body)) continue; // of others, or with itself
    if (other >= 0 && (is_a ? t->body_b : t->body_a) != other) continue;
    vt_vec3 force = vt_scale(is_a ? sign : -sign, t->force);
    vt_vec3 point = is_a ? t->point : w->touches.places[k].other;
    reading->force = vt_add(reading->force, force);
    reading->torque = vt_add(reading->torque, vt_cross(vt_sub(point, about), force));
  }
}

static void add_force(vt_reading *reading, double sign, vt_vec3 force, vt_vec3 at, vt_vec3 about) {
  reading->force = vt_madd(reading->force, sign, force);
  reading->torque = vt_madd(reading->torque, sign, vt_cross(vt_sub(at, about), force));
}

// What a bond exerts on its body A, times a sign: A's pull is what its B has to be held against.
static void add_bond(const vt_world *w, int number, double sign, vt_vec3 about, vt_reading *reading) {
  const vt_bond *bond = &w->model->bonds[number];
  const vt_vec3 *x = w->state.x + w->model->bodies[bond->body_a].first_node;
  for (int i = 0; i < bond->count; ++i)
    add_force(reading, sign, vt_step_bond_force(&w->step, number, i), x[bond->nodes[i]], about);
}

// What the air of cavities does to a body, or with sign -1 what it takes to hold it.
static void add_air(const vt_world *w, int body, double sign, vt_vec3 about, vt_reading *reading) {
  vt_pressure_load load = vt_world_pressure_load(w, body, -1);
  reading->force = vt_madd(reading->force, sign, load.force);
  reading->torque = vt_madd(reading->torque, sign, vt_sub(load.torque, vt_cross(about, load.force)));
}

// What it takes to hold a driven or fixed body against its links and bonds.
static void add_joints(const vt_world *w, int body, vt_vec3 about, vt_reading *reading) {
  const vt_model *m = w->model;
  for (int k = 0; k < m->link_count; ++k) {
    const vt_link *link = &m->links[k];
    if (link->body_a != body && link->body_b != body) continue;
    double sign = link->body_a == body ? 1 : -1;
    vt_wrench wrench = vt_step_link_wrench(&w->step, k);
    add_force(reading, sign, wrench.force, wrench.at, about);
    reading->torque = vt_madd(reading->torque, sign, wrench.torque);
  }
  for (int k = 0; k < m->bond_count; ++k)
    if (m->bonds[k].body_b == body) add_bond(w, k, 1, about, reading);
}

static vt_reading read_frame(const vt_world *w, int frame) {
  const vt_model *m = w->model;
  vt_reading reading = {.tension = 0};
  vt_vec3 origin = w->state.frames[frame].position;
  for (int k = 0; k < m->attachment_count; ++k)
    if (m->attachments[k].frame == frame) add_attachment(w, k, origin, &reading);
  add_cables(w, frame, -1, origin, &reading);
  for (int k = 0; k < m->link_count; ++k)
    if (m->links[k].frame == frame) {
      vt_wrench wrench = vt_step_link_wrench(&w->step, k);
      add_force(&reading, 1, wrench.force, wrench.at, origin);
      reading.torque = vt_add(reading.torque, wrench.torque);
    }
  for (int b = 0; b < m->body_count; ++b)
    if (m->bodies[b].kind == VT_BODY_DRIVEN && m->bodies[b].frame == frame) {
      add_cables(w, -1, b, origin, &reading);
      add_contacts(w, b, -1, -1, origin, &reading);
      add_air(w, b, -1, origin, &reading);
      add_joints(w, b, origin, &reading);
    }
  return reading;
}

static vt_vec3 anchor_velocity(const vt_world *w, const vt_anchor *a) {
  if (a->body < 0) return vt_step_anchor_drive(&w->step, a);
  const vt_body *b = &w->model->bodies[a->body];
  if (b->kind == VT_BODY_DEFORMABLE) return vt_anchor_interpolate(a, w->state.v + b->first_node);
  if (b->kind != VT_BODY_RIGID) return vt_step_anchor_drive(&w->step, a);
  const vt_rigid_state *state = &w->state.rigid[b->rigid_index];
  vt_vec3 arm = vt_sub(vt_step_anchor(&w->step, a), state->position);
  vt_vec3 bending = {0, 0, 0};
  for (int k = 0; k < a->count; ++k)
    bending = vt_madd(bending, a->weights[k], w->state.bends[b->first_bend + a->nodes[k]].velocity);
  bending = vt_quat_rotate(vt_rigid_pose(&b->rigid, state).rotation, bending);
  return vt_add(vt_add(state->velocity, bending), vt_cross(vt_rigid_angular_velocity(&b->rigid, state), arm));
}

static vt_reading read_sensor(const vt_world *w, const vt_sensor *sensor) {
  const vt_model *m = w->model;
  vt_reading reading = {.tension = 0};
  switch (sensor->kind) {
  case VT_SENSOR_FRAME:
    return read_frame(w, sensor->target);
  case VT_SENSOR_BODY: {
    vt_vec3 origin = vt_world_body_pose(w, sensor->target).position;
    add_cables(w, -1, sensor->target, origin, &reading);
    add_contacts(w, sensor->target, -1, -1, origin, &reading);
    add_air(w, sensor->target, -1, origin, &reading);
    add_joints(w, sensor->target, origin, &reading);
    break;
  }
  case VT_SENSOR_ATTACHMENT: {
    const vt_attachment *a = &m->attachments[sensor->target];
    add_attachment(w, sensor->target, w->state.frames[a->frame].position, &reading);
    reading.length = vt_norm(w->state.hands[sensor->target].behind);
    break;
  }
  case VT_SENSOR_JOINT: {
    vt_wrench wrench = vt_step_link_wrench(&w->step, sensor->target);
    reading.force = wrench.force;
    reading.torque = wrench.torque;
    reading.length = vt_step_link_place(&w->step, sensor->target);
    break;
  }
  case VT_SENSOR_MOTOR: {
    int link = m->motors[sensor->target].link;
    vt_wrench wrench = vt_step_place_wrench(&w->step, link, vt_step_motor_force(&w->step, sensor->target));
    reading.force = wrench.force;
    reading.torque = wrench.torque;
    reading.length = vt_step_link_place(&w->step, link);
    break;
  }
  case VT_SENSOR_BOND: {
    int body = m->bonds[sensor->target].body_a;
    add_bond(w, sensor->target, 1, vt_world_body_pose(w, body).position, &reading);
    break;
  }
  case VT_SENSOR_POINT:
    reading.position = vt_step_anchor(&w->step, &sensor->anchor);
    reading.velocity = anchor_velocity(w, &sensor->anchor);
    break;
  case VT_SENSOR_CABLE: {
    double force = w->state.cable_forces[sensor->target];
    reading.tension = force == 0 ? 0 : -force;
    reading.length = vt_step_cable_length(&w->step, sensor->target);
    break;
  }
  case VT_SENSOR_ENERGY:
    reading.energy = vt_world_energy(w, sensor->target);
    break;
  case VT_SENSOR_CONTACT:
    add_contacts(
        w, sensor->target, sensor->other, 1, vt_world_body_pose(w, sensor->target).position, &reading);
    break;
  case VT_SENSOR_AIR:
    add_air(w, sensor->target, 1, vt_world_body_pose(w, sensor->target).position, &reading);
    break;
  }
  return reading;
}

void vt_world_begin_means(vt_world *w) {
  for (int k = 0; k < w->model->sensor_count; ++k) w->work.means[k] = (vt_reading){.tension = 0};
}

void vt_world_add_to_means(vt_world *w, double share) {
  for (int k = 0; k < w->model->sensor_count; ++k) {
    vt_reading now = read_sensor(w, &w->model->sensors[k]), *mean = &w->work.means[k];
    mean->force = vt_madd(mean->force, share, now.force);
    mean->torque = vt_madd(mean->torque, share, now.torque);
    mean->tension += share * now.tension;
  }
}

void vt_world_read_sensors(vt_world *w, bool in_parts) {
  for (int k = 0; k < w->model->sensor_count; ++k) {
    vt_reading *reading = &w->state.readings[k];
    *reading = read_sensor(w, &w->model->sensors[k]);
    if (!in_parts) continue;
    reading->force = w->work.means[k].force;
    reading->torque = w->work.means[k].torque;
    reading->tension = w->work.means[k].tension;
  }
}

vt_reading vt_world_sensor(const vt_world *world, int sensor) {
  VT_NEED(world != NULL && vt_is_number(sensor, world->model->sensor_count), (vt_reading){.tension = 0});
  return world->state.readings[sensor];
}
