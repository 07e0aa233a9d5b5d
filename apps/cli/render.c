// `ventouse render`: a picture of a run, drawn by the replay of its report in a headless Chromium.
#define _XOPEN_SOURCE 700 // realpath

#include "command.h"
#include "picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct render_settings {
  const char *time, *out;
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

static bool has_replay(const char *report) {
  static const char mark[] = "id=\"replay-data\"";
  FILE *file = fopen(report, "rb");
  if (file == NULL) {
    complain("%s: %s", report, strerror(errno));
    return false;
  }
  size_t matched = 0;
  for (int c = getc(file); c != EOF && matched < sizeof mark - 1; c = getc(file))
    matched = c == mark[matched] ? matched + 1 : c == mark[0];
  fclose(file);
  if (matched == sizeof mark - 1) return true;
  complain("%s: has no replay: it was written by a program built without the viewer", report);
  return false;
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
  char *report = find_report(run);
  wanted.report = report;
  if (report != NULL && has_replay(report) && draw_picture(&wanted)) {
    printf("%s\n", wanted.out);
    code = EXIT_DONE;
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
    {"time", "S", OPTION_TEXT, offsetof(render_settings, time), "time to show; the end of the run otherwise"},
    {"out", "FILE", OPTION_TEXT, offsetof(render_settings, out), "PNG file; picture.png otherwise"},
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
