// Plots of cavities, which come and go: a line for each in plots of pressure, volume, air and area.
#ifndef VT_RECORD_CAVITY_PLOTS_H
#define VT_RECORD_CAVITY_PLOTS_H

#include "record/plot.h"

#include <ventouse/world.h>

// More than this many cavities would make a page nobody reads: the first ones are plotted.
enum { VT_PLOTTED_CAVITIES = 32, VT_CAVITY_QUANTITIES = 4 };

typedef struct vt_cavity_line {
  int id;
  vt_series *series[VT_CAVITY_QUANTITIES];
} vt_cavity_line;

typedef struct vt_cavity_plots {
  int number; // the plot of how many there are; -1 where there can be none
  int first;  // of the last four plots that were begun
  int count;
  vt_cavity_line lines[VT_PLOTTED_CAVITIES];
} vt_cavity_plots;

struct vt_plots;
bool vt_cavity_plots_create(struct vt_plots *plots, const vt_model *model, vt_error *error);
// Adds the cavities as they are now.
bool vt_cavity_plots_add(struct vt_plots *plots, const vt_world *world, vt_error *error);

#endif
