// How bodies touch: settings for all, rules for some.
#include "base/misuse.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

vt_contact_settings vt_contact_settings_default(void) {
  return (vt_contact_settings){
      .enabled = true, .friction = 0.5, .alarm = 2e-3, .distance = 1e-4, .sealing = 5e-5};
}

static bool check(const vt_contact_settings *s, vt_error *error) {
  if (!(s->friction >= 0 && s->friction < 1e6))
    return vt_fail(error, VT_BAD_INPUT, "contact: friction is %g, expected from 0 to below 1e6", s->friction);
  for (int k = 0; k < s->friction_curve.count; ++k)
    if (!(s->friction_curve.values[k] >= 0 && s->friction_curve.values[k] * s->friction < 1e6))
      return vt_fail(error, VT_BAD_INPUT,
          "contact: friction is %g times %g by key %d, expected from 0 to below 1e6", s->friction,
          s->friction_curve.values[k], k + 1);
  if (!(s->distance > 0 && s->alarm > s->distance && s->alarm < 1e6))
    return vt_fail(error, VT_BAD_INPUT,
        "contact: distance is %g m and alarm %g m, expected 0 < distance < alarm < 1e6", s->distance,
        s->alarm);
  if (!(s->sealing >= 0 && s->sealing < 1e6))
    return vt_fail(error, VT_BAD_INPUT, "contact: sealing is %g m, expected from 0 to below 1e6", s->sealing);
  return true;
}

// A copy that owns its keys.
static bool copy(vt_contact_settings *to, const vt_contact_settings *from, vt_error *error) {
  vt_contact_settings own = *from;
  if (!vt_curve_copy(&own.friction_curve, &from->friction_curve, "contact", error)) return false;
  bool sound = check(&own, error);
  if (sound) *to = own;
  if (!sound) vt_curve_free(&own.friction_curve);
  return sound;
}

bool vt_model_set_contact(vt_model *model, const vt_contact_settings *settings, vt_error *error) {
  if (!vt_model_may_change(model, settings, error)) return false;
  vt_contact_settings own;
  if (!copy(&own, settings, error)) return false;
  vt_curve_free(&model->contact.friction_curve);
  model->contact = own;
  return true;
}

void vt_contact_rule_free(vt_rule *rule) {
  free(rule->a);
  free(rule->b);
  vt_curve_free(&rule->settings.friction_curve);
}

bool vt_model_add_contact_rule(vt_model *model, const vt_contact_rule_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return false;
  vt_rule rule = {0};
  if (!VT_RESERVE(&model->rules, &model->rule_room, model->rule_count + 1, error) ||
      !copy(&rule.settings, &def->settings, error))
    return false;
  rule.a = vt_copy_string(def->a == NULL ? "" : def->a, error);
  rule.b = vt_copy_string(def->b == NULL ? "" : def->b, error);
  if (rule.a == NULL || rule.b == NULL) {
    vt_contact_rule_free(&rule);
    return false;
  }
  model->rules[model->rule_count++] = rule;
  return true;
}

bool vt_model_has_contact(const vt_model *model) {
  VT_NEED(model != NULL, false);
  bool any = model->contact.enabled;
  for (int k = 0; k < model->rule_count; ++k) any |= model->rules[k].settings.enabled;
  return any;
}

double vt_model_largest_alarm(const vt_model *model) {
  double max = model->contact.alarm;
  for (int k = 0; k < model->rule_count; ++k) max = fmax(max, model->rules[k].settings.alarm);
  return max;
}

static bool names(const char *word, const vt_body *body) {
  return word[0] == '\0' || strcmp(word, body->name) == 0 || strcmp(word, body->surface) == 0;
}

vt_contact_settings vt_model_contact(const vt_model *model, int body_a, int body_b) {
  const vt_body *a = &model->bodies[body_a], *b = &model->bodies[body_b];
  if (vt_model_is_joined(model, body_a, body_b)) return (vt_contact_settings){.enabled = false};
  for (int k = model->rule_count - 1; k >= 0; --k) {
    const vt_rule *rule = &model->rules[k];
    if ((names(rule->a, a) && names(rule->b, b)) || (names(rule->a, b) && names(rule->b, a)))
      return rule->settings;
  }
  return model->contact;
}

vt_contact_settings vt_model_contact_rule(const void *model, int body_a, int body_b) {
  return vt_model_contact(model, body_a, body_b);
}
