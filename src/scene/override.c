// Overrides from the command line: --set PATH=VALUE.
#include "scene/override.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/complaint.h"
#include "scene/hint.h"
#include "scene/keys.h"

// The parts of PATH=VALUE, in one block of memory.
typedef struct vt_override {
  char *element; // NULL if not given
  char *name;    // of an element, or its kind
  char *inside;  // the way to an element inside of it; NULL if not given
  char *attribute;
  const char *value;
} vt_override;

static bool refuse(const char *text, vt_error *error, const char *why, const char *hint) {
  return vt_fail(error, VT_BAD_INPUT, "--set %s: %s%s", vt_found(text).text, why, hint);
}

// Splits a copy of the path; parts->name keeps the block (parts->element, where given, starts it).
static char *split(const char *text, vt_override *parts, vt_error *error) {
  const char *equals = strchr(text, '=');
  if (equals == NULL) {
    refuse(text, error, "expected PATH=VALUE, for instance scene.dt=0.005", "");
    return NULL;
  }
  char *block = vt_copy_string(text, error);
  if (block == NULL) return NULL;
  block[equals - text] = '\0';
  parts->value = equals + 1;
  char *last = strrchr(block, '.');
  if (last == NULL || last == block || last[1] == '\0') {
    refuse(text, error, "expected a path NAME.ATTRIBUTE before '=', for instance scene.dt", "");
    free(block);
    return NULL;
  }
  *last = '\0';
  parts->attribute = last + 1;
  char *first = strchr(block, '.');
  parts->element = first != NULL ? block : NULL;
  parts->name = first != NULL ? first + 1 : block;
  if (first != NULL) *first = '\0';
  char *slash = strchr(parts->name, '/');
  if (slash != NULL) {
    *slash = '\0';
    parts->inside = slash + 1;
  }
  return block;
}

static bool is_named(const xmlNode *item, const char *name) {
  const char *own = vt_attribute_text(item, "name");
  return own != NULL && strcmp(own, name) == 0;
}

static bool fits(const xmlNode *item, const vt_override *parts, bool by_kind) {
  if (by_kind) return vt_is_element(item, parts->name);
  return is_named(item, parts->name) && (parts->element == NULL || vt_is_element(item, parts->element));
}

static int count_fitting(
    const vt_documents *documents, const vt_override *parts, bool by_kind, xmlNode **found) {
  int count = 0;
  for (int i = 0; i < documents->item_count; ++i) {
    if (!fits(documents->items[i], parts, by_kind)) continue;
    *found = documents->items[i];
    ++count;
  }
  return count;
}

// Names of everything that can be set, and the kinds.
static bool refuse_unknown(
    const vt_documents *documents, const vt_override *parts, const char *text, vt_error *error) {
  vt_hint hint;
  vt_hint_start(&hint, parts->name);
  vt_hint_offer(&hint, "scene");
  vt_hint_offer(&hint, "environment");
  for (int i = 0; i < documents->item_count; ++i) {
    const char *name = vt_attribute_text(documents->items[i], "name");
    if (name != NULL && (parts->element == NULL || vt_is_element(documents->items[i], parts->element)))
      vt_hint_offer(&hint, name);
  }
  char why[160] = "nothing is named '";
  strncat(why, vt_found(parts->name).text, 80);
  strcat(why, "'");
  return refuse(text, error, why, vt_hint_text(&hint));
}

static xmlNode *find(vt_documents *documents, const vt_override *parts, const char *text, vt_error *error) {
  xmlNode *root = xmlDocGetRootElement(documents->list[0]->xml), *found = NULL;
  if (parts->element == NULL && strcmp(parts->name, "scene") == 0) return root;
  int count = count_fitting(documents, parts, false, &found);
  if (count == 0 && parts->element == NULL) count = count_fitting(documents, parts, true, &found);
  if (count == 1) return found;
  if (count > 1) {
    refuse(text, error, "more than one element fits; write ELEMENT.NAME.ATTRIBUTE and give each a name", "");
    return NULL;
  }
  if (parts->element != NULL || strcmp(parts->name, "environment") != 0) {
    refuse_unknown(documents, parts, text, error);
    return NULL;
  }
  // An environment that was left to its defaults.
  found = xmlNewChild(root, NULL, (const xmlChar *)"environment", NULL);
  if (found == NULL) {
    vt_fail(error, VT_NO_MEMORY, "out of memory while setting %s", text);
    return NULL;
  }
  found->line = root->line;
  return vt_documents_add_item(documents, found, error) ? found : NULL;
}

// ---------------------------------------------------------------- elements inside

// The number in "key[2]", which is cut off; 0 without one, -1 for anything else in brackets.
static int take_number(char *step) {
  char *bracket = strchr(step, '['), *end = NULL;
  if (bracket == NULL) return 0;
  *bracket = '\0';
  long number = strtol(bracket + 1, &end, 10);
  bool whole = bracket[1] >= '0' && bracket[1] <= '9' && strcmp(end, "]") == 0;
  return whole && number >= 1 && number <= INT_MAX ? (int)number : -1;
}

// Says which elements there are in place of the one that was asked for.
static bool refuse_inside(
    const xmlNode *parent, const char *step, int count, const char *text, vt_error *error) {
  char why[300];
  if (count > 0) {
    snprintf(why, sizeof why, "found %d <%s> in <%s>, expected one of %s[1] to %s[%d]", count,
        vt_found(step).text, (const char *)parent->name, vt_found(step).text, vt_found(step).text, count);
    return refuse(text, error, why, "");
  }
  vt_hint hint;
  vt_hint_start(&hint, step);
  for (const xmlNode *child = xmlFirstElementChild((xmlNode *)parent); child != NULL;
       child = xmlNextElementSibling((xmlNode *)child))
    if (child == vt_child(parent, (const char *)child->name)) vt_hint_offer(&hint, (const char *)child->name);
  snprintf(why, sizeof why, "no <%s> in <%s>", vt_found(step).text, (const char *)parent->name);
  return refuse(text, error, why, vt_hint_text(&hint));
}

// Follows a way such as "hinge/key[2]" into an element; NULL with the error set where it does not lead.
static xmlNode *descend(xmlNode *element, char *way, const char *text, vt_error *error) {
  for (char *step = way, *next; step != NULL && element != NULL; step = next) {
    next = strchr(step, '/');
    if (next != NULL) *next++ = '\0';
    int number = take_number(step), count = vt_count_children(element, step), at = 0;
    xmlNode *found = NULL;
    bool one = number > 0 || (number == 0 && count == 1);
    for (xmlNode *child = xmlFirstElementChild(element); one && child != NULL;
         child = xmlNextElementSibling(child))
      if (vt_is_element(child, step) && (number == 0 || ++at == number)) found = child;
    if (found == NULL) refuse_inside(element, step, count, text, error);
    element = found;
  }
  return element;
}

static bool set(vt_documents *documents, const vt_override *parts, const char *text, vt_error *error) {
  if (!xmlCheckUTF8((const unsigned char *)text)) return refuse(text, error, "expected text in UTF-8", "");
  if (xmlValidateNCName((const xmlChar *)parts->attribute, 0) != 0)
    return refuse(text, error, "expected the name of an attribute before '='", "");
  xmlNode *element = find(documents, parts, text, error);
  if (element != NULL && parts->inside != NULL) element = descend(element, parts->inside, text, error);
  if (element == NULL) return false;
  xmlAttr *attribute = xmlSetProp(element, (const xmlChar *)parts->attribute, (const xmlChar *)parts->value);
  if (attribute == NULL) return vt_fail(error, VT_NO_MEMORY, "out of memory while setting %s", text);
  // xmlAttr starts like xmlNode; the text is only read.
  attribute->_private = (void *)(uintptr_t)text;
  return true;
}

bool vt_override_apply(vt_documents *documents, const char *text, vt_error *error) {
  vt_override parts = {0};
  char *block = split(text, &parts, error);
  if (block == NULL) return false;
  bool done = set(documents, &parts, text, error);
  free(block);
  return done;
}
