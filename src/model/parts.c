// Adding attachments, cables and sensors to a model.
#include "model/model.h"

#include <stdlib.h>

vt_region vt_region_all(void) { return (vt_region){.kind = VT_REGION_ALL}; }
vt_region vt_region_box(vt_vec3 min, vt_vec3 max) {
  return (vt_region){.kind = VT_REGION_BOX, .min = min, .max = max};
}
vt_region vt_region_sphere(vt_vec3 center, double radius) {
  return (vt_region){.kind = VT_REGION_SPHERE, .center = center, .radius = radius};
}
vt_region vt_region_group(const char *name) { return (vt_region){.kind = VT_REGION_GROUP, .group = name}; }

static char *copy_name(const char *name, vt_error *error) {
  return vt_copy_string(name == NULL ? "" : name, error);
}

// ---------------------------------------------------------------- attachments

vt_attachment_def vt_attachment_def_default(void) { return (vt_attachment_def){.body = -1, .frame = -1}; }

void vt_attachment_free(vt_attachment *a) {
  free(a->name);
  free(a->nodes);
  free(a->local);
  *a = (vt_attachment){0};
}

// Where the attached nodes are in the frame at time 0.
static bool place_nodes(const vt_model *model, vt_attachment *a, vt_error *error) {
  const vt_body *body = &model->bodies[a->body];
  vt_pose frame = vt_model_frame_start(model, a->frame);
  a->local = VT_NEW(vt_vec3, a->count, error);
  if (a->local == NULL) return false;
  for (int k = 0; k < a->count; ++k)
    a->local[k] =
        vt_pose_unapply(frame, vt_pose_apply(body->pose, body->deformable.mesh->nodes[a->nodes[k]]));
  return true;
}

// Whether no other frame holds a node at the same time.
static bool check_free(const vt_model *model, const vt_attachment *a, const char *what, vt_error *error) {
  for (int k = 0; k < a->count; ++k)
    if (vt_model_attached(model, a->body, a->nodes[k], a->window) >= 0)
      return vt_fail(error, VT_BAD_INPUT, "%s: node %d of mesh %s is attached already", what, a->nodes[k] + 1,
          model->bodies[a->body].deformable.mesh->source);
  return true;
}

int vt_model_add_attachment(vt_model *model, const vt_attachment_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->attachment_count;
  vt_label label = vt_label_of("attachment", def->name, count);
  if (!vt_check_name("attachment", def->name, model->attachments, count, sizeof *model->attachments, error) ||
      !vt_check_number(label.text, "body", def->body, model->body_count, error) ||
      !vt_check_number(label.text, "frame", def->frame, model->frame_count, error))
    return -1;
  vt_body *body = &model->bodies[def->body];
  if (body->kind != VT_BODY_DEFORMABLE) {
    vt_fail(error, VT_BAD_INPUT,
        "%s: body '%s' is not deformable; a rigid thing that follows a frame is a driven body, or held by a "
        "coupling",
        label.text, body->name);
    return -1;
  }
  vt_attachment a = {.body = def->body,
      .frame = def->frame,
      .force_limit = def->force_limit,
      .first_grip = model->grip_count};
  if (!vt_check_window(def->from, def->until, label.text, &a.window, error)) return -1;
  if (!(def->force_limit >= 0 && isfinite(def->force_limit))) {
    vt_fail(
        error, VT_BAD_INPUT, "%s: its force limit is %g N, expected above 0", label.text, def->force_limit);
    return -1;
  }
  a.name = copy_name(def->name, error);
  if (a.name == NULL || !VT_RESERVE(&model->attachments, &model->attachment_room, count + 1, error) ||
      !vt_region_nodes(body->deformable.mesh, &def->region, label.text, &a.nodes, &a.count, error) ||
      !place_nodes(model, &a, error) || !check_free(model, &a, label.text, error) ||
      !vt_deformable_model_prescribe(
          &body->deformable, a.nodes, a.count, a.window.from > 0 || isfinite(a.window.until), error)) {
    vt_attachment_free(&a);
    return -1;
  }
  model->attachments[count] = a;
  model->grip_count += a.window.from > 0 ? a.count : 0;
  return model->attachment_count++;
}

// ---------------------------------------------------------------- anchors

bool vt_model_anchor(
    const vt_model *model, const vt_point *point, const char *what, vt_anchor *anchor, vt_error *error) {
  if (point->body >= 0 && point->frame >= 0)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: a point is on a body and on a frame, expected one of them", what);
  if (point->body != -1 && !vt_check_number(what, "body", point->body, model->body_count, error))
    return false;
  if (point->frame != -1 && !vt_check_number(what, "frame", point->frame, model->frame_count, error))
    return false;
  const vt_body *body = point->body < 0 ? NULL : &model->bodies[point->body];
  const vt_mesh *cells = body == NULL                 ? NULL
                         : vt_body_has_elements(body) ? body->mesh
                                                      : body->deformable.mesh;
  if (!vt_anchor_init(anchor, point, cells, what, error)) return false;
  int count = body != NULL && vt_body_has_elements(body) ? anchor->count : 0, kept = 0;
  for (int k = 0; k < count; ++k) {
    if (body->bend_place[anchor->nodes[k]] < 0) continue;
    anchor->weights[kept] = anchor->weights[k];
    anchor->nodes[kept++] = body->bend_place[anchor->nodes[k]];
  }
  if (count > 0) anchor->count = kept;
  return true;
}

vt_vec3 vt_model_anchor_start(const vt_model *model, const vt_anchor *anchor) {
  if (anchor->frame >= 0) return vt_pose_apply(vt_model_frame_start(model, anchor->frame), anchor->local);
  if (anchor->body < 0) return anchor->local;
  vt_pose pose = vt_model_start_pose(model, anchor->body);
  if (model->bodies[anchor->body].kind != VT_BODY_DEFORMABLE) return vt_pose_apply(pose, anchor->local);
  return vt_pose_apply(
      pose, vt_anchor_interpolate(anchor, model->bodies[anchor->body].deformable.mesh->nodes));
}

// ---------------------------------------------------------------- cables

vt_cable_def vt_cable_def_default(void) { return (vt_cable_def){.rest = -1}; }

void vt_cable_free(vt_cable *cable) {
  free(cable->name);
  free(cable->anchors);
  vt_curve_free(&cable->curve);
  *cable = (vt_cable){0};
}

static bool check_cable(const vt_cable_def *def, const char *what, vt_error *error) {
  if ((int)def->kind < VT_CABLE_SPRING || def->kind > VT_CABLE_FORCE)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: its kind is %d, expected spring, length or force", what, (int)def->kind);
  if (def->point_count < 2)
    return vt_fail(error, VT_BAD_INPUT, "%s: it has %d points, expected two or more", what, def->point_count);
  if (def->points == NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found no points, expected %d", what, def->point_count);
  if (!(def->stiffness >= 0 && isfinite(def->stiffness)) || !(def->damping >= 0 && isfinite(def->damping)))
    return vt_fail(error, VT_BAD_INPUT, "%s: stiffness is %g N/m and damping %g N s/m, expected 0 or above",
        what, def->stiffness, def->damping);
  if (def->kind == VT_CABLE_SPRING && def->stiffness == 0 && def->damping == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: a spring needs a stiffness or a damping above 0", what);
  if (!isfinite(def->rest)) return vt_fail(error, VT_BAD_INPUT, "%s: its rest length is not finite", what);
  bool has_default = def->kind == VT_CABLE_SPRING || (def->kind == VT_CABLE_LENGTH && def->relative);
  if (!has_default && def->curve.count == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: a cable needs keys that say its length or force", what);
  return true;
}

// A spring's rest length, or what a relative length is measured by.
static void measure_cable(const vt_model *model, vt_cable *cable, const vt_cable_def *def) {
  double length = 0;
  for (int k = 0; k + 1 < cable->anchor_count; ++k)
    length += vt_norm(vt_sub(vt_model_anchor_start(model, &cable->anchors[k + 1]),
        vt_model_anchor_start(model, &cable->anchors[k])));
  cable->measured = !(def->kind == VT_CABLE_SPRING && def->rest >= 0);
  cable->rest = cable->measured ? length : def->rest;
}

int vt_model_add_cable(vt_model *model, const vt_cable_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->cable_count;
  vt_label label = vt_label_of(def->kind == VT_CABLE_SPRING ? "spring" : "cable", def->name, count);
  if (!vt_check_name("cable", def->name, model->cables, count, sizeof *model->cables, error) ||
      !check_cable(def, label.text, error))
    return -1;
  vt_cable cable = {.kind = def->kind,
      .anchor_count = def->point_count,
      .stiffness = def->stiffness,
      .damping = def->kind == VT_CABLE_SPRING ? def->damping : 0,
      .tension_only = def->kind != VT_CABLE_SPRING || def->tension_only,
      .relative = def->relative};
  if (!vt_check_window(def->from, def->until, label.text, &cable.window, error)) return -1;
  cable.name = copy_name(def->name, error);
  cable.anchors = VT_NEW(vt_anchor, def->point_count, error);
  bool done = cable.name != NULL && cable.anchors != NULL &&
              VT_RESERVE(&model->cables, &model->cable_room, count + 1, error) &&
              vt_curve_copy(&cable.curve, &def->curve, label.text, error);
  for (int k = 0; k < def->point_count && done; ++k)
    done = vt_model_anchor(model, &def->points[k], label.text, &cable.anchors[k], error);
  if (!done) {
    vt_cable_free(&cable);
    return -1;
  }
  measure_cable(model, &cable, def);
  model->cables[count] = cable;
  return model->cable_count++;
}

// ---------------------------------------------------------------- sensors

vt_sensor_def vt_sensor_def_default(void) {
  return (vt_sensor_def){.target = -1, .other = -1, .point = {.body = -1, .frame = -1}};
}

void vt_sensor_free(vt_sensor *sensor) {
  free(sensor->name);
  *sensor = (vt_sensor){0};
}

static bool check_target(const vt_model *model, const vt_sensor_def *def, const char *what, vt_error *error) {
  switch (def->kind) {
  case VT_SENSOR_FRAME:
    return vt_check_number(what, "frame", def->target, model->frame_count, error);
  case VT_SENSOR_ATTACHMENT:
    return vt_check_number(what, "attachment", def->target, model->attachment_count, error);
  case VT_SENSOR_JOINT:
    return vt_check_number(what, "link", def->target, model->link_count, error);
  case VT_SENSOR_MOTOR:
    return vt_check_number(what, "motor", def->target, model->motor_count, error);
  case VT_SENSOR_BOND:
    return vt_check_number(what, "bond", def->target, model->bond_count, error);
  case VT_SENSOR_CABLE:
    return vt_check_number(what, "cable", def->target, model->cable_count, error);
  case VT_SENSOR_ENERGY:
    return def->target == -1 || vt_check_number(what, "body", def->target, model->body_count, error);
  case VT_SENSOR_POINT:
    return true;
  case VT_SENSOR_CONTACT:
    return vt_check_number(what, "body", def->target, model->body_count, error) &&
           (def->other == -1 || vt_check_number(what, "body", def->other, model->body_count, error));
  case VT_SENSOR_AIR:
    return vt_check_number(what, "body", def->target, model->body_count, error);
  case VT_SENSOR_BODY:
    break;
  }
  if (def->kind != VT_SENSOR_BODY)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: its kind is %d, expected one of vt_sensor_kind", what, (int)def->kind);
  if (!vt_check_number(what, "body", def->target, model->body_count, error)) return false;
  const vt_body *body = &model->bodies[def->target];
  if (body->kind == VT_BODY_DRIVEN || body->kind == VT_BODY_FIXED) return true;
  return vt_fail(
      error, VT_BAD_INPUT, "%s: nothing holds body '%s', expected a driven or fixed body", what, body->name);
}

int vt_model_add_sensor(vt_model *model, const vt_sensor_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->sensor_count;
  vt_label label = vt_label_of("sensor", def->name, count);
  if (!vt_check_name("sensor", def->name, model->sensors, count, sizeof *model->sensors, error) ||
      !check_target(model, def, label.text, error))
    return -1;
  vt_sensor sensor = {.kind = def->kind, .target = def->target, .other = def->other};
  if (def->kind == VT_SENSOR_POINT && !vt_model_anchor(model, &def->point, label.text, &sensor.anchor, error))
    return -1;
  if (!VT_RESERVE(&model->sensors, &model->sensor_room, count + 1, error)) return -1;
  sensor.name = copy_name(def->name, error);
  if (sensor.name == NULL) return -1;
  model->sensors[count] = sensor;
  return model->sensor_count++;
}
