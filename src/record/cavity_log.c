// What a run saw of its cavities: how long each lasted, and what its air did.
#include "record/cavity_log.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const char *vt_cavity_word(const vt_cavity_view *cavity) {
  static const char *const words[] = {"sealed", "blowing", "regulated", "open"}; // as vt_cavity_state
  return cavity->flat ? "flat" : words[cavity->state];
}

// The record of a cavity, NULL if it has none.
static vt_cavity_record *find(const vt_cavity_log *log, int id) {
  int low = 0, high = log->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (log->records[middle].id == id) return &log->records[middle];
    if (log->records[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

static bool find_bodies(vt_cavity_record *record, const vt_cavity_view *cavity, int count, vt_error *error) {
  bool *touched = VT_NEW(bool, count, error);
  record->bodies = VT_NEW(int, count, error);
  if (touched == NULL || record->bodies == NULL) {
    free(touched);
    return false;
  }
  for (int i = 0; i < cavity->triangle_count; ++i)
    if (cavity->triangle_bodies[i] >= 0) touched[cavity->triangle_bodies[i]] = true;
  for (int i = 0; i < count; ++i)
    if (touched[i]) record->bodies[record->body_count++] = i;
  free(touched);
  return true;
}

// A new cavity, at its place by id; ids mostly grow.
static vt_cavity_record *insert(
    vt_cavity_log *log, const vt_world *world, const vt_cavity_view *cavity, vt_error *error) {
  size_t need = (size_t)log->count + 1;
  if (!VT_RESERVE(&log->records, &log->capacity, need, error)) return NULL;
  vt_cavity_record fresh = {.id = cavity->id,
      .chamber = cavity->chamber,
      .first = vt_world_time(world),
      .pressure_min = INFINITY,
      .pressure_max = -INFINITY,
      .volume_min = INFINITY,
      .volume_max = -INFINITY,
      .air_first = cavity->air};
  if (!find_bodies(&fresh, cavity, vt_model_body_count(vt_world_model(world)), error)) {
    free(fresh.bodies);
    return NULL;
  }
  int at = log->count++;
  for (; at > 0 && log->records[at - 1].id > fresh.id; --at) log->records[at] = log->records[at - 1];
  log->records[at] = fresh;
  return &log->records[at];
}

static bool add(vt_cavity_log *log, const vt_world *world, const vt_cavity_view *cavity, vt_error *error) {
  bool any = log->seen > 0;
  log->pressure_min = any ? fmin(log->pressure_min, cavity->pressure) : cavity->pressure;
  log->pressure_max = any ? fmax(log->pressure_max, cavity->pressure) : cavity->pressure;
  vt_cavity_record *record = find(log, cavity->id);
  bool fresh = record == NULL && (!any || cavity->id > log->last_id || log->count < VT_CAVITY_RECORDS);
  if (fresh) ++log->seen;
  if (fresh && (!any || cavity->id > log->last_id)) log->last_id = cavity->id;
  if (fresh && log->count < VT_CAVITY_RECORDS) {
    record = insert(log, world, cavity, error);
    if (record == NULL) return false;
  }
  if (record == NULL) return true;
  record->last = vt_world_time(world);
  record->pressure_min = fmin(record->pressure_min, cavity->pressure);
  record->pressure_max = fmax(record->pressure_max, cavity->pressure);
  record->volume_min = fmin(record->volume_min, cavity->volume);
  record->volume_max = fmax(record->volume_max, cavity->volume);
  record->area_max = fmax(record->area_max, cavity->area);
  record->air_last = cavity->air;
  return true;
}

bool vt_cavity_log_add(vt_cavity_log *log, const vt_world *world, vt_error *error) {
  for (int i = 0; i < vt_world_cavity_count(world); ++i) {
    vt_cavity_view cavity = vt_world_cavity(world, i);
    if (!add(log, world, &cavity, error)) return false;
  }
  return true;
}

void vt_cavity_log_free(vt_cavity_log *log) {
  for (int i = 0; i < log->count; ++i) free(log->records[i].bodies);
  free(log->records);
  *log = (vt_cavity_log){0};
}
