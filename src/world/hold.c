// What is active when: attachments, cables, links, bonds and motors that begin or end while the world runs.
//
// Whether one is active is decided at the middle of a piece of a step, so that the rounding of times
// does not matter. One that begins takes the positions of that time as its rest; one that ends
// leaves no forces behind.
#include "world/world.h"

vt_vec3 vt_world_grip(const vt_world *w, const vt_attachment *a, int node) {
  return a->window.from > 0 ? w->state.grips[a->first_grip + node] : a->local[node];
}

static vt_pose pose_of(const vt_world *w, int body) {
  if (body < 0) return vt_pose_identity();
  return vt_body_pose(&w->model->bodies[body], w->state.rigid, w->state.frames);
}

static void begin_attachment(vt_world *w, int number) {
  const vt_attachment *a = &w->model->attachments[number];
  const vt_vec3 *x = w->state.x + w->model->bodies[a->body].first_node;
  for (int i = 0; i < a->count; ++i)
    w->state.grips[a->first_grip + i] = vt_pose_unapply(w->state.frames[a->frame], x[a->nodes[i]]);
}

static void begin_cable(vt_world *w, int number) {
  if (w->model->cables[number].measured)
    w->state.cable_rests[number] = vt_step_cable_length(&w->step, number);
}

static void begin_link(vt_world *w, int number) {
  const vt_link *link = &w->model->links[number];
  vt_pose a = link->frame >= 0 ? w->state.frames[link->frame] : pose_of(w, link->body_a);
  vt_pose at = vt_pose_mul(a, link->pose_a), b = pose_of(w, link->body_b);
  vt_quat back = vt_quat_conjugate(b.rotation);
  w->state.link_sides[number] =
      (vt_pose){vt_pose_unapply(b, at.position), vt_quat_normalized(vt_quat_mul(back, at.rotation))};
  w->state.link_places[number] = 0;
}

static void begin_bond(vt_world *w, int number) {
  const vt_bond *bond = &w->model->bonds[number];
  const vt_vec3 *x = w->state.x + w->model->bodies[bond->body_a].first_node;
  vt_pose b = pose_of(w, bond->body_b);
  for (int i = 0; i < bond->count; ++i)
    w->state.grips[bond->first_grip + i] = vt_pose_unapply(b, x[bond->nodes[i]]);
}

static void begin(vt_world *w, int hold) {
  const vt_model *m = w->model;
  int cable = hold - m->attachment_count, link = cable - m->cable_count, bond = link - m->link_count;
  if (cable < 0) {
    begin_attachment(w, hold);
  } else if (link < 0) {
    begin_cable(w, cable);
  } else if (bond < 0) {
    begin_link(w, link);
  } else if (bond < m->bond_count) {
    begin_bond(w, bond);
  }
}

static void end(vt_world *w, int hold) {
  const vt_model *m = w->model;
  int cable = hold - m->attachment_count, item = cable - m->cable_count;
  if (cable < 0) {
    w->state.hands[hold] = w->work.hands_next[hold] = (vt_hand){.stiffness = 0};
  } else if (item < 0) {
    w->state.cable_forces[cable] = 0;
  } else if (item >= m->link_count + m->bond_count) {
    int motor = item - m->link_count - m->bond_count;
    w->state.joint_forces[w->work.joints.row_count + w->work.joints.limit_count + motor] = 0;
  } else {
    for (int r = 0; r < vt_joint_rows(m, item); ++r) w->state.joint_forces[w->work.joints.rows[item] + r] = 0;
    int limit = w->work.joints.row_count;
    for (int k = 0; k < item && k < m->link_count; ++k) limit += m->links[k].limited ? 2 : 0;
    if (item < m->link_count && m->links[item].limited)
      w->state.joint_forces[limit] = w->state.joint_forces[limit + 1] = 0;
  }
}

// Which nodes are prescribed, where that changes.
static void hold_nodes(vt_world *w) {
  const vt_model *m = w->model;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_deformable_model *d = &m->bodies[b].deformable;
    if (m->bodies[b].kind != VT_BODY_DEFORMABLE || !d->any_at_times) continue;
    for (int i = 0; i < d->mesh->node_count; ++i) w->work.deformables[b].held[i] = d->prescribed[i];
  }
  for (int k = 0; k < m->attachment_count; ++k) {
    const vt_attachment *a = &m->attachments[k];
    for (int i = 0; i < a->count && w->state.holds[k] > 0; ++i)
      w->work.deformables[a->body].held[a->nodes[i]] = true;
  }
}

void vt_world_hold(vt_world *w, double h) {
  double middle = *w->state.time + 0.5 * h;
  for (int k = 0; k < vt_model_hold_count(w->model); ++k) {
    vt_window window = vt_model_window(w->model, k);
    bool held = w->state.holds[k] > 0, holds = window.from <= middle && middle < window.until;
    if (holds && !held) begin(w, k);
    if (!holds && held) end(w, k);
    w->state.holds[k] = holds ? 1 : 0;
  }
  hold_nodes(w);
}
