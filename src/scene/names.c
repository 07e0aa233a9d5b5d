// The names of a scene: unique within a kind, found with a hint when misspelt.
#include "scene/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/complaint.h"

static const char *const thing_words[] = {"thing", "material", "frame", "body", "attach", "load",
    "cable or spring", "link or coupling", "motor", "track", "bond", "chamber", "tank", "tube", "pump",
    "sensor", "expect", "surface"};

vt_thing vt_thing_of(const xmlNode *element) {
  static const struct {
    const char *element;
    vt_thing thing;
  } table[] = {{"material", VT_THING_MATERIAL}, {"frame", VT_THING_FRAME}, {"deformable", VT_THING_BODY},
      {"rigid", VT_THING_BODY}, {"quasi_rigid", VT_THING_BODY}, {"driven", VT_THING_BODY},
      {"fixed", VT_THING_BODY}, {"attach", VT_THING_ATTACHMENT}, {"load", VT_THING_LOAD},
      {"spring", VT_THING_CABLE}, {"cable", VT_THING_CABLE}, {"link", VT_THING_LINK},
      {"coupling", VT_THING_LINK}, {"motor", VT_THING_MOTOR}, {"track", VT_THING_TRACK},
      {"bond", VT_THING_BOND}, {"chamber", VT_THING_CHAMBER}, {"tank", VT_THING_TANK},
      {"tube", VT_THING_TUBE}, {"pump", VT_THING_PUMP}, {"sensor", VT_THING_SENSOR},
      {"expect", VT_THING_EXPECTATION}};
  for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
    if (vt_is_element(element, table[i].element)) return table[i].thing;
  return VT_THING_NONE;
}

static int compare_text(const vt_name *a, const vt_name *b) {
  if (a->thing != b->thing) return a->thing < b->thing ? -1 : 1;
  return strcmp(a->text, b->text);
}

static int compare(const void *left, const void *right) {
  const vt_name *a = (const vt_name *)left, *b = (const vt_name *)right;
  int order = compare_text(a, b);
  return order != 0 ? order : (a->order > b->order) - (a->order < b->order);
}

// The first repetition in document order.
static bool check_unique(const vt_names *names, vt_error *error) {
  const vt_name *again = NULL, *first = NULL;
  for (int i = 1; i < names->count; ++i) {
    const vt_name *name = &names->sorted[i];
    if (name->thing == VT_THING_SURFACE || compare_text(name - 1, name) != 0 ||
        (again != NULL && again->order < name->order))
      continue;
    again = name;
    first = name - 1;
  }
  if (again == NULL) return true;
  const xmlNode *attribute = vt_attribute_node(again->element, "name");
  return vt_complain(attribute, error, "the name '%s' of <%s> is taken by the <%s> at %s", again->text,
      (const char *)again->element->name, (const char *)first->element->name,
      vt_place_of(first->element).text);
}

bool vt_names_collect(vt_names *names, const vt_documents *documents, vt_error *error) {
  names->sorted = VT_NEW(vt_name, 2 * (size_t)documents->item_count, error); // a surface for each at most
  if (names->sorted == NULL) return false;
  for (int i = 0; i < documents->item_count; ++i) {
    const xmlNode *element = documents->items[i];
    vt_thing thing = vt_thing_of(element);
    const char *text = vt_attribute_text(element, "name");
    if (thing == VT_THING_NONE || text == NULL) continue;
    if (thing == VT_THING_BODY && strcmp(text, "all") == 0)
      return vt_complain(element, error, "a body cannot be named 'all', which stands for all bodies");
    if (thing == VT_THING_TANK && strcmp(text, "outside") == 0)
      return vt_complain(
          element, error, "a tank cannot be named 'outside', which is where the air is ambient");
    names->sorted[names->count++] = (vt_name){thing, text, element, i, -1};
    const char *surface = vt_attribute_text(element, "surface");
    if (surface != NULL) names->sorted[names->count++] = (vt_name){VT_THING_SURFACE, surface, element, i, -1};
  }
  qsort(names->sorted, (size_t)names->count, sizeof *names->sorted, compare);
  return check_unique(names, error);
}

void vt_names_free(vt_names *names) {
  free(names->sorted);
  *names = (vt_names){0};
}

static vt_name *find(const vt_names *names, vt_thing thing, const char *text) {
  vt_name wanted = {.thing = thing, .text = text};
  int low = 0, high = names->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    int order = compare_text(&names->sorted[middle], &wanted);
    if (order == 0) return &names->sorted[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

bool vt_names_knows(const vt_names *names, vt_thing thing, const char *text) {
  return find(names, thing, text) != NULL;
}

void vt_names_offer(const vt_names *names, vt_thing thing, vt_hint *hint) {
  for (int i = 0; i < names->count; ++i) {
    bool again = i > 0 && compare_text(&names->sorted[i - 1], &names->sorted[i]) == 0;
    if (names->sorted[i].thing == thing && !again) vt_hint_offer(hint, names->sorted[i].text);
  }
}

void vt_names_set(vt_names *names, const xmlNode *element, int index) {
  const char *text = vt_attribute_text(element, "name");
  vt_name *name = text == NULL ? NULL : find(names, vt_thing_of(element), text);
  if (name != NULL) name->index = index;
}

int vt_names_find(
    const vt_names *names, vt_thing thing, const xmlNode *element, const char *attribute, vt_error *error) {
  const char *text = vt_attribute_text(element, attribute);
  const xmlNode *node = vt_attribute_node(element, attribute);
  const vt_name *name = find(names, thing, text);
  if (name != NULL && name->index >= 0) return name->index;
  if (name != NULL) {
    vt_complain(node, error, "%s '%s' must come before the <%s> that names it", thing_words[thing], text,
        (const char *)element->name);
    return -1;
  }
  vt_hint hint;
  vt_hint_start(&hint, text);
  vt_names_offer(names, thing, &hint);
  vt_complain(node, error, "no %s '%s'%s", thing_words[thing], text, vt_hint_text(&hint));
  return -1;
}
