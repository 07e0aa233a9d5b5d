// `ventouse solve-contact`: solves a contact problem from a file.
#define _POSIX_C_SOURCE 200809L // mkstemp, fchmod
#include "command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct solve_settings {
  double tolerance; // 0: the default
  int iterations;   // 0: the default
  const char *out;
} solve_settings;

// How the contacts are at the solution. A contact slips where friction is at its limit, up to a millionth.
typedef struct contact_counts {
  int open, sticking, slipping;
} contact_counts;

static contact_counts count_contacts(const vt_contact_problem *problem, const double *f) {
  contact_counts counts = {0};
  for (int i = 0; i < problem->contact_count; ++i) {
    double normal = f[3 * i], tangent = hypot(f[3 * i + 1], f[3 * i + 2]);
    if (normal <= 0)
      ++counts.open;
    else if (tangent >= (1 - 1e-6) * problem->friction[i] * normal)
      ++counts.slipping;
    else
      ++counts.sticking;
  }
  return counts;
}

// One contact per line: normal force and the two tangential ones, to the last bit.
static bool write_forces(FILE *file, int contacts, const double *f) {
  for (int i = 0; i < contacts; ++i)
    fprintf(file, "%.17g %.17g %.17g\n", f[3 * i], f[3 * i + 1], f[3 * i + 2]);
  return fflush(file) == 0 && ferror(file) == 0;
}

// Into a file beside its place that is then renamed, so that it is whole or as before. What is there and no
// plain file, such as a pipe, is written to as it is.
static bool save_forces(const char *path, int contacts, const double *f) {
  struct stat facts;
  bool special = stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
  size_t size = strlen(path) + 16;
  char *aside = malloc(size);
  if (aside == NULL) {
    complain("out of memory");
    return false;
  }
  snprintf(aside, size, "%s.XXXXXX", path);
  int number = special ? -1 : mkstemp(aside);
  FILE *file = special ? fopen(path, "w") : number >= 0 ? fdopen(number, "w") : NULL;
  mode_t mask = umask(0);
  umask(mask);
  bool made = special || number >= 0;
  bool good = file != NULL && (special || fchmod(number, 0666 & ~mask) == 0);
  good = good && write_forces(file, contacts, f);
  if (file != NULL) good = fclose(file) == 0 && good;
  good = good && (special || rename(aside, path) == 0);
  int reason = errno;
  if (!good && !special && made) unlink(aside);
  if (!good) complain("%s: cannot write: %s", path, strerror(reason));
  free(aside);
  return good;
}

// The outcome, then the forces where no file takes them; as comments there, so that
// other programs can read on.
static int tell(const solve_settings *settings, const vt_contact_problem *problem, const double *f,
    const vt_contact_result *result) {
  int contacts = problem->contact_count;
  contact_counts counts = count_contacts(problem, f);
  const char *mark = settings->out == NULL ? "# " : "";
  if (settings->out != NULL && !save_forces(settings->out, contacts, f)) return EXIT_BAD_INPUT;
  printf("%s%s after %d iteration%s, residual %.3g\n", mark,
      result->converged ? "converged" : "not converged", result->iterations,
      result->iterations == 1 ? "" : "s", result->residual);
  printf("%s%d contact%s: %d open, %d sticking, %d slipping\n", mark, contacts, contacts == 1 ? "" : "s",
      counts.open, counts.sticking, counts.slipping);
  errno = 0;
  if (settings->out == NULL && !write_forces(stdout, contacts, f) && errno != EPIPE) {
    complain("cannot write to standard output: %s", strerror(errno));
    return EXIT_BAD_INPUT;
  }
  if (result->converged) return EXIT_DONE;
  fflush(stdout);
  complain("not converged: residual %.3g after %d iterations", result->residual, result->iterations);
  return EXIT_COULD_NOT_GO_ON;
}

static int solve(const solve_settings *settings, const char *path) {
  vt_error error = {0};
  vt_contact_options options = vt_contact_options_default();
  if (settings->tolerance > 0) options.tolerance = settings->tolerance;
  if (settings->iterations > 0) options.iterations = settings->iterations;
  vt_contact_problem *problem = vt_contact_problem_load(path, &error);
  double *f = problem == NULL ? NULL : calloc(3 * (size_t)problem->contact_count + 1, sizeof *f);
  vt_contact_result result;
  int code = EXIT_BAD_INPUT;
  if (problem != NULL && f == NULL)
    complain("out of memory");
  else if (problem == NULL || !vt_solve_contact(problem, &options, f, &result, &error))
    complain("%s", error.message);
  else
    code = tell(settings, problem, f, &result);
  free(f);
  vt_contact_problem_destroy(problem);
  return code;
}

static int run_solve(const command *self, int argc, char **argv) {
  solve_settings settings = {0};
  const char *path;
  if (!parse_options(self, argc, argv, &settings, &path)) return EXIT_BAD_INPUT;
  return solve(&settings, path);
}

static const option options[] = {
    {"tolerance", "T", OPTION_NUMBER, offsetof(solve_settings, tolerance),
        "largest residual, relative to the largest force; 1e-8 otherwise"},
    {"iterations", "N", OPTION_COUNT, offsetof(solve_settings, iterations),
        "iterations at most; 10000 otherwise"},
    {"out", "FILE", OPTION_TEXT, offsetof(solve_settings, out),
        "file for the forces, in place of standard output"},
};

const command solve_contact_command = {.name = "solve-contact",
    .argument = "FILE",
    .summary = "Solves a contact problem from a file",
    .details = "The file has the text format of Siconos's test problems: a compliance matrix, free gaps and\n"
               "friction coefficients. The forces come one contact per line, the normal one first. The exit\n"
               "code is 0 if the solution converged and 3 if it did not.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_solve};
