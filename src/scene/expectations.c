// Watching a run: what the expectations of a scene measured, and whether they held.
#include "base/misuse.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"
#include "scene/cavity_quantity.h"
#include "scene/line_quantity.h"

enum { MISSING_ROOM = sizeof((vt_outcome *)0)->missing };

// What one expectation has seen of its interval so far.
typedef struct vt_watch {
  bool started;       // a first observation is there
  bool absent;        // at the last observation there was nothing to measure
  bool missed;        // so it was at some time of the interval
  double missed_at;   // s, the first such time
  bool seen;          // some of the interval was seen
  bool done;          // all of it was
  bool broken;        // a value was not a number
  double time, value; // the last observation
  double min, max, last;
  double rise;     // the most that a value was above an earlier one
  double integral; // of the value over time
  double span;     // s, the time it is over
} vt_watch;

struct vt_expectations {
  const vt_scene *scene;
  vt_watch *watches; // one per expectation of the scene
};

vt_expectations *vt_expectations_create(const vt_scene *scene, vt_error *error) {
  VT_NEED_OR_FAIL(scene != NULL, error, NULL);
  *error = (vt_error){0};
  vt_expectations *expectations = VT_NEW(vt_expectations, 1, error);
  if (expectations == NULL) return NULL;
  expectations->scene = scene;
  expectations->watches = VT_NEW(vt_watch, scene->expectation_count, error);
  if (expectations->watches != NULL) return expectations;
  free(expectations);
  return NULL;
}

void vt_expectations_destroy(vt_expectations *expectations) {
  if (expectations == NULL) return;
  free(expectations->watches);
  free(expectations);
}

// ---------------------------------------------------------------- measuring

static vt_reading reading_of(const vt_world *world, const vt_expectation *expectation) {
  vt_reading reading = {0};
  switch (expectation->subject) {
  case VT_SUBJECT_BODY:
    reading.position = vt_world_body_pose(world, expectation->target).position;
    if (expectation->quantity >= VT_QUANTITY_KINETIC)
      reading.energy = vt_world_energy(world, expectation->target);
    return reading;
  case VT_SUBJECT_FRAME:
    reading.position = vt_world_frame_pose(world, expectation->target).position;
    return reading;
  default:
    return vt_world_sensor(world, expectation->target);
  }
}

static double component(vt_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static double quantity(const vt_reading *from, vt_quantity q) {
  vt_reading reading = *from;
  if (q <= VT_QUANTITY_Z) return component(reading.position, (int)q - VT_QUANTITY_X);
  if (q < VT_QUANTITY_SPEED) return component(reading.velocity, (int)q - VT_QUANTITY_VX);
  if (q == VT_QUANTITY_SPEED) return vt_norm(reading.velocity);
  if (q < VT_QUANTITY_FORCE) return component(reading.force, (int)q - VT_QUANTITY_FX);
  if (q == VT_QUANTITY_FORCE) return vt_norm(reading.force);
  if (q < VT_QUANTITY_TORQUE) return component(reading.torque, (int)q - VT_QUANTITY_TX);
  if (q == VT_QUANTITY_TORQUE) return vt_norm(reading.torque);
  if (q == VT_QUANTITY_TENSION) return reading.tension;
  if (q == VT_QUANTITY_LENGTH) return reading.length;
  if (q == VT_QUANTITY_ANGLE) return reading.length * 180 / VT_PI;
  if (q == VT_QUANTITY_KINETIC) return reading.energy.kinetic;
  if (q == VT_QUANTITY_ELASTIC) return reading.energy.elastic;
  if (q == VT_QUANTITY_GRAVITY) return reading.energy.gravity;
  return reading.energy.kinetic + reading.energy.elastic + reading.energy.gravity;
}

static double step_quantity(const vt_status *status, vt_quantity q) {
  if (q == VT_QUANTITY_CONTACTS) return status->contacts;
  if (q == VT_QUANTITY_CROSSINGS) return status->crossings;
  if (q == VT_QUANTITY_INVERTED) return status->inverted;
  if (q == VT_QUANTITY_RESIDUAL) return status->residual;
  if (q == VT_QUANTITY_UNCONVERGED) return (double)status->unconverged;
  return (double)status->redone;
}

// False where there is nothing to measure.
static bool measure(const vt_world *world, const vt_expectation *expectation, double *value) {
  if (expectation->subject == VT_SUBJECT_STEPS) {
    *value = step_quantity(vt_world_status(world), expectation->quantity);
    return true;
  }
  if (expectation->subject >= VT_SUBJECT_TANK) {
    *value = vt_line_quantity(world, expectation);
    return true;
  }
  if (expectation->quantity >= VT_QUANTITY_COUNT) return vt_cavity_quantity(world, expectation, value);
  vt_reading reading = reading_of(world, expectation);
  *value = quantity(&reading, expectation->quantity);
  if (expectation->plus < 0) return true;
  reading = vt_world_sensor(world, expectation->plus);
  *value += quantity(&reading, expectation->quantity);
  return true;
}

// ---------------------------------------------------------------- watching

// The value at a time between the last observation and this one, straight between them.
static double between(const vt_watch *watch, double time, double value, double wanted) {
  double span = time - watch->time;
  return span > 0 ? watch->value + (value - watch->value) * ((wanted - watch->time) / span) : value;
}

// Times are sums of steps: differences of rounding count as none.
static double slack_of(const vt_expectation *e) { return 1e-9 * fmax(1, e->until); }

// Nothing to measure now, or at the last observation: what lies between is missed, but not this moment if
// there is something again.
static void miss(vt_watch *watch, const vt_expectation *e, double time, bool present) {
  double slack = slack_of(e), before = watch->started ? watch->time : time;
  bool begins = present ? e->from < time - slack : e->from <= time + slack;
  if (!begins) return; // and its end has not been: then nothing more is observed
  if (!watch->missed) watch->missed_at = fmin(fmax(present ? before : time, e->from), e->until);
  watch->missed = true;
  watch->last = NAN;
}

// Takes in the piece of the interval from the last observation to this one.
static void observe(vt_watch *watch, const vt_expectation *e, double time, bool present, double value) {
  double slack = slack_of(e);
  if (!present || watch->absent) miss(watch, e, time, present);
  bool joined = watch->started && !watch->absent;
  double low = joined ? fmax(watch->time, e->from) : time;
  double high = fmin(time, e->until);
  if (!joined) watch->time = time, watch->value = value;
  if (fabs(time - e->until) <= slack) low = fmin(low, time), high = time;
  if (present && high >= low && high >= e->from - slack) {
    double start = between(watch, time, value, low), end = between(watch, time, value, high);
    watch->min = fmin(watch->seen ? watch->min : INFINITY, start);
    watch->rise = fmax(watch->rise, end - watch->min);
    watch->min = fmin(watch->min, end);
    watch->max = fmax(watch->seen ? watch->max : -INFINITY, fmax(start, end));
    watch->integral += (high - low) * (start + end) / 2;
    watch->span += high - low;
    watch->last = end;
    watch->seen = true;
    watch->broken = watch->broken || !isfinite(start) || !isfinite(end);
  }
  watch->started = true;
  watch->absent = !present;
  watch->time = time;
  watch->value = value;
  watch->done = (watch->seen || watch->missed) && time >= e->until - slack;
}

void vt_expectations_observe(vt_expectations *expectations, const vt_world *world) {
  if (VT_MISUSED(expectations != NULL && world != NULL)) return;
  double time = vt_world_time(world);
  for (int i = 0; i < expectations->scene->expectation_count; ++i) {
    const vt_expectation *expectation = &expectations->scene->expectations[i];
    if (expectations->watches[i].done) continue;
    double value = NAN;
    bool present = measure(world, expectation, &value);
    observe(&expectations->watches[i], expectation, time, present, value);
  }
}

// ---------------------------------------------------------------- judging

// How far a value is from being allowed; not positive when it is.
static double excess(const vt_expectation *e, double value) {
  if (!isnan(e->equals)) return fabs(value - e->equals) - e->tolerance;
  return fmax(e->above - value, value - e->below);
}

static bool allowed(const vt_expectation *e, double value) {
  if (!isnan(e->equals)) return fabs(value - e->equals) <= e->tolerance;
  return value > e->above && value < e->below;
}

static double value_of(const vt_expectation *e, const vt_watch *watch) {
  if (!watch->done || watch->broken || !watch->seen) return NAN;
  switch (e->stat) {
  case VT_STAT_MAX:
    return watch->max;
  case VT_STAT_MIN:
    return watch->min;
  case VT_STAT_MEAN:
    return watch->span > 0 ? watch->integral / watch->span : watch->last;
  case VT_STAT_RANGE:
    return watch->missed ? NAN : watch->max - watch->min;
  case VT_STAT_RISE:
    return watch->missed ? NAN : watch->rise;
  case VT_STAT_ALWAYS:
    if (watch->missed) return NAN;
    return excess(e, watch->min) > excess(e, watch->max) ? watch->min : watch->max;
  default:
    return watch->last;
  }
}

// Why there is no value: "no cavity touches 'cup' at 2.5 s".
static void explain(const vt_scene *scene, const vt_expectation *e, const vt_watch *watch, char *text) {
  char subject[100] = "there is no cavity", when[48], mouth[40] = "";
  if (e->subject == VT_SUBJECT_CAVITY && e->target >= 0)
    snprintf(subject, sizeof subject, "no cavity touches '%s'", vt_model_body_name(scene->model, e->target));
  if (e->least_area > 0) snprintf(mouth, sizeof mouth, " with a mouth of %g m^2", e->least_area);
  bool moment = e->from == e->until || watch->seen || e->stat == VT_STAT_FINAL;
  if (moment)
    snprintf(when, sizeof when, "at %g s", e->stat == VT_STAT_FINAL ? e->until : watch->missed_at);
  else
    snprintf(when, sizeof when, "from %g s to %g s", e->from, e->until);
  if (!watch->done)
    snprintf(text, MISSING_ROOM, "not reached");
  else if (watch->missed)
    snprintf(text, MISSING_ROOM, "%s%s %s", subject, mouth, when);
  else
    snprintf(text, MISSING_ROOM, "not a number");
}

int vt_expectations_count(const vt_expectations *expectations) {
  VT_NEED(expectations != NULL, 0);
  return expectations->scene->expectation_count;
}

vt_outcome vt_expectations_outcome(const vt_expectations *expectations, int index) {
  VT_NEED(expectations != NULL && vt_is_number(index, expectations->scene->expectation_count),
      (vt_outcome){.name = "", .value = NAN, .missing = "there is no such expectation"});
  const vt_expectation *e = &expectations->scene->expectations[index];
  vt_outcome outcome = {.name = e->name, .value = value_of(e, &expectations->watches[index])};
  outcome.passed = allowed(e, outcome.value); // false for NaN
  for (size_t i = 0; i < sizeof outcome.wanted; ++i) outcome.wanted[i] = e->wanted[i];
  if (isnan(outcome.value)) explain(expectations->scene, e, &expectations->watches[index], outcome.missing);
  return outcome;
}
