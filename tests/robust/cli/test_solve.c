// `ventouse solve-contact` from outside: what it prints and writes, its exit codes, and what it refuses.
#include "check.h"
#include "refused.h"
#include "spawn.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static outcome o;

static const char *const dense = "solve-contact " VT_SOURCE_DIR "/tests/unit/solver/files/three_dense.dat";
static const char *const blocks = "solve-contact " VT_SOURCE_DIR "/tests/unit/solver/files/three_blocks.dat";

static const char *with(const char *arguments, const char *more) {
  static char text[1200];
  snprintf(text, sizeof text, "%s %s", arguments, more);
  return text;
}

// The three contacts of the exact case: f = (1, -0.1, -0.3) / (1, sqrt(10), sqrt(10)) each.
static void check_forces(const char *text) {
  double f[9] = {0};
  CHECK(text != NULL && sscanf(text, "%lf %lf %lf\n%lf %lf %lf\n%lf %lf %lf\n", f, f + 1, f + 2, f + 3, f + 4,
                            f + 5, f + 6, f + 7, f + 8) == 9);
  CHECK(text != NULL && count_lines(text) == 3);
  for (int i = 0; i < 9; i += 3) {
    CHECK_NEAR(f[i], 1, 1e-12);
    CHECK_NEAR(f[i + 1], -0.1 / sqrt(10), 1e-12);
    CHECK_NEAR(f[i + 2], -0.3 / sqrt(10), 1e-12);
  }
}

static void test_good(void) {
  o = run(dense);
  CHECK(o.code == 0 && o.err[0] == '\0' && count_lines(o.out) == 5);
  CHECK(strncmp(o.out, "# converged after ", 18) == 0);
  CHECK_CONTAINS(o.out, "\n# 3 contacts: 0 open, 0 sticking, 3 slipping\n");
  const char *forces = strstr(o.out, "slipping\n");
  if (forces != NULL) check_forces(forces + 9);
  write_file("forces.txt", "an older file\n");
  o = run(with(blocks, "--out forces.txt"));
  CHECK(o.code == 0 && o.err[0] == '\0' && count_lines(o.out) == 2);
  CHECK(strncmp(o.out, "converged after ", 16) == 0);
  char *text = read_file("forces.txt");
  check_forces(text);
  free(text);
  struct stat facts;
  CHECK(stat("forces.txt", &facts) == 0 && (facts.st_mode & 0444) == 0444);
  // One contact of each kind: it opens, it sticks, it slips. W is the identity.
  write_file("kinds.dat", "3 3 1 9 9 3 3 3 3 6 9 3 6 9 4 3 0 1 2 3 0 1 2\n"
                          "0 1 0 0 0 1 0 0 0 1  1 1 0 0 0 1 0 0 0 1  2 1 0 0 0 1 0 0 0 1\n"
                          "1 1 0  -1 0.2 0  -1 0 -2\n0.5 0.5 0.5\n");
  o = run("solve-contact kinds.dat");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "# 3 contacts: 1 open, 1 sticking, 1 slipping\n0 0 0\n1 -0.2");
  // Without contacts there is nothing to do; without friction everything slips.
  write_file("smooth.dat", "3 1 0 3 3 3 3 2 0 0 0 2 0 0 0 2 -1 0 0 0\n");
  o = run("solve-contact smooth.dat");
  CHECK_CONTAINS(o.out, "# 1 contact: 0 open, 0 sticking, 1 slipping\n0.5 0 0\n");
}

// Two contacts that press on each other take more than one iteration.
static void test_not_converged(void) {
  write_file("coupled.dat", "3 2 0 6 6 6 6\n"
                            "1 0 0 .9 0 0  0 1 0 0 .9 0  0 0 1 0 0 .9\n"
                            ".9 0 0 1 0 0  0 .9 0 0 1 0  0 0 .9 0 0 1\n"
                            "-1 .2 0 -1 0 .1  .3 .3\n");
  o = run("solve-contact coupled.dat --out f.txt --iterations 1");
  CHECK(o.code == 3 && count_lines(o.err) == 1);
  CHECK_CONTAINS(o.err, "ventouse: not converged: residual ");
  CHECK_CONTAINS(o.out, "not converged after 1 iteration, residual ");
  char *text = read_file("f.txt");
  CHECK(text != NULL && count_lines(text) == 2);
  free(text);
  o = run("solve-contact coupled.dat --tolerance 0.5");
  CHECK(o.code == 0);
  int few = 0, many = 0;
  CHECK(sscanf(o.out, "# converged after %d", &few) == 1);
  o = run("solve-contact coupled.dat --tolerance 1e-12");
  CHECK(o.code == 0 && sscanf(o.out, "# converged after %d", &many) == 1);
  CHECK(few < many);
}

static void test_bad(void) {
  refuse("solve-contact", "found no FILE");
  refuse("solve-contact missing.dat", "missing.dat");
  refuse(with(dense, "--tolerance 0"), "--tolerance: found \"0\"");
  refuse(with(dense, "--tolerance small"), "--tolerance: found \"small\"");
  refuse(with(dense, "--iterations 1.5"), "--iterations: found \"1.5\"");
  refuse(with(dense, "--tolerence 1"), "did you mean --tolerance?");
  refuse(with(dense, "--out nowhere/f.txt"), "nowhere/f.txt: cannot write: No such file");
  refuse(with(dense, "--out ."), "cannot write");
  refuse("slove-contact x", "did you mean \"solve-contact\"");
  write_file("short.dat", "3 1 0 3 3 3 3 1 0 0\n");
  refuse("solve-contact short.dat", "short.dat");
  write_file("word.dat", "3 one 0\n");
  refuse("solve-contact word.dat", "word.dat");
  write_file("flat.dat", "3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 -0.5\n");
  refuse("solve-contact flat.dat", "friction");
  refuse("solve-contact .", ".:");
}

// A file that cannot be written whole leaves the older one.
static void test_full_disk(void) {
  write_file("kept.txt", "precious\n");
  int before = count_entries(".");
  o = finish(start(with(dense, "--out kept.txt"), -1, 100));
  CHECK(o.code == 2);
  CHECK_CONTAINS(o.err, "kept.txt: cannot write: File too large");
  char *text = read_file("kept.txt");
  CHECK(text != NULL && strcmp(text, "precious\n") == 0);
  free(text);
  CHECK(count_entries(".") == before);
  int full = open("/dev/full", O_WRONLY);
  o = finish(start(dense, full, 0));
  CHECK(o.code == 2);
  CHECK_CONTAINS(o.err, "standard output");
  close(full);
}

int main(int argc, char **argv) {
  begin(argc, argv);
  test_good();
  test_not_converged();
  test_bad();
  test_full_disk();
  end();
  return check_report();
}
