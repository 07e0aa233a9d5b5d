// Which plots a run has, and how they are fed.
#include "record/plots.h"

#include "base/memory.h"
#include "base/vec.h"
#include "record/line_record.h"
#include "record/measure.h"
#include "record/recorder.h"

#include <stdio.h>
#include <stdlib.h>

// More than this many bodies or sensors of a kind would make a page nobody reads.
enum { MAX = 16 };

static const char *const axes[] = {"x", "y", "z", "magnitude"};
static const char *const parts[] = {"kinetic", "elastic", "gravity", "total"};

vt_plot *vt_plots_begin(vt_plots *plots, vt_chapter chapter, const char *title, const char *quantity,
    const char *unit, vt_error *error) {
  size_t need = (size_t)plots->count + 1;
  if (!VT_RESERVE(&plots->plots, &plots->capacity, need, error)) return NULL;
  if (!VT_RESERVE(&plots->chapters, &plots->chapter_capacity, need, error)) return NULL;
  vt_plot *plot = vt_plot_create(title, quantity, unit, error);
  if (plot == NULL) return NULL;
  plots->chapters[plots->count] = chapter;
  plots->plots[plots->count++] = plot;
  return plot;
}

static bool add_lines(vt_plot *plot, const char *const *names, int count, vt_error *error) {
  for (int i = 0; i < count; ++i)
    if (vt_plot_add(plot, names[i], error) == NULL) return false;
  return true;
}

// Positions: plots of x, y and z with up to VT_PLOT_SERIES moving bodies each.
static bool add_bodies(vt_plots *plots, const vt_recorder *recorder, vt_error *error) {
  static const char *const titles[3] = {"Position along x", "Position along y", "Position along z"};
  int first = 0, shown = 0;
  for (int i = 0; i < vt_model_body_count(recorder->model); ++i) {
    plots->bodies[i].plot = -1;
    if (vt_model_body_kind(recorder->model, i) == VT_BODY_FIXED) continue;
    if (shown == MAX) {
      plots->all = false;
      continue;
    }
    if (shown % VT_PLOT_SERIES == 0) {
      first = plots->count;
      for (int axis = 0; axis < 3; ++axis)
        if (vt_plots_begin(plots, VT_CHAPTER_POSITIONS, titles[axis], "position", "m", error) == NULL)
          return false;
    }
    for (int axis = 0; axis < 3; ++axis)
      if (vt_plot_add(plots->plots[first + axis], recorder->bodies[i], error) == NULL) return false;
    plots->bodies[i] = (vt_plot_place){first, shown++ % VT_PLOT_SERIES};
  }
  return true;
}

static bool add_force(vt_plots *plots, const char *name, vt_error *error) {
  vt_plot *plot = vt_plots_begin(plots, VT_CHAPTER_FORCES, name, "force", "N", error);
  if (plot == NULL) return false;
  plot->from_zero = true;
  return add_lines(plot, axes, 4, error);
}

static bool add_link(vt_plots *plots, const char *name, vt_link_kind kind, vt_error *error) {
  bool slide = kind == VT_LINK_SLIDE || kind == VT_LINK_COUPLING;
  const char *place = kind == VT_LINK_COUPLING ? "stretch" : slide ? "travel" : "angle";
  if (!add_force(plots, name, error)) return false;
  vt_plot *plot = vt_plots_begin(plots, VT_CHAPTER_LINKS, name, place, slide ? "m" : "degrees", error);
  if (plot == NULL) return false;
  plot->prefixes = slide;
  return add_lines(plot, &place, 1, error);
}

static bool add_sensor(vt_plots *plots, const vt_recorder *recorder, int sensor, vt_error *error) {
  static const char *const tension[] = {"tension"};
  const char *name = recorder->sensors[sensor];
  char title[256];
  vt_plot *plot = NULL;
  plots->sensors[sensor].plot = plots->count;
  switch (vt_measure_of(recorder->model, sensor)) {
  case VT_MEASURE_FORCE:
    return add_force(plots, name, error);
  case VT_MEASURE_LINK: {
    int link = vt_model_sensor_target(recorder->model, sensor);
    if (vt_model_sensor_kind(recorder->model, sensor) == VT_SENSOR_MOTOR)
      link = vt_model_motor_link(recorder->model, link);
    return add_link(plots, name, vt_model_link_kind(recorder->model, link), error);
  }
  case VT_MEASURE_POINT:
    snprintf(title, sizeof title, "Point %s", name);
    plot = vt_plots_begin(plots, VT_CHAPTER_POSITIONS, title, "position", "m", error);
    return plot != NULL && add_lines(plot, axes, 3, error);
  case VT_MEASURE_CABLE:
    plot = vt_plots_begin(plots, VT_CHAPTER_FORCES, name, "tension", "N", error);
    if (plot != NULL) plot->from_zero = true;
    return plot != NULL && add_lines(plot, tension, 1, error);
  case VT_MEASURE_ENERGY:
    snprintf(title, sizeof title, "Energy sensor %s", name);
    plot = vt_plots_begin(plots, VT_CHAPTER_ENERGY, title, "energy", "J", error);
    return plot != NULL && add_lines(plot, parts, 4, error);
  }
  return true;
}

// Where things may touch: how many contacts there are, how close they came, how well they were solved.
static bool add_contacts(vt_plots *plots, vt_error *error) {
  static const char *const names[] = {"contacts", "intrusion", "residual"};
  vt_plot *plot[3];
  plots->contacts = plots->count;
  plot[0] = vt_plots_begin(plots, VT_CHAPTER_CONTACTS, "Contact points", "contacts", "number", error);
  plot[1] =
      vt_plots_begin(plots, VT_CHAPTER_CONTACTS, "Intrusion into the contact distance", "depth", "m", error);
  plot[2] = vt_plots_begin(
      plots, VT_CHAPTER_CONTACTS, "Residual of the constraint solver", "residual", "power of ten", error);
  for (int i = 0; i < 3; ++i) {
    if (plot[i] == NULL || !add_lines(plot[i], &names[i], 1, error)) return false;
    plot[i]->from_zero = i < 2;
    plot[i]->prefixes = i == 1;
  }
  return true;
}

// Contact areas of deformable bodies, as many as a plot has lines.
static bool add_area(vt_plots *plots, const vt_recorder *recorder, vt_error *error) {
  int max = 0, lines = 0;
  for (int i = 0; i < vt_model_body_count(recorder->model); ++i) {
    if (vt_model_body_kind(recorder->model, i) != VT_BODY_DEFORMABLE) continue;
    int vertices = vt_world_collision_surface(recorder->world, i).vertex_count;
    max = vertices > max ? vertices : max;
    if (lines++ == 0) {
      plots->area = plots->count;
      if (vt_plots_begin(
              plots, VT_CHAPTER_CONTACTS, "Contact area of soft bodies", "area", "mm\u00b2", error) == NULL)
        return false;
    }
    if (lines > VT_PLOT_SERIES)
      plots->all = false;
    else if (vt_plot_add(plots->plots[plots->area], recorder->bodies[i], error) == NULL)
      return false;
  }
  if (lines == 0) return true;
  plots->plots[plots->area]->from_zero = true;
  plots->plots[plots->area]->prefixes = false;
  plots->forces = VT_NEW(vt_vec3, max, error);
  return plots->forces != NULL;
}

static bool add_common(vt_plots *plots, vt_error *error) {
  static const char *const stages[VT_STAGES] = {
      "free motion", "collision", "cavity", "compliance", "solve", "total"};
  plots->energy = plots->count;
  vt_plot *energy =
      vt_plots_begin(plots, VT_CHAPTER_ENERGY, "Energy of the whole scene", "energy", "J", error);
  if (energy == NULL || !add_lines(energy, parts, 4, error)) return false;
  plots->time = plots->count;
  vt_plot *time = vt_plots_begin(plots, VT_CHAPTER_TIME, "Time for one step", "time", "ms", error);
  if (time == NULL || !add_lines(time, stages, VT_STAGES, error)) return false;
  time->from_zero = true;
  time->prefixes = false;
  return true;
}

bool vt_plots_create(vt_plots *plots, const vt_recorder *recorder, vt_error *error) {
  int bodies = vt_model_body_count(recorder->model), sensors = vt_model_sensor_count(recorder->model);
  int per_kind[VT_MEASURES] = {0};
  *plots = (vt_plots){.all = true};
  plots->bodies = VT_NEW(vt_plot_place, bodies, error);
  plots->sensors = VT_NEW(vt_plot_place, sensors, error);
  if (plots->bodies == NULL || plots->sensors == NULL) return false;
  if (!add_bodies(plots, recorder, error)) return false;
  for (int i = 0; i < sensors; ++i) {
    plots->sensors[i].plot = -1;
    if (per_kind[vt_measure_of(recorder->model, i)]++ >= MAX)
      plots->all = false;
    else if (!add_sensor(plots, recorder, i, error))
      return false;
  }
  plots->contacts = plots->area = -1;
  if (vt_model_has_contact(recorder->model) &&
      !(add_contacts(plots, error) && add_area(plots, recorder, error)))
    return false;
  return vt_cavity_plots_create(plots, recorder->model, error) &&
         vt_line_plots_create(plots, recorder->model, error) && add_common(plots, error);
}

void vt_plots_destroy(vt_plots *plots) {
  for (int i = 0; i < plots->count; ++i) vt_plot_destroy(plots->plots[i]);
  free(plots->plots);
  free(plots->chapters);
  free(plots->bodies);
  free(plots->sensors);
  free(plots->forces);
  *plots = (vt_plots){0};
}

static void feed(vt_plot *plot, double time, const double *values) {
  for (int i = 0; i < plot->count; ++i) vt_series_add(plot->series[i], time, values[i]);
}

static void feed_energy(vt_plot *plot, double time, vt_energy e) {
  feed(plot, time, (double[]){e.kinetic, e.elastic, e.gravity, e.kinetic + e.elastic + e.gravity});
}

static void feed_sensor(vt_plots *plots, const vt_recorder *recorder, int sensor, double time, bool moved) {
  if (plots->sensors[sensor].plot < 0) return;
  vt_plot **plot = plots->plots + plots->sensors[sensor].plot;
  vt_reading r = vt_world_sensor(recorder->world, sensor);
  const double force[] = {r.force.x, r.force.y, r.force.z, vt_norm(r.force)};
  switch (vt_measure_of(recorder->model, sensor)) {
  case VT_MEASURE_FORCE:
    if (moved) feed(plot[0], time, force);
    break;
  case VT_MEASURE_LINK:
    if (moved) feed(plot[0], time, force);
    // The angle of a hinge in degrees, as scenes have it; the travel of a slide in m.
    vt_series_add(plot[1]->series[0], time, plot[1]->prefixes ? r.length : r.length * 180 / VT_PI);
    break;
  case VT_MEASURE_POINT:
    feed(plot[0], time, (double[]){r.position.x, r.position.y, r.position.z});
    break;
  case VT_MEASURE_CABLE:
    if (moved) feed(plot[0], time, &r.tension);
    break;
  case VT_MEASURE_ENERGY:
    feed_energy(plot[0], time, r.energy);
    break;
  }
}

static void feed_contacts(vt_plots *plots, double time, const vt_status *status) {
  if (plots->contacts < 0) return;
  vt_plot **plot = plots->plots + plots->contacts;
  vt_series_add(plot[0]->series[0], time, status->contacts);
  vt_series_add(plot[1]->series[0], time, status->intrusion);
  // As a logarithm, where a residual of 0 has no value.
  if (status->residual > 0) vt_series_add(plot[2]->series[0], time, log10(status->residual));
}

static void feed_area(vt_plots *plots, const vt_recorder *recorder, double time) {
  if (plots->area < 0) return;
  vt_plot *plot = plots->plots[plots->area];
  for (int i = 0, line = 0; i < vt_model_body_count(recorder->model) && line < plot->count; ++i)
    if (vt_model_body_kind(recorder->model, i) == VT_BODY_DEFORMABLE)
      vt_series_add(
          plot->series[line++], time, 1e6 * vt_world_contact_area(recorder->world, i, plots->forces));
}

bool vt_plots_add(vt_plots *plots, const vt_recorder *recorder, bool frame, vt_error *error) {
  double time = vt_world_time(recorder->world);
  bool moved = vt_world_step_count(recorder->world) > 0;
  for (int i = 0; i < vt_model_body_count(recorder->model); ++i) {
    vt_plot_place place = plots->bodies[i];
    if (place.plot < 0) continue;
    vt_vec3 p = vt_world_body_pose(recorder->world, i).position;
    const double along[3] = {p.x, p.y, p.z};
    for (int axis = 0; axis < 3; ++axis)
      vt_series_add(plots->plots[place.plot + axis]->series[place.line], time, along[axis]);
  }
  for (int i = 0; i < vt_model_sensor_count(recorder->model); ++i)
    feed_sensor(plots, recorder, i, time, moved);
  if (frame) feed_energy(plots->plots[plots->energy], time, vt_world_energy(recorder->world, -1));
  if (!vt_cavity_plots_add(plots, recorder->world, error)) return false;
  vt_line_plots_add(plots, recorder->world);
  if (!moved) return true;
  feed_contacts(plots, time, vt_world_status(recorder->world));
  feed_area(plots, recorder, time);
  double stages[VT_STAGES];
  for (int i = 0; i < VT_STAGES; ++i) stages[i] = vt_stage_ms(vt_world_profile(recorder->world), i);
  feed(plots->plots[plots->time], time, stages);
  return true;
}
