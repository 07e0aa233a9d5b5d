// A plot of several series over time as inline SVG, with axes, units and a legend.
#ifndef VT_RECORD_PLOT_H
#define VT_RECORD_PLOT_H

#include "record/outfile.h"
#include "record/series.h"

#define VT_PLOT_SERIES 8 // lines that stay distinguishable in one plot

typedef struct vt_plot {
  char *title;
  const char *quantity; // what the vertical axis shows: "force"
  const char *unit;     // its SI unit: "N"
  bool prefixes;        // may be shown with a prefix: mm for small lengths
  bool from_zero;       // the vertical axis holds 0
  double until;         // s: the time axis goes from 0 to here at least; 0: as far as the lines
  int count;
  vt_series *series[VT_PLOT_SERIES];
} vt_plot;

vt_plot *vt_plot_create(const char *title, const char *quantity, const char *unit, vt_error *error);
void vt_plot_destroy(vt_plot *plot);
// A new line; NULL with the error set when memory is refused. The plot must have room.
vt_series *vt_plot_add(vt_plot *plot, const char *name, vt_error *error);

// Nice ticks: the first, the step and the number of those that lie in [low, high], about `wanted` of them.
typedef struct vt_ticks {
  double first, step;
  int count;
} vt_ticks;

vt_ticks vt_ticks_choose(double low, double high, int wanted);

// The SI prefix that brings `largest` between 1 and 1000 ("m", "k", "" ...) and its factor.
const char *vt_prefix_choose(double largest, double *factor);

// Writes <figure> with the legend and the SVG; `index` numbers the plots of a page.
void vt_plot_write_svg(const vt_plot *plot, int index, vt_outfile *file);
// Writes the data as a JSON object for the page's script.
void vt_plot_write_data(const vt_plot *plot, vt_outfile *file);
// Writes text as a JSON string that is safe within a <script> element.
void vt_write_script_string(const char *text, vt_outfile *file);

#endif
