// Live tracks of a scene while it runs: by the clock with the network, or again from what was recorded.
#include "live_tracks.h"

#include "command.h"
#include "interrupt.h"
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

bool live_begin(live_tracks *l, const vt_scene *scene, const char *record, const char *replay, bool quiet,
    vt_error *error) {
  *l = (live_tracks){vt_scene_tracks(scene), record, replay == NULL, 0, 0};
  if (l->tracks == NULL) {
    if (record == NULL && replay == NULL) return true;
    error->code = VT_BAD_INPUT;
    snprintf(error->message, sizeof error->message, "%.500s: found no live <track>, expected one to %s",
        vt_scene_path(scene), record != NULL ? "record" : "replay");
    return false;
  }
  if (replay != NULL) return vt_tracks_replay(l->tracks, replay, error);
  if (!vt_tracks_open(l->tracks, error)) return false;
  for (int k = 0; !quiet && k < vt_tracks_count(l->tracks); ++k)
    printf("  track %d listens on UDP port %d\n", k, vt_tracks_facts(l->tracks, k).port);
  fflush(stdout);
  return true;
}

// Sleeps in short pieces, so that an interrupt is not kept waiting.
static void wait_until(double when) {
  const double piece = 0.02; // s
  for (double left = when - clock_seconds(); left > 0 && interrupted() == 0; left = when - clock_seconds()) {
    double seconds = fmin(left, piece);
    nanosleep(&(struct timespec){0, (long)(1e9 * seconds)}, NULL);
  }
}

bool live_drive(live_tracks *l, vt_world *world, vt_error *error) {
  if (l->tracks == NULL) return true;
  double time = vt_world_time(world);
  if (l->by_clock) {
    if (l->began == 0) l->began = clock_seconds() - time;
    double behind = clock_seconds() - (l->began + time);
    if (behind > 0) { // it does not chase the clock
      l->slipped += behind;
      l->began += behind;
    }
    wait_until(l->began + time);
  }
  return vt_tracks_drive(l->tracks, world, error);
}

static void print_facts(const live_tracks *l) {
  for (int k = 0; k < vt_tracks_count(l->tracks); ++k) {
    vt_track_facts f = vt_tracks_facts(l->tracks, k);
    printf("  track %d: %lld datagrams, %lld late, %lld refused, %lld foreign; %lld samples, %lld merged, "
           "%lld wild; %lld drop-outs, the longest silence %.3g s\n",
        k, f.datagrams, f.late, f.refused, f.foreign, f.samples, f.merged, f.wild, f.dropouts, f.silence);
  }
  if (l->slipped > 0) printf("  the simulation fell %.3g s behind the clock\n", l->slipped);
}

bool live_end(live_tracks *l, bool quiet, vt_error *error) {
  if (l->tracks == NULL) return true;
  if (!quiet) print_facts(l);
  return l->record == NULL || vt_record_tracks(l->tracks, l->record, error);
}
