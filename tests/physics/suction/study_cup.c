// A study, not a test: the cup on the ground for five meshes and four steps (Fig. 9 of the 2022 paper), as a
// table and a figure.
//
//     study_cup FOLDER [FIGURE.svg]    all runs; those already in the folder are not made again
//     study_cup FOLDER MESH DT_MS      one of them
//
// A run is kept as FOLDER/MESH_DT.csv.
#include "cup_rig.h"
#include "panels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUANTITIES = 4, RUNS = 19, RESULTS = 6 };
static const double until = 2.5, pulling = 0.8, weight = 0.02 * 9.81;

typedef struct run {
  const char *mesh; // n434
  double dt;        // ms
  int count;
  cup_row *rows;
  double *times, *values[QUANTITIES]; // as drawn
} run;

static void give_up(const char *what) {
  printf("study_cup: %s\n", what);
  exit(1);
}

static void make_run(const char *path, const char *mesh, double dt) {
  char name[64];
  cup_case c = cup_default();
  snprintf(name, sizeof name, "cup_35x15_%s.msh", mesh);
  c.mesh = name;
  c.dt = 1e-3 * dt;
  c.law_allowed = INFINITY;
  int count = 0;
  cup_row *rows = cup_run(&c, until, &count, NULL);
  FILE *file = fopen(path, "w");
  if (file == NULL) give_up(path);
  fprintf(file,
      "# %s "
      "%g\ntime,pressure,volume,air,area,law,hand,touch,suck,cavities,flat,blowing,id,contacts,converged,"
      "substeps,iterations,step_ms,cavity_ms\n",
      mesh, dt);
  for (int k = 0; k < count; ++k) {
    const cup_row *r = &rows[k];
    fprintf(file, "%.6f,%.6g,%.8g,%.10g,%.6g,%.8g,%.6g,%.6g,%.6g,%d,%d,%d,%d,%d,%d,%d,%d,%.4g,%.4g\n",
        r->time, r->pressure, r->volume, r->air, r->area, r->law, r->hand, r->touch, r->suck, r->cavities,
        r->flat, r->blowing, r->id, r->contacts, r->converged, r->substeps, r->iterations, r->step_ms,
        r->cavity_ms);
  }
  if (fclose(file) != 0) give_up(path);
  free(rows);
}

static bool read_run(const char *path, run *r) {
  FILE *file = fopen(path, "r");
  char line[512];
  int room = (int)lround(1e3 * until / r->dt) + 1;
  if (file == NULL) return false;
  r->rows = calloc((size_t)room, sizeof *r->rows);
  if (r->rows == NULL) give_up("no memory");
  while (r->count < room && fgets(line, sizeof line, file) != NULL) {
    cup_row w = {0};
    int converged = 0;
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%d,%d,%d,%d,%d,%d,%d,%d,%lf,%lf", &w.time,
            &w.pressure, &w.volume, &w.air, &w.area, &w.law, &w.hand, &w.touch, &w.suck, &w.cavities, &w.flat,
            &w.blowing, &w.id, &w.contacts, &converged, &w.substeps, &w.iterations, &w.step_ms,
            &w.cavity_ms) != 19)
      continue;
    w.converged = converged != 0;
    r->rows[r->count++] = w;
  }
  fclose(file);
  return r->count >= room - 1;
}

static void plan_lines(run *r) {
  r->times = calloc((size_t)r->count, sizeof(double));
  for (int q = 0; q < QUANTITIES; ++q) r->values[q] = calloc((size_t)r->count, sizeof(double));
  for (int k = 0; k < r->count; ++k) {
    const cup_row *w = &r->rows[k];
    const double shown[QUANTITIES] = {1e-3 * w->pressure, 1e9 * w->volume, 1e6 * w->air, w->hand};
    r->times[k] = w->time;
    for (int q = 0; q < QUANTITIES; ++q) r->values[q][k] = shown[q];
  }
}

// ---------------------------------------------------------------- table

static void results_of(const run *r, double *to) {
  cup_summary s = cup_sum_up(r->rows, r->count, pulling, weight);
  const double all[RESULTS] = {s.press, 1e6 * s.left, 1e9 * s.held_volume, 1e-3 * s.lowest, s.pull, s.opened};
  memcpy(to, all, sizeof all);
}

static void print_spread(const run *runs, const char *what, bool (*has)(const run *)) {
  double low[RESULTS], high[RESULTS], sum[RESULTS] = {0}, one[RESULTS];
  int count = 0;
  for (int k = 0; k < RESULTS; ++k) low[k] = INFINITY, high[k] = -INFINITY;
  for (int i = 0; i < RUNS; ++i) {
    if (!has(&runs[i])) continue;
    results_of(&runs[i], one);
    for (int k = 0; k < RESULTS; ++k)
      low[k] = fmin(low[k], one[k]), high[k] = fmax(high[k], one[k]), sum[k] += one[k];
    ++count;
  }
  printf("| *spread over %s* |", what);
  for (int k = 0; k < RESULTS; ++k) printf(" %.1f%% |", 100 * (high[k] - low[k]) * count / sum[k]);
  printf(" | |\n");
}

static bool is_linear(const run *r) { return r->mesh[0] == 'n'; }
static bool at_thirty(const run *r) { return is_linear(r) && r->dt == 30; }
static bool at_one(const run *r) { return is_linear(r) && r->dt == 1; }
static bool at_ten(const run *r) { return is_linear(r) && r->dt == 10; }
static bool of_coarsest(const run *r) { return strcmp(r->mesh, "n434") == 0; }
static bool to_ten(const run *r) { return is_linear(r) && r->dt <= 10; }

static void print_table(const run *runs) {
  printf("| mesh, step | press, N | air, umol | V, mm^3 | least P, kPa | pull-off, N | at, s | P V / n R T | "
         "unconv., redone |\n|---|---|---|---|---|---|---|---|---|\n");
  for (int i = 0; i < RUNS; ++i) {
    double one[RESULTS];
    cup_summary s = cup_sum_up(runs[i].rows, runs[i].count, pulling, weight);
    results_of(&runs[i], one);
    printf("| %s, %g ms | %.2f | %.2f | %.1f | %.2f | %.2f | %.3f | %.5f..%.5f | %d, %d |\n", runs[i].mesh,
        runs[i].dt, one[0], one[1], one[2], one[3], one[4], one[5], s.law_low, s.law_high, s.unconverged,
        s.redone);
  }
  print_spread(runs, "meshes at 30 ms", at_thirty);
  print_spread(runs, "meshes at 10 ms", at_ten);
  print_spread(runs, "meshes at 1 ms", at_one);
  print_spread(runs, "steps, n434", of_coarsest);
  print_spread(runs, "all linear ones up to 10 ms", to_ten);
  print_spread(runs, "all linear ones", is_linear);
}

// ---------------------------------------------------------------- figure

enum { COLUMNS = 4 };

// Meshes at 30, 10 and 1 ms, the finest of ten-node tetrahedra among those of 10 ms; and steps of the
// coarsest.
static bool is_drawn(const run *r, int column) {
  static const double steps[COLUMNS - 1] = {30, 10, 1};
  if (column == COLUMNS - 1) return of_coarsest(r);
  return r->dt == steps[column] && (is_linear(r) || strcmp(r->mesh, "q5197") == 0);
}

static void draw(const char *path, const run *runs) {
  static const char *const names[QUANTITIES] = {
      "pressure (kPa)", "volume (mm³)", "air (µmol)", "pull of the hand (N)"};
  static const char *const titles[COLUMNS] = {"five meshes, steps of 30 ms",
      "five meshes and one of ten-node tetrahedra, 10 ms", "five meshes, 1 ms", "434 nodes, four steps"};
  static const double low[QUANTITIES] = {30, 0, 0, -10}, high[QUANTITIES] = {105, 4000, 150, 40};
  static panel_line lines[COLUMNS][QUANTITIES][RUNS];
  static char labels[COLUMNS][RUNS][32];
  panel panels[COLUMNS][QUANTITIES];
  panel_column columns[COLUMNS];
  for (int c = 0; c < COLUMNS; ++c) {
    int count = 0;
    for (int i = 0; i < RUNS; ++i) {
      char *label = labels[c][count];
      if (!is_drawn(&runs[i], c)) continue;
      if (c == COLUMNS - 1)
        snprintf(label, sizeof labels[c][0], "%g ms", runs[i].dt);
      else
        snprintf(label, sizeof labels[c][0], "%s", runs[i].mesh);
      for (int q = 0; q < QUANTITIES; ++q)
        lines[c][q][count] = (panel_line){label, runs[i].count, runs[i].times, runs[i].values[q]};
      ++count;
    }
    for (int q = 0; q < QUANTITIES; ++q)
      panels[c][q] = (panel){names[q], low[q], high[q], count, lines[c][q]};
    columns[c] = (panel_column){titles[c], panels[c]};
  }
  if (!panels_write(path, "A cup of 35 x 15 mm on the ground: pressed by 4 mm, held, pulled at 10 mm/s",
          columns, COLUMNS, QUANTITIES, 2))
    give_up(path);
}

static const struct {
  const char *mesh;
  double dt; // ms
} cases[RUNS] = {{"n434", 30}, {"n434", 10}, {"n434", 3}, {"n434", 1}, {"n816", 30}, {"n816", 10},
    {"n816", 1}, {"n1787", 30}, {"n1787", 10}, {"n1787", 1}, {"n2676", 30}, {"n2676", 10}, {"n2676", 1},
    {"n5197", 30}, {"n5197", 10}, {"n5197", 1}, {"q816", 10}, {"q2676", 10}, {"q5197", 10}};

int main(int argc, char **argv) {
  static run runs[RUNS];
  char path[1024];
  if (argc < 2 || argc > 4) give_up("FOLDER [FIGURE.svg], or FOLDER MESH DT_MS");
  if (argc == 4) {
    snprintf(path, sizeof path, "%s/%s_%s.csv", argv[1], argv[2], argv[3]);
    make_run(path, argv[2], atof(argv[3]));
    return 0;
  }
  for (int i = 0; i < RUNS; ++i) {
    run *r = &runs[i];
    r->mesh = cases[i].mesh, r->dt = cases[i].dt;
    snprintf(path, sizeof path, "%s/%s_%g.csv", argv[1], r->mesh, r->dt);
    if (!read_run(path, r)) {
      free(r->rows);
      r->rows = NULL, r->count = 0;
      make_run(path, r->mesh, r->dt);
      if (!read_run(path, r)) give_up(path);
    }
    plan_lines(r);
  }
  print_table(runs);
  if (argc > 2) draw(argv[2], runs);
  for (int i = 0; i < RUNS; ++i) {
    free(runs[i].rows), free(runs[i].times);
    for (int q = 0; q < QUANTITIES; ++q) free(runs[i].values[q]);
  }
  return 0;
}
