// Small plots as SVG files for the pages.
#ifndef VT_TESTS_PLOT_H
#define VT_TESTS_PLOT_H

#include <stdbool.h>

typedef struct plot_series {
  const char *name;
  const char *colour;
  bool line; // else dots
  int count;
  const double *x, *y;
} plot_series;

typedef struct plot_def {
  const char *title, *x_name, *y_name;
  double x_max, y_max; // both axes begin at 0
  int series_count;
  const plot_series *series;
} plot_def;

// False if the file cannot be written.
bool plot_write(const plot_def *def, const char *path);

// The argument after --figure (a file to draw into), or NULL.
const char *figure_path(int argc, char **argv);

#endif
