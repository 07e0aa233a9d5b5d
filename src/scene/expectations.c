// Watching a run: what the expectations of a scene measured, and whether they held.
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"
#include "scene/scene.h"

// What one expectation has seen of its interval so far.
typedef struct vt_watch {
  bool started;       // a first value is there
  bool seen;          // some of the interval was seen
  bool done;          // all of it was
  bool broken;        // a value was not a number
  double time, value; // the last observation
  double min, max, last;
  double integral; // of the value over time
} vt_watch;

struct vt_expectations {
  const vt_scene *scene;
  vt_watch *watches; // one per expectation of the scene
};

vt_expectations *vt_expectations_create(const vt_scene *scene, vt_error *error) {
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

static double measure(const vt_world *world, const vt_expectation *expectation) {
  vt_reading reading = reading_of(world, expectation);
  vt_quantity q = expectation->quantity;
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

// The value at a time between the last observation and this one, straight between them.
static double between(const vt_watch *watch, double time, double value, double wanted) {
  double span = time - watch->time;
  return span > 0 ? watch->value + (value - watch->value) * ((wanted - watch->time) / span) : value;
}

// Takes in the piece of the interval from the last observation to this one.
static void observe(vt_watch *watch, const vt_expectation *expectation, double time, double value) {
  // Times are sums of steps: what rounding leaves between them and a moment is no time.
  double slack = 1e-9 * fmax(1, expectation->until);
  double low = watch->started ? fmax(watch->time, expectation->from) : time;
  double high = fmin(time, expectation->until);
  if (!watch->started) watch->time = time, watch->value = value;
  if (fabs(time - expectation->until) <= slack) low = fmin(low, time), high = time;
  if (high >= low && high >= expectation->from - slack) {
    double start = between(watch, time, value, low), end = between(watch, time, value, high);
    watch->min = fmin(watch->seen ? watch->min : INFINITY, fmin(start, end));
    watch->max = fmax(watch->seen ? watch->max : -INFINITY, fmax(start, end));
    watch->integral += (high - low) * (start + end) / 2;
    watch->last = end;
    watch->seen = true;
    watch->broken = watch->broken || !isfinite(start) || !isfinite(end);
  }
  watch->started = true;
  watch->time = time;
  watch->value = value;
  watch->done = watch->seen && time >= expectation->until - slack;
}

void vt_expectations_observe(vt_expectations *expectations, const vt_world *world) {
  double time = vt_world_time(world);
  for (int i = 0; i < expectations->scene->expectation_count; ++i) {
    const vt_expectation *expectation = &expectations->scene->expectations[i];
    if (!expectations->watches[i].done)
      observe(&expectations->watches[i], expectation, time, measure(world, expectation));
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
  if (!watch->done || watch->broken) return NAN;
  switch (e->stat) {
  case VT_STAT_MAX:
    return watch->max;
  case VT_STAT_MIN:
    return watch->min;
  case VT_STAT_MEAN:
    return e->until > e->from ? watch->integral / (e->until - e->from) : watch->last;
  case VT_STAT_ALWAYS:
    return excess(e, watch->min) > excess(e, watch->max) ? watch->min : watch->max;
  default:
    return watch->last;
  }
}

int vt_expectations_count(const vt_expectations *expectations) {
  return expectations->scene->expectation_count;
}

vt_outcome vt_expectations_outcome(const vt_expectations *expectations, int index) {
  const vt_expectation *e = &expectations->scene->expectations[index];
  vt_outcome outcome = {.name = e->name, .value = value_of(e, &expectations->watches[index])};
  outcome.passed = allowed(e, outcome.value); // false for NaN
  for (size_t i = 0; i < sizeof outcome.wanted; ++i) outcome.wanted[i] = e->wanted[i];
  return outcome;
}
