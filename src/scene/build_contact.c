// How bodies of a scene touch: settings for all, rules for pairs.
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/hint.h"

// The curve is that of the keys, which the caller frees.
static bool read_settings(
    const vt_reader *reader, const xmlNode *element, vt_keys *keys, vt_contact_settings *settings) {
  if (!vt_read_number(reader, element, "friction", &settings->friction) ||
      !vt_read_number(reader, element, "alarm", &settings->alarm) ||
      !vt_read_number(reader, element, "distance", &settings->distance) ||
      !vt_read_number(reader, element, "sealing", &settings->sealing) ||
      !vt_keys_read_factors(reader, element, "friction", keys, &settings->friction_curve))
    return false;
  if (settings->alarm > settings->distance) return true;
  return vt_complain(element, reader->error,
      "<%s> has alarm %g m and distance %g m, expected alarm above distance", (const char *)element->name,
      settings->alarm, settings->distance);
}

bool vt_build_check_surface(const vt_builder *builder, const xmlNode *element, const char *attribute) {
  static const vt_thing things[] = {VT_THING_BODY, VT_THING_MATERIAL, VT_THING_SURFACE};
  const char *word = vt_attribute_text(element, attribute);
  if (word == NULL) return true;
  for (int i = 0; i < 3; ++i)
    if (vt_names_knows(&builder->names, things[i], word)) return true;
  vt_hint hint;
  vt_hint_start(&hint, word);
  for (int i = 0; i < 3; ++i) vt_names_offer(&builder->names, things[i], &hint);
  return vt_complain(vt_attribute_node(element, attribute), builder->reader.error,
      "no body, material or surface '%s'%s", word, vt_hint_text(&hint));
}

static bool add_pair(vt_builder *builder, const xmlNode *pair, vt_keys *keys) {
  vt_contact_rule_def def = {.a = vt_attribute_text(pair, "a"), .b = vt_attribute_text(pair, "b")};
  def.settings = builder->contact;
  if (vt_attribute_text(pair, "friction") != NULL) def.settings.friction_curve = (vt_curve){0};
  if (!vt_build_check_surface(builder, pair, "a") || !vt_build_check_surface(builder, pair, "b") ||
      !read_settings(&builder->reader, pair, keys, &def.settings))
    return false;
  def.settings.enabled = vt_read_switch(pair, "enabled");
  vt_error inner = {0};
  if (!vt_model_add_contact_rule(builder->model, &def, &inner))
    return vt_pass_on(pair, &inner, builder->reader.error);
  return true;
}

static bool build_pair(vt_builder *builder, const xmlNode *pair) {
  vt_keys keys = {0};
  bool done = add_pair(builder, pair, &keys);
  vt_keys_free(&keys);
  return done;
}

static bool set_contact(vt_builder *builder, const xmlNode *contact, vt_keys *keys) {
  vt_error inner = {0};
  if (!read_settings(&builder->reader, contact, keys, &builder->contact)) return false;
  if (!vt_model_set_contact(builder->model, &builder->contact, &inner))
    return vt_pass_on(contact, &inner, builder->reader.error);
  builder->contact = vt_model_contact_settings(builder->model, 0); // with keys that stay
  return true;
}

bool vt_build_contact(vt_builder *builder) {
  const xmlNode *contact = NULL;
  vt_keys keys = {0};
  builder->contact = vt_contact_settings_default();
  if (!vt_build_only(builder, "contact", &contact)) return false;
  bool done = contact == NULL || set_contact(builder, contact, &keys);
  vt_keys_free(&keys);
  return done && vt_build_each(builder, "pair", build_pair);
}
