// summary.json: the run in one object.
#include "record/summary.h"

#include "base/memory.h"
#include "record/measure.h"
#include "record/recorder.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

// The format of the run folder; its presence marks a folder that a later run may replace.
enum { FORMAT = 1 };

// A number; null for what JSON cannot say.
static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

// Text as UTF-8, whatever bytes it came with; NULL when memory is refused.
static json_t *text(const char *bytes) {
  vt_error ignored = {0};
  char *clean = vt_utf8_copy(bytes, &ignored);
  json_t *value = clean == NULL ? NULL : json_string(clean);
  free(clean);
  return value;
}

static json_t *vector(vt_vec3 v) { return json_pack("[o,o,o]", number(v.x), number(v.y), number(v.z)); }

// Mean and largest value of a count over the steps.
static json_t *mean_and_max(const vt_tally *tally) {
  return json_pack("{s:o,s:I}", "mean", number(vt_tally_mean(tally)), "max", (json_int_t)tally->max);
}

static json_t *contacts(const vt_run_tally *tally) {
  json_t *object = mean_and_max(&tally->contacts);
  if (object == NULL || json_object_set_new(object, "intrusion_max", number(tally->intrusion.max)) == 0)
    return object;
  json_decref(object);
  return NULL;
}

// How many steps of each kind, the worst and when; a time only where there is one.
static json_t *troubles(const vt_run_tally *tally) {
  static const char *const names[VT_TROUBLES] = {"unconverged", "redone", "inverted", "crossed", "cut_short"};
  json_t *object = json_object();
  for (int i = 0; i < VT_TROUBLES; ++i) {
    const vt_trouble *t = &tally->troubles[i];
    json_t *entry = json_pack("{s:I,s:o,s:o}", "steps", (json_int_t)t->steps, "worst", number(t->worst),
        "time", t->steps > 0 ? number(t->time) : json_null());
    if (json_object_set_new(object, names[i], entry) == 0) continue;
    json_decref(object);
    return NULL;
  }
  return object;
}

static json_t *again(const vt_again *sum) {
  return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:o}", "tries", sum->tries, "unconverged",
      sum->unconverged, "crossed", sum->crossed, "unsolved", sum->unsolved, "inverted", sum->inverted,
      "gained", sum->gained, "lost", sum->lost, "failed", sum->failed, "gave", sum->gave, "cut_short",
      sum->cut_short, "work_max", number(sum->work));
}

static json_t *stages(const vt_recorder *recorder) {
  json_t *object = json_object();
  for (int i = 0; i < VT_STAGES; ++i)
    if (json_object_set_new(object, vt_stage_names[i], number(vt_tally_mean(&recorder->tally.stages[i]))) !=
        0)
      goto refused;
  return object;
refused:
  json_decref(object);
  return NULL;
}

static json_t *sensor(const vt_recorder *recorder, int index) {
  vt_reading r = vt_world_sensor(recorder->world, index);
  vt_peak peak = recorder->peaks[index];
  switch (vt_measure_of(recorder->model, index)) {
  case VT_MEASURE_FORCE:
    return json_pack("{s:s,s:o,s:o,s:{s:o,s:o}}", "kind", "force", "peak_force", number(peak.force),
        "peak_time", number(peak.time), "last", "force", vector(r.force), "torque", vector(r.torque));
  case VT_MEASURE_LINK:
    return json_pack("{s:s,s:o,s:o,s:{s:o,s:o,s:o}}", "kind", "link", "peak_force", number(peak.force),
        "peak_time", number(peak.time), "last", "force", vector(r.force), "torque", vector(r.torque),
        "length", number(r.length));
  case VT_MEASURE_CABLE:
    return json_pack("{s:s,s:o,s:o,s:{s:o,s:o}}", "kind", "cable", "peak_force", number(peak.force),
        "peak_time", number(peak.time), "last", "tension", number(r.tension), "length", number(r.length));
  case VT_MEASURE_POINT:
    return json_pack("{s:s,s:{s:o,s:o}}", "kind", "point", "last", "position", vector(r.position), "velocity",
        vector(r.velocity));
  case VT_MEASURE_ENERGY:
    return json_pack("{s:s,s:{s:o,s:o,s:o}}", "kind", "energy", "last", "kinetic", number(r.energy.kinetic),
        "elastic", number(r.energy.elastic), "gravity", number(r.energy.gravity));
  }
  return json_null();
}

static json_t *sensors(const vt_recorder *recorder) {
  json_t *object = json_object();
  for (int i = 0; i < vt_model_sensor_count(recorder->model); ++i) {
    vt_error ignored = {0};
    char *name = vt_utf8_copy(recorder->sensors[i], &ignored);
    int set = name == NULL ? -1 : json_object_set_new(object, name, sensor(recorder, i));
    free(name);
    if (set == 0) continue;
    json_decref(object);
    return NULL;
  }
  return object;
}

static json_t *body_names(const vt_recorder *recorder, const vt_cavity_record *record) {
  json_t *list = json_array();
  for (int i = 0; i < record->body_count; ++i) {
    if (json_array_append_new(list, text(recorder->bodies[record->bodies[i]])) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return list;
}

static json_t *cavity(const vt_recorder *recorder, const vt_cavity_record *c) {
  json_t *chamber = c->chamber < 0 ? json_null() : text(vt_model_chamber_name(recorder->model, c->chamber));
  return json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "id", c->id, "chamber", chamber,
      "bodies", body_names(recorder, c), "first", number(c->first), "last", number(c->last), "pressure_min",
      number(c->pressure_min), "pressure_max", number(c->pressure_max), "volume_min", number(c->volume_min),
      "volume_max", number(c->volume_max), "area_max", number(c->area_max), "air_first", number(c->air_first),
      "air_last", number(c->air_last));
}

static json_t *cavities(const vt_recorder *recorder) {
  const vt_cavity_log *log = &recorder->cavities;
  json_t *list = json_array();
  for (int i = 0; i < log->count; ++i) {
    if (json_array_append_new(list, cavity(recorder, &log->records[i])) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return json_pack("{s:I,s:i,s:o,s:o,s:o}", "count_max", (json_int_t)recorder->tally.cavities.max, "seen",
      log->seen, "pressure_min", log->seen > 0 ? number(log->pressure_min) : json_null(), "pressure_max",
      log->seen > 0 ? number(log->pressure_max) : json_null(), "list", list);
}

static json_t *outcomes(const vt_expectations *expectations) {
  json_t *list = json_array();
  int count = expectations == NULL ? 0 : vt_expectations_count(expectations);
  for (int i = 0; i < count; ++i) {
    vt_outcome o = vt_expectations_outcome(expectations, i);
    json_t *entry = json_pack("{s:o,s:b,s:o,s:o,s:o}", "name", text(o.name), "passed", o.passed, "value",
        number(o.value), "wanted", text(o.wanted), "missing", isnan(o.value) ? text(o.missing) : json_null());
    if (json_array_append_new(list, entry) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return list;
}

static json_t *warnings(const vt_recorder *recorder) {
  json_t *list = json_array();
  for (size_t i = 0; i < recorder->warning_count; ++i) {
    if (json_array_append_new(list, text(recorder->warnings[i])) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return list;
}

static json_t *nodes(const vt_recorder *recorder, bool collision) {
  long long total = 0;
  for (int i = 0; i < vt_model_body_count(recorder->model); ++i)
    total += collision ? vt_world_collision_surface(recorder->world, i).vertex_count
                       : vt_model_node_count(recorder->model, i);
  return json_integer(total);
}

// Adds an entry to the summary; the value is taken over, also on failure.
static bool set(json_t *root, const char *key, json_t *value) {
  return json_object_set_new(root, key, value) == 0;
}

static bool fill(
    json_t *root, const vt_recorder *r, const vt_expectations *expectations, const char *failure) {
  const vt_run_tally *tally = &r->tally;
  double simulated = vt_world_time(r->world) - r->start_time, wall = r->finished - r->began;
  char hash[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, vt_world_hash(r->world));
  return set(root, "ventouse", json_integer(FORMAT)) && set(root, "scene", text(vt_scene_name(r->scene))) &&
         set(root, "scene_file", text(vt_scene_path(r->scene))) && set(root, "version", text(vt_version())) &&
         set(root, "date", text(r->date)) && set(root, "dt", number(vt_world_settings(r->world)->dt)) &&
         set(root, "steps", json_integer(vt_world_step_count(r->world) - r->start_steps)) &&
         set(root, "sim_time", number(simulated)) && set(root, "wall_time", number(wall)) &&
         set(root, "moment", number(r->moment)) &&
         set(root, "realtime_factor", number(wall > 0 ? simulated / wall : 0)) &&
         set(root, "threads", json_integer(vt_world_settings(r->world)->threads)) &&
         set(root, "failure", failure == NULL ? json_null() : text(failure)) &&
         set(root, "mean_ms", stages(r)) && set(root, "fem_nodes", nodes(r, false)) &&
         set(root, "collision_nodes", nodes(r, true)) &&
         set(root, "step_memory", json_integer(vt_world_status(r->world)->memory)) &&
         set(root, "constraints", mean_and_max(&tally->constraints)) &&
         set(root, "contacts", contacts(tally)) &&
         set(root, "solver",
             json_pack("{s:o,s:I,s:o,s:I,s:I}", "iterations_mean", number(vt_tally_mean(&tally->iterations)),
                 "iterations_max", (json_int_t)tally->iterations.max, "residual_max",
                 number(tally->residual.max), "unconverged",
                 (json_int_t)tally->troubles[VT_TROUBLE_UNCONVERGED].steps, "redone",
                 (json_int_t)tally->troubles[VT_TROUBLE_REDONE].steps)) &&
         set(root, "troubles", troubles(tally)) && set(root, "again", again(&tally->again)) &&
         set(root, "sensors", sensors(r)) && set(root, "cavities", cavities(r)) &&
         set(root, "expectations", outcomes(expectations)) && set(root, "warnings", warnings(r)) &&
         set(root, "state_hash", json_string(hash));
}

bool vt_summary_write(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error) {
  vt_outfile file = {0};
  json_t *root = json_object();
  bool good = root != NULL && fill(root, recorder, expectations, failure);
  // Into a buffer of our own: json_dumps may drop text without an error when it cannot grow its own.
  size_t size = good ? json_dumpb(root, NULL, 0, JSON_INDENT(2)) : 0;
  char *dump = size > 0 ? VT_NEW(char, size + 1, error) : NULL;
  good = dump != NULL && json_dumpb(root, dump, size, JSON_INDENT(2)) == size;
  json_decref(root);
  if (!good) {
    free(dump);
    return vt_fail_memory(error, 0);
  }
  good = vt_outfile_open(&file, recorder->folder.partial, "summary.json", error);
  if (good) {
    vt_outfile_text(&file, dump);
    vt_outfile_text(&file, "\n");
  }
  good = vt_outfile_close(&file, error) && good;
  free(dump);
  return good;
}
