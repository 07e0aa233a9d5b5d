// What a recorder holds while a run goes on; shared by the files of this room that write one file each.
#ifndef VT_RECORD_RECORDER_H
#define VT_RECORD_RECORDER_H

#include <ventouse/record.h>

#include "base/asked.h"
#include "record/cavity_log.h"
#include "record/folder.h"
#include "record/outfile.h"
#include "record/plots.h"
#include "record/replay.h"
#include "record/tables.h"
#include "record/tally.h"

struct vt_recorder {
  const vt_scene *scene;
  const vt_world *world;
  const vt_model *model;
  bool vtu;
  vt_asked asked; // while the folder is finished
  vt_folder folder;
  char **bodies;  // how files call them: the name, or "body 3"
  char **sensors; // the name, or "sensor 3"
  vt_tables tables;
  vt_plots plots;
  vt_replay replay;
  vt_outfile pvd;
  int frames; // recorded
  vt_run_tally tally;
  vt_peak *peaks; // per sensor
  vt_cavity_log cavities;
  char **warnings;
  size_t warning_count, warning_capacity;
  vt_crossing *crossings; // pairs of bodies that were warned of
  size_t crossing_count, crossing_capacity;
  char date[32];     // when it began, UTC
  double start_time; // s of the world, and its number of steps, when it began
  long long start_steps;
  double moment, moment_pull; // s, N: when suction pulled most in a recorded frame
  double began;               // s on the clock
  double finished;            // s on the clock
};

#endif
