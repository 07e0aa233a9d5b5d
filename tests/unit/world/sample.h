// A small world with one of everything: soft, rigid, driven and fixed bodies, frames, loads, cables, sensors.
#ifndef VT_TESTS_WORLD_SAMPLE_H
#define VT_TESTS_WORLD_SAMPLE_H

#include "physics/integrator.h"

#include <ventouse/ventouse.h>

typedef struct sample_meshes {
  vt_mesh *soft, *solid;
} sample_meshes;

static inline bool sample_meshes_make(sample_meshes *m, vt_error *error) {
  vt_vec3 low = {0, 0, 0}, high = {0.04, 0.02, 0.02}, half = {0.01, 0.01, 0.01},
          minus = {-0.01, -0.01, -0.01};
  m->soft = vt_mesh_box(low, high, 4, 2, 2, VT_CELL_TET4, error);
  m->solid = vt_mesh_box(minus, half, 1, 1, 1, VT_CELL_NONE, error);
  return m->soft != NULL && m->solid != NULL;
}

static inline void sample_meshes_free(sample_meshes *m) {
  vt_mesh_destroy(m->soft);
  vt_mesh_destroy(m->solid);
}

// Two frames, the second a hinge on the first.
static inline bool sample_frames(vt_model *model, vt_error *error) {
  static const double times[] = {0, 1}, angles[] = {0, 0.5};
  static const vt_pose poses[] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, 0.05}, {1, 0, 0, 0}}};
  vt_frame_def hand = vt_frame_def_default();
  hand.name = "hand";
  hand.keys = (vt_pose_keys){VT_SMOOTH, 2, times, poses};
  vt_frame_def wrist = vt_frame_def_default();
  wrist.name = "wrist";
  wrist.parent = 0;
  wrist.joint = VT_JOINT_HINGE;
  wrist.motion = (vt_curve){VT_LINEAR, 2, times, angles};
  return vt_model_add_frame(model, &hand, error) == 0 && vt_model_add_frame(model, &wrist, error) == 1;
}

// Bodies 0 to 4: two soft, one rigid, one driven, one fixed.
static inline bool sample_bodies(vt_model *model, const sample_meshes *m, vt_error *error) {
  vt_deformable_def soft = vt_deformable_def_default();
  soft.name = "beam";
  soft.mesh = m->soft;
  soft.visual = m->solid;
  soft.material.young = 2e5;
  vt_deformable_def other = soft;
  other.name = "jelly";
  other.pose.position.z = 0.1;
  other.visual = NULL;
  other.element = VT_ELEMENT_TET10;
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.name = "cube";
  rigid.mesh = m->solid;
  rigid.pose.position.y = 0.1;
  rigid.angular_velocity = (vt_vec3){1, 2, 3};
  vt_driven_def driven = vt_driven_def_default();
  driven.name = "finger";
  driven.mesh = m->solid;
  driven.frame = 1;
  vt_driven_def fixed = vt_driven_def_default();
  fixed.name = "ground";
  fixed.mesh = m->solid;
  fixed.pose.position.z = -0.5;
  return vt_model_add_deformable(model, &soft, error) == 0 &&
         vt_model_add_deformable(model, &other, error) == 1 &&
         vt_model_add_rigid(model, &rigid, error) == 2 && vt_model_add_driven(model, &driven, error) == 3 &&
         vt_model_add_driven(model, &fixed, error) == 4;
}

static inline bool sample_forces(vt_model *model, vt_error *error) {
  static const double times[] = {0, 0.2}, values[] = {0, 1}, lengths[] = {1, 0.9};
  vt_attachment_def attachment = vt_attachment_def_default();
  attachment.name = "root";
  attachment.body = 0;
  attachment.frame = 0;
  attachment.region = vt_region_box((vt_vec3){-1e-3, -1, -1}, (vt_vec3){1e-3, 1, 1});
  vt_load_def push = vt_load_def_default();
  push.name = "push";
  push.body = 0;
  push.region = vt_region_sphere((vt_vec3){0.04, 0.01, 0.01}, 0.02);
  push.force = (vt_vec3){0, 0, 0.01};
  push.curve = (vt_curve){VT_LINEAR, 2, times, values};
  vt_load_def press = vt_load_def_default();
  press.kind = VT_LOAD_PRESSURE;
  press.body = 1;
  press.pressure = 100;
  vt_load_def rigid_push = push;
  rigid_push.name = "shove";
  rigid_push.body = 2;
  rigid_push.region = vt_region_all();
  vt_point spring_points[] = {{1, -1, {0.02, 0.01, 0.01}}, {2, -1, {0.01, 0.01, 0.01}}};
  vt_cable_def spring = vt_cable_def_default();
  spring.name = "spring";
  spring.stiffness = 5;
  spring.damping = 0.01;
  spring.point_count = 2;
  spring.points = spring_points;
  vt_point tendon_points[] = {
      {-1, 0, {0, 0.01, 0.015}}, {0, -1, {0.02, 0.01, 0.015}}, {0, -1, {0.04, 0.01, 0.015}}};
  vt_cable_def tendon = vt_cable_def_default();
  tendon.name = "tendon";
  tendon.kind = VT_CABLE_LENGTH;
  tendon.relative = true;
  tendon.point_count = 3;
  tendon.points = tendon_points;
  tendon.curve = (vt_curve){VT_LINEAR, 2, times, lengths};
  return vt_model_add_attachment(model, &attachment, error) == 0 &&
         vt_model_add_load(model, &push, error) == 0 && vt_model_add_load(model, &press, error) == 1 &&
         vt_model_add_load(model, &rigid_push, error) == 2 &&
         vt_model_add_cable(model, &spring, error) == 0 && vt_model_add_cable(model, &tendon, error) == 1;
}

static inline bool sample_sensors(vt_model *model, vt_error *error) {
  static const struct {
    const char *name;
    vt_sensor_kind kind;
    int target;
  } list[] = {{"grip", VT_SENSOR_FRAME, 0}, {"hold", VT_SENSOR_ATTACHMENT, 0}, {"pull", VT_SENSOR_CABLE, 1},
      {"floor", VT_SENSOR_BODY, 4}, {"energy", VT_SENSOR_ENERGY, -1}, {"tip", VT_SENSOR_POINT, -1}};
  for (int k = 0; k < 6; ++k) {
    vt_sensor_def sensor = vt_sensor_def_default();
    sensor.name = list[k].name;
    sensor.kind = list[k].kind;
    sensor.target = list[k].target;
    if (sensor.kind == VT_SENSOR_POINT) sensor.point = (vt_point){0, -1, {0.04, 0.01, 0.01}};
    if (vt_model_add_sensor(model, &sensor, error) != k) return false;
  }
  return true;
}

static inline vt_model *sample_model(const sample_meshes *m, vt_error *error) {
  vt_settings settings = vt_settings_default();
  settings.integrator = tested_integrator();
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  if (sample_frames(model, error) && sample_bodies(model, m, error) && sample_forces(model, error) &&
      sample_sensors(model, error))
    return model;
  vt_model_destroy(model);
  return NULL;
}

#endif
