// `ventouse render`: a picture of a run, drawn by the replay of its report in a headless Chromium.
#define _XOPEN_SOURCE 700 // realpath

#include "command.h"
#include "interrupt.h"
#include "picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct render_settings {
  const char *time, *out, *cut;
  int width, height; // pixels
} render_settings;

// "end", or a number from 0 on.
static bool read_time(const char *text, char *time, size_t size) {
  char *end = NULL;
  double value = strtod(text, &end);
  if (end == text || *end != '\0' || !isfinite(value) || value < 0) {
    complain("--time: found \"%s\", expected a number from 0 on", text);
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

// Reads on until behind the mark, whose first character comes in it only once.
static bool find_mark(FILE *file, const char *mark) {
  size_t matched = 0;
  for (int c = getc(file); c != EOF; c = getc(file)) {
    matched = c == mark[matched] ? matched + 1 : c == mark[0];
    if (mark[matched] == '\0') return true;
  }
  return false;
}

// Whether the report can be drawn at this time ("end" or a number of seconds).
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
  if (!known || strcmp(time, "end") == 0) return known;
  // What was printed with fewer digits may be a little beyond.
  if (atof(time) >= begin * (1 - 1e-6) && atof(time) <= end * (1 + 1e-6)) return true;
  if (begin > 0)
    complain("--time: found %s s, expected from %.6g to %.6g s, which were recorded", time, begin, end);
  else
    complain("--time: found %s s, expected at most %.6g s, the length of the run", time, end);
  return false;
}

// Whether a picture can be put there, before the long time of drawing. It replaces what is there: only a
// file.
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

static int render_run(const render_settings *settings, const char *run) {
  char time[64] = "end";
  int code = EXIT_BAD_INPUT;
  if (settings->time != NULL && !read_time(settings->time, time, sizeof time)) return code;
  picture wanted = {.time = time,
      .width = settings->width > 0 ? settings->width : 1280,
      .height = settings->height > 0 ? settings->height : 720,
      .out = settings->out != NULL ? settings->out : "picture.png"};
  if (wanted.width > 8192 || wanted.height > 8192) {
    complain("found a picture of %d x %d, expected at most 8192 each way", wanted.width, wanted.height);
    return code;
  }
  const char *cut = settings->cut;
  if (cut != NULL && (strlen(cut) != 1 || strchr("xyz", cut[0]) == NULL)) {
    complain("--cut: found \"%s\", expected x, y or z", cut);
    return code;
  }
  wanted.cut = cut;
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
        "time to show, not beyond the run; its end otherwise"},
    {"out", "FILE", OPTION_TEXT, offsetof(render_settings, out), "PNG file; picture.png otherwise"},
    {"cut", "AXIS", OPTION_TEXT, offsetof(render_settings, cut),
        "cuts the bodies through the middle across x, y or z"},
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
