// Which plots a run has, and how they are fed.
#ifndef VT_RECORD_PLOTS_H
#define VT_RECORD_PLOTS_H

#include "record/cavity_plots.h"
#include "record/plot.h"

#include <ventouse/record.h>

// The parts of the report plots stand in, in its order.
typedef enum vt_chapter {
  VT_CHAPTER_CAVITIES,
  VT_CHAPTER_VACUUM,
  VT_CHAPTER_FORCES,
  VT_CHAPTER_LINKS,
  VT_CHAPTER_CONTACTS,
  VT_CHAPTER_POSITIONS,
  VT_CHAPTER_ENERGY,
  VT_CHAPTER_TIME,
  VT_CHAPTERS
} vt_chapter;

// Where the lines of a body or sensor begin: plot and first line.
typedef struct vt_plot_place {
  int plot; // -1: not plotted
  int line;
} vt_plot_place;

typedef struct vt_plots {
  int count;
  size_t capacity;
  vt_plot **plots;
  vt_chapter *chapters; // of each plot
  size_t chapter_capacity;
  vt_plot_place *bodies;  // of each body: the plots of x, y and z follow each other
  vt_plot_place *sensors; // of each sensor; a link has a plot of its force and one of its place
  int energy, time;       // plots
  int contacts;           // the first of three plots, -1 where nothing can touch
  int area;               // the plot of contact areas of the first deformable bodies, -1 without
  vt_vec3 *forces;        // N: room for the vertices of any deformable body's collision surface
  vt_cavity_plots cavities;
  int lines; // the first of two plots of vacuum lines, -1 without
  bool all;  // false when there were too many bodies, sensors or cavities to plot
} vt_plots;

bool vt_plots_create(vt_plots *plots, const vt_recorder *recorder, vt_error *error);
void vt_plots_destroy(vt_plots *plots);
// Adds the world as it is now; energy only with `frame`, as it costs a pass over all elements.
bool vt_plots_add(vt_plots *plots, const vt_recorder *recorder, bool frame, vt_error *error);

// A new plot without lines; NULL with the error set when memory is refused.
vt_plot *vt_plots_begin(vt_plots *plots, vt_chapter chapter, const char *title, const char *quantity,
    const char *unit, vt_error *error);

#endif
