// The program in trouble: a full disk, a closed pipe, Ctrl-C, a killed process, a terminal.
#define _GNU_SOURCE // posix_openpt
#include "check.h"
#include "spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static outcome o;

static void test_full_disk(void) {
  o = run("run short.xml --quiet --out full"); // an older run that must survive
  CHECK(o.code == 0);
  char *old = read_file("full/summary.json");
  o = finish(start("run short.xml --quiet --out full", -1, 1500));
  CHECK(o.code == 2 && o.signal == 0);
  CHECK(count_lines(o.err) == 1);
  CHECK_CONTAINS(o.err, "cannot write: File too large");
  char *after = read_file("full/summary.json");
  CHECK(old != NULL && after != NULL && strcmp(old, after) == 0);
  free(old);
  free(after);
  int before = count_entries(".");
  o = finish(start("run short.xml --quiet --out new/deep/run --vtu", -1, 1500));
  CHECK(o.code == 2);
  CHECK(count_entries(".") == before); // not even the folders above it
  int full = open("/dev/full", O_WRONLY);
  o = finish(start("help", full, 0));
  CHECK(o.code == 2);
  CHECK_CONTAINS(o.err, "standard output");
  close(full);
}

// Nobody reads what the program prints: the run goes on and its folder is whole.
static void test_closed_pipe(void) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  pid_t child = start("run short.xml --out piped", ends[1], 0);
  close(ends[1]);
  close(ends[0]);
  o = finish(child);
  CHECK(o.code == 0 && o.signal == 0 && strstr(o.err, "ventouse: ") == NULL);
  CHECK(exists("piped/summary.json"));
}

static void test_interrupt(int number, int code, const char *name) {
  char arguments[100], path[100];
  snprintf(arguments, sizeof arguments, "run long.xml --quiet --out %s/run", name);
  pid_t child = start(arguments, -1, 0);
  CHECK(wait_for_partial(name, "bodies.csv", 1));
  kill(child, number);
  o = finish(child);
  CHECK(o.code == code && o.signal == 0);
  CHECK(count_lines(o.err) == 1);
  CHECK_CONTAINS(o.err, "long.xml: interrupted at ");
  CHECK(count_entries(name) == 1);
  snprintf(path, sizeof path, "%s/run/summary.json", name);
  char *summary = read_file(path);
  CHECK_CONTAINS(summary, "\"failure\": \"interrupted at ");
  free(summary);
}

// Soft and rigid bodies inside each other, nearly rigid: the first step takes seconds.
static const char *const stuck_scene =
    "<scene dt='0.0123' duration='0.05'><contact friction='1'/><material name='m' young='2.9e11' "
    "poisson='0'/>"
    "<deformable name='a' material='m' mass='1e-4'><box size='0.02 0.02 0.02' cells='4 4 4'/></deformable>"
    "<deformable name='b' material='m' mass='0.067' position='0.003 0.001 0.002'>"
    "<box size='0.02 0.02 0.02' cells='4 4 4'/></deformable>"
    "<rigid name='c' mass='0.067' position='0.001 0.002 0.003'><box size='0.01 0.01 0.01'/></rigid>"
    "<fixed name='d' position='0 0 -0.015'><box size='0.1 0.1 0.02'/></fixed></scene>";

// A body whose matrix takes seconds to factor, once.
static const char *const large_scene =
    "<scene dt='0.01' duration='0.05'><material name='m' young='1e5' poisson='0.3'/>"
    "<deformable name='a' material='m'><box size='0.1 0.1 0.1' cells='30 30 30'/></deformable></scene>";

static double seconds(struct timespec t) { return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }

// s
static double user_and_system(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
         1e-6 * (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
}

// Processor time from a signal to the end, s. Code under a sanitizer is four to five times as slow.
static const double answer_time = SANITIZED ? 5 : 1;

// In the middle of a long step it ends within a second of its own processor time.
static void test_interrupt_step(const char *scene) {
  write_file("stuck.xml", scene);
  pid_t child = start("run stuck.xml --quiet --out stuck/run", -1, 0);
  CHECK(wait_for_partial("stuck", "bodies.csv", 0));
  clockid_t clock;
  struct timespec before = {0}, loaded = {0};
  struct rusage sum = {0}, all = {0};
  getrusage(RUSAGE_CHILDREN, &sum);
  CHECK(clock_getcpuclockid(child, &clock) == 0);
  CHECK(clock_gettime(clock, &loaded) == 0);
  for (int k = 0; k < 1000 && seconds(before) < seconds(loaded) + 0.5; ++k) { // it is in its step
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    if (!CHECK(clock_gettime(clock, &before) == 0)) break;
  }
  kill(child, SIGTERM);
  o = finish(child);
  getrusage(RUSAGE_CHILDREN, &all);
  CHECK(user_and_system(&all) - user_and_system(&sum) - seconds(before) < answer_time);
  CHECK(o.code == 143 && o.signal == 0);
  CHECK_CONTAINS(o.err, "stuck.xml: interrupted at 0 s");
  char *summary = read_file("stuck/run/summary.json");
  CHECK_CONTAINS(summary, "\"steps\": 0");
  free(summary);
}

// While a scene and its meshes are read, which here takes some 10 s, it ends at once and leaves nothing.
static void test_interrupt_loading(void) {
  write_file("huge.xml",
      "<scene dt='0.01' duration='0.05'><material name='m' young='1e5' poisson='0.3'/><deformable name='a' "
      "material='m'><box size='0.1 0.1 0.1' cells='60 60 60'/></deformable></scene>");
  pid_t child = start("run huge.xml --quiet --out huge/run", -1, 0);
  clockid_t clock;
  struct timespec spent = {0};
  CHECK(clock_getcpuclockid(child, &clock) == 0);
  for (int k = 0; k < 1000 && seconds(spent) < 0.3; ++k) {
    nanosleep(&(struct timespec){0, 10000000}, NULL);
    if (!CHECK(clock_gettime(clock, &spent) == 0)) break;
  }
  struct rusage sum = {0}, all = {0};
  getrusage(RUSAGE_CHILDREN, &sum);
  kill(child, SIGTERM);
  o = finish(child);
  getrusage(RUSAGE_CHILDREN, &all);
  CHECK(o.signal == SIGTERM);
  CHECK(user_and_system(&all) - user_and_system(&sum) - seconds(spent) < answer_time);
  CHECK(!exists("huge"));
}

// While the report is written, of which the replay of 640,000 triangles takes seconds: the run is whole,
// without the replay. A build without the viewer has none, and is done by then.
static void test_interrupt_finishing(void) {
  write_file("wide.xml",
      "<scene dt='0.01' duration='0.02'><fixed name='a'><box size='0.1 0.1 0.1' cells='400 "
      "400 1'/></fixed></scene>");
  pid_t child = start("run wide.xml --quiet --out wide/run", -1, 0);
  CHECK(wait_for_partial("wide", "bodies.csv", 1));
  clockid_t clock;
  struct timespec spent = {0};
  struct rusage sum = {0}, all = {0};
  getrusage(RUSAGE_CHILDREN, &sum);
  CHECK(clock_getcpuclockid(child, &clock) == 0 && clock_gettime(clock, &spent) == 0);
  kill(child, SIGTERM);
  o = finish(child);
  getrusage(RUSAGE_CHILDREN, &all);
  CHECK(user_and_system(&all) - user_and_system(&sum) - seconds(spent) < answer_time);
  char *summary = read_file("wide/run/summary.json"), *page = read_file("wide/run/report.html");
  CHECK_CONTAINS(summary, "\"steps\": 2");
  if (o.code != 0) {
    CHECK(o.code == 143 && o.signal == 0);
    CHECK_CONTAINS(o.err, "wide.xml: interrupted after the last step; wide/run/report.html has no replay");
    CHECK_CONTAINS(summary, "the replay is left out");
    CHECK_CONTAINS(page, "<p>Left out: the run was asked to end");
  }
  CHECK(page != NULL && strstr(page, "replay-data") == NULL && strstr(page, "</html>") != NULL);
  CHECK(count_entries("wide") == 1 && exists("wide/run/card.html"));
  free(summary);
  free(page);
}

static void test_killed(void) {
  pid_t child = start("run long.xml --quiet --out killed/run", -1, 0);
  CHECK(wait_for_partial("killed", "bodies.csv", 1));
  kill(child, SIGKILL);
  o = finish(child);
  CHECK(o.signal == SIGKILL);
  CHECK(!exists("killed/run"));
  CHECK(count_entries("killed") == 1); // what it left behind
  o = run("run short.xml --quiet --out killed/run");
  CHECK(o.code == 0);
  CHECK(exists("killed/run/summary.json"));
  CHECK(count_entries("killed") == 1);
}

// On a terminal there is a progress line.
static void test_terminal(void) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return; // none on this system
  int far = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  if (far < 0) return;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, 1);
    dup2(far, 2);
    execl(program, program, "run", "long.xml", "--out", "seen/run", (char *)NULL);
    _exit(122);
  }
  char text[4096] = "";
  size_t size = 0;
  while (size < sizeof text - 1 && strstr(text, "real time") == NULL) {
    ssize_t got = read(terminal, text + size, sizeof text - 1 - size);
    if (got <= 0) break;
    size += (size_t)got;
    text[size] = '\0';
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  CHECK_CONTAINS(text, "% ");
  CHECK_CONTAINS(text, " of 1000 s  elapsed ");
  CHECK_CONTAINS(text, "left ");
  close(far);
  close(terminal);
}

int main(int argc, char **argv) {
  begin(argc, argv);
  write_file("short.xml", short_scene);
  write_file("long.xml", long_scene);
  test_full_disk();
  test_closed_pipe();
  test_interrupt(SIGINT, 130, "ctrl-c");
  test_interrupt(SIGTERM, 143, "term");
  test_interrupt_step(stuck_scene);
  test_interrupt_step(large_scene);
  test_interrupt_loading();
  test_interrupt_finishing();
  test_killed();
  test_terminal();
  end();
  return check_report();
}
