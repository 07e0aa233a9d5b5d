// What the tests and studies of suction cups share: a cup on the ground in a hand.
#include "cup_rig.h"

#include <stdio.h>
#include <stdlib.h>

static void give_up(const char *message) {
  printf("cup rig: %s\n", message);
  exit(1);
}

static const double distance = 1e-4; // m, the default of contacts

cup_case cup_default(void) {
  return (cup_case){.mesh = "cup_35x15_n434.msh",
      .young = 4e6,
      .mass = 0.02,
      .damping = 1e-3,
      .dt = 0.01,
      .above = 1e-3,
      .friction = 0.5,
      .keys = 4,
      .times = {0, 0.5, 0.8, 2.5},
      .travel = {0, -0.005, -0.005, 0.012},
      .air = vt_air_settings_default(),
      .law_allowed = 0.1};
}

vt_mesh *cup_mesh(const char *name) {
  char path[512];
  vt_error error = {0};
  snprintf(path, sizeof path, "%s/meshes/%s", VT_SOURCE_DIR, name);
  vt_mesh *mesh = vt_mesh_load(path, &error);
  if (mesh == NULL) give_up(error.message);
  return mesh;
}

cup_rig cup_new(const cup_case *c) {
  vt_error error = {0};
  cup_rig r = {.y = yard_new(c->dt, vt_v3(0, 0, -9.81), c->friction), .plate = -1};
  int cells = c->ground_cells;
  int ground = cells > 0
                   ? yard_fixed(&r.y, block(vt_v3(0.06, 0.06, 0.06), cells, VT_CELL_NONE), at(0, 0, -0.03))
                   : yard_fixed(&r.y, cup_mesh("ground.obj"), at(0, 0, 0));
  double top = 0;
  if (c->plate > 0) {
    top = 0.01 + distance;
    r.plate = yard_rigid(&r.y, block(vt_v3(0.06, 0.06, 0.01), 1, VT_CELL_NONE), c->plate,
        at(0, 0, 0.005 + distance), vt_v3(0, 0, 0));
  }
  vt_mesh *mesh = cup_mesh(c->mesh);
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  def.mass = c->mass;
  def.material.young = c->young;
  def.material.poisson = 0.45;
  def.material.stiffness_damping = c->damping;
  def.pose.position.z = top + distance + c->above;
  r.cup = vt_model_add_deformable(r.y.model, &def, &error);
  vt_mesh_destroy(mesh);
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = r.cup;
  hold.region = vt_region_group("stem");
  hold.frame = air_slide(&r.y, vt_v3(0, 0, 1), c->keys, c->times, c->travel);
  if (r.cup < 0 || (!c->loose && vt_model_add_attachment(r.y.model, &hold, &error) < 0))
    give_up(error.message);
  air_set(&r.y, c->air);
  r.pull = air_sensor(&r.y, VT_SENSOR_FRAME, hold.frame);
  r.floor = air_sensor(&r.y, VT_SENSOR_BODY, ground);
  r.seen = (air_seen){.law_allowed = c->law_allowed, .air_least = INFINITY};
  yard_start(&r.y);
  return r;
}

void cup_free(cup_rig *r) { yard_free(&r->y); }

cup_row cup_step(cup_rig *r) {
  const vt_world *w = r->y.world;
  air_step(&r->y, &r->seen);
  const vt_status *status = vt_world_status(w);
  const vt_profile *profile = vt_world_profile(w);
  cup_row row = {.time = vt_world_time(w),
      .pressure = AMBIENT,
      .law = 1,
      .id = -1,
      .hand = vt_world_sensor(w, r->pull).force.z,
      .touch = vt_world_contact_force(w, r->cup, -1).z,
      .suck = vt_world_pressure_load(w, r->cup, -1).force.z,
      .cavities = vt_world_cavity_count(w),
      .converged = status->result == VT_STEP_OK,
      .substeps = status->substeps,
      .iterations = status->iterations,
      .step_ms = profile->total,
      .cavity_ms = profile->cavity};
  int touches = 0;
  const vt_touch *touch = vt_world_contacts(w, &touches);
  for (int i = 0; i < touches; ++i) row.contacts += vt_norm(touch[i].force) > 0;
  double air = -1;
  for (int k = 0; k < row.cavities; ++k) {
    vt_cavity_view v = vt_world_cavity(w, k);
    row.volume += v.volume;
    row.air += v.air;
    row.area += v.area;
    row.flat += v.flat;
    row.blowing += v.state == VT_CAVITY_BLOWING;
    row.largest = fmax(row.largest, v.pressure);
    if (v.air <= air) continue;
    air = v.air;
    row.pressure = v.pressure;
    row.id = v.id;
    row.law = v.volume > 0 && air > 0 ? v.pressure * v.volume / ((air + v.film) * GAS_HEAT) : 1;
  }
  if (row.cavities == 0) row.largest = AMBIENT;
  return row;
}

cup_row *cup_run(const cup_case *c, double until, int *count, air_seen *seen) {
  cup_rig r = cup_new(c);
  int steps = (int)lround(until / c->dt);
  cup_row *rows = calloc((size_t)steps, sizeof *rows);
  if (rows == NULL) give_up("no memory");
  for (int k = 0; k < steps; ++k) rows[k] = cup_step(&r);
  if (seen != NULL) *seen = r.seen;
  cup_free(&r);
  *count = steps;
  return rows;
}

cup_summary cup_sum_up(const cup_row *rows, int count, double pulling, double weight) {
  cup_summary s = {.closed = NAN, .lowest = INFINITY, .law_low = 1, .law_high = 1};
  for (int k = 0; k < count; ++k) {
    const cup_row *r = &rows[k];
    bool pulls = r->time > pulling - 1e-9;
    if (r->cavities > 0 && !(s.closed <= r->time)) s.closed = r->time;
    if (r->cavities > 0) s.opened = r->time;
    s.press = fmax(s.press, -r->hand);
    if (!pulls) s.left = r->air, s.held_volume = r->volume;
    if (pulls) s.lowest = fmin(s.lowest, r->pressure);
    if (pulls && r->hand > s.pull) s.pull = r->hand, s.pull_time = r->time;
    if (pulls && r->cavities > 0)
      s.bound = fmax(s.bound, (r->hand - weight) / ((AMBIENT - r->pressure) * r->area + 1e-9));
    if (r->cavities > 0 && r->blowing == 0 && r->cavities == 1)
      s.law_low = fmin(s.law_low, r->law), s.law_high = fmax(s.law_high, r->law);
    if (r->step_ms > s.slowest_ms) s.slowest_ms = r->step_ms, s.slowest_time = r->time;
    s.unconverged += !r->converged;
    s.redone += r->substeps > 1;
  }
  return s;
}
