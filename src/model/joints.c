// Adding links between rigid bodies, couplings of these to frames, and bonds of deformable bodies to others.
#include "model/model.h"

#include <stdlib.h>

// ---------------------------------------------------------------- links

vt_link_def vt_link_def_default(void) {
  return (vt_link_def){
      .body_a = -1, .body_b = -1, .pose_a = vt_pose_identity(), .pose_b = vt_pose_identity()};
}

vt_pose vt_link_pose(vt_vec3 origin, vt_vec3 axis) {
  vt_vec3 z = vt_normalized(axis);
  // The shortest rotation from the z axis: w is 1 + cos, (x, y) the cross product. To -z: about x.
  vt_quat q = {1 + z.z, -z.y, z.x, 0};
  double length = q.w * q.w + q.x * q.x + q.y * q.y;
  return (vt_pose){origin, length > 1e-24 ? vt_quat_normalized(q) : (vt_quat){0, 1, 0, 0}};
}

void vt_link_free(vt_link *link) {
  free(link->name);
  *link = (vt_link){0};
}

int vt_link_rows(const vt_link *link) {
  return link->kind == VT_LINK_BALL ? 3 : link->kind == VT_LINK_HINGE || link->kind == VT_LINK_SLIDE ? 5 : 6;
}

static bool is_rigid(const vt_model *model, int body) {
  return body >= 0 && model->bodies[body].kind == VT_BODY_RIGID;
}

static bool check_bodies(const vt_model *model, const vt_link_def *def, const char *what, vt_error *error) {
  for (int side = 0; side < 2; ++side) {
    int body = side == 0 ? def->body_a : def->body_b;
    if (body == -1) continue;
    if (!vt_check_number(what, "body", body, model->body_count, error)) return false;
    if (model->bodies[body].kind == VT_BODY_DEFORMABLE)
      return vt_fail(error, VT_BAD_INPUT, "%s: body '%s' is deformable, expected rigid, driven or fixed",
          what, model->bodies[body].name);
  }
  if (!is_rigid(model, def->body_a) && !is_rigid(model, def->body_b))
    return vt_fail(error, VT_BAD_INPUT, "%s: neither of its bodies is rigid, expected one at least", what);
  if (def->body_a == def->body_b)
    return vt_fail(error, VT_BAD_INPUT, "%s: it joins body '%s' to itself, expected two bodies", what,
        model->bodies[def->body_a].name);
  return true;
}

static bool check_numbers(const vt_link_def *def, const char *what, vt_error *error) {
  if ((int)def->kind < VT_LINK_BALL || (int)def->kind > VT_LINK_FIXED)
    return vt_fail(error, VT_BAD_INPUT, "%s: its kind is %d, expected ball, hinge, slide or fixed", what,
        (int)def->kind);
  if (!(def->compliance >= 0 && isfinite(def->compliance)) ||
      !(def->turn_compliance >= 0 && isfinite(def->turn_compliance)))
    return vt_fail(error, VT_BAD_INPUT, "%s: its compliance is %g m/N and %g rad/(N m), expected 0 or above",
        what, def->compliance, def->turn_compliance);
  if (!def->limited) return true;
  if (def->kind != VT_LINK_HINGE && def->kind != VT_LINK_SLIDE)
    return vt_fail(error, VT_BAD_INPUT, "%s: it has limits, expected a hinge or a slide for that", what);
  if (!(def->lower <= def->upper && isfinite(def->lower) && isfinite(def->upper)))
    return vt_fail(error, VT_BAD_INPUT, "%s: its limits are %g and %g, expected lower <= upper", what,
        def->lower, def->upper);
  return true;
}

static vt_pose body_start(const vt_model *model, int body) {
  return body < 0 ? vt_pose_identity() : vt_model_start_pose(model, body);
}

// The pose of B's side of the link in A's at time 0: checked, and projected onto what the link leaves free.
static bool settle_sides(const vt_model *model, vt_link *link, const char *what, vt_error *error) {
  const double far = 1e-4, turned = 1e-3; // m, rad
  vt_pose a = vt_pose_mul(body_start(model, link->body_a), link->pose_a);
  vt_pose b = vt_pose_mul(body_start(model, link->body_b), link->pose_b);
  vt_pose held = vt_pose_mul(vt_pose_inverse(a), b), free_part = vt_pose_identity();
  if (link->kind == VT_LINK_BALL) free_part.rotation = held.rotation;
  if (link->kind == VT_LINK_HINGE) {
    link->start = 2 * atan2(held.rotation.z, held.rotation.w);
    if (link->start > VT_PI) link->start -= 2 * VT_PI;
    if (link->start < -VT_PI) link->start += 2 * VT_PI;
    free_part.rotation = vt_quat_exp(vt_v3(0, 0, link->start));
  }
  if (link->kind == VT_LINK_SLIDE) link->start = free_part.position.z = held.position.z;
  vt_pose rest = vt_pose_mul(held, vt_pose_inverse(free_part));
  double distance = vt_norm(vt_sub(held.position, free_part.position)),
         angle = vt_norm(vt_quat_log(rest.rotation));
  if (!(distance <= far && angle <= turned))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: its two sides are %g m and %g rad apart at time 0, expected them to agree", what, distance,
        angle);
  link->pose_b = vt_pose_mul(vt_pose_inverse(body_start(model, link->body_b)), vt_pose_mul(a, free_part));
  link->pose_b.rotation = vt_quat_normalized(link->pose_b.rotation);
  return true;
}

int vt_model_add_link(vt_model *model, const vt_link_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->link_count;
  vt_label label = vt_label_of("link", def->name, count);
  vt_link link = {.kind = def->kind,
      .frame = -1,
      .body_a = def->body_a,
      .body_b = def->body_b,
      .pose_a = def->pose_a,
      .pose_b = def->pose_b,
      .compliance = def->compliance,
      .turn_compliance = def->turn_compliance,
      .limited = def->limited,
      .lower = def->lower,
      .upper = def->upper,
      .contact = def->contact};
  if (!vt_check_window(def->from, def->until, label.text, &link.window, error)) return -1;
  if (def->pose_b_given && def->from > 0) {
    vt_fail(error, VT_BAD_INPUT,
        "%s: it begins at %g s with its place on its second body given, expected none: it is where it is "
        "then",
        label.text, def->from);
    return -1;
  }
  if (!vt_check_name("link", def->name, model->links, count, sizeof *model->links, error) ||
      !check_numbers(def, label.text, error) || !check_bodies(model, def, label.text, error) ||
      !vt_check_pose(&link.pose_a, label.text, error))
    return -1;
  if (!def->pose_b_given)
    link.pose_b = vt_pose_mul(vt_pose_inverse(body_start(model, def->body_b)),
        vt_pose_mul(body_start(model, def->body_a), link.pose_a));
  if (!vt_check_pose(&link.pose_b, label.text, error) || !settle_sides(model, &link, label.text, error))
    return -1;
  if (link.limited && !(link.start >= link.lower && link.start <= link.upper)) {
    vt_fail(error, VT_BAD_INPUT, "%s: it stands at %g at time 0, expected a place within its limits %g to %g",
        label.text, link.start, link.lower, link.upper);
    return -1;
  }
  if (!VT_RESERVE(&model->links, &model->link_room, count + 1, error)) return -1;
  link.name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  if (link.name == NULL) return -1;
  model->links[count] = link;
  return model->link_count++;
}

// ---------------------------------------------------------------- couplings

vt_coupling_def vt_coupling_def_default(void) {
  return (vt_coupling_def){.body = -1, .frame = -1, .stiffness = 1000, .turn_stiffness = 1};
}

static bool check_coupling(const vt_coupling_def *def, const char *what, vt_error *error) {
  const double numbers[6] = {def->stiffness, def->damping, def->turn_stiffness, def->turn_damping,
      def->device_damping, def->device_turn_damping};
  static const char *const words[6] = {
      "stiffness", "damping", "turn stiffness", "turn damping", "device damping", "device turn damping"};
  for (int k = 0; k < 6; ++k)
    if (!(numbers[k] >= 0 && numbers[k] <= 1e12))
      return vt_fail(
          error, VT_BAD_INPUT, "%s: its %s is %g, expected from 0 to 1e12", what, words[k], numbers[k]);
  if (def->stiffness == 0 && def->damping == 0 && def->turn_stiffness == 0 && def->turn_damping == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: it has no stiffness and no damping, expected one above 0", what);
  if (!vt_is_finite(def->position)) return vt_fail(error, VT_BAD_INPUT, "%s: its place is not finite", what);
  return true;
}

int vt_model_add_coupling(vt_model *model, const vt_coupling_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->link_count;
  vt_label label = vt_label_of("coupling", def->name, count);
  vt_link link = {.kind = VT_LINK_COUPLING,
      .body_a = -1,
      .body_b = def->body,
      .frame = def->frame,
      .pose_a = {def->position, vt_quat_identity()},
      .stiffness = {def->stiffness, def->turn_stiffness},
      .damping = {def->damping, def->turn_damping},
      .device_damping = {def->device_damping, def->device_turn_damping},
      .contact = true};
  if (!vt_check_name("link", def->name, model->links, count, sizeof *model->links, error) ||
      !vt_check_number(label.text, "body", def->body, model->body_count, error) ||
      !vt_check_number(label.text, "frame", def->frame, model->frame_count, error) ||
      !vt_check_window(def->from, def->until, label.text, &link.window, error) ||
      !check_coupling(def, label.text, error))
    return -1;
  if (!is_rigid(model, def->body)) {
    vt_fail(error, VT_BAD_INPUT, "%s: body '%s' is neither rigid nor quasi-rigid, expected one of them",
        label.text, model->bodies[def->body].name);
    return -1;
  }
  link.pose_b = vt_pose_mul(vt_pose_inverse(body_start(model, def->body)),
      vt_pose_mul(vt_model_frame_start(model, def->frame), link.pose_a));
  link.pose_b.rotation = vt_quat_normalized(link.pose_b.rotation);
  if (!VT_RESERVE(&model->links, &model->link_room, count + 1, error)) return -1;
  link.name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  if (link.name == NULL) return -1;
  model->links[count] = link;
  return model->link_count++;
}

// The passivity condition k dt/2 + c <= b of a force that is held constant over a step
// (Colgate and Schenkel 1997).
void vt_coupling_limited(const vt_link *link, int turn, double dt, double *stiffness, double *damping) {
  double b = link->device_damping[turn];
  *stiffness = link->stiffness[turn];
  *damping = link->damping[turn];
  if (!(b > 0)) return;
  *damping = fmin(*damping, b);
  *stiffness = fmin(*stiffness, 2 * (b - *damping) / dt);
}

// ---------------------------------------------------------------- bonds

vt_bond_def vt_bond_def_default(void) { return (vt_bond_def){.body_a = -1, .body_b = -1}; }

void vt_bond_free(vt_bond *bond) {
  free(bond->name);
  free(bond->nodes);
  free(bond->anchors);
  *bond = (vt_bond){0};
}

// An anchor is the nearest point of a cell. Here its weights are extended to the point itself, by
// the smallest change that is exact for any affine motion of the cell: a gap between two meshes is
// kept, and turns with them.
static void reach(vt_anchor *anchor, const vt_mesh *mesh) {
  vt_vec3 offset = vt_sub(anchor->local, vt_anchor_interpolate(anchor, mesh->nodes)), middle = {0, 0, 0};
  for (int i = 0; i < anchor->count; ++i)
    middle = vt_madd(middle, 1.0 / anchor->count, mesh->nodes[anchor->nodes[i]]);
  vt_mat3 spread = {{{0}}};
  for (int i = 0; i < anchor->count; ++i) {
    vt_vec3 arm = vt_sub(mesh->nodes[anchor->nodes[i]], middle);
    spread = vt_mat_add(spread, vt_outer(arm, arm));
  }
  vt_vec3 along = vt_mat_apply(vt_mat_inverse(spread), offset);
  for (int i = 0; i < anchor->count; ++i)
    anchor->weights[i] += vt_dot(along, vt_sub(mesh->nodes[anchor->nodes[i]], middle));
}

static bool place_on_b(const vt_model *model, vt_bond *bond, const char *what, vt_error *error) {
  const vt_body *a = &model->bodies[bond->body_a], *b = &model->bodies[bond->body_b];
  vt_pose from = vt_model_start_pose(model, bond->body_a), to = vt_model_start_pose(model, bond->body_b);
  bond->anchors = VT_NEW(vt_anchor, bond->count, error);
  if (bond->anchors == NULL) return false;
  for (int k = 0; k < bond->count; ++k) {
    if (vt_model_attached(model, bond->body_a, bond->nodes[k], bond->window) >= 0 &&
        (b->kind == VT_BODY_DRIVEN || b->kind == VT_BODY_FIXED))
      return vt_fail(error, VT_BAD_INPUT,
          "%s: node %d of body '%s' follows a frame, body '%s' cannot hold it", what, bond->nodes[k], a->name,
          b->name);
    vt_vec3 at = vt_pose_apply(from, a->deformable.mesh->nodes[bond->nodes[k]]);
    vt_point point = {.body = bond->body_b, .frame = -1, .position = vt_pose_unapply(to, at)};
    if (!vt_model_anchor(model, &point, what, &bond->anchors[k], error)) return false;
    if (b->kind == VT_BODY_DEFORMABLE) reach(&bond->anchors[k], b->deformable.mesh);
  }
  return true;
}

int vt_model_add_bond(vt_model *model, const vt_bond_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->bond_count;
  vt_label label = vt_label_of("bond", def->name, count);
  if (!vt_check_name("bond", def->name, model->bonds, count, sizeof *model->bonds, error) ||
      !vt_check_number(label.text, "body", def->body_a, model->body_count, error) ||
      !vt_check_number(label.text, "body", def->body_b, model->body_count, error))
    return -1;
  const vt_body *a = &model->bodies[def->body_a];
  if (a->kind != VT_BODY_DEFORMABLE) {
    vt_fail(error, VT_BAD_INPUT, "%s: body '%s' is not deformable; a link joins rigid bodies", label.text,
        a->name);
    return -1;
  }
  if (def->body_a == def->body_b) {
    vt_fail(
        error, VT_BAD_INPUT, "%s: it joins body '%s' to itself, expected two bodies", label.text, a->name);
    return -1;
  }
  vt_bond bond = {
      .body_a = def->body_a, .body_b = def->body_b, .contact = def->contact, .first_grip = model->grip_count};
  if (!vt_check_window(def->from, def->until, label.text, &bond.window, error)) return -1;
  if (def->from > 0 && model->bodies[def->body_b].kind == VT_BODY_DEFORMABLE) {
    vt_fail(error, VT_BAD_INPUT, "%s: it begins at %g s on body '%s', which is deformable, expected at 0",
        label.text, def->from, model->bodies[def->body_b].name);
    return -1;
  }
  bond.name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  if (bond.name == NULL || !VT_RESERVE(&model->bonds, &model->bond_room, count + 1, error) ||
      !vt_region_nodes(a->deformable.mesh, &def->region, label.text, &bond.nodes, &bond.count, error) ||
      !place_on_b(model, &bond, label.text, error)) {
    vt_bond_free(&bond);
    return -1;
  }
  model->bonds[count] = bond;
  model->grip_count += bond.window.from > 0 ? bond.count : 0;
  return model->bond_count++;
}

// ---------------------------------------------------------------- looking

static bool is_pair(int a, int b, int c, int d) { return (a == c && b == d) || (a == d && b == c); }

static bool holds_now(const vt_model *model, int hold) {
  return model->holds != NULL ? model->holds[hold] > 0 : !(vt_model_window(model, hold).from > 0);
}

bool vt_model_is_joined(const vt_model *model, int body_a, int body_b) {
  for (int k = 0; k < model->link_count; ++k) {
    const vt_link *link = &model->links[k];
    if (!link->contact && is_pair(link->body_a, link->body_b, body_a, body_b) &&
        holds_now(model, vt_model_hold_of_link(model, k)))
      return true;
  }
  for (int k = 0; k < model->bond_count; ++k) {
    const vt_bond *bond = &model->bonds[k];
    if (!bond->contact && is_pair(bond->body_a, bond->body_b, body_a, body_b) &&
        holds_now(model, vt_model_hold_of_bond(model, k)))
      return true;
  }
  return false;
}

int vt_model_joint_rows(const vt_model *model) {
  int rows = 0;
  for (int k = 0; k < model->link_count; ++k) rows += vt_link_rows(&model->links[k]);
  for (int k = 0; k < model->bond_count; ++k) rows += 3 * model->bonds[k].count;
  return rows;
}

int vt_model_limit_count(const vt_model *model) {
  int count = 0;
  for (int k = 0; k < model->link_count; ++k) count += model->links[k].limited ? 2 : 0;
  return count;
}
