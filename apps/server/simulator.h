// The thread that owns the world. It alone decides whether the simulation runs.
#ifndef VENTOUSE_SERVER_SIMULATOR_H
#define VENTOUSE_SERVER_SIMULATOR_H

#include "gallery.h"
#include "inbox.h"
#include "publish.h"

#include <ventouse/record.h>

#include <pthread.h>

// A coupling in a person's hand.
typedef struct holding {
  bool active;
  int link, frame; // -1: none
  vt_pose goal;    // of the frame: where the page points
  vt_pose zero;    // the frame as the loop began
  vt_device device;
  vt_haptics *loop; // while it runs
  request late;     // what the loop ended for
  bool has_late;
} holding;

typedef struct simulator {
  inbox box;
  mailbox mail;
  gallery scenes;
  bool begun; // it has run at least once since the scene was loaded
  bool wait;  // does not start by itself when somebody looks
  pthread_t thread;
  bool started;

  // Below: the simulation thread only, once it has been started.
  vt_scene *scene;
  vt_world *world;
  vt_snapshot *start;
  vt_settings original;
  publisher out;
  grip pull;
  holding hold;
  bool *moved; // per frame: held by a person
  bool running, ended;
  bool failed;                             // the world could not go on; only a reset helps
  char why[1100];                          // and the reason
  double speed;                            // times real time; 0: as fast as possible
  double due;                              // s on the clock: when the next step is to be done
  double told;                             // s on the clock: last frame
  double factor_wall, factor_time, factor; // measuring the real-time factor
  const char *recordings;                  // the folder in which recordings are made
  vt_recorder *tape;                       // NULL: nothing is recorded
  char *tape_folder;
} simulator;

typedef struct simulator_options {
  const char *scene;
  const char *const *overrides;
  int override_count;
  bool paused;            // do not start when the first client comes
  const char *recordings; // the folder for recordings
} simulator_options;

bool simulator_init(simulator *s, const simulator_options *options, vt_error *error);
bool simulator_start(simulator *s, vt_error *error);
// Ends the thread, if it runs.
void simulator_stop(simulator *s);
void simulator_free(simulator *s);

// What every step does before and after it, what people ask, and what is shown.
void simulator_before_step(simulator *s);
void simulator_after_step(simulator *s);
void simulator_obey(simulator *s, const request *r);
void simulator_show_when_due(simulator *s);
void simulator_refuse(simulator *s, const vt_error *error);
void simulator_fail(simulator *s, const vt_error *error); // the world could not go on

// hold.c: a coupling in a person's hand. The loop runs until it is let go, or something else is asked for.
bool hold_takes(const simulator *s, int frame);
void hold_take(simulator *s, int frame, vt_pose goal);
void hold_let_go(simulator *s);
void hold_run(simulator *s);
void hold_move(simulator *s); // for a single step, without the clock: to where the page points
hold_view hold_look(const simulator *s);

// live.c: what a person may change while it runs. False with one line in the error.
bool live_set(simulator *s, const request *r, vt_error *error);
bool live_move_frame(simulator *s, const request *r, vt_error *error);
bool live_pull(simulator *s, const request *r, vt_error *error);
void live_let_go(simulator *s);
bool live_restore(simulator *s, vt_error *error); // to the start, with the settings of now
bool live_can_pull(void);
// The settings and what they were, for the page.
json_t *live_settings(const simulator *s);

// tape.c: recording what is shown into a run folder, from now until told to end or the scene changes.
bool tape_begin(simulator *s, vt_error *error);
bool tape_step(simulator *s, vt_error *error);
// Finishes the folder; its path, or "" if nothing was being recorded, goes to `where` (may be NULL).
bool tape_end(simulator *s, char *where, size_t size, vt_error *error);
void tape_drop(simulator *s);

// stage.c: one scene after the other.
bool stage_open(simulator *s, const char *path, const char *const *overrides, int count, vt_error *error);
void stage_close(simulator *s);
bool stage_reset(simulator *s, vt_error *error);

#endif
