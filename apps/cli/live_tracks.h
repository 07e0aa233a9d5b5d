// Live tracks of a scene while it runs.
#ifndef VENTOUSE_CLI_LIVE_TRACKS_H
#define VENTOUSE_CLI_LIVE_TRACKS_H

#include <ventouse/ventouse.h>

typedef struct live_tracks {
  vt_tracks *tracks;  // NULL: the scene has none
  const char *record; // folder for what they get; NULL: none
  bool by_clock;
  double began;   // s on the clock: when time 0 was, or would have been
  double slipped; // s that the simulation fell behind the clock
} live_tracks;

// Listens, or reads what another run recorded. False with one line in the error.
bool live_begin(live_tracks *l, const vt_scene *scene, const char *record, const char *replay, bool quiet,
    vt_error *error);
// Before each step: waits for its time, and takes what has come.
bool live_drive(live_tracks *l, vt_world *world, vt_error *error);
// Tells what came, and records it.
bool live_end(live_tracks *l, bool quiet, vt_error *error);

#endif
