// What `ventouse bench` measures: a cup or a block that hangs, a cup that is pressed on a plane, and one that
// stands there.
#include "bench_models.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

// A body held on a frame that follows keys, above the origin. `collision` may be NULL.
static vt_model *model_of_body(const vt_mesh *mesh, const vt_mesh *collision, vt_element element,
    vt_region held, double height, vt_pose_keys keys, vt_error *error) {
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  vt_frame_def frame = vt_frame_def_default();
  frame.name = "hand";
  frame.keys = keys;
  vt_deformable_def body = vt_deformable_def_default();
  body.name = "body";
  body.mesh = mesh;
  body.collision = collision;
  body.mass = mesh->cell_kind == VT_CELL_HEX8 ? 1 : 0.020; // kg
  body.element = element;
  body.pose.position.z = height;
  vt_attachment_def attachment = vt_attachment_def_default();
  attachment.frame = vt_model_add_frame(model, &frame, error);
  attachment.body = vt_model_add_deformable(model, &body, error);
  attachment.region = held;
  if (attachment.frame >= 0 && attachment.body >= 0 &&
      vt_model_add_attachment(model, &attachment, error) >= 0)
    return model;
  vt_model_destroy(model);
  return NULL;
}

static vt_model *hang(const vt_mesh *mesh, vt_element element, vt_region held, vt_error *error) {
  enum { KEYS = 64 };
  double times[KEYS];
  vt_pose poses[KEYS];
  for (int i = 0; i < KEYS; ++i) {
    times[i] = 0.25 * i;
    poses[i] = vt_pose_identity();
    poses[i].position.x = i % 2 == 0 ? 0 : 0.01;
  }
  return model_of_body(mesh, NULL, element, held, 0, (vt_pose_keys){VT_SMOOTH, KEYS, times, poses}, error);
}

vt_model *bench_hang(const vt_mesh *mesh, vt_element element, vt_error *error) {
  return hang(mesh, element, vt_region_group("stem"), error);
}

static const double block_edge = 0.1; // m

vt_mesh *bench_block_mesh(int cells, vt_error *error) {
  vt_vec3 low = {0, 0, 0}, high = {block_edge, block_edge, block_edge};
  return vt_mesh_box(low, high, cells, cells, cells, VT_CELL_HEX8, error);
}

vt_model *bench_block(const vt_mesh *mesh, vt_error *error) {
  vt_vec3 low = {-1, -1, 0.999 * block_edge}, high = {1, 1, 1};
  return hang(mesh, VT_ELEMENT_AUTO, vt_region_box(low, high), error);
}

// A cup starts 0.2 mm above the plane, goes down at 8 mm/s to where the measurement begins, and on at 1 mm/s.
static const double press_gap = 2e-4, press_start = 0.001, press_speed = 0.008; // m, m/s

double bench_press_time(void) { return (press_start + press_gap) / press_speed; }

// The lip of the cups of 35 mm: a ring with the inner edge, the outer edge, and the top of the outer one.
static vt_mesh *make_lip(int sectors, vt_error *error) {
  static const double radius[3] = {16.5e-3, 17.5e-3, 17.5e-3}, height[3] = {0, 0, 0.8e-3};
  vt_vec3 nodes[3 * BENCH_MAX_SECTORS];
  int triangles[18 * BENCH_MAX_SECTORS], *next = triangles;
  for (int i = 0; i < sectors; ++i)
    for (int k = 0; k < 3; ++k) {
      double angle = 2 * PI * i / sectors;
      nodes[3 * i + k] = (vt_vec3){radius[k] * cos(angle), radius[k] * sin(angle), height[k]};
      int here = 3 * i, there = 3 * ((i + 1) % sectors), up = (k + 1) % 3;
      const int two[6] = {here + k, there + up, here + up, here + k, there + k, there + up};
      memcpy(next, two, sizeof two);
      next += 6;
    }
  return vt_mesh_create("lip", nodes, 3 * sectors, VT_CELL_NONE, NULL, 0, triangles, 6 * sectors, error);
}

static bool add_plane(vt_model *model, vt_error *error) {
  vt_vec3 low = {-0.03, -0.03, -0.01}, high = {0.03, 0.03, 0};
  vt_mesh *mesh = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, error);
  vt_driven_def plane = vt_driven_def_default();
  plane.name = "plane";
  plane.mesh = mesh;
  bool added = mesh != NULL && vt_model_add_driven(model, &plane, error) >= 0;
  vt_mesh_destroy(mesh);
  return added;
}

vt_model *bench_press(const vt_mesh *mesh, vt_element element, int sectors, vt_error *error) {
  double reach = press_start + press_gap, arrive = bench_press_time();
  double times[3] = {0, arrive, arrive + 1};
  vt_pose poses[3] = {vt_pose_identity(), vt_pose_identity(), vt_pose_identity()};
  poses[1].position.z = -reach;
  poses[2].position.z = -reach - 0.001;
  vt_pose_keys keys = {VT_LINEAR, 3, times, poses};
  vt_mesh *lip = make_lip(sectors, error);
  vt_model *model =
      lip == NULL ? NULL : model_of_body(mesh, lip, element, vt_region_group("stem"), press_gap, keys, error);
  vt_mesh_destroy(lip);
  vt_contact_settings contact = vt_contact_settings_default();
  contact.alarm = 1e-3;
  if (model != NULL && vt_model_set_contact(model, &contact, error) && add_plane(model, error)) return model;
  vt_model_destroy(model);
  return NULL;
}

vt_model *bench_seal(const vt_mesh *mesh, vt_detector detector, vt_error *error) {
  vt_settings settings = vt_settings_default();
  settings.detector = detector;
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  vt_contact_settings contact = vt_contact_settings_default();
  vt_air_settings air = vt_air_settings_default();
  vt_driven_def cup = vt_driven_def_default();
  cup.name = "cup";
  cup.mesh = mesh;
  cup.pose.position.z = contact.distance;
  double time = 0;
  vt_pose still = vt_pose_identity();
  vt_frame_def frame = vt_frame_def_default();
  frame.name = "hand";
  frame.keys = (vt_pose_keys){VT_LINEAR, 1, &time, &still};
  cup.frame = vt_model_add_frame(model, &frame, error);
  if (cup.frame >= 0 && vt_model_add_driven(model, &cup, error) >= 0 &&
      vt_model_set_contact(model, &contact, error) && vt_model_set_air(model, &air, error) &&
      add_plane(model, error))
    return model;
  vt_model_destroy(model);
  return NULL;
}
