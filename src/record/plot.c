// A plot of several series over time as inline SVG, with axes, units and a legend.
#include "record/plot.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The drawing's size and the rectangle of the curves within it, in SVG units.
enum { WIDTH = 720, HEIGHT = 260, LEFT = 72, RIGHT = 18, TOP = 12, BOTTOM = 40 };

vt_plot *vt_plot_create(const char *title, const char *quantity, const char *unit, vt_error *error) {
  vt_plot *plot = VT_NEW(vt_plot, 1, error);
  if (plot == NULL) return NULL;
  *plot = (vt_plot){.quantity = quantity, .unit = unit, .prefixes = true};
  plot->title = vt_copy_string(title, error);
  if (plot->title != NULL) return plot;
  free(plot);
  return NULL;
}

void vt_plot_destroy(vt_plot *plot) {
  if (plot == NULL) return;
  for (int i = 0; i < plot->count; ++i) vt_series_destroy(plot->series[i]);
  free(plot->title);
  free(plot);
}

vt_series *vt_plot_add(vt_plot *plot, const char *name, vt_error *error) {
  vt_series *series = vt_series_create(name, error);
  if (series != NULL) plot->series[plot->count++] = series;
  return series;
}

// How values and times become points of the drawing.
typedef struct vt_axes {
  double start, end;  // s
  double low, high;   // SI, what the vertical axis shows
  double factor;      // from SI to the unit shown
  const char *prefix; // of the unit shown
} vt_axes;

static vt_axes choose_axes(const vt_plot *plot) {
  vt_axes axes = {INFINITY, -INFINITY, INFINITY, -INFINITY, 1, ""};
  for (int i = 0; i < plot->count; ++i) {
    const vt_series *series = plot->series[i];
    if (series->count == 0) continue;
    const vt_bucket *first = &series->buckets[0];
    axes.start = fmin(axes.start, fmin(first->low.time, first->high.time));
    axes.end = fmax(axes.end, series->last.time);
    vt_series_range(series, &axes.low, &axes.high);
  }
  if (plot->until > 0) axes.start = fmin(axes.start, 0), axes.end = fmax(axes.end, plot->until);
  if (!(axes.low <= axes.high)) return (vt_axes){0, 1, 0, 1, 1, ""};
  // What begins with the first step is shown from time 0, like all else.
  if (axes.start > 0 && axes.start < 0.2 * axes.end) axes.start = 0;
  if (axes.start == axes.end) axes.end = axes.start + 1;
  if (plot->from_zero) axes.low = fmin(axes.low, 0), axes.high = fmax(axes.high, 0);
  double largest = fmax(fabs(axes.low), fabs(axes.high));
  if (plot->prefixes) axes.prefix = vt_prefix_choose(largest, &axes.factor);
  // Less than rounding apart is a flat line: do not blow it up to the height of the plot.
  double least = fmax(largest * 1e-9, largest > 0 ? 0 : 1);
  double room = axes.high - axes.low < least ? fmax(largest * 0.1, least) : (axes.high - axes.low) * 0.05;
  if (!(plot->from_zero && axes.low == 0)) axes.low -= room;
  if (!(plot->from_zero && axes.high == 0) || axes.low == axes.high) axes.high += room;
  return axes;
}

static double place_x(const vt_axes *axes, double time) {
  return LEFT + (WIDTH - LEFT - RIGHT) * (time - axes->start) / (axes->end - axes->start);
}

static double place_y(const vt_axes *axes, double value) {
  return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - axes->low) / (axes->high - axes->low);
}

// A label with as many digits as the ticks need to differ.
static void write_tick(vt_outfile *file, double value, double step, double largest) {
  if (fabs(value) < step * 1e-6) value = 0;
  int digits = (int)ceil(log10(fmax(largest / step, 1))) + 1;
  int whole = fabs(value) >= 1 ? (int)floor(log10(fabs(value))) + 1 : 1; // digits before the point
  digits = digits > whole ? digits : whole;
  vt_outfile_rounded(file, value, digits > 9 ? 9 : digits);
}

static void write_line(vt_outfile *file, double x1, double y1, double x2, double y2) {
  const double ends[4] = {x1, y1, x2, y2};
  static const char *const names[4] = {"x1", "y1", "x2", "y2"};
  vt_outfile_text(file, "<line");
  for (int i = 0; i < 4; ++i) {
    vt_outfile_format(file, " %s=\"", names[i]);
    vt_outfile_rounded(file, ends[i], 6);
    vt_outfile_text(file, "\"");
  }
  vt_outfile_text(file, "/>");
}

static void write_grid(const vt_axes *axes, vt_outfile *file) {
  double low = axes->low * axes->factor, high = axes->high * axes->factor;
  vt_ticks ticks = vt_ticks_choose(low, high, 5);
  for (int i = 0; i < ticks.count; ++i) {
    double value = ticks.first + i * ticks.step;
    double y = place_y(axes, value / axes->factor);
    bool zero = fabs(value) < ticks.step * 1e-6;
    vt_outfile_text(file, zero ? "<g class=\"zero\">" : "<g class=\"grid\">");
    write_line(file, LEFT, y, WIDTH - RIGHT, y);
    vt_outfile_format(file, "</g><text class=\"ty\" x=\"%d\" y=\"", LEFT - 7);
    vt_outfile_rounded(file, y + 4, 6);
    vt_outfile_text(file, "\">");
    write_tick(file, value, ticks.step, fmax(fabs(low), fabs(high)));
    vt_outfile_text(file, "</text>");
  }
  ticks = vt_ticks_choose(axes->start, axes->end, 8);
  for (int i = 0; i < ticks.count; ++i) {
    double time = ticks.first + i * ticks.step, x = place_x(axes, time);
    vt_outfile_text(file, "<g class=\"axis\">");
    write_line(file, x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 4);
    vt_outfile_text(file, "</g><text class=\"tx\" x=\"");
    vt_outfile_rounded(file, x, 6);
    vt_outfile_format(file, "\" y=\"%d\">", HEIGHT - BOTTOM + 17);
    write_tick(file, time, ticks.step, fmax(fabs(axes->start), fabs(axes->end)));
    vt_outfile_text(file, "</text>");
  }
}

static void write_curve(const vt_axes *axes, const vt_series *series, int number, vt_outfile *file) {
  vt_sample samples[VT_SERIES_SAMPLES];
  int count = vt_series_samples(series, samples);
  vt_outfile_format(file, "<polyline class=\"s%d\" points=\"", number);
  for (int i = 0; i < count; ++i) {
    vt_outfile_text(file, i > 0 ? " " : "");
    vt_outfile_rounded(file, place_x(axes, samples[i].time), 5);
    vt_outfile_text(file, ",");
    vt_outfile_rounded(file, place_y(axes, samples[i].value), 5);
  }
  vt_outfile_text(file, "\"/>");
}

static void write_legend(const vt_plot *plot, vt_outfile *file) {
  vt_outfile_text(file, "<div class=\"legend\">");
  for (int i = 0; i < plot->count; ++i) {
    vt_outfile_format(file,
        "<span><svg class=\"key\" width=\"26\" height=\"10\" aria-hidden=\"true\"><polyline class=\"s%d\" "
        "points=\"1,5 25,5\"/></svg>",
        i);
    vt_outfile_escaped(file, plot->series[i]->name);
    vt_outfile_text(file, "</span>");
  }
  vt_outfile_text(file, "</div>\n");
}

void vt_plot_write_svg(const vt_plot *plot, int index, vt_outfile *file) {
  vt_axes axes = choose_axes(plot);
  const double box[4] = {axes.start, axes.end, axes.low, axes.high};
  vt_outfile_format(file, "<figure class=\"plot\" data-plot=\"%d\"><figcaption>", index);
  vt_outfile_escaped(file, plot->title);
  vt_outfile_text(file, "</figcaption>");
  write_legend(plot, file);
  vt_outfile_format(file,
      "<div class=\"canvas\"><svg viewBox=\"0 0 %d %d\" role=\"img\" data-left=\"%d\" data-right=\"%d\" "
      "data-top=\"%d\" data-bottom=\"%d\" data-factor=\"",
      WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
  vt_outfile_number(file, axes.factor);
  vt_outfile_text(file, "\" data-unit=\"");
  vt_outfile_text(file, axes.prefix);
  vt_outfile_escaped(file, plot->unit);
  vt_outfile_text(file, "\" data-range=\"");
  for (int i = 0; i < 4; ++i) {
    vt_outfile_number(file, box[i]);
    vt_outfile_text(file, i < 3 ? " " : "\"><title>");
  }
  vt_outfile_escaped(file, plot->title);
  vt_outfile_text(file, " over time</title>");
  write_grid(&axes, file);
  vt_outfile_text(file, "<g class=\"axis\">");
  write_line(file, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
  vt_outfile_format(file, "</g><text class=\"tx\" x=\"%d\" y=\"%d\">time (s)</text>",
      (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
  int middle = (TOP + HEIGHT - BOTTOM) / 2;
  vt_outfile_format(
      file, "<text class=\"tx\" transform=\"translate(13 %d) rotate(-90)\">%s (", middle, plot->quantity);
  vt_outfile_text(file, axes.prefix);
  vt_outfile_escaped(file, plot->unit);
  vt_outfile_text(file, ")</text><g class=\"curves\">");
  for (int i = 0; i < plot->count; ++i) write_curve(&axes, plot->series[i], i, file);
  vt_outfile_text(file, "</g></svg></div></figure>\n");
}

void vt_write_script_string(const char *text, vt_outfile *file) {
  vt_outfile_text(file, "\"");
  while (*text != '\0') {
    int length = vt_utf8_length(text);
    unsigned char c = (unsigned char)*text;
    if (length == 0)
      vt_outfile_text(file, "?");
    else if (c < 32 || c == 127 || strchr("<>&\"\\'", c) != NULL)
      vt_outfile_format(file, "\\u%04x", c);
    else
      vt_outfile_bytes(file, text, (size_t)length);
    text += length > 0 ? length : 1;
  }
  vt_outfile_text(file, "\"");
}

void vt_plot_write_data(const vt_plot *plot, vt_outfile *file) {
  vt_sample samples[VT_SERIES_SAMPLES];
  vt_outfile_text(file, "{\"title\":");
  vt_write_script_string(plot->title, file);
  vt_outfile_text(file, ",\"unit\":");
  vt_write_script_string(plot->unit, file);
  vt_outfile_text(file, ",\"series\":[");
  for (int i = 0; i < plot->count; ++i) {
    int count = vt_series_samples(plot->series[i], samples);
    vt_outfile_text(file, i > 0 ? ",{\"name\":" : "{\"name\":");
    vt_write_script_string(plot->series[i]->name, file);
    vt_outfile_text(file, ",\"t\":[");
    for (int k = 0; k < count; ++k) {
      vt_outfile_text(file, k > 0 ? "," : "");
      vt_outfile_rounded(file, samples[k].time, 9);
    }
    vt_outfile_text(file, "],\"v\":[");
    for (int k = 0; k < count; ++k) {
      vt_outfile_text(file, k > 0 ? "," : "");
      vt_outfile_rounded(file, samples[k].value, 9);
    }
    vt_outfile_text(file, "]}");
  }
  vt_outfile_text(file, "]}");
}
