// Recording a run: opens the folder, feeds every file at each step, and moves the whole into place.
#include "base/misuse.h"
#include "record/recorder.h"

#include "base/memory.h"
#include "base/timer.h"
#include "base/vec.h"
#include "record/card.h"
#include "record/report.h"
#include "record/summary.h"
#include "record/vtu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static char **label_all(int count, const char *kind, const char *(*name)(const vt_model *, int),
    const vt_model *model, vt_error *error) {
  char **labels = VT_NEW(char *, count, error);
  for (int i = 0; labels != NULL && i < count; ++i) {
    char number[48];
    snprintf(number, sizeof number, "%s %d", kind, i);
    const char *given = name(model, i);
    labels[i] = vt_copy_string(*given != '\0' ? given : number, error);
    if (labels[i] != NULL) continue;
    while (--i >= 0) free(labels[i]);
    free(labels);
    return NULL;
  }
  return labels;
}

static void note_date(char *date, size_t size) {
  time_t now = time(NULL);
  struct tm parts;
  if (gmtime_r(&now, &parts) == NULL || strftime(date, size, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) *date = '\0';
}

static bool make_subfolder(const vt_recorder *recorder, const char *name, vt_error *error) {
  char *path = vt_record_path(recorder->folder.partial, name, error);
  if (path == NULL) return false;
  bool good = mkdir(path, 0777) == 0;
  if (!good) vt_fail(error, VT_IO_FAILED, "%s: cannot make the folder: %s", path, strerror(errno));
  free(path);
  return good;
}

static bool open_frames(vt_recorder *recorder, vt_error *error) {
  if (!make_subfolder(recorder, "frames", error)) return false;
  if (!vt_outfile_open(&recorder->pvd, recorder->folder.partial, "frames.pvd", error)) return false;
  vt_outfile_text(&recorder->pvd, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n"
                                  "<Collection>\n");
  return true;
}

vt_recorder *vt_recorder_create(
    const vt_scene *scene, const vt_world *world, const vt_recorder_options *options, vt_error *error) {
  VT_NEED_OR_FAIL(scene != NULL && world != NULL && options != NULL && options->folder != NULL, error, NULL);
  vt_recorder *r = VT_NEW(vt_recorder, 1, error);
  if (r == NULL) return NULL;
  r->folder.lock = -1;
  r->scene = scene;
  r->world = world;
  r->model = vt_world_model(world);
  r->vtu = options->vtu;
  r->start_time = vt_world_time(world);
  r->start_steps = vt_world_step_count(world);
  vt_replay_init(&r->replay, world);
  r->began = vt_now();
  note_date(r->date, sizeof r->date);
  int sensors = vt_model_sensor_count(r->model);
  r->bodies = label_all(vt_model_body_count(r->model), "body", vt_model_body_name, r->model, error);
  r->sensors = label_all(sensors, "sensor", vt_model_sensor_name, r->model, error);
  r->peaks = VT_NEW(vt_peak, sensors, error);
  bool good = r->bodies != NULL && r->sensors != NULL && r->peaks != NULL &&
              vt_plots_create(&r->plots, r, error) && vt_folder_create(&r->folder, options->folder, error) &&
              vt_tables_open(&r->tables, r->folder.partial, error) && (!r->vtu || open_frames(r, error));
  for (int i = 0; good && i < vt_scene_warning_count(scene); ++i)
    good = vt_recorder_warn(r, vt_scene_warning(scene, i), error);
  if (good) return r;
  vt_recorder_destroy(r);
  return NULL;
}

// A file name for a body: its number, and of its name what every file system takes.
static void name_body_file(const vt_recorder *recorder, int body, const char *tail, char *name, size_t size) {
  int length = snprintf(name, size, "%d_", body);
  const char *from = recorder->bodies[body];
  size_t at = (size_t)length;
  for (; *from != '\0' && at < size - strlen(tail) - 1 && at < 64; ++from) {
    bool plain = (*from >= 'a' && *from <= 'z') || (*from >= 'A' && *from <= 'Z') ||
                 (*from >= '0' && *from <= '9') || *from == '-' || *from == '_';
    name[at++] = plain ? *from : '_';
  }
  snprintf(name + at, size - at, "%s", tail);
}

// An entry of frames.pvd.
static void list_frame(vt_recorder *recorder, int part, const char *label, const char *file) {
  vt_outfile_text(&recorder->pvd, "<DataSet timestep=\"");
  vt_outfile_number(&recorder->pvd, vt_world_time(recorder->world));
  vt_outfile_format(&recorder->pvd, "\" part=\"%d\" name=\"", part);
  vt_outfile_escaped(&recorder->pvd, label);
  vt_outfile_format(&recorder->pvd, "\" file=\"frames/%s\"/>\n", file);
}

static bool write_frame(vt_recorder *recorder, vt_error *error) {
  char tail[32], name[128];
  snprintf(tail, sizeof tail, "_%06d.vtu", recorder->frames);
  char *folder = vt_record_path(recorder->folder.partial, "frames", error);
  bool good = folder != NULL;
  for (int i = 0; good && i < vt_model_body_count(recorder->model); ++i) {
    name_body_file(recorder, i, tail, name, sizeof name);
    good = vt_vtu_write_body(folder, name, recorder->world, i, error);
    list_frame(recorder, i, recorder->bodies[i], name);
  }
  // In every frame, even without cavities, so that none stays on the screen after it is gone.
  if (good && vt_model_has_air(recorder->model)) {
    snprintf(name, sizeof name, "cavities%s", tail);
    good = vt_vtu_write_cavities(folder, name, recorder->world, error);
    list_frame(recorder, vt_model_body_count(recorder->model), "cavities", name);
  }
  free(folder);
  return good && vt_outfile_check(&recorder->pvd, error);
}

// Is the next frame due? The first is at the start, the others an interval apart.
static bool is_frame(const vt_recorder *recorder) {
  double interval = vt_scene_frame_interval(recorder->scene);
  double slack = 1e-6 * vt_world_settings(recorder->world)->dt;
  return vt_world_time(recorder->world) - recorder->start_time >= recorder->frames * interval - slack;
}

static void count_step(vt_recorder *recorder) {
  const vt_status *status = vt_world_status(recorder->world);
  vt_run_tally *tally = &recorder->tally;
  for (int i = 0; i < VT_STAGES; ++i)
    vt_tally_add(&tally->stages[i], vt_stage_ms(vt_world_profile(recorder->world), i));
  vt_tally_add(&tally->constraints, status->constraints);
  vt_tally_add(&tally->contacts, status->contacts);
  vt_tally_add(&tally->cavities, status->cavities);
  vt_tally_add(&tally->iterations, status->iterations);
  vt_tally_add(&tally->pieces, status->substeps);
  vt_tally_add(&tally->residual, status->residual);
  vt_tally_add(&tally->intrusion, status->intrusion);
  vt_count_troubles(tally, status, vt_world_time(recorder->world));
  for (int i = 0; i < vt_model_sensor_count(recorder->model); ++i) {
    vt_reading reading = vt_world_sensor(recorder->world, i);
    double force = fmax(vt_norm(reading.force), fabs(reading.tension));
    if (force > recorder->peaks[i].force)
      recorder->peaks[i] = (vt_peak){force, vt_world_time(recorder->world)};
  }
}

// Bodies that reach into each other, each pair once.
static bool warn_crossings(vt_recorder *r, vt_error *error) {
  int count;
  const vt_crossing *now = vt_world_crossings(r->world, &count);
  for (int k = 0; k < count; ++k) {
    bool known = false;
    for (size_t i = 0; i < r->crossing_count; ++i)
      known |= r->crossings[i].body_a == now[k].body_a && r->crossings[i].body_b == now[k].body_b;
    if (known) continue;
    char warning[512];
    snprintf(warning, sizeof warning, "'%s' and '%s' reach into each other at %g s; they are moved apart",
        r->bodies[now[k].body_a], r->bodies[now[k].body_b], vt_world_time(r->world));
    if (!VT_RESERVE(&r->crossings, &r->crossing_capacity, r->crossing_count + 1, error) ||
        !vt_recorder_warn(r, warning, error))
      return false;
    r->crossings[r->crossing_count++] = now[k];
  }
  return true;
}

// The moment that tells most of a run: when cavities pull most.
static void note_moment(vt_recorder *r) {
  double pull = 0, ambient = vt_world_settings(r->world)->ambient_pressure;
  for (int k = 0; k < vt_world_cavity_count(r->world); ++k) {
    vt_cavity_view c = vt_world_cavity(r->world, k);
    if (c.chamber < 0) pull += fmax(0, ambient - c.pressure) * c.area;
  }
  if (!(pull > r->moment_pull)) return;
  r->moment_pull = pull;
  r->moment = vt_world_time(r->world);
}

void vt_recorder_set_stop(vt_recorder *recorder, vt_stop stop, void *context) {
  if (VT_MISUSED(recorder != NULL)) return;
  recorder->asked = (vt_asked){.stop = stop, .context = context};
}

bool vt_recorder_step(vt_recorder *recorder, vt_error *error) {
  VT_NEED_OR_FAIL(recorder != NULL, error, false);
  bool frame = is_frame(recorder);
  if (!warn_crossings(recorder, error)) return false;
  if (vt_world_step_count(recorder->world) != recorder->start_steps) count_step(recorder);
  if (!vt_plots_add(&recorder->plots, recorder, frame, error) ||
      !vt_cavity_log_add(&recorder->cavities, recorder->world, error) ||
      !vt_tables_write(&recorder->tables, recorder, error))
    return false;
  if (frame) {
    note_moment(recorder);
    if (recorder->vtu && !write_frame(recorder, error)) return false;
    if (!vt_replay_offer(&recorder->replay, false, error)) return false;
    ++recorder->frames;
  }
  return true;
}

bool vt_recorder_warn(vt_recorder *recorder, const char *warning, vt_error *error) {
  VT_NEED_OR_FAIL(recorder != NULL && warning != NULL, error, false);
  size_t need = recorder->warning_count + 1;
  if (!VT_RESERVE(&recorder->warnings, &recorder->warning_capacity, need, error)) return false;
  char *copy = vt_copy_string(warning, error);
  if (copy == NULL) return false;
  recorder->warnings[recorder->warning_count++] = copy;
  return true;
}

static bool close_frames(vt_recorder *recorder, vt_error *error) {
  if (recorder->vtu) vt_outfile_text(&recorder->pvd, "</Collection>\n</VTKFile>\n");
  return vt_outfile_close(&recorder->pvd, error);
}

// After a failure: every body as the last good step left it.
static bool write_last_state(vt_recorder *recorder, vt_error *error) {
  char name[128];
  if (!make_subfolder(recorder, "last_state", error)) return false;
  char *folder = vt_record_path(recorder->folder.partial, "last_state", error);
  bool good = folder != NULL;
  for (int i = 0; good && i < vt_model_body_count(recorder->model); ++i) {
    name_body_file(recorder, i, ".vtu", name, sizeof name);
    good = vt_vtu_write_body(folder, name, recorder->world, i, error);
  }
  if (good && vt_model_has_air(recorder->model))
    good = vt_vtu_write_cavities(folder, "cavities.vtu", recorder->world, error);
  free(folder);
  return good;
}

// Steps that may be wrong. Those done in smaller pieces took longer and are as good as others.
static bool warn_troubles(vt_recorder *recorder, vt_error *error) {
  const vt_trouble_kind kinds[] = {VT_TROUBLE_UNCONVERGED, VT_TROUBLE_INVERTED, VT_TROUBLE_CROSSED,
      VT_TROUBLE_CUT_SHORT, VT_TROUBLE_UNTANGLED};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    char line[160];
    vt_recorder_describe_trouble(recorder, kinds[i], line, sizeof line);
    if (line[0] != '\0' && !vt_recorder_warn(recorder, line, error)) return false;
  }
  return true;
}

static bool pack_replay(vt_recorder *r, vt_error *error) {
  if (!vt_replay_pack(&r->replay, &r->asked, error)) return false;
  return !r->replay.left_out ||
         vt_recorder_warn(r, "the replay is left out of report.html: the run was asked to end", error);
}

bool vt_recorder_finish(
    vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error) {
  VT_NEED_OR_FAIL(recorder != NULL, error, false);
  recorder->finished = vt_now();
  if (recorder->moment_pull == 0) recorder->moment = vt_world_time(recorder->world);
  recorder->replay.moment = recorder->moment;
  return warn_troubles(recorder, error) && (failure == NULL || write_last_state(recorder, error)) &&
         vt_tables_close(&recorder->tables, error) && close_frames(recorder, error) &&
         vt_replay_offer(&recorder->replay, true, error) && pack_replay(recorder, error) &&
         vt_report_write(recorder, expectations, failure, error) &&
         vt_card_write(recorder, expectations, failure, error) &&
         vt_summary_write(recorder, expectations, failure, error) &&
         vt_folder_publish(&recorder->folder, true, error);
}

static void free_texts(char **texts, size_t count) {
  for (size_t i = 0; texts != NULL && i < count; ++i) free(texts[i]);
  free(texts);
}

void vt_recorder_destroy(vt_recorder *recorder) {
  if (recorder == NULL) return;
  vt_error ignored = {0};
  vt_tables_close(&recorder->tables, &ignored);
  vt_outfile_close(&recorder->pvd, &ignored);
  vt_folder_destroy(&recorder->folder);
  vt_plots_destroy(&recorder->plots);
  vt_replay_free(&recorder->replay);
  vt_cavity_log_free(&recorder->cavities);
  free_texts(recorder->bodies, (size_t)vt_model_body_count(recorder->model));
  free_texts(recorder->sensors, (size_t)vt_model_sensor_count(recorder->model));
  free_texts(recorder->warnings, recorder->warning_count);
  free(recorder->crossings);
  free(recorder->peaks);
  free(recorder);
}
