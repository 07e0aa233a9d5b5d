// Small plots as SVG files for the pages.
#include "plot.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 520, HEIGHT = 320, LEFT = 60, RIGHT = 20, TOP = 34, BOTTOM = 46, TICKS = 5 };

static double place_x(const plot_def *def, double x) {
  return LEFT + (WIDTH - LEFT - RIGHT) * x / def->x_max;
}

static double place_y(const plot_def *def, double y) {
  return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / def->y_max;
}

static void draw_axes(const plot_def *def, FILE *file) {
  fprintf(file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
      "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
      "<text x=\"%d\" y=\"18\" font-size=\"13\">%s</text>\n",
      WIDTH, HEIGHT, LEFT, def->title);
  for (int k = 0; k <= TICKS; ++k) {
    double x = place_x(def, def->x_max * k / TICKS), y = place_y(def, def->y_max * k / TICKS);
    fprintf(file, "<path d=\"M%d %.1fH%dM%.1f %dV%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH - RIGHT, x, TOP,
        HEIGHT - BOTTOM);
    fprintf(file,
        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>"
        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g</text>\n",
        LEFT - 6, y + 4, def->y_max * k / TICKS, x, HEIGHT - BOTTOM + 15, def->x_max * k / TICKS);
  }
  fprintf(file,
      "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n<text transform=\"translate(16 %d) "
      "rotate(-90)\" "
      "text-anchor=\"middle\">%s</text>\n",
      (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, def->x_name, (TOP + HEIGHT - BOTTOM) / 2, def->y_name);
}

static void draw_series(const plot_def *def, int number, FILE *file) {
  const plot_series *s = &def->series[number];
  if (s->line)
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", s->colour);
  for (int k = 0; k < s->count; ++k) {
    double x = place_x(def, s->x[k]), y = place_y(def, s->y[k]);
    if (s->line)
      fprintf(file, "%.1f,%.1f ", x, y);
    else
      fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"%s\"/>\n", x, y, s->colour);
  }
  if (s->line) fprintf(file, "\"/>\n");
  int y = TOP + 16 + 16 * number;
  fprintf(file,
      "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" "
      "text-anchor=\"end\">%s</text>\n",
      WIDTH - RIGHT - 20, y - 6, s->colour, WIDTH - RIGHT - 26, y, s->name);
}

bool plot_write(const plot_def *def, const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL) return false;
  draw_axes(def, file);
  for (int k = 0; k < def->series_count; ++k) draw_series(def, k, file);
  fprintf(file, "</svg>\n");
  return fclose(file) == 0;
}

const char *figure_path(int argc, char **argv) {
  for (int k = 1; k + 1 < argc; ++k)
    if (strcmp(argv[k], "--figure") == 0) return argv[k + 1];
  return NULL;
}
