// The thread that owns the world: takes requests, steps in time with the clock, publishes.
#include "simulator.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double frame_seconds = 1.0 / 60; // between two frames at least

static double clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void tell_notice(simulator *s, const char *level, const char *text) {
  json_t *notice = json_pack("{s:s, s:s, s:s}", "type", "notice", "level", level, "message", text);
  char *json = notice != NULL ? json_dumps(notice, JSON_COMPACT) : NULL;
  if (json != NULL) mailbox_set_notice(&s->mail, json);
  free(json);
  json_decref(notice);
}

static json_t *moved_frames(const simulator *s) {
  json_t *list = json_array();
  for (int i = 0; i < vt_model_frame_count(vt_world_model(s->world)); ++i)
    if (s->moved[i]) json_array_append_new(list, json_integer(i));
  return list;
}

// The run flag and all that goes with it; at rest also the hash of the state.
static void tell_state(simulator *s) {
  char hash[20] = "";
  if (!s->running) snprintf(hash, sizeof hash, "%016" PRIx64, vt_world_hash(s->world));
  json_t *state = json_pack("{s:s, s:b, s:b, s:s, s:s, s:f, s:I, s:f, s:s, s:o, s:o}", "type", "state",
      "running", s->running, "ended", s->ended, "recording", s->tape_folder != NULL ? s->tape_folder : "",
      "failure", s->failed ? s->why : "", "speed", s->speed, "step",
      (json_int_t)vt_world_step_count(s->world), "time", vt_world_time(s->world), "hash", hash, "moved",
      moved_frames(s), "settings", live_settings(s));
  char *json = state != NULL ? json_dumps(state, JSON_COMPACT) : NULL;
  if (json != NULL) mailbox_set_state(&s->mail, json);
  free(json);
  json_decref(state);
}

// Ends a recording, if there is one, and tells where it is.
static void end_recording(simulator *s) {
  vt_error error = {0};
  char where[1000], text[1100];
  if (!tape_end(s, where, sizeof where, &error))
    tell_notice(s, "error", error.message);
  else if (where[0] != '\0') {
    snprintf(text, sizeof text, "The recording is in %s: open its report.html.", where);
    tell_notice(s, "info", text);
  }
}

static void show(simulator *s) {
  hold_view hold = hold_look(s);
  publish_frame(&s->out, &s->pull, &hold);
  s->told = clock_now();
}

static void set_running(simulator *s, bool running) {
  s->running = running && !s->failed;
  s->begun = s->begun || running;
  s->due = s->factor_wall = clock_now();
  s->factor_time = vt_world_time(s->world);
  tell_state(s);
  if (!s->running) show(s);
}

// Simulated over real time, over half a second at a time.
static void measure(simulator *s) {
  double now = clock_now(), wall = now - s->factor_wall;
  if (wall < 0.5) return;
  s->factor = (vt_world_time(s->world) - s->factor_time) / wall;
  s->factor_wall = now;
  s->factor_time = vt_world_time(s->world);
}

void simulator_refuse(simulator *s, const vt_error *error) { tell_notice(s, "error", error->message); }

void simulator_fail(simulator *s, const vt_error *error) {
  if (error->code == VT_STOPPED) return; // the program ends
  s->failed = true;
  snprintf(s->why, sizeof s->why, "%s", error->message);
  tell_notice(s, "error", s->why);
  set_running(s, false);
}

void simulator_before_step(simulator *s) {
  vt_tracks *tracks = vt_scene_tracks(s->scene);
  vt_error lost = {0};
  if (tracks != NULL && !vt_tracks_drive(tracks, s->world, &lost)) tell_notice(s, "error", lost.message);
}

void simulator_after_step(simulator *s) {
  double duration = vt_scene_duration(s->scene), dt = vt_world_settings(s->world)->dt;
  vt_error error = {0};
  if (!tape_step(s, &error)) {
    tell_notice(s, "error", error.message);
    tell_state(s);
  }
  measure(s);
  publish_sample(&s->out, s->factor);
  if (!s->ended && vt_world_time(s->world) >= duration - 1e-6 * dt) {
    s->ended = true;
    if (s->running) {
      tell_notice(s, "info", "The scene has ended. Play goes on beyond its end, Reset returns to its start.");
      set_running(s, false);
    }
  }
}

static void step(simulator *s) {
  simulator_before_step(s);
  if (vt_world_step(s->world) == VT_STEP_FAILED) {
    vt_error error = vt_world_status(s->world)->error, told = error;
    snprintf(told.message, sizeof told.message, "the simulation could not go on at %g s: %.900s",
        vt_world_time(s->world), error.message);
    simulator_fail(s, &told);
    return;
  }
  simulator_after_step(s);
}

static void load(simulator *s, const request *r) {
  vt_error error = {0};
  char *path = gallery_path(&s->scenes, r->name);
  bool good = false;
  if (path != NULL) end_recording(s);
  if (path == NULL)
    snprintf(error.message, sizeof error.message, "found scene \"%s\", expected one of the list", r->name);
  else
    good = stage_open(s, path, NULL, 0, &error);
  free(path);
  if (!good) {
    tell_notice(s, "error", error.message);
    return;
  }
  set_running(s, !s->wait);
  show(s);
}

void simulator_obey(simulator *s, const request *r) {
  vt_error error = {0};
  bool good = true;
  switch (r->kind) {
  case REQUEST_PLAY:
    if (s->failed) tell_notice(s, "error", s->why);
    set_running(s, true);
    return;
  case REQUEST_PAUSE:
    set_running(s, false);
    return;
  case REQUEST_STEP:
    s->running = false;
    s->begun = true;
    if (!s->failed) hold_move(s);
    if (!s->failed) step(s);
    set_running(s, false);
    return;
  case REQUEST_RESET:
    end_recording(s);
    good = stage_reset(s, &error);
    if (good) set_running(s, false);
    break;
  case REQUEST_SPEED:
    s->speed = r->value[0];
    s->due = clock_now();
    break;
  case REQUEST_SET:
    good = live_set(s, r, &error);
    break;
  case REQUEST_FRAME:
  case REQUEST_RELEASE:
    good = live_move_frame(s, r, &error);
    break;
  case REQUEST_PULL:
    good = live_pull(s, r, &error);
    break;
  case REQUEST_LET_GO:
    live_let_go(s);
    hold_let_go(s);
    break;
  case REQUEST_LOAD:
    load(s, r);
    return;
  case REQUEST_RECORD:
    good = tape_begin(s, &error);
    break;
  case REQUEST_STOP_RECORDING:
    end_recording(s);
    break;
  case REQUEST_PUBLISH:
    show(s);
    if (!s->begun && !s->wait) set_running(s, true);
    return;
  }
  if (!good) tell_notice(s, "error", error.message);
  if (!s->running && (r->kind == REQUEST_PULL || r->kind == REQUEST_LET_GO)) show(s);
  if (r->kind != REQUEST_PULL && r->kind != REQUEST_FRAME) tell_state(s);
}

// How long to wait for requests before the next step; negative: as long as it takes.
static double patience(const simulator *s) {
  if (!s->running) return -1;
  if (s->speed <= 0) return 0;
  return fmax(s->due - clock_now(), 0);
}

void simulator_show_when_due(simulator *s) {
  if (atomic_load(&s->mail.hungry) > 0 && clock_now() - s->told >= frame_seconds) show(s);
}

static void advance(simulator *s) {
  double now = clock_now();
  if (s->speed > 0 && now < s->due) return;
  step(s);
  if (s->speed > 0) {
    s->due += vt_world_settings(s->world)->dt / s->speed;
    if (clock_now() - s->due > 0.1) s->due = clock_now(); // too slow for the clock: do not chase it
  }
  simulator_show_when_due(s);
}

static void *simulate(void *context) {
  simulator *s = context;
  request r;
  tell_state(s);
  show(s);
  while (!inbox_closing(&s->box)) {
    if (s->running && s->hold.active) {
      hold_run(s);
      continue;
    }
    bool asked = inbox_take(&s->box, patience(s), &r);
    if (asked) simulator_obey(s, &r);
    if (s->running && !s->hold.active)
      advance(s); // after a request too, so that no flood of them stops the clock
  }
  return NULL;
}

bool simulator_init(simulator *s, const simulator_options *options, vt_error *error) {
  *s = (simulator){
      .speed = 1, .wait = options->paused, .recordings = options->recordings, .hold = {.frame = -1}};
  const vt_error no_memory = {VT_NO_MEMORY, "out of memory"};
  if (!inbox_init(&s->box)) {
    *error = no_memory;
    return false;
  }
  if (!mailbox_init(&s->mail)) {
    inbox_free(&s->box);
    *error = no_memory;
    return false;
  }
  bool good = gallery_init(&s->scenes, options->scene);
  if (!good) *error = no_memory;
  good = good && stage_open(s, options->scene, options->overrides, options->override_count, error);
  if (!good) simulator_free(s);
  return good;
}

bool simulator_start(simulator *s, vt_error *error) {
  // Signals are for the thread that serves.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  s->started = pthread_create(&s->thread, NULL, simulate, s) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!s->started) *error = (vt_error){VT_NO_MEMORY, "cannot start the simulation's thread"};
  return s->started;
}

void simulator_stop(simulator *s) {
  if (!s->started) return;
  inbox_close(&s->box);
  pthread_join(s->thread, NULL);
  s->started = false;
}

void simulator_free(simulator *s) {
  simulator_stop(s);
  tape_drop(s);
  stage_close(s);
  gallery_free(&s->scenes);
  mailbox_free(&s->mail);
  inbox_free(&s->box);
}
