// A picture of a report's replay, by a headless Chromium.
#define _XOPEN_SOURCE 700 // nftw

#include "picture.h"

#include "command.h"
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 120 }; // s

static bool find_in_path(const char *name, char *found, size_t size) {
  const char *path = getenv("PATH");
  for (const char *at = path; at != NULL && *at != '\0';) {
    size_t length = strcspn(at, ":");
    snprintf(found, size, "%.*s/%s", (int)length, at, name);
    if (access(found, X_OK) == 0) return true;
    at += length + (at[length] == ':');
  }
  return false;
}

static bool find_chromium(char *found, size_t size) {
  static const char *const names[] = {
      "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"};
  const char *named = getenv("VT_CHROMIUM");
  if (named != NULL && *named != '\0') {
    snprintf(found, size, "%s", named);
    if (access(found, X_OK) == 0) return true;
    complain("VT_CHROMIUM is %s, expected a program: %s", named, strerror(errno));
    return false;
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (find_in_path(names[i], found, size)) return true;
  complain("found no Chromium to draw with, expected chromium or google-chrome in the PATH, or VT_CHROMIUM "
           "to name it");
  return false;
}

// Everything that an address gives another meaning becomes %XX.
static char *make_address(const picture *wanted) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  size_t size = 3 * strlen(wanted->report) + strlen(wanted->wanted) + 48, at = 0;
  char *address = malloc(size);
  if (address == NULL) return NULL;
  at += (size_t)snprintf(address, size, "file://");
  for (const char *c = wanted->report; *c != '\0'; ++c)
    at += (size_t)snprintf(
        address + at, size - at, strchr(plain, *c) != NULL ? "%c" : "%%%02X", (unsigned char)*c);
  snprintf(address + at, size - at, "#%s", wanted->wanted);
  return address;
}

static void run_child(char *const *arguments, const char *folder) {
  int nothing = open("/dev/null", O_RDWR);
  for (int i = 0; nothing >= 0 && i < 3; ++i) dup2(nothing, i);
  setpgid(0, 0); // so that it can be ended with all its own children
  setenv("TMPDIR", folder, 1);
  execv(arguments[0], arguments);
  _exit(127);
}

// Waits for the program; ends it when it takes too long or the user has interrupted us.
typedef enum ending { ENDED_WELL, ENDED_BADLY, ENDED_LATE, ENDED_BY_SIGNAL } ending;

static ending wait_for(pid_t child) {
  for (int tenths = 0; tenths < 10 * PATIENCE && interrupted() == 0; ++tenths) {
    int status;
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ENDED_WELL : ENDED_BADLY;
    if (ended < 0 && errno != EINTR) return ENDED_BADLY;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  kill(-child, SIGKILL);
  waitpid(child, NULL, 0);
  // Its children are not ours to wait for, and as long as they live they make files.
  for (int hundredths = 0; hundredths < 500 && kill(-child, 0) == 0; ++hundredths)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  return interrupted() != 0 ? ENDED_BY_SIGNAL : ENDED_LATE;
}

static ending run_chromium(
    const picture *wanted, const char *program, const char *address, const char *folder) {
  char screenshot[600], size[64], profile[600];
  snprintf(screenshot, sizeof screenshot, "--screenshot=%s/picture.png", folder);
  snprintf(profile, sizeof profile, "--user-data-dir=%s/profile", folder);
  snprintf(size, sizeof size, "--window-size=%d,%d", wanted->width, wanted->height);
  // Its sandbox cannot be made by the superuser, nor in most containers; the page is our own and offline.
  char *const arguments[] = {(char *)program, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
      "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--disable-gpu-vsync",
      "--no-first-run", "--disable-background-networking", "--virtual-time-budget=20000", profile, size,
      screenshot, (char *)address, NULL};
  pid_t child = fork();
  if (child == 0) run_child(arguments, folder);
  return child > 0 ? wait_for(child) : ENDED_BADLY;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about;
  (void)kind;
  (void)place;
  remove(path);
  return 0;
}

// Copies beside the target and renames, so that it is whole or as before.
static bool take_over(const char *from, const char *to) {
  size_t size = strlen(to) + 32;
  char *aside = malloc(size), block[16384];
  FILE *in = fopen(from, "rb"), *out = NULL;
  bool good = aside != NULL && in != NULL;
  if (good) {
    snprintf(aside, size, "%s.partial-%ld", to, (long)getpid());
    out = fopen(aside, "wb");
    good = out != NULL;
  }
  for (size_t count = 1; good && (count = fread(block, 1, sizeof block, in)) > 0;)
    good = fwrite(block, 1, count, out) == count;
  if (out != NULL && fclose(out) != 0) good = false;
  if (in != NULL) fclose(in);
  if (good) good = rename(aside, to) == 0;
  if (!good) {
    complain("%s: cannot write: %s", to, strerror(errno));
    if (aside != NULL && out != NULL) remove(aside);
  }
  free(aside);
  return good;
}

bool draw_picture(const picture *wanted) {
  char program[512], folder[512], made[600];
  if (!find_chromium(program, sizeof program)) return false;
  const char *where = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%.480s/ventouse-XXXXXX", where != NULL && *where != '\0' ? where : "/tmp");
  char *address = make_address(wanted);
  if (address == NULL || mkdtemp(folder) == NULL) {
    complain("cannot make a folder for Chromium: %s", strerror(errno));
    free(address);
    return false;
  }
  snprintf(made, sizeof made, "%s/picture.png", folder);
  ending end = run_chromium(wanted, program, address, folder);
  bool good = end == ENDED_WELL && access(made, R_OK) == 0;
  if (good) {
    good = take_over(made, wanted->out);
  } else if (end == ENDED_BY_SIGNAL) {
    complain("interrupted: %s is as it was", wanted->out);
  } else if (end == ENDED_LATE) {
    complain("%s drew no picture of %d x %d in %d s", program, wanted->width, wanted->height, PATIENCE);
  } else {
    complain("%s drew no picture", program);
  }
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(address);
  return good;
}
