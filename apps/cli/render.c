// `ventouse render`: a picture of a run, drawn by the replay of its report in a headless Chromium.
#define _XOPEN_SOURCE 700 // realpath

#include "command.h"
#include "interrupt.h"
#include "picture.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct render_settings {
  const char *time, *out, *cut, *view, *camera, *target, *theme;
  int width, height; // pixels
} render_settings;

enum { WANTED_ROOM = 512 }; // characters of what is wanted, and more than all of it takes

// "end", "moment", or a number from 0 on.
static bool read_time(const char *text, char *time, size_t size) {
  char *end = NULL;
  if (strcmp(text, "end") == 0 || strcmp(text, "moment") == 0) {
    snprintf(time, size, "%s", text);
    return true;
  }
  double value = strtod(text, &end);
  if (end == text || *end != '\0' || !isfinite(value) || value < 0) {
    complain("--time: found \"%s\", expected a number from 0 on, moment or end", text);
    return false;
  }
  snprintf(time, size, "%.9g", value);
  return true;
}

// The whole path of RUN/report.html, to be freed; NULL after a line on standard error.
static char *find_report(const char *run) {
  size_t size = strlen(run) + sizeof "/report.html";
  char *given = malloc(size);
  if (given == NULL) {
    complain("out of memory");
    return NULL;
  }
  snprintf(given, size, "%s/report.html", run);
  char *path = realpath(given, NULL);
  if (path == NULL) complain("%s: %s; expected the folder of a run", given, strerror(errno));
  free(given);
  return path;
}

// Reads on until behind the mark. Its first character occurs in it only once, so no rereading is needed.
static bool find_mark(FILE *file, const char *mark) {
  size_t matched = 0;
  for (int c = getc(file); c != EOF; c = getc(file)) {
    matched = c == mark[matched] ? matched + 1 : c == mark[0];
    if (mark[matched] == '\0') return true;
  }
  return false;
}

// Whether the report can be drawn at this time ("end", "moment" or a number of seconds).
static bool can_show(const char *report, const char *time) {
  FILE *file = fopen(report, "rb");
  if (file == NULL) {
    complain("%s: %s", report, strerror(errno));
    return false;
  }
  double begin = 0, end = 0;
  bool there = find_mark(file, "<script type=\"application/json\" id=\"replay-about\">"),
       known = there && find_mark(file, ",\"begin\":") && fscanf(file, "%lf", &begin) == 1 &&
               find_mark(file, "\"end\":") && fscanf(file, "%lf", &end) == 1;
  fclose(file);
  if (!there)
    complain("%s: has no replay: it was written by a program built without the viewer", report);
  else if (!known)
    complain("%s: its replay is of another version: run the scene again", report);
  if (!known || strcmp(time, "end") == 0 || strcmp(time, "moment") == 0) return known;
  // What was printed with fewer digits may be a little beyond.
  if (atof(time) >= begin * (1 - 1e-6) && atof(time) <= end * (1 + 1e-6)) return true;
  if (begin > 0)
    complain("--time: found %s s, expected from %.6g to %.6g s, which were recorded", time, begin, end);
  else
    complain("--time: found %s s, expected at most %.6g s, the length of the run", time, end);
  return false;
}

// Whether a picture can be written there; asked before drawing, which takes long. Only
// a plain file is replaced.
static bool can_write(const char *out) {
  struct stat about;
  if (stat(out, &about) == 0 && !S_ISREG(about.st_mode)) {
    complain("%s: found a %s, expected a file or nothing", out, S_ISDIR(about.st_mode) ? "folder" : "device");
    return false;
  }
  const char *slash = strrchr(out, '/');
  char *folder = slash == NULL ? strdup(".") : strndup(out, slash == out ? 1 : (size_t)(slash - out));
  bool good = folder != NULL && access(folder, W_OK | X_OK) == 0;
  if (!good) complain("%s: cannot write: %s", out, strerror(errno));
  free(folder);
  return good;
}

// ---------------------------------------------------------------- what is wanted

static void want(char *wanted, const char *format, ...) VT_PRINTF(2, 3);
static void want(char *wanted, const char *format, ...) {
  size_t length = strlen(wanted);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(wanted + length, WANTED_ROOM - length, format, arguments);
  va_end(arguments);
}

// A finite number at the start of a text; where it ends, or NULL.
static const char *read_number(const char *text, double *value) {
  char *end = NULL;
  *value = strtod(text, &end);
  return end != text && isfinite(*value) ? end : NULL;
}

// Three numbers, with commas or spaces between.
static bool want_place(char *wanted, const char *name, const char *text) {
  double x[3];
  const char *at = text;
  for (int k = 0; k < 3 && at != NULL; ++k) {
    at = read_number(at, &x[k]);
    if (at != NULL && k < 2) at += strspn(at, ", ");
  }
  if (at == NULL || *at != '\0') {
    complain("--%s: found \"%s\", expected three numbers in m, such as 0.1,-0.2,0.15", name, text);
    return false;
  }
  want(wanted, "&%s=%.9g,%.9g,%.9g", name, x[0], x[1], x[2]);
  return true;
}

// "y", or "y=0.01".
static bool want_cut(char *wanted, const char *text) {
  double place = 0;
  bool placed = text[0] != '\0' && text[1] == '=';
  const char *end = placed ? read_number(text + 2, &place) : text + 1;
  if (strchr("xyz", text[0]) == NULL || end == NULL || *end != '\0') {
    complain(
        "--cut: found \"%s\", expected x, y or z, or one of them with a place in m, such as y=0.01", text);
    return false;
  }
  want(wanted, "&cut=%c", text[0]);
  if (placed) want(wanted, ",%.9g", place);
  return true;
}

static bool want_view(char *wanted, const char *name) {
  static const char *const names[] = {"iso", "front", "back", "left", "right", "side", "top", "bottom"};
  enum { COUNT = sizeof names / sizeof names[0] };
  for (int k = 0; k < COUNT; ++k)
    if (strcmp(name, names[k]) == 0) {
      want(wanted, "&view=%s", name);
      return true;
    }
  complain("--view: found \"%s\", expected iso, front, back, left, right (or side), top or bottom", name);
  return false;
}

static bool want_theme(char *wanted, const char *name) {
  bool known = strcmp(name, "light") == 0 || strcmp(name, "dark") == 0;
  if (known)
    want(wanted, "&theme=%s", name);
  else
    complain("--theme: found \"%s\", expected light or dark", name);
  return known;
}

static bool want_all(char *wanted, const render_settings *settings, const char *time) {
  snprintf(wanted, WANTED_ROOM, "picture=%s", time);
  if (settings->view != NULL && settings->camera != NULL) {
    complain("found --view and --camera, expected one of them");
    return false;
  }
  return (settings->cut == NULL || want_cut(wanted, settings->cut)) &&
         (settings->theme == NULL || want_theme(wanted, settings->theme)) &&
         (settings->view == NULL || want_view(wanted, settings->view)) &&
         (settings->camera == NULL || want_place(wanted, "camera", settings->camera)) &&
         (settings->target == NULL || want_place(wanted, "target", settings->target));
}

static int render_run(const render_settings *settings, const char *run) {
  char time[64] = "end", what[WANTED_ROOM];
  int code = EXIT_BAD_INPUT;
  if (settings->time != NULL && !read_time(settings->time, time, sizeof time)) return code;
  if (!want_all(what, settings, time)) return code;
  picture wanted = {.wanted = what,
      .width = settings->width > 0 ? settings->width : 1280,
      .height = settings->height > 0 ? settings->height : 720,
      .out = settings->out != NULL ? settings->out : "picture.png"};
  if (wanted.width > 8192 || wanted.height > 8192) {
    complain("found a picture of %d x %d, expected at most 8192 each way", wanted.width, wanted.height);
    return code;
  }
  char *report = find_report(run);
  wanted.report = report;
  watch_interrupts();
  if (report != NULL && can_show(report, time) && can_write(wanted.out) && draw_picture(&wanted)) {
    printf("%s\n", wanted.out);
    code = EXIT_DONE;
  } else if (interrupted() != 0) {
    code = EXIT_SIGNAL + interrupted();
  }
  free(report);
  return code;
}

static int run_render(const command *self, int argc, char **argv) {
  render_settings settings = {0};
  const char *run;
  int code = EXIT_BAD_INPUT;
  if (parse_options(self, argc, argv, &settings, &run)) code = render_run(&settings, run);
  free_options(self, &settings);
  return code;
}

static const option options[] = {
    {"time", "S", OPTION_TEXT, offsetof(render_settings, time),
        "time to show, not beyond the run, or moment, when suction is strongest; its end otherwise"},
    {"out", "FILE", OPTION_TEXT, offsetof(render_settings, out), "PNG file; picture.png otherwise"},
    {"view", "NAME", OPTION_TEXT, offsetof(render_settings, view),
        "from where: iso, front, back, left, right (or side), top, bottom; iso otherwise"},
    {"camera", "X,Y,Z", OPTION_TEXT, offsetof(render_settings, camera),
        "from where, as a place in m, in place of a view that fits what moves"},
    {"target", "X,Y,Z", OPTION_TEXT, offsetof(render_settings, target),
        "the place in m in the middle of the picture; that of what moves otherwise"},
    {"cut", "AXIS[=M]", OPTION_TEXT, offsetof(render_settings, cut),
        "cuts the bodies across x, y or z, at a place in m or through the middle"},
    {"theme", "NAME", OPTION_TEXT, offsetof(render_settings, theme), "light or dark; light otherwise"},
    {"width", "N", OPTION_COUNT, offsetof(render_settings, width), "pixels; 1280 otherwise"},
    {"height", "N", OPTION_COUNT, offsetof(render_settings, height), "pixels; 720 otherwise"},
};

const command render_command = {.name = "render",
    .argument = "RUN",
    .summary = "Draws a picture of a run",
    .details =
        "RUN is a run folder. The picture is drawn by the replay of its report in Chromium, which is looked\n"
        "for as chromium, chromium-browser, google-chrome or what VT_CHROMIUM names.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_render};
