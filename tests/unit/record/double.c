// A made-up scene and world in place of the real ones; see double.h.
#include "double.h"

#include "model/model.h"

#include <math.h>

static const double_world *of(const void *any) { return (const double_world *)any; }

double_world double_world_default(void) {
  double_world w = {.scene_name = "hanging cup",
      .body_names = {"cup", "cube", "ground"},
      .sensor_names = {"pull", "tip", "tendon", "total", "touch", "pivot"},
      .chamber_name = "belly",
      .link_kind = VT_LINK_HINGE,
      .frame_interval = 0.05};
  w.settings = (vt_settings){.dt = 0.01,
      .gravity = {0, 0, -9.81},
      .ambient_pressure = 101325,
      .ambient_temperature = 293.15,
      .threads = 1};
  return w;
}

const vt_scene *double_scene(const double_world *w) { return (const vt_scene *)(const void *)w; }
const vt_world *double_as_world(const double_world *w) { return (const vt_world *)(const void *)w; }
const vt_expectations *double_expectations(const double_world *w) {
  return (const vt_expectations *)(const void *)w;
}

static void trouble_step(vt_status *status) {
  long long step = status->steps;
  bool unconverged = step >= 8 && step % 6 == 2;
  status->result = unconverged ? VT_STEP_UNCONVERGED : VT_STEP_OK;
  if (unconverged) status->residual = step == 8 ? 1e-3 : step == 20 || step == 44 ? 2e-5 : 3e-6;
  if (step % 10 == 0) status->substeps = step == 30 ? 16 : 2;
  if (step % 10 == 5) status->substeps = status->planned = 4; // shorter on purpose: no trouble
  status->inverted = step == 39 ? 7 : 0;
  status->untangled = step == 41 ? 3 : step == 42 ? 1 : 0;
}

void double_step(double_world *w) {
  ++w->status.steps;
  double s = (double)w->status.steps;
  w->profile = (vt_profile){0.01, 0.9 + 0.1 * sin(s), 0.1, 0, 0, 0, 0.3, 0.05 + 0.02 * cos(s * 0.7), 0.03,
      0.01, 1.5 + 0.1 * sin(s)};
  w->status.iterations = (int)(w->status.steps % 7);
  w->status.residual = 1e-8 * (double)(w->status.steps % 7);
  w->status.cavities = vt_world_cavity_count(double_as_world(w));
  w->status.contacts = w->contact ? 10 + (int)(w->status.steps % 3) : 0;
  w->status.substeps = w->status.planned = 1;
  w->status.memory = 12345678;
  if (w->trouble) trouble_step(&w->status);
  w->status.intrusion = w->contact ? 1e-6 * (double)(w->status.steps % 3) : 0;
}

// ---------------------------------------------------------------- the public functions

const vt_model *vt_scene_model(const vt_scene *scene) { return (const vt_model *)(const void *)scene; }
const char *vt_scene_name(const vt_scene *scene) { return of(scene)->scene_name; }
const char *vt_scene_path(const vt_scene *scene) {
  (void)scene;
  return "scenes/hang.xml";
}
double vt_scene_duration(const vt_scene *scene) {
  (void)scene;
  return 3;
}
double vt_scene_frame_interval(const vt_scene *scene) { return of(scene)->frame_interval; }
int vt_scene_warning_count(const vt_scene *scene) { return of(scene)->warning != NULL; }
const char *vt_scene_warning(const vt_scene *scene, int warning) {
  (void)warning;
  return of(scene)->warning;
}
int vt_expectations_count(const vt_expectations *e) { return of(e)->outcome_count; }
vt_outcome vt_expectations_outcome(const vt_expectations *e, int index) { return of(e)->outcomes[index]; }

const vt_model *vt_world_model(const vt_world *world) { return (const vt_model *)(const void *)world; }
double vt_world_time(const vt_world *world) {
  return (double)of(world)->status.steps * of(world)->settings.dt;
}
long long vt_world_step_count(const vt_world *world) { return of(world)->status.steps; }
const vt_status *vt_world_status(const vt_world *world) { return &of(world)->status; }
const vt_profile *vt_world_profile(const vt_world *world) { return &of(world)->profile; }
const vt_settings *vt_world_settings(const vt_world *world) { return &of(world)->settings; }
uint64_t vt_world_hash(const vt_world *world) {
  (void)world;
  return 0x00c0ffee12345678u;
}
const vt_vec3 *vt_world_positions(const vt_world *world, int body) {
  (void)body;
  return of(world)->soft->nodes;
}
const vt_vec3 *vt_world_velocities(const vt_world *world, int body) {
  (void)body;
  return of(world)->velocities;
}
static vt_surface_view surface(const vt_world *world, int body) {
  const vt_mesh *mesh = body == 0 ? of(world)->soft : of(world)->hard;
  return (vt_surface_view){mesh->node_count, mesh->nodes, mesh->triangle_count, mesh->triangles};
}
vt_surface_view vt_world_collision_surface(const vt_world *world, int body) { return surface(world, body); }
vt_surface_view vt_world_visual_surface(const vt_world *world, int body) { return surface(world, body); }
const vt_touch *vt_world_contacts(const vt_world *world, int *count) {
  static const vt_touch touches[2] = {
      {.body_a = 1, .point = {0.01, 0, 0}, .force = {0, 0, 1}}, {.body_a = 1}};
  *count = of(world)->contact ? 2 : 0;
  return touches;
}
const vt_crossing *vt_world_crossings(const vt_world *world, int *count) {
  static const vt_crossing crossings[2] = {{0, 1, 0}, {1, 2, 0}};
  *count = of(world)->crossing ? 2 : 0;
  return crossings;
}
void vt_world_vertex_contact_forces(const vt_world *world, int body, vt_vec3 *forces) {
  for (int i = 0; i < surface(world, body).vertex_count; ++i) forces[i] = (vt_vec3){0, 0, i + 1};
}
double vt_world_contact_area(const vt_world *world, int body, vt_vec3 *forces) {
  vt_world_vertex_contact_forces(world, body, forces);
  return 1e-4 * vt_world_time(world);
}
void vt_world_node_contact_forces(const vt_world *world, int body, vt_vec3 *forces) {
  vt_world_vertex_contact_forces(world, body, forces);
}
vt_pose vt_world_body_pose(const vt_world *world, int body) {
  double t = vt_world_time(world);
  vt_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
  if (body == 0) pose.position.z = 0.03 - 0.004 * (1 - exp(-t) * cos(6 * t));
  if (body == 1) pose.position = (vt_vec3){0.1 * t, 0, 0.1 - 0.02 * t * t};
  return pose;
}
vt_energy vt_world_energy(const vt_world *world, int body) {
  double t = vt_world_time(world), e = exp(-2 * t);
  (void)body;
  return (vt_energy){
      0.002 * e * sin(6 * t) * sin(6 * t), 0.002 * (1 - e * sin(6 * t) * sin(6 * t)), -0.003 * (1 - e)};
}
vt_reading vt_world_sensor(const vt_world *world, int sensor) {
  double t = vt_world_time(world);
  vt_reading r = {.force = {0, 0, 0}};
  if (sensor == 0) r.force = (vt_vec3){0.02 * sin(9 * t), 0.1 / 3, 0.196 + 0.1 * exp(-t) * cos(6 * t)};
  if (sensor == 1) r.position = (vt_vec3){0, 0, 0.03 - 0.004 * t};
  if (sensor == 2) r.tension = t < 1 ? 5 * t : 5, r.length = 0.1;
  if (sensor == 3) r.energy = vt_world_energy(world, -1);
  if (sensor == 4) r.force.z = 1.5;
  if (sensor == 5) r.force.x = 2.5, r.torque.y = -0.5, r.length = of(world)->link_speed * t;
  return r;
}

// ---------------------------------------------------------------- air

static bool lives(const double_world *w, int which) {
  long long step = w->status.steps;
  if (which > 2) return step == which - 2; // one of those that flicker
  return which == 0 || (which == 1 ? step >= 2 && step <= 4 : step >= 4);
}

int vt_world_cavity_count(const vt_world *world) {
  int count = 0;
  for (int i = 0; of(world)->air && i < 3 + of(world)->flicker; ++i) count += lives(of(world), i);
  return count;
}

vt_cavity_view vt_world_cavity(const vt_world *world, int cavity) {
  static const vt_vec3 vertices[4] = {{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}, {0, 0, 0.01}};
  static const int triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  static const int bodies[3][4] = {{0, 0, 0, 0}, {1, 0, 0, -1}, {0, 0, 0, 2}}, ids[3] = {0, 3, 7};
  const double_world *w = of(world);
  int which = 0;
  while (!lives(w, which) || cavity-- > 0) ++which;
  int kind = which < 2 ? which : 2;
  double step = (double)w->status.steps;
  vt_cavity_view view = {.id = which < 3 ? ids[which] : which + 5,
      .chamber = which == 0 ? 0 : -1,
      .vertex_count = 4,
      .vertices = vertices,
      .triangle_count = 4,
      .triangles = triangles,
      .triangle_bodies = bodies[kind]};
  static const vt_cavity_state states[3] = {VT_CAVITY_OPEN, VT_CAVITY_BLOWING, VT_CAVITY_REGULATED};
  view.state = which == 1 && w->status.steps > 2 ? VT_CAVITY_SEALED : states[kind];
  view.flat = which == 1 && w->status.steps == 4;
  view.pressure = which == 0 ? 101325 : which == 1 ? 101325 - 10000 * (step - 2) : 95325;
  view.volume = 1e-6 * (kind + 1) + 1e-8 * step;
  view.air = 1e-5 * (kind + 1) - 1e-7 * step;
  view.area = 1e-4 * (kind + 1) + 1e-6 * step;
  return view;
}

bool vt_model_has_air(const vt_model *model) { return of(model)->air; }
int vt_model_tank_count(const vt_model *model) { return of(model)->line ? 1 : 0; }
int vt_model_tube_count(const vt_model *model) { return of(model)->line ? 2 : 0; }
int vt_model_pump_count(const vt_model *model) { return of(model)->line ? 1 : 0; }
const char *vt_model_tank_name(const vt_model *model, int tank) { return (void)model, (void)tank, "a, tank"; }
const char *vt_model_tube_name(const vt_model *model, int tube) {
  return (void)model, tube == 0 ? "hose" : "";
}
const char *vt_model_pump_name(const vt_model *model, int pump) { return (void)model, (void)pump, "pump"; }
vt_tank_view vt_world_tank(const vt_world *world, int tank) {
  return (vt_tank_view){101325 - 1e3 * vt_world_time(world), 0.5 + tank};
}
vt_flow_view vt_world_tube(const vt_world *world, int tube) {
  return (vt_flow_view){1e-3 * (1 + tube), 2 * vt_world_time(world), false};
}
vt_flow_view vt_world_pump(const vt_world *world, int pump) {
  return (vt_flow_view){4e-3 + pump, 3 * vt_world_time(world), false};
}
const char *vt_model_chamber_name(const vt_model *model, int chamber) {
  (void)chamber;
  return of(model)->chamber_name;
}

// ---------------------------------------------------------------- the model

int vt_model_sensor_target(const vt_model *model, int sensor) {
  (void)model;
  (void)sensor;
  return 0;
}
vt_link_kind vt_model_link_kind(const vt_model *model, int link) {
  (void)link;
  return of(model)->link_kind;
}
int vt_model_motor_link(const vt_model *model, int motor) {
  (void)model;
  return motor;
}
int vt_model_body_count(const vt_model *model) {
  (void)model;
  return 3;
}
bool vt_model_has_contact(const vt_model *model) { return of(model)->contact; }
int vt_model_sensor_count(const vt_model *model) { return of(model)->link ? 6 : of(model)->contact ? 5 : 4; }
const char *vt_model_body_name(const vt_model *model, int body) { return of(model)->body_names[body]; }
const char *vt_model_sensor_name(const vt_model *model, int sensor) {
  return of(model)->sensor_names[sensor];
}
vt_body_kind vt_model_body_kind(const vt_model *model, int body) {
  (void)model;
  return body == 0 ? VT_BODY_DEFORMABLE : body == 1 ? VT_BODY_RIGID : VT_BODY_FIXED;
}
vt_sensor_kind vt_model_sensor_kind(const vt_model *model, int sensor) {
  static const vt_sensor_kind kinds[6] = {VT_SENSOR_FRAME, VT_SENSOR_POINT, VT_SENSOR_CABLE, VT_SENSOR_ENERGY,
      VT_SENSOR_CONTACT, VT_SENSOR_JOINT};
  (void)model;
  return kinds[sensor];
}
double vt_model_body_mass(const vt_model *model, int body) {
  (void)model;
  return body == 0 ? 0.02 : body == 1 ? 0.19 : 0;
}
vt_element vt_model_body_element(const vt_model *model, int body) {
  (void)model;
  (void)body;
  return VT_ELEMENT_TET10;
}
int vt_model_node_count(const vt_model *model, int body) {
  return body == 0 ? of(model)->soft->node_count : 0;
}
const vt_mesh *vt_model_body_mesh(const vt_model *model, int body) {
  return body == 0 ? of(model)->soft : NULL;
}
int vt_model_frame_count(const vt_model *model) {
  (void)model;
  return 0;
}
vt_pose vt_world_frame_pose(const vt_world *world, int frame) {
  (void)world;
  (void)frame;
  return (vt_pose){.rotation = {1, 0, 0, 0}};
}

// Of the deformable body: vertex i is node i.
const vt_surface *vt_model_collision(const vt_model *model, int body) {
  static int nodes[1000];
  static vt_surface all;
  const vt_mesh *mesh = body == 0 ? of(model)->soft : of(model)->hard;
  for (int i = 0; i < mesh->node_count && i < 1000; ++i) nodes[i] = i;
  all = (vt_surface){.vertex_count = mesh->node_count,
      .triangle_count = mesh->triangle_count,
      .triangles = mesh->triangles,
      .nodes = nodes,
      .identity = true};
  return &all;
}
const vt_surface *vt_model_visual(const vt_model *model, int body) {
  static const vt_surface none;
  (void)model;
  (void)body;
  return &none;
}
