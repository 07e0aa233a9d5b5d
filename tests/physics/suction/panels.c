// Panels of lines over time as one SVG file.
#include "panels.h"

#include <math.h>
#include <stdio.h>

// In SVG units: a panel's curves, and the room around them.
enum { WIDE = 400, HIGH = 150, LEFT = 66, GAP = 22, BETWEEN = 58, TOP = 84, BOTTOM = 46, RIGHT = 20 };

static const char *const colours[] = {"#1b6ca8", "#d1495b", "#2e8b57", "#a05fb4", "#c77d0a", "#555555"};
static const char *const dashes[] = {"none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"};

static double step_of(double range, int wanted) {
  double rough = range / wanted, power = pow(10, floor(log10(rough))), part = rough / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

typedef struct frame {
  FILE *file;
  double x, y; // the upper left corner of the curves
  double until;
} frame;

static void write_axes(const frame *f, const panel *p, bool first, bool last) {
  double step = step_of(p->high - p->low, 4), x = f->x, y = f->y;
  fprintf(f->file,
      "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"#ffffff\" stroke=\"#9aa3ab\"/>\n", x, y,
      WIDE, HIGH);
  for (double v = ceil(p->low / step) * step; v <= p->high + 1e-9 * step; v += step) {
    double at = y + HIGH * (p->high - v) / (p->high - p->low);
    fprintf(f->file, "<path d=\"M%g %.1fh%d\" stroke=\"#e3e7ea\"/>\n", x, at, WIDE);
    fprintf(f->file, "<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", x - 6, at + 4,
        fabs(v) < 1e-9 * step ? 0 : v);
  }
  step = step_of(f->until, 5);
  for (double t = 0; t <= f->until + 1e-9; t += step) {
    double at = x + WIDE * t / f->until;
    fprintf(f->file, "<path d=\"M%.1f %gv%d\" stroke=\"#e3e7ea\"/>\n", at, y, HIGH);
    if (last)
      fprintf(f->file, "<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">%g</text>\n", at, y + HIGH + 16, t);
  }
  if (last)
    fprintf(f->file, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">time (s)</text>\n", x + WIDE / 2.0,
        y + HIGH + 34);
  if (first)
    fprintf(f->file, "<text transform=\"translate(%g %g) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        x - 48, y + HIGH / 2.0, p->quantity);
}

static void write_lines(const frame *f, const panel *p) {
  for (int k = 0; k < p->line_count; ++k) {
    const panel_line *l = &p->lines[k];
    fprintf(f->file,
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" stroke-dasharray=\"%s\" points=\"",
        colours[k % 6], dashes[k % 6]);
    for (int i = 0; i < l->count; ++i) {
      if (l->times[i] > f->until) break;
      double v = fmin(fmax(l->values[i], p->low), p->high);
      fprintf(f->file, "%.1f,%.1f ", f->x + WIDE * l->times[i] / f->until,
          f->y + HIGH * (p->high - v) / (p->high - p->low));
    }
    fprintf(f->file, "\"/>\n");
  }
}

static void write_legend(const frame *f, const panel_column *c) {
  fprintf(f->file, "<text x=\"%g\" y=\"50\" font-weight=\"bold\">%s</text>\n", f->x, c->title);
  const panel *p = &c->panels[0];
  double wide = (double)WIDE / p->line_count;
  for (int k = 0; k < p->line_count; ++k) {
    double x = f->x + k * wide;
    fprintf(f->file, "<path d=\"M%.1f 66h18\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n",
        x, colours[k % 6], dashes[k % 6]);
    fprintf(f->file, "<text x=\"%.1f\" y=\"70\">%s</text>\n", x + 21, p->lines[k].name);
  }
}

bool panels_write(const char *path, const char *title, const panel_column *columns, int column_count,
    int rows, double until) {
  frame f = {.file = fopen(path, "w"), .until = until};
  if (f.file == NULL) return false;
  int wide = LEFT + column_count * (WIDE + BETWEEN) - BETWEEN + RIGHT,
      high = TOP + rows * (HIGH + GAP) + BOTTOM - GAP;
  fprintf(f.file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\" fill=\"#22282d\">\n<rect width=\"%d\" height=\"%d\" fill=\"#f7f9fa\"/>\n<text "
      "x=\"%d\" y=\"24\" "
      "font-size=\"15\" font-weight=\"bold\">%s</text>\n",
      wide, high, wide, high, wide, high, LEFT, title);
  for (int c = 0; c < column_count; ++c) {
    f.x = LEFT + c * (WIDE + BETWEEN);
    write_legend(&f, &columns[c]);
    for (int r = 0; r < rows; ++r) {
      f.y = TOP + r * (HIGH + GAP);
      write_axes(&f, &columns[c].panels[r], c == 0, r == rows - 1);
      write_lines(&f, &columns[c].panels[r]);
    }
  }
  fprintf(f.file, "</svg>\n");
  return fclose(f.file) == 0;
}
