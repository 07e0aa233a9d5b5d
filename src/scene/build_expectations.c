// Expectations of a scene: from <expect> to what is to be watched.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "scene/build.h"
#include "scene/complaint.h"
#include "scene/keys.h"

const char *const vt_quantity_words[] = {"x", "y", "z", "vx", "vy", "vz", "speed", "fx", "fy", "fz", "force",
    "tx", "ty", "tz", "torque", "tension", "length", "angle", "kinetic", "elastic", "gravity", "energy",
    "count", "pressure", "highest_pressure", "volume", "air", "area", "contacts", "crossings", "inverted",
    "residual", "unconverged", "redone", "flow", NULL};

// ---------------------------------------------------------------- subject and quantity

#define BIT(quantity) (1ull << (quantity))
#define RANGE(first, last) ((BIT((last) + 1) - 1) & ~(BIT(first) - 1))

// The travel of a slide, the angle of a hinge, the stretch of a coupling; other links have no such place.
static unsigned long long place_of_link(const vt_model *model, int sensor) {
  int link = vt_model_sensor_target(model, sensor);
  if (vt_model_sensor_kind(model, sensor) == VT_SENSOR_MOTOR) link = vt_model_motor_link(model, link);
  vt_link_kind kind = vt_model_link_kind(model, link);
  if (kind == VT_LINK_SLIDE || kind == VT_LINK_COUPLING) return BIT(VT_QUANTITY_LENGTH);
  return kind == VT_LINK_HINGE ? BIT(VT_QUANTITY_ANGLE) : 0;
}

// What can be asked of the subject.
static unsigned long long known_quantities(const vt_builder *builder, vt_subject subject, int target) {
  const unsigned long long place = RANGE(VT_QUANTITY_X, VT_QUANTITY_Z);
  const unsigned long long energy = RANGE(VT_QUANTITY_KINETIC, VT_QUANTITY_ENERGY);
  const unsigned long long force = RANGE(VT_QUANTITY_FX, VT_QUANTITY_TORQUE);
  if (subject == VT_SUBJECT_BODY) return place | energy;
  if (subject == VT_SUBJECT_FRAME) return place;
  if (subject == VT_SUBJECT_CAVITY) return RANGE(VT_QUANTITY_COUNT, VT_QUANTITY_AREA);
  if (subject == VT_SUBJECT_CHAMBER)
    return RANGE(VT_QUANTITY_VOLUME, VT_QUANTITY_AREA) | BIT(VT_QUANTITY_PRESSURE);
  if (subject == VT_SUBJECT_TANK) return BIT(VT_QUANTITY_PRESSURE) | BIT(VT_QUANTITY_AIR);
  if (subject == VT_SUBJECT_TUBE || subject == VT_SUBJECT_PUMP)
    return BIT(VT_QUANTITY_FLOW) | BIT(VT_QUANTITY_AIR);
  if (subject == VT_SUBJECT_STEPS) return RANGE(VT_QUANTITY_CONTACTS, VT_QUANTITY_REDONE);
  switch (vt_model_sensor_kind(builder->model, target)) {
  case VT_SENSOR_POINT:
    return RANGE(VT_QUANTITY_X, VT_QUANTITY_SPEED);
  case VT_SENSOR_CABLE:
    return RANGE(VT_QUANTITY_TENSION, VT_QUANTITY_LENGTH);
  case VT_SENSOR_ATTACHMENT:
    return force | BIT(VT_QUANTITY_LENGTH);
  case VT_SENSOR_ENERGY:
    return energy;
  case VT_SENSOR_JOINT:
  case VT_SENSOR_MOTOR:
    return force | place_of_link(builder->model, target);
  default:
    return force;
  }
}

static bool read_subject(vt_builder *builder, const xmlNode *element, vt_expectation *expectation) {
  static const struct {
    const char *attribute;
    vt_subject subject;
    vt_thing thing;
  } subjects[] = {{"body", VT_SUBJECT_BODY, VT_THING_BODY}, {"frame", VT_SUBJECT_FRAME, VT_THING_FRAME},
      {"sensor", VT_SUBJECT_SENSOR, VT_THING_SENSOR}, {"cavity", VT_SUBJECT_CAVITY, VT_THING_BODY},
      {"chamber", VT_SUBJECT_CHAMBER, VT_THING_CHAMBER}, {"tank", VT_SUBJECT_TANK, VT_THING_TANK},
      {"tube", VT_SUBJECT_TUBE, VT_THING_TUBE}, {"pump", VT_SUBJECT_PUMP, VT_THING_PUMP},
      {"steps", VT_SUBJECT_STEPS, VT_THING_NONE}};
  vt_error *error = builder->reader.error;
  int count = 0;
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; ++i) {
    const char *text = vt_attribute_text(element, subjects[i].attribute);
    if (text == NULL) continue;
    ++count;
    expectation->subject = subjects[i].subject;
    expectation->target = -1;
    if (expectation->subject == VT_SUBJECT_STEPS) continue; // the schema has no other word than all
    if (expectation->subject == VT_SUBJECT_CAVITY && strcmp(text, "all") == 0) continue;
    expectation->target =
        vt_names_find(&builder->names, subjects[i].thing, element, subjects[i].attribute, error);
    if (expectation->target < 0) return false;
  }
  if (count == 1) return true;
  return vt_complain(element, error,
      "<expect> speaks of %s, expected one of body, frame, sensor, cavity, chamber, tank, tube, pump and "
      "steps",
      count == 0 ? "nothing" : "more than one thing");
}

// From which area on a cavity counts, so that a pocket between two triangles is no seal.
static bool read_least_area(const vt_builder *builder, const xmlNode *element, vt_expectation *expectation) {
  if (vt_attribute_text(element, "least_area") != NULL && expectation->subject != VT_SUBJECT_CAVITY)
    return vt_complain(
        element, builder->reader.error, "<expect> has least_area without cavity, expected both");
  return vt_read_number(&builder->reader, element, "least_area", &expectation->least_area);
}

// Complains of a quantity that the thing named by an attribute does not have.
static bool check_known(vt_builder *builder, const xmlNode *element, const char *attribute, const char *kind,
    unsigned long long known, vt_quantity quantity) {
  if (known & BIT(quantity)) return true;
  char list[160] = "";
  for (int i = 0; vt_quantity_words[i] != NULL; ++i) {
    if (!(known & BIT(i))) continue;
    if (list[0] != '\0') strcat(list, ", ");
    strcat(list, vt_quantity_words[i]);
  }
  return vt_complain(element, builder->reader.error, "%s '%s' has no quantity '%s', expected one of %s", kind,
      vt_attribute_text(element, attribute), vt_quantity_words[quantity], list);
}

static bool check_quantity(vt_builder *builder, const xmlNode *element, const vt_expectation *expectation) {
  static const char *const words[] = {
      "body", "frame", "sensor", "cavity", "chamber", "tank", "tube", "pump", "steps"}; // as vt_subject
  const char *word = words[expectation->subject];
  return check_known(builder, element, word, word,
      known_quantities(builder, expectation->subject, expectation->target), expectation->quantity);
}

// The sensor whose number is added, which must know the same quantity.
static bool read_plus(vt_builder *builder, const xmlNode *element, vt_expectation *expectation) {
  vt_error *error = builder->reader.error;
  expectation->plus = -1;
  if (vt_attribute_text(element, "plus") == NULL) return true;
  if (expectation->subject != VT_SUBJECT_SENSOR)
    return vt_complain(element, error, "<expect> has plus without sensor, expected both");
  expectation->plus = vt_names_find(&builder->names, VT_THING_SENSOR, element, "plus", error);
  if (expectation->plus < 0) return false;
  return check_known(builder, element, "plus", "sensor",
      known_quantities(builder, VT_SUBJECT_SENSOR, expectation->plus), expectation->quantity);
}

// ---------------------------------------------------------------- bounds

// x_above and its like: a quantity and a bound in one. Returns how many were found.
static int read_short_bounds(const vt_reader *reader, const xmlNode *element, vt_expectation *expectation) {
  int axes = 0;
  for (int axis = 0; axis < 3; ++axis) {
    char above[] = "x_above", below[] = "x_below";
    above[0] = below[0] = (char)('x' + axis);
    bool given = vt_attribute_text(element, above) != NULL || vt_attribute_text(element, below) != NULL;
    if (!given) continue;
    expectation->quantity = (vt_quantity)(VT_QUANTITY_X + axis);
    if (!vt_read_number(reader, element, above, &expectation->above) ||
        !vt_read_number(reader, element, below, &expectation->below))
      return -1;
    ++axes;
  }
  return axes;
}

static bool read_bounds(const vt_reader *reader, const xmlNode *element, vt_expectation *expectation) {
  expectation->above = -INFINITY;
  expectation->below = INFINITY;
  expectation->equals = NAN;
  bool quantity = vt_attribute_text(element, "quantity") != NULL;
  int axes = read_short_bounds(reader, element, expectation);
  if (axes < 0) return false;
  if (axes + quantity != 1)
    return vt_complain(element, reader->error, "<expect> has %s, expected one, for instance quantity=\"z\"",
        axes + quantity == 0 ? "no quantity" : "more than one quantity");
  bool bounds = vt_attribute_text(element, "above") != NULL || vt_attribute_text(element, "below") != NULL;
  bool equals = vt_attribute_text(element, "equals") != NULL;
  if (equals != (vt_attribute_text(element, "tolerance") != NULL))
    return vt_complain(element, reader->error, "<expect> has %s, expected both or none",
        equals ? "equals without tolerance" : "tolerance without equals");
  if (quantity ? bounds == equals : bounds || equals)
    return vt_complain(element, reader->error,
        "<expect> has %s, expected above and below, or equals with tolerance",
        bounds || equals ? "too many bounds" : "no bound");
  if (quantity) expectation->quantity = (vt_quantity)vt_read_word(element, "quantity", vt_quantity_words);
  return vt_read_number(reader, element, "above", &expectation->above) &&
         vt_read_number(reader, element, "below", &expectation->below) &&
         vt_read_number(reader, element, "equals", &expectation->equals) &&
         vt_read_number(reader, element, "tolerance", &expectation->tolerance);
}

// ---------------------------------------------------------------- when

static bool read_times(vt_builder *builder, const xmlNode *element, vt_expectation *expectation) {
  static const char *const stats[] = {
      "max", "min", "mean", "range", "rise", "final", "always", NULL}; // as vt_stat
  const vt_reader *reader = &builder->reader;
  double end = builder->scene->duration;
  bool at = vt_attribute_text(element, "at") != NULL, stat = vt_attribute_text(element, "stat") != NULL;
  bool interval =
      stat || vt_attribute_text(element, "from") != NULL || vt_attribute_text(element, "until") != NULL;
  if (at && interval)
    return vt_complain(element, reader->error, "<expect> has both at and an interval, expected one of them");
  expectation->from = interval ? 0 : end;
  expectation->until = end;
  expectation->stat = interval ? VT_STAT_ALWAYS : VT_STAT_FINAL;
  if (stat) expectation->stat = (vt_stat)vt_read_word(element, "stat", stats);
  if (!vt_read_number(reader, element, "from", &expectation->from) ||
      !vt_read_number(reader, element, "until", &expectation->until))
    return false;
  if (at) {
    if (!vt_read_number(reader, element, "at", &expectation->from)) return false;
    expectation->until = expectation->from;
  }
  // A run may have been made shorter (scene.duration): what begins after its end is told as not reached.
  if (vt_attribute_text(element, "until") == NULL)
    expectation->until = fmax(expectation->from, expectation->until);
  if (expectation->from > expectation->until)
    return vt_complain(element, reader->error, "<expect> lasts from %g s until %g s, expected a later end",
        expectation->from, expectation->until);
  if (expectation->until <= end) return true;
  return vt_build_warn(builder, element, "'%s' looks at %g s, after the end of the scene at %g s",
      vt_attribute_text(element, "name"), expectation->until, end);
}

// "z above 0.02 at 2.5 s"
static void describe(const vt_builder *builder, vt_expectation *expectation) {
  static const char *const stats[] = {
      "largest ", "smallest ", "mean ", "range of ", "rise of ", "", "every "};
  const vt_expectation *e = expectation;
  char bound[64] = "", when[48], mouth[40] = "";
  if (e->least_area > 0) snprintf(mouth, sizeof mouth, ", mouth of %g m^2 or more", e->least_area);
  if (!isnan(e->equals))
    snprintf(bound, sizeof bound, "equal to %g within %g", e->equals, e->tolerance);
  else if (isinf(e->below))
    snprintf(bound, sizeof bound, "above %g", e->above);
  else if (isinf(e->above))
    snprintf(bound, sizeof bound, "below %g", e->below);
  else
    snprintf(bound, sizeof bound, "above %g and below %g", e->above, e->below);
  bool moment = e->from == e->until || e->stat == VT_STAT_FINAL;
  if (moment && e->until == builder->scene->duration)
    snprintf(when, sizeof when, "at the end");
  else if (moment)
    snprintf(when, sizeof when, "at %g s", e->until);
  else
    snprintf(when, sizeof when, "from %g s to %g s", e->from, e->until);
  snprintf(expectation->wanted, sizeof expectation->wanted, "%s%s %s %s%s", moment ? "" : stats[e->stat],
      vt_quantity_words[e->quantity], bound, when, mouth);
}

// ---------------------------------------------------------------- the whole

static bool build_expectation(vt_builder *builder, const xmlNode *element) {
  const vt_reader *reader = &builder->reader;
  vt_expectation *expectation = &builder->scene->expectations[builder->scene->expectation_count];
  if (!read_subject(builder, element, expectation) || !read_least_area(builder, element, expectation) ||
      !read_bounds(reader, element, expectation) || !check_quantity(builder, element, expectation) ||
      !read_plus(builder, element, expectation) || !read_times(builder, element, expectation))
    return false;
  expectation->name = vt_copy_string(vt_attribute_text(element, "name"), reader->error);
  if (expectation->name == NULL) return false;
  describe(builder, expectation);
  ++builder->scene->expectation_count;
  return vt_build_warn_without_air(builder, element, "cavity");
}

bool vt_build_expectations(vt_builder *builder) {
  int count = 0;
  for (int i = 0; i < builder->documents->item_count; ++i)
    count += vt_is_element(builder->documents->items[i], "expect");
  builder->scene->expectations = VT_NEW(vt_expectation, count, builder->reader.error);
  return builder->scene->expectations != NULL && vt_build_each(builder, "expect", build_expectation);
}
