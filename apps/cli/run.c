// `ventouse run`: a scene from its file to its run folder.
#include "command.h"
#include "interrupt.h"
#include "live_tracks.h"
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run_settings {
  const char *out;
  double time, dt; // s; 0: as the scene says
  text_list set;
  int threads; // 0: as the scene says
  const char *record_tracks, *replay_tracks;
  bool vtu, quiet;
} run_settings;

// Everything a run needs; freed in one place.
typedef struct running {
  vt_scene *scene;
  vt_world *world;
  vt_expectations *expectations;
  vt_recorder *recorder;
  live_tracks live;
  char *folder;
  double wall_time; // s
  long long pieces; // of all steps
  int most_pieces;  // of one
  bool hurried;     // the folder was not finished as it would have been
} running;

// runs/STEM for .../STEM.xml
static char *default_folder(const char *scene) {
  const char *slash = strrchr(scene, '/'), *stem = slash != NULL ? slash + 1 : scene;
  const char *dot = strrchr(stem, '.');
  size_t length = dot != NULL && dot != stem ? (size_t)(dot - stem) : strlen(stem);
  size_t size = length + 6;
  char *folder = malloc(size);
  if (folder != NULL) snprintf(folder, size, "runs/%.*s", (int)length, stem);
  return folder;
}

// --time, --dt and --threads are short for overrides of the scene, after those of --set.
static vt_scene *load(const run_settings *settings, const char *path, vt_error *error) {
  char texts[3][64];
  int count = settings->set.count, given = 0;
  const char **overrides = calloc((size_t)count + 3, sizeof *overrides);
  if (overrides == NULL) {
    *error = (vt_error){VT_NO_MEMORY, "out of memory"};
    return NULL;
  }
  if (count > 0) memcpy(overrides, settings->set.items, (size_t)count * sizeof *overrides);
  if (settings->time > 0) snprintf(texts[given++], 64, "scene.duration=%.17g", settings->time);
  if (settings->dt > 0) snprintf(texts[given++], 64, "scene.dt=%.17g", settings->dt);
  if (settings->threads > 0) snprintf(texts[given++], 64, "scene.threads=%d", settings->threads);
  for (int i = 0; i < given; ++i) overrides[count++] = texts[i];
  vt_scene *scene = vt_scene_load(path, overrides, count, error);
  free(overrides);
  return scene;
}

static bool is_interrupted(void *context) {
  (void)context;
  return interrupted() != 0;
}

// The folder of a run that was interrupted is finished all the same, as long as nobody has to wait for it.
static bool is_hurried(void *context) {
  const double patience = 0.3; // s
  running *s = context;
  s->hurried = s->hurried || seconds_since_interrupt() > patience;
  return s->hurried;
}

static bool set_up(running *s, const run_settings *settings, const char *path, vt_error *error) {
  s->scene = load(settings, path, error);
  if (s->scene == NULL) return false;
  s->world = vt_world_create(vt_scene_model(s->scene), error);
  if (s->world == NULL) return false;
  if (!live_begin(
          &s->live, s->scene, settings->record_tracks, settings->replay_tracks, settings->quiet, error))
    return false;
  s->folder = settings->out != NULL ? strdup(settings->out) : default_folder(path);
  if (s->folder == NULL) {
    *error = (vt_error){VT_NO_MEMORY, "out of memory"};
    return false;
  }
  s->expectations = vt_expectations_create(s->scene, error);
  if (s->expectations == NULL) return false;
  watch_interrupts(); // until now Ctrl-C ends it at once and nothing is left behind
  vt_recorder_options options = {s->folder, settings->vtu};
  s->recorder = vt_recorder_create(s->scene, s->world, &options, error);
  if (s->recorder == NULL) return false;
  vt_recorder_set_stop(s->recorder, is_hurried, s);
  return true;
}

static void tear_down(running *s) {
  vt_recorder_destroy(s->recorder);
  vt_expectations_destroy(s->expectations);
  vt_world_destroy(s->world);
  vt_scene_destroy(s->scene);
  free(s->folder);
}

// Steps to the end. False when recording failed; *failure says why the simulation ended early, if it did.
static bool step_all(running *s, bool quiet, char *failure, size_t size, int *code, vt_error *error) {
  double duration = vt_scene_duration(s->scene);
  long long steps = (long long)ceil(duration / vt_world_settings(s->world)->dt - 1e-6);
  progress line = progress_begin(duration, quiet);
  vt_expectations_observe(s->expectations, s->world);
  bool good = vt_recorder_step(s->recorder, error);
  for (long long i = 0; good && i < steps; ++i) {
    if (interrupted() != 0) {
      *code = EXIT_SIGNAL + interrupted();
      snprintf(failure, size, "interrupted at %g s", vt_world_time(s->world));
      break;
    }
    good = live_drive(&s->live, s->world, error);
    if (!good) break;
    if (vt_world_step(s->world) == VT_STEP_FAILED) {
      if (vt_world_status(s->world)->error.code == VT_STOPPED) continue; // said at once
      *code = EXIT_COULD_NOT_GO_ON;
      snprintf(failure, size, "the simulation could not go on at %g s: %s", vt_world_time(s->world),
          vt_world_status(s->world)->error.message);
      break;
    }
    int pieces = vt_world_status(s->world)->substeps;
    s->pieces += pieces;
    if (pieces > s->most_pieces) s->most_pieces = pieces;
    vt_expectations_observe(s->expectations, s->world);
    good = vt_recorder_step(s->recorder, error);
    progress_tell(&line, vt_world_time(s->world));
  }
  progress_end(&line);
  s->wall_time = clock_seconds() - line.began;
  return good;
}

static void print_outcomes(const running *s, bool quiet) {
  for (int i = 0; i < vt_expectations_count(s->expectations); ++i) {
    vt_outcome o = vt_expectations_outcome(s->expectations, i);
    if (quiet && o.passed) continue;
    FILE *to = quiet ? stderr : stdout;
    char measured[sizeof o.missing];
    if (isnan(o.value))
      snprintf(measured, sizeof measured, "%s", o.missing);
    else
      snprintf(measured, sizeof measured, "measured %.6g", o.value);
    fprintf(to, "%s%s  %s: %s, %s\n", quiet ? "ventouse: " : "  ", o.passed ? "passed" : "FAILED", o.name,
        o.wanted, measured);
  }
}

// What did not go smoothly, a line each; nothing when all did.
static void print_troubles(const running *s) {
  if (s->most_pieces > 1)
    printf("  pieces of a step: %.3g on average, up to %d\n",
        (double)s->pieces / (double)vt_world_step_count(s->world), s->most_pieces);
  for (int kind = 0; kind < VT_TROUBLES; ++kind) {
    char line[160];
    vt_recorder_describe_trouble(s->recorder, (vt_trouble_kind)kind, line, sizeof line);
    if (line[0] != '\0') printf("  %s\n", line);
  }
}

static int report(
    const running *s, const run_settings *settings, const char *path, const char *failure, int code) {
  double time = vt_world_time(s->world);
  if (code == EXIT_DONE)
    for (int i = 0; i < vt_expectations_count(s->expectations); ++i)
      if (!vt_expectations_outcome(s->expectations, i).passed) code = EXIT_EXPECTATION;
  if (!settings->quiet)
    printf("%s: %lld steps, %g s in %.3g s (%.3g x real time)\n", vt_scene_name(s->scene),
        vt_world_step_count(s->world), time, s->wall_time, s->wall_time > 0 ? time / s->wall_time : 0);
  print_outcomes(s, settings->quiet);
  if (!settings->quiet) print_troubles(s);
  if (!settings->quiet) printf("  look at %s/report.html\n", s->folder);
  fflush(stdout);
  if (failure[0] != '\0')
    complain("%s: %s; the last good state is in %s/last_state", path, failure, s->folder);
  else if (s->hurried)
    complain("%s: interrupted after the last step; %s/report.html has no replay", path, s->folder);
  return failure[0] == '\0' && s->hurried ? EXIT_SIGNAL + interrupted() : code;
}

static int run_scene(const run_settings *settings, const char *path) {
  running s = {0};
  vt_error error = {0};
  char failure[1200] = "";
  int code = EXIT_DONE;
  bool good = set_up(&s, settings, path, &error);
  if (good) {
    if (!settings->quiet) print_warnings(s.scene, s.world);
    vt_world_set_stop(s.world, is_interrupted, NULL);
    good = step_all(&s, settings->quiet, failure, sizeof failure, &code, &error);
  }
  good = good && live_end(&s.live, settings->quiet, &error);
  good = good && vt_recorder_finish(s.recorder, s.expectations, failure[0] != '\0' ? failure : NULL, &error);
  if (good) {
    code = report(&s, settings, path, failure, code);
  } else {
    complain("%s", error.message);
    code = EXIT_BAD_INPUT;
  }
  tear_down(&s);
  return code;
}

static int run_run(const command *self, int argc, char **argv) {
  run_settings settings = {0};
  const char *path;
  int code = EXIT_BAD_INPUT;
  if (parse_options(self, argc, argv, &settings, &path)) code = run_scene(&settings, path);
  free_options(self, &settings);
  return code;
}

static const option options[] = {
    {"out", "DIR", OPTION_TEXT, offsetof(run_settings, out), "run folder; runs/NAME for NAME.xml otherwise"},
    {"time", "S", OPTION_NUMBER, offsetof(run_settings, time),
        "seconds to simulate, in place of the scene's"},
    {"dt", "S", OPTION_NUMBER, offsetof(run_settings, dt), "time step in seconds, in place of the scene's"},
    {"set", "PATH=VALUE", OPTION_LIST, offsetof(run_settings, set),
        "changes an attribute of the scene; may be repeated"},
    {"threads", "N", OPTION_COUNT, offsetof(run_settings, threads),
        "threads; the results do not depend on them"},
    {"tracks-out", "DIR", OPTION_TEXT, offsetof(run_settings, record_tracks),
        "folder for what live tracks of the scene get"},
    {"tracks-in", "DIR", OPTION_TEXT, offsetof(run_settings, replay_tracks),
        "runs again, not by the clock, with what they got then"},
    {"vtu", NULL, OPTION_FLAG, offsetof(run_settings, vtu),
        "also writes frames.pvd and VTU files for ParaView"},
    {"quiet", NULL, OPTION_FLAG, offsetof(run_settings, quiet), "prints errors and failed expectations only"},
};

const command run_command = {.name = "run",
    .argument = "SCENE",
    .summary = "Simulates a scene and writes a run folder",
    .details =
        "The run folder appears when the run has ended, whole. It takes the place of an older run of the "
        "same\n"
        "name; a folder that is not a run is never replaced. Ctrl-C ends the run and keeps what was done, a\n"
        "second Ctrl-C ends it at once and keeps nothing.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_run};
