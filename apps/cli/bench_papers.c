// The papers' tables of computation times with ours beside theirs: Tables 1 and 2 of the 2022 paper, Tables
// 4.2 and 4.3 of the thesis. Theirs are of other machines (an i9-9980HK of 2019, an i7-7820HQ), of steps of
// 10 ms and at most 50 sweeps; ours are of one core, and solved.
#include "bench_papers.h"
#include "bench_run.h"
#include "command.h"

#include <math.h>
#include <stdio.h>

enum { WINDOW = 150, BEFORE = 25 };

// A row of a paper, and the scene of the gallery that is it.
typedef struct paper_row {
  const char *name;
  const char *scene;
  const char *change;                      // as with --set; NULL: none
  double nodes, collision_nodes, rows, ms; // theirs; 0: not told
} paper_row;

typedef struct paper_table {
  const char *name, *title;
  bool from_start; // the first 150 steps; else from 25 before the first with a cavity on
  bool sweep;      // one scene on finer and finer meshes: time grows with a power of the rows
  int count;
  const paper_row *rows;
} paper_table;

static const paper_row table_1[] = {{"ground", "ground.xml", NULL, 434, 135, 122.75, 38.51},
    {"soft cube", "soft_cube.xml", NULL, 820, 325, 111.96, 56.55},
    {"bunny", "bunny.xml", NULL, 434, 572, 182.00, 67.59},
    {"toy", "pop_up_toy.xml", NULL, 628, 212, 234.72, 86.48},
    {"robot", "pick_and_place.xml", NULL, 434, 507, 262.64, 87.96},
    {"cube halves", "contact/jelly_halves.xml", NULL, 644, 801, 705.16, 390.04},
    {"tentacle", "tentacle.xml", NULL, 1585, 2044, 249.70, 427.61}};

static const paper_row table_2[] = {{"cube of 8", "rigid_cube.xml", NULL, 434, 135, 123.52, 37.17},
    {"cube of 98", "rigid_cube.xml", "cube.mesh=../meshes/cube_60_k4.obj", 434, 225, 229.22, 74.00},
    {"cube of 218", "rigid_cube.xml", "cube.mesh=../meshes/cube_60_k6.obj", 434, 360, 322.91, 127.42},
    {"cube of 866", "rigid_cube.xml", "cube.mesh=../meshes/cube_60_k12.obj", 434, 991, 674.60, 475.36},
    {"cube of 1736", "rigid_cube.xml", "cube.mesh=../meshes/cube_60_k17.obj", 434, 1817, 1022.85, 1185.12}};

static const paper_row table_4_2[] = {{"static plane", "thesis_pull.xml", NULL, 576, 0, 2406.41, 451.39},
    {"rigid bunny", "bunny.xml", NULL, 576, 0, 2707.56, 678.19},
    {"static sphere", "thesis_pull.xml", "surface.mesh=../meshes/cap_r60.obj", 576, 0, 4527.12, 827.68},
    {"rigid cube", "thesis_masses.xml", NULL, 576, 0, 3164.74, 910.04},
    {"octopus arm", "octopus_arm.xml", NULL, 731, 0, 878.01, 300.15},
    {"toy", "pop_up_toy.xml", NULL, 576, 0, 1444.31, 477.74},
    {"soft cube", "deformable_cube.xml", NULL, 576, 0, 3361.09, 1498.57},
    {"dart", "dart.xml", NULL, 723, 0, 2686.25, 1133.17}};

static const paper_row table_4_3[] = {
    {"cup of 125", "thesis_masses.xml", "cup.mesh=../meshes/cup_small_n125.msh", 125, 0, 452.93, 52.95},
    {"cup of 203", "thesis_masses.xml", "cup.mesh=../meshes/cup_small_n203.msh", 203, 0, 996.07, 132.82},
    {"cup of 363", "thesis_masses.xml", "cup.mesh=../meshes/cup_small_n363.msh", 363, 0, 2294.55, 486.40},
    {"cup of 576", "thesis_masses.xml", NULL, 576, 0, 3450.77, 993.11}};

#define ROWS(list) sizeof(list) / sizeof(list)[0], list
static const paper_table tables[BENCH_TABLES] = {
    {"table_1", "2022 paper, Table 1: 150 steps around the suction", false, false, ROWS(table_1)},
    {"table_2", "2022 paper, Table 2: a rigid cube with a finer and finer surface", false, true,
        ROWS(table_2)},
    {"table_4_2", "thesis, Table 4.2: the first 150 steps", true, false, ROWS(table_4_2)},
    {"table_4_3", "thesis, Table 4.3: a rigid cube and finer and finer cups", true, true, ROWS(table_4_3)}};
#undef ROWS

// What a row came to.
typedef struct paper_outcome {
  bench_mean mean;
  int nodes, collision_nodes, steps;
  double dt;             // s
  long long unconverged; // of all steps taken
} paper_outcome;

const char *bench_table_name(int table) { return tables[table].name; }

static bool measure(const bench_papers_settings *settings, const paper_table *table, const paper_row *row,
    paper_outcome *out, vt_error *error) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", settings->folder, row->scene);
  bench_limits limits = {.max_steps = table->from_start ? WINDOW : settings->steps,
      .window = table->from_start ? 0 : WINDOW,
      .before = BEFORE,
      .seconds = settings->seconds};
  if (settings->steps > 0 && settings->steps < limits.max_steps) limits.max_steps = settings->steps;
  bench_run run;
  bool good = bench_run_scene(path, &row->change, row->change != NULL, &limits, &run, error);
  if (good) {
    int first = table->from_start ? 0 : bench_window(&run, BEFORE);
    *out = (paper_outcome){bench_mean_of(&run, first, run.count), run.nodes, run.collision_nodes,
        run.count - first, run.dt, run.unconverged};
  }
  bench_run_free(&run);
  return good;
}

static void print_json(const bench_papers_settings *settings, const paper_table *table, const paper_row *row,
    const paper_outcome *out, bool first) {
  const bench_mean *mean = &out->mean;
  printf("%s  {\"table\": \"%s\", \"scene\": \"%s\", \"steps\": %d, \"nodes\": %d, \"collision_nodes\": %d, "
         "\"rows_mean\": %.6g, \"dt\": %.6g, \"mean_ms\": {",
      first ? "" : ",\n", table->name, row->name, out->steps, out->nodes, out->collision_nodes, mean->rows,
      out->dt);
  for (int k = 0; k < STAGES; ++k)
    printf("%s\"%s\": %.6g", k > 0 ? ", " : "", bench_stage_names[k], mean->stage[k]);
  printf("}, \"worst_ms\": %.6g, \"realtime_factor\": %.6g, \"unconverged\": %lld", mean->worst_ms,
      1e3 * out->dt / mean->ms, out->unconverged);
  if (settings->yardstick > 0)
    printf(", \"yardstick_ms\": %.6g, \"mean_yardsticks\": %.6g", settings->yardstick,
        mean->ms / settings->yardstick);
  printf(", \"paper\": {\"nodes\": %g, \"collision_nodes\": %g, \"rows\": %g, \"ms\": %g}}", row->nodes,
      row->collision_nodes, row->rows, row->ms);
}

static void print_head(const paper_table *table) {
  printf("%s.\nProcessor time of one thread, means in ms; real: real-time factor; in Y: in yardsticks:\n"
         "  %-15s %5s %5s %5s %7s %7s %6s %6s %6s %6s %6s %6s %6s %6s | %6s %7s %8s %6s\n",
      table->title, "scene", "nodes", "coll.", "rows", "total", "worst", "free", "coll.", "cavity", "compl.",
      "solve", "rest", "real", "in Y", "theirs", "rows", "total", "/ ours");
}

static void print_line(
    const bench_papers_settings *settings, const paper_row *row, const paper_outcome *out) {
  const bench_mean *m = &out->mean;
  printf("  %-15s %5d %5d %5.0f %7.2f %7.1f", row->name, out->nodes, out->collision_nodes, m->rows, m->ms,
      m->worst_ms);
  for (int k = 0; k < TOTAL; ++k) printf(" %6.2f", m->stage[k]);
  printf(" %6.2f", 1e3 * out->dt / m->ms);
  if (settings->yardstick > 0)
    printf(" %6.2f", m->ms / settings->yardstick);
  else
    printf(" %6s", "-");
  printf(" | %6.0f %7.0f %8.2f %6.0f", row->nodes, row->rows, row->ms, row->ms / m->ms);
  if (out->steps < WINDOW) printf("  (%d steps)", out->steps);
  if (out->unconverged > 0) printf("  (%lld unconverged)", out->unconverged);
  printf("\n");
}

// The power of x that y grows with, by least squares.
static double exponent(const double *x, const double *y, int count) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < count; ++i) {
    double a = log(x[i]), b = log(y[i]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

enum { MAX_ROWS = 16 };

int bench_table(const bench_papers_settings *settings, int index, bool first) {
  const paper_table *table = &tables[index];
  double rows[MAX_ROWS], ms[MAX_ROWS], their_rows[MAX_ROWS], their_ms[MAX_ROWS];
  if (!settings->json) print_head(table);
  for (int i = 0; i < table->count; ++i, first = false) {
    const paper_row *row = &table->rows[i];
    paper_outcome out = {0};
    vt_error error = {0};
    if (!measure(settings, table, row, &out, &error)) {
      complain("%s", error.message);
      return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
    }
    if (settings->json)
      print_json(settings, table, row, &out, first);
    else
      print_line(settings, row, &out);
    fflush(stdout);
    rows[i] = out.mean.rows;
    ms[i] = out.mean.ms;
    their_rows[i] = row->rows;
    their_ms[i] = row->ms;
  }
  if (table->sweep && !settings->json)
    printf("  time grows with rows to the power of %.2f; theirs %.2f\n", exponent(rows, ms, table->count),
        exponent(their_rows, their_ms, table->count));
  return EXIT_DONE;
}
