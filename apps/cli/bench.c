// `ventouse bench`: time per step of bodies that hang, of cups that are pressed or enclose air, by mesh and
// stage, of scenes with many contacts, of the papers' scenes beside their tables, of many worlds, and of
// friction.
#include "bench_bodies.h"
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

enum { MEDIAN_STEPS = 100 };

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
  vt_error error = {0};
  int steps = settings->steps > 0 ? settings->steps : MEDIAN_STEPS;
  if (bench_body(c, folder, steps, settings->json, first, &error)) return EXIT_DONE;
  complain("%s", error.message);
  return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
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
