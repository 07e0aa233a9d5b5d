// `ventouse gallery`: runs scenes beside each other and makes a page of them.
#define _XOPEN_SOURCE 700 // realpath

#include "folders.h"
#include "gallery.h"
#include "interrupt.h"
#include "picture.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char PICTURE[] = "picture.png"; // in the folder of a run

// ---------------------------------------------------------------- running them

enum { NOT_STARTED = 127 }; // exit code of a child that could not become the program

static void run_child(const gallery *g, const entry *e, const char *out, int log) {
  int changes = e->changed != NULL ? e->changed->change_count : 0, count = 0;
  const char **words = calloc((size_t)(6 + 2 * changes), sizeof *words);
  if (words == NULL) _exit(NOT_STARTED);
  words[count++] = g->program;
  words[count++] = "run";
  words[count++] = e->path;
  words[count++] = "--out";
  words[count++] = out;
  for (int k = 0; k < changes; ++k) {
    words[count++] = "--set";
    words[count++] = e->changed->changes[k];
  }
  if (dup2(log, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0) execv(g->program, (char *const *)words);
  _exit(NOT_STARTED);
}

// What it says goes to a file beside its run. The picture of an older run is none of this one.
static bool start(gallery *g, entry *e) {
  char out[PATH_ROOM], name[PATH_ROOM], older[PATH_ROOM];
  if (snprintf(out, sizeof out, "%s/%s", g->out, e->name) >= PATH_ROOM ||
      snprintf(name, sizeof name, "%s/%s.log", g->out, e->name) >= PATH_ROOM ||
      snprintf(older, sizeof older, "%s/%s/%s", g->out, e->name, PICTURE) >= PATH_ROOM) {
    complain("%s/%s: the path is too long, expected less than %d bytes", g->out, e->name, PATH_ROOM);
    return false;
  }
  int log = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (log < 0) {
    complain("%s: cannot be written: %s", name, strerror(errno));
    return false;
  }
  unlink(older);
  fflush(stdout);
  fflush(stderr);
  e->process = fork();
  if (e->process == 0) run_child(g, e, out, log);
  e->began = clock_seconds();
  close(log);
  if (e->process > 0) return true;
  complain("cannot start %s: %s", g->program, strerror(errno));
  e->process = 0;
  return false;
}

static const char *outcome_of(const entry *e) {
  switch (e->code) {
  case EXIT_DONE:
    return "passed";
  case EXIT_EXPECTATION:
    return "FAILED: an expectation does not hold";
  case EXIT_COULD_NOT_GO_ON:
    return "FAILED: the simulation could not go on";
  case EXIT_BAD_INPUT:
  case NOT_STARTED:
    return "FAILED: it could not be run";
  default:
    return "FAILED: ended by a signal";
  }
}

static void tell_end(const gallery *g, const entry *e) {
  if (g->terminal) fputs("\r\033[K", stderr);
  printf("%-24s %7.1f s  %s\n", e->name, e->took, outcome_of(e));
  if (e->code != EXIT_DONE) printf("%-24s look at %s/%s.log\n", "", g->out, e->name);
  fflush(stdout);
}

// Takes note of those that have ended; how many still run.
static int look_after(gallery *g) {
  int running = 0;
  for (int i = 0; i < g->count; ++i) {
    entry *e = &g->entries[i];
    int status;
    if (e->process == 0) continue;
    pid_t ended = waitpid(e->process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) {
      ++running;
      continue;
    }
    e->process = 0;
    e->took = clock_seconds() - e->began;
    e->code = ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_SIGNAL;
    tell_end(g, e);
  }
  return running;
}

static void tell_progress(const gallery *g) {
  char line[160];
  int done = 0, length = 0;
  if (!g->terminal) return;
  for (int i = 0; i < g->count; ++i) done += g->entries[i].code >= 0;
  length = snprintf(line, sizeof line, "%d of %d done; running", done, g->count);
  for (int i = 0; i < g->count && length < (int)sizeof line - 40; ++i)
    if (g->entries[i].process != 0)
      length += snprintf(line + length, sizeof line - (size_t)length, " %.20s (%.0f s)", g->entries[i].name,
          clock_seconds() - g->entries[i].began);
  fprintf(stderr, "\r%.*s\033[K", 78, line);
  fflush(stderr);
}

static void end_all(const gallery *g) {
  for (int i = 0; i < g->count; ++i)
    if (g->entries[i].process != 0) kill(g->entries[i].process, SIGTERM);
}

// As many at once as there are processors. False where one could not be started.
static bool run_all(gallery *g) {
  int jobs = g->settings->jobs > 0 ? g->settings->jobs : (int)sysconf(_SC_NPROCESSORS_ONLN), next = 0;
  bool good = true, ending = false;
  for (;;) {
    int running = look_after(g);
    while (good && interrupted() == 0 && running < jobs && next < g->count) {
      good = start(g, &g->entries[next]);
      ++next;
      ++running;
    }
    if ((interrupted() != 0 || !good) && !ending) {
      end_all(g); // each ends its run folder whole
      ending = true;
    }
    if (running == 0 && (ending || next == g->count)) break;
    tell_progress(g);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  }
  if (g->terminal) fputs("\r\033[K", stderr);
  return good;
}

// ---------------------------------------------------------------- the page

// A picture of each run at the moment that tells most. Without a browser the page has none.
static void draw_all(const gallery *g) {
  for (int i = 0; i < g->count && interrupted() == 0; ++i) {
    const entry *e = &g->entries[i];
    char given[PATH_ROOM], out[PATH_ROOM], report[PATH_MAX];
    if (e->code != EXIT_DONE && e->code != EXIT_EXPECTATION) continue;
    if (snprintf(given, sizeof given, "%s/%s/report.html", g->out, e->name) >= PATH_ROOM ||
        snprintf(out, sizeof out, "%s/%s/%s", g->out, e->name, PICTURE) >= PATH_ROOM ||
        realpath(given, report) == NULL)
      continue;
    if (g->terminal) fprintf(stderr, "\rdrawing %d of %d\033[K", i + 1, g->count);
    picture wanted = {.report = report, .wanted = "picture=moment", .width = 960, .height = 600, .out = out};
    if (!draw_picture(&wanted)) break;
  }
  if (g->terminal) fputs("\r\033[K", stderr);
}

// Whether it left a run folder: also where it was asked to end (128 and the signal).
static bool has_run(const entry *e) {
  return e->code == EXIT_DONE || e->code == EXIT_EXPECTATION || e->code == EXIT_COULD_NOT_GO_ON ||
         e->code > EXIT_SIGNAL;
}

// How it failed, and the last that it said.
static char *describe_failure(const gallery *g, const entry *e) {
  char name[PATH_ROOM], line[PATH_ROOM], said[PATH_ROOM] = "";
  const char *outcome = e->code < 0 ? "it was not begun" : outcome_of(e);
  if (e->code >= 0 && snprintf(name, sizeof name, "%s/%s.log", g->out, e->name) < PATH_ROOM) {
    FILE *log = fopen(name, "r");
    while (log != NULL && fgets(line, sizeof line, log) != NULL)
      if (line[0] != '\n') memcpy(said, line, strlen(line) + 1);
    if (log != NULL) fclose(log);
    said[strcspn(said, "\n")] = '\0';
  }
  size_t size = strlen(outcome) + strlen(said) + 3;
  char *text = malloc(size);
  if (text != NULL) snprintf(text, size, "%s%s%s", outcome, said[0] != '\0' ? ": " : "", said);
  return text;
}

static bool write_page(const gallery *g) {
  vt_gallery_run runs[MAX_SCENES];
  char *failures[MAX_SCENES] = {NULL}, title[80];
  vt_error error = {0};
  int passed = 0;
  for (int i = 0; i < g->count; ++i) {
    const entry *e = &g->entries[i];
    passed += e->code == EXIT_DONE;
    if (!has_run(e)) failures[i] = describe_failure(g, e);
    runs[i] = (vt_gallery_run){e->name, has_run(e)            ? NULL
                                        : failures[i] != NULL ? failures[i]
                                                              : outcome_of(e)};
  }
  snprintf(title, sizeof title, "Ventouse: gallery, %d of %d passed", passed, g->count);
  bool good = vt_gallery_write(g->out, title, runs, g->count, &error);
  for (int i = 0; i < g->count; ++i) free(failures[i]);
  if (!good) complain("%s", error.message);
  return good;
}

// The worst of all: a run that could not be before one that failed.
static int code_of(const gallery *g) {
  int code = EXIT_DONE;
  for (int i = 0; i < g->count; ++i) {
    int own = g->entries[i].code < 0 ? EXIT_BAD_INPUT : g->entries[i].code;
    code = own > code ? own : code;
  }
  return code;
}

static void tell_scene(const entry *e) {
  printf("%-24s %s", e->name, e->path);
  for (int k = 0; e->changed != NULL && k < e->changed->change_count; ++k)
    printf(" --set \"%s\"", e->changed->changes[k]);
  printf("\n");
}

static int make_gallery(gallery *g) {
  if (!find_scenes(g)) return EXIT_BAD_INPUT;
  if (g->settings->list) {
    for (int i = 0; i < g->count; ++i) tell_scene(&g->entries[i]);
    return EXIT_DONE;
  }
  ssize_t length = readlink("/proc/self/exe", g->program, sizeof g->program - 1);
  if (length <= 0 || length == (ssize_t)sizeof g->program - 1) {
    complain("cannot find this program: %s", length < 0 ? strerror(errno) : "its path is too long");
    return EXIT_BAD_INPUT;
  }
  if (!make_folders(g->out)) return EXIT_BAD_INPUT;
  g->program[length] = '\0';
  watch_interrupts();
  if (!run_all(g)) return EXIT_BAD_INPUT;
  if (!g->settings->plain) draw_all(g);
  if (!write_page(g)) return EXIT_BAD_INPUT;
  printf("look at %s/index.html\n", g->out);
  return interrupted() != 0 ? EXIT_SIGNAL + interrupted() : code_of(g);
}

static int run_gallery(const command *self, int argc, char **argv) {
  gallery_settings settings = {0};
  const char *none;
  int code = EXIT_BAD_INPUT;
  if (parse_options(self, argc, argv, &settings, &none)) {
    gallery *g = calloc(1, sizeof *g);
    if (g == NULL) complain("out of memory");
    if (g != NULL) {
      g->settings = &settings;
      g->out = settings.out != NULL ? settings.out : "runs/gallery";
      g->terminal = isatty(STDERR_FILENO);
      code = make_gallery(g);
      for (int i = 0; i < g->count; ++i) drop_entry(&g->entries[i]);
      case_list_free(&g->cases);
    }
    free(g);
  }
  free_options(self, &settings);
  return code;
}

static const option options[] = {
    {"only", "NAME", OPTION_LIST, offsetof(gallery_settings, only),
        "a scene by the name of its file, or a case, that is wanted; may be repeated; all otherwise"},
    {"out", "DIR", OPTION_TEXT, offsetof(gallery_settings, out),
        "folder of the page and of all runs; runs/gallery otherwise"},
    {"jobs", "N", OPTION_COUNT, offsetof(gallery_settings, jobs),
        "scenes that are run at once; as many as there are processors otherwise"},
    {"scenes", "DIR", OPTION_TEXT, offsetof(gallery_settings, scenes),
        "folder of the scenes, in place of the installed one"},
    {"list", NULL, OPTION_FLAG, offsetof(gallery_settings, list), "lists the scenes and runs none"},
    {"plain", NULL, OPTION_FLAG, offsetof(gallery_settings, plain), "draws no pictures"},
};

const command gallery_command = {.name = "gallery",
    .summary = "Runs all scenes, or some, and makes a page of them",
    .details =
        "Every scene is run as by `ventouse run`, several at once, and so is every case of cases.txt, which\n"
        "lies beside them: a scene with attributes changed as by --set. DIR/index.html has a picture of "
        "each\n"
        "at the moment when suction is strongest, its outcome, curves and timing. Pictures are drawn as by\n"
        "`ventouse render`. Ctrl-C ends all runs and makes the page of what there is.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_gallery};
