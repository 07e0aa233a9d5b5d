// Models: making, freeing, naming, looking.
#include "base/misuse.h"
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vt_settings vt_settings_default(void) {
  return (vt_settings){.dt = 0.01,
      .gravity = {0, 0, -9.81},
      .ambient_pressure = 101325,
      .ambient_temperature = 293.15,
      .detector = VT_DETECTOR_UNION,
      .threads = 1,
      .integrator = VT_INTEGRATOR_EULER};
}

bool vt_settings_check(const vt_settings *s, vt_error *error) {
  if (!(s->dt > 0 && s->dt <= 1))
    return vt_fail(error, VT_BAD_INPUT, "the time step is %g s, expected above 0 and at most 1", s->dt);
  if (!vt_is_finite(s->gravity)) return vt_fail(error, VT_BAD_INPUT, "gravity is not finite");
  if (!(s->ambient_pressure >= 0 && s->ambient_pressure < 1e12))
    return vt_fail(
        error, VT_BAD_INPUT, "the ambient pressure is %g Pa, expected 0 or above", s->ambient_pressure);
  if (!(s->ambient_temperature > 0 && s->ambient_temperature < 1e6))
    return vt_fail(
        error, VT_BAD_INPUT, "the ambient temperature is %g K, expected above 0", s->ambient_temperature);
  if (s->detector != VT_DETECTOR_UNION && s->detector != VT_DETECTOR_FLOODFILL)
    return vt_fail(
        error, VT_BAD_INPUT, "the detector of cavities is %d, expected union or floodfill", s->detector);
  if (s->threads < 1 || s->threads > 1024)
    return vt_fail(error, VT_BAD_INPUT, "the number of threads is %d, expected 1 to 1024", s->threads);
  if (s->integrator != VT_INTEGRATOR_EULER && s->integrator != VT_INTEGRATOR_NEWMARK)
    return vt_fail(error, VT_BAD_INPUT, "the integrator is %d, expected euler or newmark", s->integrator);
  return true;
}

vt_model *vt_model_create(const vt_settings *settings, vt_error *error) {
  VT_NEED_OR_FAIL(settings != NULL, error, NULL);
  if (!vt_settings_check(settings, error)) return NULL;
  vt_model *model = VT_NEW(vt_model, 1, error);
  vt_holders *holders = VT_NEW(vt_holders, 1, error);
  if (holders != NULL) holders->shelf = vt_shelf_create(error);
  if (model == NULL || holders == NULL || holders->shelf == NULL) {
    if (holders != NULL) vt_shelf_destroy(holders->shelf);
    free(model);
    free(holders);
    return NULL;
  }
  atomic_init(&holders->count, 1);
  atomic_init(&holders->frozen, false);
  model->holders = holders;
  model->settings = *settings;
  return model;
}

void vt_model_hold(const vt_model *model) {
  atomic_fetch_add(&model->holders->count, 1);
  atomic_store(&model->holders->frozen, true);
}

bool vt_model_may_change(const vt_model *model, const void *part, vt_error *error) {
  VT_NEED_OR_FAIL(model != NULL && part != NULL, error, false);
  if (!atomic_load(&model->holders->frozen)) return true;
  return vt_fail(error, VT_BAD_INPUT, "worlds have been made of this model: it cannot be changed any more");
}

static void free_model(vt_model *model) {
  for (int i = 0; i < model->frame_count; ++i) vt_frame_free(&model->frames[i]);
  for (int i = 0; i < model->body_count; ++i) vt_body_free(&model->bodies[i]);
  for (int i = 0; i < model->attachment_count; ++i) vt_attachment_free(&model->attachments[i]);
  for (int i = 0; i < model->load_count; ++i) vt_load_free(&model->loads[i]);
  for (int i = 0; i < model->cable_count; ++i) vt_cable_free(&model->cables[i]);
  for (int i = 0; i < model->link_count; ++i) vt_link_free(&model->links[i]);
  for (int i = 0; i < model->motor_count; ++i) vt_motor_free(&model->motors[i]);
  for (int i = 0; i < model->bond_count; ++i) vt_bond_free(&model->bonds[i]);
  for (int i = 0; i < model->air_rule_count; ++i) vt_air_rule_free(&model->air_rules[i]);
  for (int i = 0; i < model->chamber_count; ++i) vt_chamber_free(&model->chambers[i]);
  vt_model_free_vacuum(model);
  vt_air_free(&model->air);
  free(model->air_rules);
  free(model->chambers);
  for (int i = 0; i < model->sensor_count; ++i) vt_sensor_free(&model->sensors[i]);
  for (int i = 0; i < model->rule_count; ++i) vt_contact_rule_free(&model->rules[i]);
  vt_curve_free(&model->contact.friction_curve);
  free(model->rules);
  free(model->frames);
  free(model->bodies);
  free(model->attachments);
  free(model->loads);
  free(model->cables);
  free(model->links);
  free(model->motors);
  free(model->bonds);
  free(model->sensors);
  vt_shelf_destroy(model->holders->shelf);
  free(model->holders);
  free(model);
}

void vt_model_let_go(const vt_model *model) {
  if (model != NULL && atomic_fetch_sub(&model->holders->count, 1) == 1) free_model((vt_model *)model);
}

void vt_model_destroy(vt_model *model) { vt_model_let_go(model); }

const vt_settings *vt_model_settings(const vt_model *model) {
  VT_NEED(model != NULL, NULL);
  return &model->settings;
}

vt_label vt_label_of(const char *kind, const char *name, int number) {
  vt_label label;
  if (name != NULL && name[0] != '\0') {
    snprintf(label.text, sizeof label.text, "%s '%s'", kind, name);
  } else {
    snprintf(label.text, sizeof label.text, "%s %d", kind, number);
  }
  return label;
}

bool vt_check_number(const char *what, const char *kind, int number, int count, vt_error *error) {
  if (number >= 0 && number < count) return true;
  return vt_fail(error, VT_BAD_INPUT, "%s: there is no %s %d, there are %d", what, kind, number, count);
}

int vt_find_name(const char *name, const void *items, int count, size_t stride) {
  for (int i = 0; i < count && name[0] != '\0'; ++i)
    if (strcmp(name, *(char *const *)((const char *)items + (size_t)i * stride)) == 0) return i;
  return -1;
}

bool vt_check_name(
    const char *kind, const char *name, const void *items, int count, size_t stride, vt_error *error) {
  return name == NULL || vt_find_name(name, items, count, stride) < 0 ||
         vt_fail(error, VT_BAD_INPUT, "the name '%s' is taken by another %s", name, kind);
}

bool vt_check_pose(vt_pose *pose, const char *what, vt_error *error) {
  vt_quat q = pose->rotation;
  double norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!vt_is_finite(pose->position))
    return vt_fail(error, VT_BAD_INPUT, "%s: its position is not finite", what);
  if (!(fabs(norm - 1) < 1e-3))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: its rotation is a quaternion of length %g, expected 1", what, norm);
  pose->rotation = vt_quat_normalized(q);
  return true;
}

// ---------------------------------------------------------------- frames

vt_frame_def vt_frame_def_default(void) {
  return (vt_frame_def){.parent = -1, .pose = vt_pose_identity(), .axis = {0, 0, 1}};
}

int vt_model_add_frame(vt_model *model, const vt_frame_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  if (!vt_check_name("frame", def->name, model->frames, model->frame_count, sizeof *model->frames, error) ||
      !VT_RESERVE(&model->frames, &model->frame_room, model->frame_count + 1, error) ||
      !vt_frame_init(&model->frames[model->frame_count], def, model->frame_count, error))
    return -1;
  return model->frame_count++;
}

vt_pose vt_model_frame_start(const vt_model *model, int frame) {
  vt_pose pose = vt_pose_identity();
  for (; frame >= 0; frame = model->frames[frame].parent)
    pose = vt_pose_mul(vt_frame_local_pose(&model->frames[frame], 0), pose);
  return pose;
}

// ---------------------------------------------------------------- looking

int vt_model_body_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->body_count;
}
int vt_model_frame_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->frame_count;
}
int vt_model_attachment_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->attachment_count;
}
int vt_model_load_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->load_count;
}
int vt_model_cable_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->cable_count;
}
int vt_model_link_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->link_count;
}
int vt_model_bond_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->bond_count;
}
int vt_model_chamber_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->chamber_count;
}
int vt_model_sensor_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->sensor_count;
}

const char *vt_model_body_name(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), NULL);
  return model->bodies[body].name;
}
const char *vt_model_frame_name(const vt_model *model, int frame) {
  VT_NEED(model != NULL && vt_is_number(frame, model->frame_count), NULL);
  return model->frames[frame].name;
}
const char *vt_model_attachment_name(const vt_model *model, int attachment) {
  VT_NEED(model != NULL && vt_is_number(attachment, model->attachment_count), NULL);
  return model->attachments[attachment].name;
}
const char *vt_model_cable_name(const vt_model *model, int cable) {
  VT_NEED(model != NULL && vt_is_number(cable, model->cable_count), NULL);
  return model->cables[cable].name;
}
const char *vt_model_link_name(const vt_model *model, int link) {
  VT_NEED(model != NULL && vt_is_number(link, model->link_count), NULL);
  return model->links[link].name;
}
const char *vt_model_bond_name(const vt_model *model, int bond) {
  VT_NEED(model != NULL && vt_is_number(bond, model->bond_count), NULL);
  return model->bonds[bond].name;
}
const char *vt_model_chamber_name(const vt_model *model, int chamber) {
  VT_NEED(model != NULL && vt_is_number(chamber, model->chamber_count), NULL);
  return model->chambers[chamber].name;
}
const char *vt_model_sensor_name(const vt_model *model, int sensor) {
  VT_NEED(model != NULL && vt_is_number(sensor, model->sensor_count), NULL);
  return model->sensors[sensor].name;
}

int vt_model_find_body(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->bodies, model->body_count, sizeof *model->bodies);
}
int vt_model_find_frame(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->frames, model->frame_count, sizeof *model->frames);
}
int vt_model_find_attachment(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->attachments, model->attachment_count, sizeof *model->attachments);
}
int vt_model_find_cable(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->cables, model->cable_count, sizeof *model->cables);
}
int vt_model_find_link(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->links, model->link_count, sizeof *model->links);
}
int vt_model_find_bond(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->bonds, model->bond_count, sizeof *model->bonds);
}
int vt_model_find_chamber(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->chambers, model->chamber_count, sizeof *model->chambers);
}
int vt_model_find_sensor(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->sensors, model->sensor_count, sizeof *model->sensors);
}

vt_body_kind vt_model_body_kind(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), VT_BODY_DEFORMABLE);
  const vt_body *b = &model->bodies[body];
  return vt_body_bends(b) ? VT_BODY_QUASI_RIGID : b->kind;
}
vt_sensor_kind vt_model_sensor_kind(const vt_model *model, int sensor) {
  VT_NEED(model != NULL && vt_is_number(sensor, model->sensor_count), VT_SENSOR_FRAME);
  return model->sensors[sensor].kind;
}

int vt_model_sensor_target(const vt_model *model, int sensor) {
  VT_NEED(model != NULL && vt_is_number(sensor, model->sensor_count), -1);
  return model->sensors[sensor].target;
}

vt_link_kind vt_model_link_kind(const vt_model *model, int link) {
  VT_NEED(model != NULL && vt_is_number(link, model->link_count), VT_LINK_BALL);
  return model->links[link].kind;
}

int vt_model_coupling_frame(const vt_model *model, int link) {
  VT_NEED(model != NULL && vt_is_number(link, model->link_count), -1);
  return model->links[link].kind == VT_LINK_COUPLING ? model->links[link].frame : -1;
}

int vt_model_coupling_body(const vt_model *model, int link) {
  VT_NEED(model != NULL && vt_is_number(link, model->link_count), -1);
  return model->links[link].kind == VT_LINK_COUPLING ? model->links[link].body_b : -1;
}

double vt_model_body_mass(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), 0);
  const vt_body *b = &model->bodies[body];
  return b->kind == VT_BODY_DEFORMABLE ? b->deformable.total_mass
         : b->kind == VT_BODY_RIGID    ? b->rigid.mass
                                       : 0;
}

vt_element vt_model_body_element(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), VT_ELEMENT_AUTO);
  const vt_body *b = &model->bodies[body];
  return vt_body_bends(b) ? (vt_element)b->bending.element : b->deformable.element;
}

int vt_model_node_count(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), 0);
  const vt_mesh *mesh = model->bodies[body].deformable.mesh;
  return mesh == NULL ? 0 : mesh->node_count;
}

long long vt_model_factor_size(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), 0);
  const vt_analysis *analysis = model->bodies[body].deformable.analysis;
  return analysis == NULL ? 0 : vt_analysis_factor_size(analysis);
}

double vt_model_body_volume(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), 0);
  const vt_body *b = &model->bodies[body];
  if (b->kind == VT_BODY_DEFORMABLE) return b->deformable.elements.volume;
  return b->meshed ? vt_mesh_volume(b->mesh) : 0;
}

const vt_mesh *vt_model_body_mesh(const vt_model *model, int body) {
  VT_NEED(model != NULL && vt_is_number(body, model->body_count), NULL);
  return model->bodies[body].deformable.mesh;
}

const vt_surface *vt_model_collision(const vt_model *model, int body) {
  return &model->bodies[body].collision;
}

const vt_surface *vt_model_visual(const vt_model *model, int body) { return &model->bodies[body].visual; }
