// Panels of lines over time as one SVG file, in rows and columns, on a light ground.
#ifndef VT_TESTS_PANELS_H
#define VT_TESTS_PANELS_H

#include <stdbool.h>

typedef struct panel_line {
  const char *name;
  int count;
  const double *times;  // s
  const double *values; // in the panel's unit
} panel_line;

typedef struct panel {
  const char *quantity; // with its unit, along the vertical axis: "pressure (kPa)"
  double low, high;     // of the vertical axis
  int line_count;
  const panel_line *lines;
} panel;

typedef struct panel_column {
  const char *title;
  panel *panels; // as many as there are rows
} panel_column;

// All panels share the time axis from 0 to `until`. The legend of a column is that of its first panel. False
// if the file cannot be written.
bool panels_write(const char *path, const char *title, const panel_column *columns, int column_count,
    int rows, double until);

#endif
