// Links and bonds as constraint rows; those of motors are in motors.c.
//
// Free values are extrapolated to first order, as for cables. What a step misses of the arc of a rotating
// body, h^2 w^2 r / 2, is part of g when the next step begins and is corrected there: the two sides of a link
// stay apart by that much while they move, nothing accumulates, and at rest they meet. With forces along H at
// the start of the step and g = 0 at its end this is nearly SHAKE (Ryckaert, Ciccotti and Berendsen 1977):
// hardly any energy is lost. Moving bodies along their arcs in the free value leaves a hundredth of the gap,
// but adds energy to whipping chains: a chain of ten, released level, flew apart within seconds.
#include "rows/rows.h"

// ---------------------------------------------------------------- how many rows

size_t vt_step_joint_terms(const vt_step *step) {
  const vt_model *m = step->model;
  size_t max = 2 * (size_t)(vt_model_joint_rows(m) + step->joints->limit_count + m->motor_count);
  for (int k = 0; k < m->bond_count; ++k)
    for (int i = 0; i < m->bonds[k].count; ++i) max += 3 * (size_t)m->bonds[k].anchors[i].count;
  return max;
}

vt_pulled_group vt_step_pulled_group(const vt_step *step) {
  const vt_joint_plan *plan = step->joints;
  if (vt_step_pull_rows(step) == 0) return (vt_pulled_group){-1, -1};
  int group = plan->body_group[step->state->pull->body], next = group + 1;
  bool last = next >= plan->group_count;
  return (vt_pulled_group){group, last ? plan->row_count : plan->rows[plan->items[plan->group_start[next]]]};
}

int vt_step_joint_blocks(const vt_step *step) {
  return step->joints->group_count + step->joints->limit_count + step->model->motor_count +
         (vt_step_pulled_group(step).group == step->joints->group_count);
}

int vt_step_joint_rows(const vt_step *step) {
  return step->joints->row_count + step->joints->limit_count + step->model->motor_count +
         vt_step_pull_rows(step);
}

// ---------------------------------------------------------------- where a link is

// The pose of a body that keeps its shape at the start of the step.
static vt_pose pose_now(const vt_step *step, int body) {
  if (body < 0) return vt_pose_identity();
  return vt_body_pose(&step->model->bodies[body], step->state->rigid, step->state->frames);
}

// And the pose of a driven body at its end; other bodies are moved by their rows.
static vt_pose pose_then(const vt_step *step, int body) {
  const vt_body *b = body < 0 ? NULL : &step->model->bodies[body];
  if (b == NULL || b->kind != VT_BODY_DRIVEN) return pose_now(step, body);
  return vt_pose_mul(step->frames_next[b->frame], b->pose);
}

// The link's two sides in the world.
typedef struct sides {
  vt_pose a, b;
} sides;

static sides sides_now(const vt_step *step, int number) {
  const vt_link *link = &step->model->links[number];
  vt_pose a = link->frame >= 0 ? step->state->frames[link->frame] : pose_now(step, link->body_a);
  return (sides){vt_pose_mul(a, link->pose_a),
      vt_pose_mul(pose_now(step, link->body_b), step->state->link_sides[number])};
}

static sides sides_then(const vt_step *step, int number) {
  const vt_link *link = &step->model->links[number];
  vt_pose a = link->frame >= 0 ? step->frames_next[link->frame] : pose_then(step, link->body_a);
  return (sides){vt_pose_mul(a, link->pose_a),
      vt_pose_mul(pose_then(step, link->body_b), step->state->link_sides[number])};
}

static vt_vec3 axis_of(vt_pose pose, int k) {
  return vt_quat_rotate(pose.rotation, vt_v3(k == 0, k == 1, k == 2));
}

// The travel of a slide or the angle of a hinge, of its equivalents the one nearest to `near`. For a
// coupling, where it is measured, how far it is stretched.
static double place_of(const vt_link *link, sides s, double near) {
  if (link->kind == VT_LINK_SLIDE) return vt_dot(axis_of(s.a, 2), vt_sub(s.b.position, s.a.position));
  if (link->kind != VT_LINK_HINGE) return 0;
  vt_quat turn = vt_quat_mul(vt_quat_conjugate(s.a.rotation), s.b.rotation);
  return near + remainder(2 * atan2(turn.z, turn.w) - near, 2 * VT_PI);
}

double vt_step_link_place(const vt_step *step, int number) {
  const vt_link *link = &step->model->links[number];
  if (link->kind == VT_LINK_COUPLING) {
    sides s = sides_now(step, number);
    return vt_norm(vt_sub(s.b.position, s.a.position));
  }
  return place_of(link, sides_now(step, number), step->state->link_places[number]);
}

// ---------------------------------------------------------------- values and gradients of a link

// What the link holds at zero. Turns of slide and fixed links are the rotation vector from A's side to B's;
// those of a hinge where B's z axis points in A's x and y.
static void link_values(const vt_link *link, sides s, double *g) {
  vt_vec3 apart = vt_sub(s.b.position, s.a.position);
  if (link->kind == VT_LINK_SLIDE) {
    *g++ = vt_dot(axis_of(s.a, 0), apart);
    *g++ = vt_dot(axis_of(s.a, 1), apart);
  } else {
    *g++ = apart.x;
    *g++ = apart.y;
    *g++ = apart.z;
  }
  if (link->kind == VT_LINK_BALL) return;
  if (link->kind == VT_LINK_HINGE) {
    *g++ = vt_dot(axis_of(s.a, 0), axis_of(s.b, 2));
    *g++ = vt_dot(axis_of(s.a, 1), axis_of(s.b, 2));
    return;
  }
  vt_vec3 turn = vt_quat_log(vt_quat_mul(vt_quat_conjugate(s.a.rotation), s.b.rotation));
  *g++ = turn.x;
  *g++ = turn.y;
  *g++ = turn.z;
}

// A row's gradient on B's side of the link: along a translation of it, and along a turn.
typedef struct link_gradient {
  vt_vec3 linear, turn;
} link_gradient;

// d e / d turn for the rotation vector e, in A's axes: J^-1 = 1 - [e]/2 + k [e]^2, by rows.
static vt_mat3 log_gradient(vt_vec3 e) {
  double angle2 = vt_dot(e, e), angle = sqrt(angle2);
  double k = angle < 1e-2 ? 1.0 / 12 + angle2 / 720 : 1 / angle2 - 0.5 / (angle * tan(0.5 * angle));
  vt_mat3 skew = vt_skew(e);
  return vt_mat_add(
      vt_mat_add(vt_mat_identity(), vt_mat_scale(-0.5, skew)), vt_mat_scale(k, vt_mat_mul(skew, skew)));
}

static void link_gradients(const vt_link *link, sides s, link_gradient *rows) {
  const vt_vec3 none = {0, 0, 0}, x = axis_of(s.a, 0), y = axis_of(s.a, 1), z = axis_of(s.b, 2);
  if (link->kind == VT_LINK_SLIDE) {
    *rows++ = (link_gradient){x, none};
    *rows++ = (link_gradient){y, none};
  } else {
    for (int k = 0; k < 3; ++k) *rows++ = (link_gradient){vt_v3(k == 0, k == 1, k == 2), none};
  }
  if (link->kind == VT_LINK_BALL) return;
  if (link->kind == VT_LINK_HINGE) {
    *rows++ = (link_gradient){none, vt_cross(z, x)};
    *rows++ = (link_gradient){none, vt_cross(z, y)};
    return;
  }
  vt_quat back = vt_quat_conjugate(s.a.rotation);
  vt_mat3 j = log_gradient(vt_quat_log(vt_quat_mul(back, s.b.rotation)));
  for (int k = 0; k < 3; ++k) {
    vt_vec3 row = {j.m[k][0], j.m[k][1], j.m[k][2]};
    *rows++ = (link_gradient){none, vt_quat_rotate(s.a.rotation, row)};
  }
}

// That of a slide's travel or a hinge's angle.
static link_gradient place_gradient(const vt_link *link, sides s) {
  vt_vec3 a = axis_of(s.a, 2), b = axis_of(s.b, 2), none = {0, 0, 0};
  if (link->kind == VT_LINK_SLIDE) return (link_gradient){a, none};
  return (link_gradient){none, vt_scale(1 / (1 + vt_dot(a, b)), vt_add(a, b))};
}

// ---------------------------------------------------------------- rows

static void add_term(vt_step *step, int body, vt_vec3 at, double sign, link_gradient g) {
  if (body < 0 || step->model->bodies[body].kind != VT_BODY_RIGID) return;
  vt_vec3 arm = vt_sub(at, step->state->rigid[step->model->bodies[body].rigid_index].position);
  step->rows.terms[step->term_count++] = (vt_row_term){
      body, -1, vt_scale(sign, g.linear), vt_scale(sign, vt_add(vt_cross(arm, g.linear), g.turn))};
}

// Begins a row of a link with its terms. A takes the opposite of B's force at the same point, B's origin. For
// a slide, whose axes turn with A, this is the exact gradient; for other links it is so up to the gap between
// the origins, and angular momentum is conserved.
static void add_link_row(vt_step *step, const vt_link *link, sides s, int row, double sign, link_gradient g) {
  step->rows.start[row] = step->term_count;
  add_term(step, link->body_a, s.b.position, -sign, g);
  add_term(step, link->body_b, s.b.position, sign, g);
}

// Rows of an inactive link: they act on nothing, and their forces are 0.
static void fill_none(vt_step *step, int rows, int row, double *compliance) {
  for (int r = 0; r < rows; ++r) {
    step->rows.start[row + r] = step->term_count;
    step->rows.system.q[row + r] = 0;
    compliance[r] = 1;
  }
}

// What the rows of a link are made of.
typedef struct link_terms {
  sides now;
  double start[6], g[6];      // values at the start of the step, and with driven bodies and frames at its end
  link_gradient gradients[6]; // at its start
} link_terms;

static link_terms terms_of(const vt_step *step, int number) {
  const vt_link *link = &step->model->links[number];
  link_terms t = {.now = sides_now(step, number)};
  link_values(link, t.now, t.start);
  link_values(link, sides_then(step, number), t.g);
  link_gradients(link, t.now, t.gradients);
  return t;
}

// The implicit springs and dampers of a coupling, f = -k g' - c (g' - g) / h, are (g' - wanted) + f / (k +
// c/h) = 0 with wanted = c/h g / (k + c/h). A direction without spring and damper is free.
static void fill_coupling(vt_step *step, int number, int row, double *compliance) {
  const vt_link *link = &step->model->links[number];
  const link_terms t = terms_of(step, number);
  for (int r = 0; r < 6; ++r) {
    double stiffness, damping;
    vt_coupling_limited(link, r / 3, step->settings->dt, &stiffness, &damping);
    double viscous = damping / step->h, stiff = stiffness + viscous;
    if (!(stiff > 0)) {
      fill_none(step, 1, row + r, compliance + r);
      continue;
    }
    add_link_row(step, link, t.now, row + r, 1, t.gradients[r]);
    compliance[r] = 1 / stiff;
    step->rows.system.q[row + r] = t.g[r] + vt_step_free_change(step, row + r) - viscous / stiff * t.start[r];
  }
}

static void fill_link(vt_step *step, int number, int row, double *compliance) {
  const vt_link *link = &step->model->links[number];
  const link_terms t = terms_of(step, number);
  int linear = link->kind == VT_LINK_SLIDE ? 2 : 3;
  for (int r = 0; r < vt_link_rows(link); ++r) {
    add_link_row(step, link, t.now, row + r, 1, t.gradients[r]);
    step->rows.system.q[row + r] = t.g[r] + vt_step_free_change(step, row + r);
    compliance[r] = r < linear ? link->compliance : link->turn_compliance;
    step->rows.system.q[row + r] -=
        vt_step_change(step) * vt_step_carried(step, row + r, compliance[r], t.g[r] - t.start[r]);
  }
}

vt_vec3 vt_step_bond_place(const vt_step *step, const vt_bond *bond, int node) {
  return bond->window.from > 0 ? step->state->grips[bond->first_grip + node] : bond->anchors[node].local;
}

static void fill_bond(vt_step *step, int number, int row) {
  const vt_bond *bond = &step->model->bonds[number];
  const vt_body *a = &step->model->bodies[bond->body_a], *b = &step->model->bodies[bond->body_b];
  bool soft = b->kind == VT_BODY_DEFORMABLE;
  vt_pose now = soft ? vt_pose_identity() : pose_now(step, bond->body_b),
          then = soft ? now : pose_then(step, bond->body_b);
  for (int i = 0; i < bond->count; ++i) {
    const vt_anchor *anchor = &bond->anchors[i];
    vt_vec3 local = vt_step_bond_place(step, bond, i);
    vt_vec3 at = soft
                     ? vt_anchor_interpolate(anchor, step->state->x + b->first_node)
                     : vt_step_bent_point(step, b, now, local, anchor->count, anchor->nodes, anchor->weights);
    vt_vec3 goal = soft || vt_body_bends(b) ? at : vt_pose_apply(then, local);
    vt_vec3 apart = vt_sub(step->state->x[a->first_node + bond->nodes[i]], goal);
    for (int k = 0; k < 3; ++k, ++row) {
      vt_vec3 along = vt_v3(k == 0, k == 1, k == 2);
      step->rows.start[row] = step->term_count;
      vt_step_add_terms(step, bond->body_a, 1, &bond->nodes[i], (double[]){1}, at, along);
      vt_step_add_terms(
          step, bond->body_b, anchor->count, anchor->nodes, anchor->weights, at, vt_scale(-1, along));
      step->rows.system.q[row] = vt_dot(apart, along) + vt_step_free_change(step, row);
    }
  }
}

vt_place_row vt_step_begin_place(vt_step *step, int number, int row, double sign) {
  const vt_link *link = &step->model->links[number];
  sides now = sides_now(step, number);
  double near = step->state->link_places[number];
  add_link_row(step, link, now, row, sign, place_gradient(link, now));
  return (vt_place_row){place_of(link, now, near), place_of(link, sides_then(step, number), near)};
}

// A limit pushes the place up from below, or down from above, and never pulls.
static void fill_limits(vt_step *step, int number, int block, int row) {
  const vt_link *link = &step->model->links[number];
  bool holds = step->state->holds[vt_model_hold_of_link(step->model, number)] > 0;
  for (int side = 0; side < 2 && !holds; ++side) {
    step->rows.system.blocks[block + side] =
        (vt_block){.kind = VT_BLOCK_SCALAR, .row = row + side, .compliance = 1};
    step->rows.start[row + side] = step->term_count;
    step->rows.system.q[row + side] = 0;
  }
  for (int side = 0; side < 2 && holds; ++side) {
    double sign = side == 0 ? 1 : -1, limit = side == 0 ? link->lower : link->upper;
    step->rows.system.blocks[block + side] =
        (vt_block){.kind = VT_BLOCK_SCALAR, .row = row + side, .lower = 0, .upper = INFINITY};
    double place = vt_step_begin_place(step, number, row + side, sign).driven;
    step->rows.system.q[row + side] = sign * (place - limit) + vt_step_free_change(step, row + side);
  }
}

// A group's block and rows from the given one on; how many rows, -1 without memory.
static int fill_group(vt_step *step, int group, bool pulled, vt_block *block, int row, vt_error *error) {
  const vt_model *m = step->model;
  const vt_joint_plan *plan = step->joints;
  int begin = 0, end = 0, rows = 0, at = row;
  if (group < plan->group_count) begin = plan->group_start[group], end = plan->group_start[group + 1];
  for (int k = begin; k < end; ++k) rows += vt_joint_rows(m, plan->items[k]);
  rows += pulled ? 3 : 0;
  vt_bilateral *bilateral = vt_bilateral_take(step->arena, rows, error);
  if (bilateral == NULL) return -1;
  *block = (vt_block){.kind = VT_BLOCK_BILATERAL, .row = row, .bilateral = bilateral};
  for (int k = begin; k < end; ++k) {
    int item = plan->items[k];
    if (!(step->state->holds[vt_model_hold_of_link(m, 0) + item] > 0)) {
      fill_none(step, vt_joint_rows(m, item), at, bilateral->compliance + (at - row));
    } else if (item < m->link_count && m->links[item].kind == VT_LINK_COUPLING) {
      fill_coupling(step, item, at, bilateral->compliance + (at - row));
    } else if (item < m->link_count) {
      fill_link(step, item, at, bilateral->compliance + (at - row));
    } else {
      fill_bond(step, item - m->link_count, at);
    }
    at += vt_joint_rows(m, item);
  }
  if (pulled) vt_step_fill_pull(step, at, bilateral->compliance + (at - row));
  return rows;
}

bool vt_step_fill_joints(vt_step *step, int block, int row, vt_error *error) {
  const vt_model *m = step->model;
  const vt_joint_plan *plan = step->joints;
  vt_system *s = &step->rows.system;
  vt_pulled_group pulled = vt_step_pulled_group(step);
  int first = row, groups = pulled.group == plan->group_count ? pulled.group + 1 : plan->group_count;
  for (int k = 0; k < m->link_count; ++k) step->state->link_places[k] = vt_step_link_place(step, k);
  for (int g = 0; g < groups; ++g) {
    int rows = fill_group(step, g, g == pulled.group, &s->blocks[block++], row, error);
    if (rows < 0) return false;
    row += rows;
  }
  for (int k = 0; k < m->link_count; ++k) {
    if (!m->links[k].limited) continue;
    fill_limits(step, k, block, row);
    block += 2;
    row += 2;
  }
  for (int k = 0; k < m->motor_count; ++k) vt_step_motor_row(step, k, &s->blocks[block++], row++);
  const double *known = step->state->joint_forces;
  for (int r = first; r < row; ++r)
    if (pulled.row < 0 || r < first + pulled.row || r >= first + pulled.row + 3) s->f[r] = *known++;
  return true;
}

void vt_step_keep_joints(vt_step *step, int row) {
  vt_pulled_group pulled = vt_step_pulled_group(step);
  const double *f = step->rows.system.f + row;
  double *kept = step->state->joint_forces;
  for (int r = 0; r < vt_step_joint_rows(step); ++r)
    if (pulled.row < 0 || r < pulled.row || r >= pulled.row + 3) *kept++ = f[r];
  if (pulled.row >= 0) vt_step_keep_pull(step, row + pulled.row);
}

// ---------------------------------------------------------------- forces, for sensors

vt_wrench vt_step_link_wrench(const vt_step *step, int number) {
  const vt_link *link = &step->model->links[number];
  sides now = sides_now(step, number);
  link_gradient gradients[6];
  link_gradients(link, now, gradients);
  const double *f = step->state->joint_forces + step->joints->rows[number];
  vt_wrench wrench = {.at = now.b.position};
  for (int r = 0; r < vt_link_rows(link); ++r) {
    wrench.force = vt_madd(wrench.force, f[r], gradients[r].linear);
    wrench.torque = vt_madd(wrench.torque, f[r], gradients[r].turn);
  }
  double push = 0;
  int limit = step->joints->row_count;
  for (int k = 0; k < number && link->limited; ++k) limit += step->model->links[k].limited ? 2 : 0;
  if (link->limited) push = step->state->joint_forces[limit] - step->state->joint_forces[limit + 1];
  for (int k = 0; k < step->model->motor_count; ++k)
    if (step->model->motors[k].link == number) push += vt_step_motor_force(step, k);
  vt_wrench along = vt_step_place_wrench(step, number, push);
  return (vt_wrench){vt_add(wrench.force, along.force), vt_add(wrench.torque, along.torque), wrench.at};
}

vt_wrench vt_step_place_wrench(const vt_step *step, int number, double force) {
  sides now = sides_now(step, number);
  if (force == 0) return (vt_wrench){.at = now.b.position};
  link_gradient along = place_gradient(&step->model->links[number], now);
  return (vt_wrench){vt_scale(force, along.linear), vt_scale(force, along.turn), now.b.position};
}

vt_vec3 vt_step_bond_force(const vt_step *step, int number, int node) {
  const double *f =
      step->state->joint_forces + step->joints->rows[step->model->link_count + number] + 3 * node;
  return vt_v3(f[0], f[1], f[2]);
}
