// What may be changed in one world while it runs: the friction of contacts, the valves and leaks of air.
//
// A world uses its own shallow copy of the model, in which only the settings of contact and air are its own;
// names, keys, curves, bodies and all else are shared with the model. The changed values belong to the state,
// so that snapshots, restores and hashes include them.
#include "base/misuse.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------- sets of settings of a model

int vt_model_frame_parent(const vt_model *model, int frame) {
  VT_NEED(model != NULL && vt_is_number(frame, model->frame_count), -1);
  return model->frames[frame].parent;
}

int vt_model_contact_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return 1 + model->rule_count;
}

vt_contact_settings vt_model_contact_settings(const vt_model *model, int set) {
  VT_NEED(model != NULL && vt_is_number(set, vt_model_contact_count(model)), (vt_contact_settings){0});
  return set == 0 ? model->contact : model->rules[set - 1].settings;
}

const char *vt_model_contact_surface(const vt_model *model, int set, int side) {
  VT_NEED(model != NULL && vt_is_number(set, vt_model_contact_count(model)), NULL);
  if (set == 0) return "";
  return side == 0 ? model->rules[set - 1].a : model->rules[set - 1].b;
}

int vt_model_air_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return 1 + model->air_rule_count + model->chamber_count;
}

const vt_air_settings *vt_model_air_settings(const vt_model *model, int set) {
  VT_NEED(model != NULL && vt_is_number(set, vt_model_air_count(model)), NULL);
  if (set == 0) return &model->air;
  if (set <= model->air_rule_count) return &model->air_rules[set - 1].settings;
  return &model->chambers[set - 1 - model->air_rule_count].settings;
}

const char *vt_model_air_name(const vt_model *model, int set) {
  VT_NEED(model != NULL && vt_is_number(set, vt_model_air_count(model)), NULL);
  if (set == 0) return "";
  if (set <= model->air_rule_count) return model->air_rules[set - 1].body;
  return model->chambers[set - 1 - model->air_rule_count].name;
}

// ---------------------------------------------------------------- a world's own

static vt_air_settings *own_air(vt_model *own, int set) {
  if (set == 0) return &own->air;
  if (set <= own->air_rule_count) return &own->air_rules[set - 1].settings;
  return &own->chambers[set - 1 - own->air_rule_count].settings;
}

bool vt_world_make_own(vt_world *w, vt_error *error) {
  const vt_model *m = w->origin;
  w->own = *m;
  w->own.rules = VT_NEW(vt_rule, m->rule_count, error);
  w->own.air_rules = VT_NEW(vt_air_rule, m->air_rule_count, error);
  w->own.chambers = VT_NEW(vt_chamber, m->chamber_count, error);
  if (w->own.rules == NULL || w->own.air_rules == NULL || w->own.chambers == NULL) return false;
  for (int k = 0; k < m->rule_count; ++k) w->own.rules[k] = m->rules[k];
  for (int k = 0; k < m->air_rule_count; ++k) w->own.air_rules[k] = m->air_rules[k];
  for (int k = 0; k < m->chamber_count; ++k) w->own.chambers[k] = m->chambers[k];
  w->model = &w->own;
  return true;
}

void vt_world_free_own(vt_world *w) {
  free(w->own.rules);
  free(w->own.air_rules);
  free(w->own.chambers);
}

void vt_world_start_live(vt_world *w) {
  const vt_model *m = w->origin;
  for (int k = 0; k < vt_model_contact_count(m); ++k)
    w->state.frictions[k] = vt_model_contact_settings(m, k).friction;
  for (int k = 0; k < vt_model_air_count(m); ++k) {
    const vt_air_settings *air = vt_model_air_settings(m, k);
    w->state.air[k] =
        (vt_air_change){air->pressure, air->max_pressure, air->leak_rate, air->leak_conductance};
  }
}

// As the part of a step begins, so that all tries of it have the same.
void vt_world_apply_friction(vt_world *w) {
  for (int k = 0; k < vt_model_contact_count(w->origin); ++k) {
    vt_contact_settings *settings = k == 0 ? &w->own.contact : &w->own.rules[k - 1].settings;
    settings->friction = w->state.frictions[k] * vt_curve_value(&settings->friction_curve, *w->state.time);
  }
}

void vt_world_apply_live(vt_world *w) {
  for (int k = 0; k < vt_model_air_count(w->origin); ++k) {
    const vt_air_change *change = &w->state.air[k];
    vt_air_settings *air = own_air(&w->own, k);
    air->pressure = change->pressure;
    air->max_pressure = change->max_pressure;
    air->leak_rate = change->leak_rate;
    air->leak_conductance = change->leak_conductance;
  }
}

// ---------------------------------------------------------------- changes

double vt_world_friction(const vt_world *world, int set) {
  VT_NEED(world != NULL && vt_is_number(set, vt_model_contact_count(world->origin)), 0);
  return world->state.frictions[set];
}

bool vt_world_set_friction(vt_world *world, int set, double friction, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL, error, false);
  if (!vt_check_number("contact", "set", set, vt_model_contact_count(world->origin), error)) return false;
  if (!(friction >= 0 && friction < 1e6))
    return vt_fail(error, VT_BAD_INPUT, "contact: friction is %g, expected from 0 to below 1e6", friction);
  world->state.frictions[set] = friction;
  return true;
}

vt_air_change vt_world_air(const vt_world *world, int set) {
  VT_NEED(world != NULL && vt_is_number(set, vt_model_air_count(world->origin)), (vt_air_change){0});
  return world->state.air[set];
}

bool vt_world_set_air(vt_world *world, int set, const vt_air_change *change, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && change != NULL, error, false);
  if (!vt_check_number("air", "set", set, vt_model_air_count(world->origin), error)) return false;
  if (!(fabs(change->pressure) < 1e12))
    return vt_fail(error, VT_BAD_INPUT, "air: the regulated pressure is %g Pa, expected a number below 1e12",
        change->pressure);
  if (isnan(change->max_pressure))
    return vt_fail(error, VT_BAD_INPUT, "air: the largest pressure is not a number");
  if (!(fabs(change->leak_rate) < 1e9))
    return vt_fail(error, VT_BAD_INPUT, "air: the leak rate is %g mol/s, expected a number below 1e9",
        change->leak_rate);
  if (!(change->leak_conductance >= 0 && change->leak_conductance < 1e9))
    return vt_fail(error, VT_BAD_INPUT,
        "air: the leak conductance is %g mol/(s Pa), expected from 0 to below 1e9", change->leak_conductance);
  vt_air_change own = *change;
  bool chamber = set > world->origin->air_rule_count;
  if (chamber && own.max_pressure < 0) own.max_pressure = INFINITY; // as vt_model_add_chamber has it
  world->state.air[set] = own;
  vt_world_apply_live(world);
  return true;
}
