// `ventouse bench`: time per step of bodies that hang, of cups that are pressed or enclose air, by mesh and
// stage, of scenes with many contacts, of the papers' scenes beside their tables, of many worlds, and of
// friction.
#include "bench_friction.h"
#include "bench_grasp.h"
#include "bench_models.h"
#include "bench_papers.h"
#include "bench_run.h"
#include "bench_scenes.h"
#include "bench_worlds.h"
#include "command.h"
#include "folders.h"
#include "yardstick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct bench_settings {
  const char *row; // the only one wanted; NULL: all
  const char *meshes, *scenes;
  const char *element;
  int steps;           // 0: as many as each row takes by itself
  int worlds, threads; // of the row of many worlds; 0: as it has them by itself
  double seconds;
  bool json;
} bench_settings;

enum { WARM_UP = 5, MEDIAN_STEPS = 100 };

// What a row is of.
typedef struct bench_case {
  enum { HANG, BLOCK, PRESS, SEAL } kind;
  const char *scene; // how a row calls it
  const char *mesh;  // file name; of a block, what it is
  vt_element element;
  int threads;
  int sectors;          // of a pressed cup's lip; of a block, cells to an edge
  vt_detector detector; // of the cavity under a cup that stands
  double aim;           // ms, total or of the search for cavities; 0: none
} bench_case;

typedef struct bench_row {
  int nodes, cells;
  long long factor;        // numbers in the Cholesky factor
  double rows, iterations; // mean number of constraint rows and of sweeps
  double ms[STAGES];       // median of each
} bench_row;

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare_numbers);
  return count % 2 == 1 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

// Steps the world and fills the medians; `samples` holds STAGES * steps numbers.
static bool measure(
    vt_world *world, int warm_up, int steps, double *samples, bench_row *row, vt_error *error) {
  for (int i = -warm_up; i < steps; ++i) {
    if (vt_world_step(world) == VT_STEP_FAILED) {
      *error = vt_world_status(world)->error;
      return false;
    }
    if (i < 0) continue;
    double ms[STAGES];
    bench_stages(world, ms);
    for (int k = 0; k < STAGES; ++k) samples[k * steps + i] = ms[k];
    row->rows += (double)vt_world_status(world)->constraints / steps;
    row->iterations += (double)vt_world_status(world)->iterations / steps;
  }
  for (int k = 0; k < STAGES; ++k) row->ms[k] = median(samples + k * steps, steps);
  return true;
}

static vt_model *make_model(const bench_case *c, const vt_mesh *mesh, vt_error *error) {
  if (c->kind == PRESS) return bench_press(mesh, c->element, c->sectors, error);
  if (c->kind == BLOCK) return bench_block(mesh, error);
  if (c->kind == SEAL) return bench_seal(mesh, c->detector, error);
  return bench_hang(mesh, c->element, error);
}

// Of a cup that does not bend: the vertices and triangles of both surfaces.
static void count_parts(const bench_case *c, const vt_model *model, const vt_world *world, bench_row *row) {
  if (c->kind != SEAL) {
    row->nodes = vt_model_node_count(model, 0);
    row->cells = vt_model_body_mesh(model, 0)->cell_count;
    row->factor = vt_model_factor_size(model, 0);
    return;
  }
  for (int b = 0; b < 2; ++b) {
    vt_surface_view surface = vt_world_collision_surface(world, b);
    row->nodes += surface.vertex_count;
    row->cells += surface.triangle_count;
  }
}

static bool measure_case(
    const bench_case *c, const char *folder, int steps, bench_row *row, vt_error *error) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", folder, c->mesh);
  double *samples = calloc((size_t)steps * STAGES, sizeof *samples);
  vt_mesh *mesh = c->kind == BLOCK ? bench_block_mesh(c->sectors, error) : vt_mesh_load(path, error);
  vt_model *model = mesh != NULL ? make_model(c, mesh, error) : NULL;
  vt_world *world = model != NULL ? vt_world_create(model, error) : NULL;
  bool good = world != NULL && samples != NULL;
  if (world != NULL && samples == NULL) {
    error->code = VT_NO_MEMORY;
    snprintf(error->message, sizeof error->message, "no memory for the times of %d steps", steps);
  }
  if (good) {
    vt_settings settings = *vt_world_settings(world);
    settings.threads = c->threads;
    count_parts(c, model, world, row);
    int warm_up = c->kind == PRESS ? (int)(bench_press_time() / settings.dt) + WARM_UP : WARM_UP;
    good =
        vt_world_set_settings(world, &settings, error) && measure(world, warm_up, steps, samples, row, error);
  }
  if (good && c->kind == SEAL && vt_world_status(world)->cavities != 1) {
    error->code = VT_BAD_NUMBERS;
    snprintf(error->message, sizeof error->message, "%s: found %d cavities under the cup, expected 1",
        c->scene, vt_world_status(world)->cavities);
    good = false;
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(mesh);
  free(samples);
  return good;
}

static void print_row(const bench_case *c, const bench_row *row, bool json, bool first) {
  const char *const *names = bench_stage_names;
  if (json) {
    printf("%s  {\"scene\": \"%s\", \"mesh\": \"%s\", \"nodes\": %d, \"cells\": %d, \"factor\": %lld, "
           "\"threads\": %d, \"rows\": %.6g, \"iterations\": %.6g, \"median_ms\": {",
        first ? "" : ",\n", c->scene, c->mesh, row->nodes, row->cells, row->factor, c->threads, row->rows,
        row->iterations);
    for (int k = 0; k < STAGES; ++k) printf("%s\"%s\": %.6g", k > 0 ? ", " : "", names[k], row->ms[k]);
    printf("}");
    if (c->aim > 0) printf(", \"aim_ms\": %.6g", c->aim);
    printf("}");
  } else {
    if (first)
      printf("Cups and blocks that hang, cups pressed on a plane, 10 ms steps, median time of a step in ms;\n"
             "union and flood: finding the cavity under a cup on a plane, with the vertices and triangles of "
             "both:\n"
             "  %-5s %-20s %5s %5s %8s %7s %6s %6s %11s %9s %6s %10s %6s %6s %7s  %s\n",
          "scene", "mesh", "nodes", "cells", "factor", "threads", "rows", "sweeps", names[0], names[1],
          names[2], names[3], names[4], names[5], names[6], "aim");
    printf("  %-5s %-20s %5d %5d %8lld %7d %6.0f %6.0f %11.3f %9.3f %6.3f %10.3f %6.3f %6.3f %7.3f", c->scene,
        c->mesh, row->nodes, row->cells, row->factor, c->threads, row->rows, row->iterations, row->ms[0],
        row->ms[1], row->ms[2], row->ms[3], row->ms[4], row->ms[5], row->ms[6]);
    double ms = row->ms[c->kind == SEAL ? CAVITY : TOTAL];
    if (c->aim > 0) printf("  %g: %s", c->aim, ms <= c->aim ? "reached" : "not reached");
    printf("\n");
  }
  fflush(stdout);
}

static bool parse_element(const char *name, vt_element *element) {
  static const char *const names[] = {"auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10"};
  for (int i = 0; i < 5; ++i) {
    if (name != NULL && strcmp(name, names[i]) != 0) continue;
    *element = (vt_element)i; // in the order of vt_element
    return true;
  }
  complain("--element: found \"%s\", expected auto, tet4, tet4_nodal, tet4_smoothed or tet10", name);
  return false;
}

// One line of the table; an exit code where it fails.
static int bench_one(const bench_settings *settings, const char *folder, const bench_case *c, bool first) {
  bench_row row = {0};
  vt_error error = {0};
  int steps = settings->steps > 0 ? settings->steps : MEDIAN_STEPS;
  if (!measure_case(c, folder, steps, &row, &error)) {
    complain("%s", error.message);
    return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
  }
  print_row(c, &row, settings->json, first);
  return EXIT_DONE;
}

enum { LINEAR = 4, BLOCKS = 3, PRESSES = 5, SEALS = 2 };

// ms of one thread.
static const double hang_aims[2 * LINEAR] = {1.5, 4, 8, 30, 1, 3, 6, 20};

static const char *const meshes[2 * LINEAR] = {"cup_35x15_n434.msh", "cup_35x15_n900.msh",
    "cup_35x15_n1600.msh", "cup_35x15_n4200.msh", "cup_35x15_q434.msh", "cup_35x15_q900.msh",
    "cup_35x15_q1600.msh", "cup_35x15_q4200.msh"};

// Of the largest, whose steps take seconds, fewer are taken.
static const struct {
  const char *name;
  int cells, steps;
  double aim; // ms
} blocks[BLOCKS] = {
    {"10 x 10 x 10", 10, MEDIAN_STEPS, 8}, {"20 x 20 x 20", 20, 20, 100}, {"30 x 30 x 30", 30, 5, 500}};

static const struct {
  const char *scene;
  vt_detector detector;
  double aim; // ms
} seals[SEALS] = {{"union", VT_DETECTOR_UNION, 3}, {"flood", VT_DETECTOR_FLOODFILL, 6}};

// Lips that are finer from case to case: the rows of Table 2 of the 2022 paper.
static const struct {
  int sectors;
  double aim; // ms
} presses[PRESSES] = {{20, 3}, {38, 0}, {54, 0}, {112, 0}, {BENCH_MAX_SECTORS, 8}};

// Whether a row of this name, of a part of the table, is asked for.
static bool wanted(const bench_settings *settings, const char *part, const char *name) {
  return settings->row == NULL || strcmp(settings->row, part) == 0 || strcmp(settings->row, name) == 0;
}

enum { PARTS = 11, NAMES = PARTS + BENCH_SCENES + BENCH_TABLES };

static bool check_row(const bench_settings *settings) {
  const char *names[NAMES] = {"cups", "hang", "block", seals[0].scene, seals[1].scene, "press", "contact",
      "papers", "grasp", "worlds", "friction"};
  for (int i = 0; i < BENCH_SCENES; ++i) names[PARTS + i] = bench_scene_name(i);
  for (int i = 0; i < BENCH_TABLES; ++i) names[PARTS + BENCH_SCENES + i] = bench_table_name(i);
  for (int i = 0; i < NAMES; ++i)
    if (settings->row == NULL || strcmp(settings->row, names[i]) == 0) return true;
  const char *meant = suggest(settings->row, names, NAMES);
  if (meant != NULL)
    complain("found \"%s\", expected a row: did you mean %s?", settings->row, meant);
  else
    complain("found \"%s\", expected a row: `ventouse help bench` lists them", settings->row);
  return false;
}

// The rows of single cups; `first` is cleared with the first row that is printed.
static int bench_cups(const bench_settings *settings, const char *folder, vt_element element, bool *first) {
  int code = EXIT_DONE;
  // The quadratic meshes only where the element is left to the mesh.
  int count = element == VT_ELEMENT_AUTO ? 2 * LINEAR : LINEAR;
  for (int i = 0; i < count && wanted(settings, "cups", "hang"); ++i)
    for (int threads = 1; threads <= 2 && code == EXIT_DONE; ++threads, *first = false) {
      bench_case hang = {HANG, "hang", meshes[i], .element = element, .threads = threads,
          .aim = threads == 1 ? hang_aims[i] : 0};
      code = bench_one(settings, folder, &hang, *first);
    }
  for (int k = 0; k < BLOCKS && wanted(settings, "cups", "block"); ++k) {
    bench_settings few = *settings;
    if (few.steps == 0 || few.steps > blocks[k].steps) few.steps = blocks[k].steps;
    for (int threads = 1; threads <= 2 && code == EXIT_DONE; ++threads, *first = false) {
      bench_case block = {BLOCK, "block", blocks[k].name, .threads = threads, .sectors = blocks[k].cells,
          .aim = threads == 1 ? blocks[k].aim : 0};
      code = bench_one(&few, folder, &block, *first);
    }
  }
  for (int k = 0; k < SEALS && code == EXIT_DONE; ++k) {
    if (!wanted(settings, "cups", seals[k].scene)) continue;
    bench_case seal = {SEAL, seals[k].scene, "cup_35x15_n1787.msh", .threads = 1,
        .detector = seals[k].detector, .aim = seals[k].aim};
    code = bench_one(settings, folder, &seal, *first);
    *first = false;
  }
  for (int i = 0; i < count && wanted(settings, "cups", "press"); i += LINEAR)
    for (int k = 0; k < PRESSES && code == EXIT_DONE; ++k, *first = false) {
      bench_case press = {PRESS, "press", meshes[i], element, 1, presses[k].sectors, .aim = presses[k].aim};
      code = bench_one(settings, folder, &press, *first);
    }
  for (int i = 0; i < count && wanted(settings, "cups", "press"); ++i)
    for (int threads = 1; threads <= 2 && code == EXIT_DONE && i % LINEAR >= LINEAR - 2; ++threads) {
      bench_case press = {PRESS, "press", meshes[i], element, threads, presses[1].sectors, .aim = 0};
      code = bench_one(settings, folder, &press, *first);
    }
  return code;
}

static int bench_contact(const bench_settings *settings, const char *folder, bool *first) {
  int code = EXIT_DONE;
  bench_scenes_settings inner = {folder, settings->steps, settings->seconds, settings->json};
  bool head = !settings->json || *first; // in JSON the first of all rows, in a table the first of its part
  for (int i = 0; i < BENCH_SCENES && code == EXIT_DONE; ++i) {
    if (!wanted(settings, "contact", bench_scene_name(i))) continue;
    code = bench_scene(&inner, i, head);
    head = *first = false;
  }
  return code;
}

// The yardstick is that of the smallest cup.
static double measure_yardstick(const char *folder) {
  char path[2048];
  vt_error error = {0};
  snprintf(path, sizeof path, "%s/%s", folder, meshes[0]);
  vt_mesh *mesh = vt_mesh_load(path, &error);
  double ms = mesh != NULL ? yardstick_ms(mesh) : 0;
  vt_mesh_destroy(mesh);
  return ms;
}

static int bench_papers(
    const bench_settings *settings, const char *mesh_folder, const char *scene_folder, bool *first) {
  int code = EXIT_DONE;
  bench_papers_settings inner = {scene_folder, settings->steps, settings->seconds, 0, settings->json};
  for (int i = 0; i < BENCH_TABLES && code == EXIT_DONE; ++i) {
    if (!wanted(settings, "papers", bench_table_name(i))) continue;
    inner.yardstick = measure_yardstick(mesh_folder);
    if (inner.yardstick > 0 && !settings->json)
      printf("Y, the yardstick: CHOLMOD factors the matrix of the cup of 433 nodes in %.2f ms.\n",
          inner.yardstick);
    code = bench_table(&inner, i, *first);
    *first = false;
  }
  return code;
}

static int bench_all(const bench_settings *settings) {
  vt_element element = VT_ELEMENT_AUTO;
  char mesh_folder[1024], scene_folder[1024];
  bool first = true;
  if (!parse_element(settings->element, &element) || !check_row(settings) ||
      !find_data_folder("meshes", settings->meshes, meshes[0], mesh_folder, sizeof mesh_folder) ||
      !find_data_folder("scenes", settings->scenes, bench_scene_probe(), scene_folder, sizeof scene_folder))
    return EXIT_BAD_INPUT;
  if (settings->json) printf("[\n");
  int code = bench_cups(settings, mesh_folder, element, &first);
  if (code == EXIT_DONE) code = bench_contact(settings, scene_folder, &first);
  if (code == EXIT_DONE) code = bench_papers(settings, mesh_folder, scene_folder, &first);
  bench_grasp_settings grasp = {scene_folder, settings->steps, settings->json};
  if (code == EXIT_DONE && wanted(settings, "grasp", "grasp")) {
    code = bench_grasp(&grasp, first);
    first = false;
  }
  bench_worlds_settings many = {
      scene_folder, settings->worlds, settings->threads, settings->steps, settings->json};
  bool worlds = settings->row != NULL && strcmp(settings->row, "worlds") == 0;
  if (code == EXIT_DONE && worlds) code = bench_worlds(&many, first);
  bool friction = settings->row != NULL && strcmp(settings->row, "friction") == 0;
  if (code == EXIT_DONE && friction) code = bench_friction(scene_folder, settings->json);
  if (settings->json) printf("\n]\n");
  return code;
}

static int run_bench(const command *self, int argc, char **argv) {
  bench_settings settings = {.seconds = 60};
  if (!parse_options(self, argc, argv, &settings, &settings.row)) return EXIT_BAD_INPUT;
  return bench_all(&settings);
}

static const option options[] = {
    {"steps", "N", OPTION_COUNT, offsetof(bench_settings, steps),
        "steps of a row at most; 100 for cups, 50 for worlds, all that a scene has otherwise"},
    {"seconds", "S", OPTION_NUMBER, offsetof(bench_settings, seconds),
        "seconds after which a scene is left; 60 otherwise"},
    {"worlds", "N", OPTION_COUNT, offsetof(bench_settings, worlds),
        "worlds of the row of that name; 1000 otherwise"},
    {"threads", "N", OPTION_COUNT, offsetof(bench_settings, threads),
        "threads that step them; as many as processors otherwise"},
    {"element", "NAME", OPTION_TEXT, offsetof(bench_settings, element),
        "auto, tet4, tet4_nodal, tet4_smoothed or tet10"},
    {"meshes", "DIR", OPTION_TEXT, offsetof(bench_settings, meshes),
        "folder of the cups, in place of the installed one"},
    {"scenes", "DIR", OPTION_TEXT, offsetof(bench_settings, scenes),
        "folder of the scenes, in place of the installed one"},
    {"json", NULL, OPTION_FLAG, offsetof(bench_settings, json), "prints JSON in place of a table"},
};

const command bench_command = {.name = "bench",
    .argument = "ROW",
    .optional = true,
    .summary = "Measures the time of a step: single bodies, many contacts, the papers' tables, many worlds",
    .details =
        "ROW is the name of the only rows wanted, or cups, contact, papers, grasp, worlds or friction for a "
        "part.\n"
        "\n"
        "cups: medians over steps. hang: cups of about 434, 900, 1600 and 4200 nodes hang by the stem and\n"
        "sway, with one thread and two; n stands for linear, q for quadratic tetrahedra. block: blocks of\n"
        "hexahedra hang by a face. union, flood: a stiff cup of 1787 nodes stands on a plane, and either\n"
        "detector finds the cavity under it in every step. press: the smallest cups are pressed on a plane,\n"
        "with one thread and 120 to 1,020 constraint rows, and the largest with one thread and two.\n"
        "\n"
        "contact: means over the steps of a scene, in ms of one thread and in R, the mean of\n"
        "rigid_cube.xml measured just before. soft_cube, soft_cube_n772 and soft_cube_n1751 (with finer\n"
        "cubes), press_boxes, jelly_halves, plate, cup_on_cylinder, active_gripper, soft_pile, dominoes,\n"
        "heap_50, heap_200.\n"
        "\n"
        "papers: table_1 and table_2 of the 2022 paper, table_4_2 and table_4_3 of the thesis, ours beside\n"
        "theirs: means of 150 steps around the first seal, or the first 150, with one thread, also in Y, "
        "the\n"
        "time CHOLMOD takes to factor the matrix of the smallest cup, where it is installed.\n"
        "\n"
        "grasp: figures 6 and 7 of the 2006 paper, three fingertips on a box of points, ours beside theirs.\n"
        "\n"
        "worlds, only where it is asked for: many worlds of ground.xml, stepped in turn from several "
        "threads.\n"
        "Processor time of a step against that of a world alone, memory of a world, 4 MB or so; all must "
        "end\n"
        "in the same state to the bit.\n"
        "\n"
        "friction, only where it is asked for: the exact cone of friction against pyramids of 4 to 32 sides\n"
        "(Lemke's method), for a table on the ground: how far forces are off, and time by contacts.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_bench};
