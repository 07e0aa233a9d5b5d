// What the tests of air share: worlds with air in a few lines, and what must be true after every step.
#include "air_rig.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *message) {
  printf("air rig: %s\n", message);
  exit(1);
}

static int added(int number, const vt_error *error) {
  if (number < 0) give_up(error->message);
  return number;
}

// ---------------------------------------------------------------- settings and bodies

vt_contact_settings tight(double distance) {
  return (vt_contact_settings){.enabled = true,
      .friction = 0,
      .alarm = 10 * distance,
      .distance = distance,
      .sealing = 0.5 * distance};
}

void air_set(yard *y, vt_air_settings air) {
  vt_error error = {0};
  if (!vt_model_set_air(y->model, &air, &error)) give_up(error.message);
}

void air_rule(yard *y, const char *body, vt_air_settings air) {
  vt_error error = {0};
  vt_air_rule_def def = {.body = body, .settings = air};
  if (!vt_model_add_air_rule(y->model, &def, &error)) give_up(error.message);
}

vt_mesh *air_mesh(solid s) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_create(
      "solid", s.vertices, s.vertex_count, VT_CELL_NONE, NULL, 0, s.triangles, s.triangle_count, &error);
  solid_free(&s);
  if (mesh == NULL || !vt_mesh_check_closed(mesh, &error)) give_up(error.message);
  return mesh;
}

int air_slide(yard *y, vt_vec3 axis, int count, const double *times, const double *metres) {
  vt_error error = {0};
  vt_frame_def def = vt_frame_def_default();
  def.joint = VT_JOINT_SLIDE;
  def.axis = axis;
  def.motion = (vt_curve){VT_LINEAR, count, times, metres};
  return added(vt_model_add_frame(y->model, &def, &error), &error);
}

int air_driven(yard *y, vt_mesh *mesh, vt_pose pose, int frame, const char *name) {
  vt_error error = {0};
  vt_driven_def def = vt_driven_def_default();
  def.name = name;
  def.mesh = mesh;
  def.pose = pose;
  def.frame = frame;
  int body = added(vt_model_add_driven(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int air_rigid(yard *y, vt_mesh *mesh, double mass, bool gravity, vt_pose pose, const char *name) {
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  def.name = name;
  def.mesh = mesh;
  def.mass = mass;
  def.gravity = gravity;
  def.pose = pose;
  int body = added(vt_model_add_rigid(y->model, &def, &error), &error);
  vt_mesh_destroy(mesh);
  return body;
}

int air_link(yard *y, vt_link_kind kind, int a, int b, vt_pose pose) {
  vt_error error = {0};
  vt_link_def def = vt_link_def_default();
  def.kind = kind;
  def.body_a = a;
  def.body_b = b;
  def.pose_a = pose;
  def.contact = true;
  return added(vt_model_add_link(y->model, &def, &error), &error);
}

int air_hold(yard *y, int body, int frame) {
  int hand = air_driven(y, block(vt_v3(0.01, 0.01, 0.01), 1, VT_CELL_NONE), at(0, 0, 10), frame, NULL);
  return air_link(y, VT_LINK_FIXED, hand, body, at(0, 0, -10));
}

int air_force(yard *y, int body, vt_vec3 force, vt_curve curve) {
  vt_error error = {0};
  vt_load_def def = vt_load_def_default();
  def.body = body;
  def.region = vt_region_all();
  def.force = force;
  def.curve = curve;
  return added(vt_model_add_load(y->model, &def, &error), &error);
}

int air_sensor(yard *y, vt_sensor_kind kind, int target) {
  vt_error error = {0};
  vt_sensor_def def = vt_sensor_def_default();
  def.kind = kind;
  def.target = target;
  return added(vt_model_add_sensor(y->model, &def, &error), &error);
}

int air_chamber(yard *y, int body, vt_vec3 point, vt_air_settings air) {
  vt_error error = {0};
  vt_chamber_def def = vt_chamber_def_default();
  def.body = body;
  def.point = point;
  def.settings = air;
  return added(vt_model_add_chamber(y->model, &def, &error), &error);
}

double air_sum(const yard *y) {
  double sum = 0;
  for (int k = 0; k < vt_world_cavity_count(y->world); ++k) sum += vt_world_cavity(y->world, k).air;
  return sum;
}

// ---------------------------------------------------------------- what must be true of every cavity

static int compare_edges(const void *a, const void *b) { return memcmp(a, b, 2 * sizeof(int)); }

// Every directed edge has exactly one opposite: no two triangles share a directed one, and of each the other
// direction is there. Where a body has crossed itself two sheets may share edges: each is there as often one
// way as the other.
static void check_closed(const vt_cavity_view *c, bool crossed) {
  int count = 3 * c->triangle_count;
  int(*edges)[2] = calloc((size_t)count + 1, sizeof *edges);
  if (edges == NULL) give_up("no memory");
  for (int k = 0; k < count; ++k) {
    edges[k][0] = c->triangles[k];
    edges[k][1] = c->triangles[k - k % 3 + (k + 1) % 3];
  }
  qsort(edges, (size_t)count, sizeof *edges, compare_edges);
  int bad = 0;
  for (int k = 0; k < count; ++k) {
    int back[2] = {edges[k][1], edges[k][0]};
    if (k > 0 && compare_edges(edges[k - 1], edges[k]) == 0 && !crossed) ++bad;
    int balance = 0;
    for (int i = 0; i < count && crossed; ++i)
      balance += (compare_edges(edges[i], edges[k]) == 0) - (compare_edges(edges[i], back) == 0);
    if (balance != 0) ++bad;
    if (bsearch(back, edges, (size_t)count, sizeof *edges, compare_edges) == NULL) ++bad;
  }
  CHECK(bad == 0 && count > 0);
  free(edges);
}

static double size_of(const vt_cavity_view *c) {
  double largest = 0;
  for (int i = 1; i < c->vertex_count; ++i)
    largest = fmax(largest, vt_norm(vt_sub(c->vertices[i], c->vertices[0])));
  return largest;
}

// Area that pressure acts on: all of the mesh.
static double area_of(const vt_cavity_view *c) {
  double sum = 0;
  for (int t = 0; t < c->triangle_count; ++t) {
    const int *n = c->triangles + 3 * t;
    vt_vec3 a = vt_sub(c->vertices[n[1]], c->vertices[n[0]]),
            b = vt_sub(c->vertices[n[2]], c->vertices[n[0]]);
    sum += 0.5 * vt_norm(vt_cross(a, b));
  }
  return sum;
}

// Forces and torques over all bodies cancel: 1e-10 of pressure times area (and size) is a thousand times the
// rounding of some hundred sums.
static void check_balance(const yard *y, int k, const vt_cavity_view *c, air_seen *seen) {
  vt_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
  double ambient = vt_world_settings(y->world)->ambient_pressure;
  double scale = fabs(c->pressure - ambient) * area_of(c), size = size_of(c);
  for (int b = 0; b < vt_model_body_count(y->model); ++b) {
    vt_pressure_load load = vt_world_pressure_load(y->world, b, k);
    force = vt_add(force, load.force);
    torque = vt_add(torque, load.torque);
  }
  CHECK_NEAR(vt_norm(force), 0, 1e-10 * scale);
  CHECK_NEAR(vt_norm(torque), 0, 1e-10 * scale * size);
  if (scale > 0) {
    seen->force = fmax(seen->force, vt_norm(force) / scale);
    seen->torque = fmax(seen->torque, vt_norm(torque) / (scale * size));
  }
}

// Whether a surface of the cavity is of a body with that name.
static bool is_of(const vt_model *model, const vt_cavity_view *c, const char *name) {
  for (int t = 0; t < c->triangle_count; ++t)
    if (c->triangle_bodies[t] >= 0 && strcmp(vt_model_body_name(model, c->triangle_bodies[t]), name) == 0)
      return true;
  return false;
}

// Its chamber's; else those of the last rule that names one of its bodies; else those of all.
static const vt_air_settings *settings_of(const yard *y, const vt_cavity_view *c) {
  int count = vt_model_air_count(y->model), rules = count - vt_model_chamber_count(y->model);
  if (c->chamber >= 0) return vt_model_air_settings(y->model, rules + c->chamber);
  for (int set = rules - 1; set > 0; --set)
    if (is_of(y->model, c, vt_model_air_name(y->model, set))) return vt_model_air_settings(y->model, set);
  return vt_model_air_settings(y->model, 0);
}

// P room^k / n^k: without a change of temperature (k = 1) R T; else what it was when this air was first seen.
static double constant_of(const vt_cavity_view *c, double room, double exponent, air_seen *seen) {
  if (exponent == 1) return GAS_HEAT;
  air_known *known = &seen->known[c->id % AIR_KNOWN];
  if (known->id != c->id || fabs(c->air - known->air) > 1e-12 * known->air)
    *known = (air_known){c->id, c->air, c->pressure * pow(room / (c->air + c->film), exponent)};
  return known->constant;
}

static void check_gas(const yard *y, const vt_cavity_view *c, air_seen *seen) {
  const vt_air_settings *air = settings_of(y, c);
  CHECK(c->air >= 0);
  CHECK(c->pressure >= 0);
  if (c->state == VT_CAVITY_SEALED || c->state == VT_CAVITY_BLOWING)
    CHECK(c->pressure <= c->max_pressure * (1 + 1e-12));
  seen->air_least = fmin(seen->air_least, c->air);
  double room = c->volume + air->dead_volume;
  if (c->flat || !(room > 0) || !(c->air > 0)) return;
  double lawful = constant_of(c, room, air->exponent, seen) * pow((c->air + c->film) / room, air->exponent);
  double off = fabs(c->pressure - lawful) / lawful;
  if (c->state == VT_CAVITY_BLOWING) off = fmax(0, lawful / c->pressure - 1); // what is too much has escaped
  // Of first seen and now. What the solver finds is the difference to the atmosphere, to 1e-10 of that.
  double allowed = seen->law_allowed + 1e-10 * vt_world_settings(y->world)->ambient_pressure / lawful;
  CHECK_NEAR(off, 0, (air->exponent == 1 ? 1 : 2) * allowed);
  seen->law = fmax(seen->law, off);
}

void air_check(const yard *y, air_seen *seen) {
  int count = vt_world_cavity_count(y->world);
  if (count > seen->cavities) seen->cavities = count;
  for (int k = 0; k < count; ++k) {
    vt_cavity_view c = vt_world_cavity(y->world, k);
    check_closed(&c, seen->crossed);
    check_balance(y, k, &c, seen);
    check_gas(y, &c, seen);
  }
}

void air_step(yard *y, air_seen *seen) {
  vt_step_result result = yard_step(y);
  ++seen->steps;
  seen->unconverged += result == VT_STEP_UNCONVERGED;
  seen->redone += vt_world_status(y->world)->substeps > 1;
  air_check(y, seen);
}

int air_report(void) { return check_report(); }

// ---------------------------------------------------------------- closed surfaces

double polygon_area(double radius, int sides) {
  return 0.5 * sides * radius * radius * sin(2 * VT_PI / sides);
}

solid solid_prism(double radius, double low, double high, int sides) {
  const double profile[4][2] = {{0, low}, {radius, low}, {radius, high}, {0, high}};
  return solid_lathe(profile[0], 4, false, sides);
}

solid solid_pot(double inner, double outer, double depth, double floor, int sides) {
  const double profile[6][2] = {
      {0, -floor}, {outer, -floor}, {outer, depth}, {inner, depth}, {inner, 0}, {0, 0}};
  return solid_lathe(profile[0], 6, false, sides);
}

solid solid_half_shell(double inner, double outer, int segments, int rings, int sign) {
  double(*profile)[2] = calloc(2 * (size_t)rings + 2, sizeof *profile);
  if (profile == NULL) give_up("no memory");
  for (int k = 0; k <= rings; ++k) {
    double angle = 0.5 * VT_PI * k / rings;
    double s = k == 0 ? 0 : sin(angle), c = k == rings ? 0 : cos(angle);
    profile[k][0] = outer * s, profile[k][1] = sign * outer * c;
    profile[2 * rings + 1 - k][0] = inner * s, profile[2 * rings + 1 - k][1] = sign * inner * c;
  }
  solid s = solid_lathe(profile[0], 2 * rings + 2, false, segments);
  free(profile);
  return s;
}
