// `ventouse bench`: time per step of a hanging cup, by mesh and stage.
#include "command.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct bench_settings {
  const char *meshes;
  const char *element;
  int steps;
  bool json;
} bench_settings;

enum { WARM_UP = 5 };

// The stages of a row, in its order; the rest of a step is drive, correct and verify.
enum { FREE_MOTION, COLLISION, CAVITY, COMPLIANCE, SOLVE, REST, TOTAL, STAGES };

typedef struct bench_row {
  const char *mesh; // file name
  int nodes, cells, threads;
  long long factor;  // numbers in the Cholesky factor
  double ms[STAGES]; // median of each
} bench_row;

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare_numbers);
  return count % 2 == 1 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

// A cup that hangs by its stem from a frame swaying sideways.
static vt_model *hang(const vt_mesh *mesh, vt_element element, vt_error *error) {
  enum { KEYS = 64 };
  double times[KEYS];
  vt_pose poses[KEYS];
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  for (int i = 0; i < KEYS; ++i) {
    times[i] = 0.25 * i;
    poses[i] = vt_pose_identity();
    poses[i].position.x = i % 2 == 0 ? 0 : 0.01;
  }
  vt_frame_def frame = vt_frame_def_default();
  frame.name = "hand";
  frame.keys = (vt_pose_keys){VT_SMOOTH, KEYS, times, poses};
  vt_deformable_def cup = vt_deformable_def_default();
  cup.name = "cup";
  cup.mesh = mesh;
  cup.mass = 0.020;
  cup.element = element;
  vt_attachment_def attachment = vt_attachment_def_default();
  attachment.frame = vt_model_add_frame(model, &frame, error);
  attachment.body = vt_model_add_deformable(model, &cup, error);
  attachment.region = vt_region_group("stem");
  if (attachment.frame >= 0 && attachment.body >= 0 &&
      vt_model_add_attachment(model, &attachment, error) >= 0)
    return model;
  vt_model_destroy(model);
  return NULL;
}

// Steps the world and fills the medians; `samples` holds STAGES * steps numbers.
static bool measure(vt_world *world, int steps, double *samples, bench_row *row, vt_error *error) {
  for (int i = -WARM_UP; i < steps; ++i) {
    if (vt_world_step(world) == VT_STEP_FAILED) {
      *error = vt_world_status(world)->error;
      return false;
    }
    if (i < 0) continue;
    const vt_profile *p = vt_world_profile(world);
    const double ms[STAGES] = {p->free_motion, p->collision, p->cavity, p->compliance, p->solve,
        p->drive + p->correct + p->verify, p->total};
    for (int k = 0; k < STAGES; ++k) samples[k * steps + i] = ms[k];
  }
  for (int k = 0; k < STAGES; ++k) row->ms[k] = median(samples + k * steps, steps);
  return true;
}

static bool bench_mesh(
    const char *path, vt_element element, int threads, int steps, bench_row *row, vt_error *error) {
  double *samples = calloc((size_t)steps * STAGES, sizeof *samples);
  vt_mesh *mesh = vt_mesh_load(path, error);
  vt_model *model = mesh != NULL ? hang(mesh, element, error) : NULL;
  vt_world *world = model != NULL ? vt_world_create(model, error) : NULL;
  bool good = world != NULL && samples != NULL;
  if (good) {
    vt_settings settings = *vt_world_settings(world);
    settings.threads = threads;
    row->nodes = vt_model_node_count(model, 0);
    row->cells = vt_model_body_mesh(model, 0)->cell_count;
    row->threads = threads;
    row->factor = vt_model_factor_size(model, 0);
    good = vt_world_set_settings(world, &settings, error) && measure(world, steps, samples, row, error);
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(mesh);
  free(samples);
  return good;
}

static void print_row(const bench_row *row, bool json, bool first) {
  static const char *const names[STAGES] = {
      "free_motion", "collision", "cavity", "compliance", "solve", "rest", "total"};
  if (json) {
    printf("%s  {\"mesh\": \"%s\", \"nodes\": %d, \"cells\": %d, \"factor\": %lld, \"threads\": %d, "
           "\"median_ms\": {",
        first ? "" : ",\n", row->mesh, row->nodes, row->cells, row->factor, row->threads);
    for (int k = 0; k < STAGES; ++k) printf("%s\"%s\": %.6g", k > 0 ? ", " : "", names[k], row->ms[k]);
    printf("}}");
  } else {
    if (first)
      printf("Hanging cup, 10 ms steps, median time of a step in ms:\n  %-24s %6s %6s %8s %7s %11s %9s %7s "
             "%10s %7s "
             "%7s %8s\n",
          "mesh", "nodes", "cells", "factor", "threads", names[0], names[1], names[2], names[3], names[4],
          names[5], names[6]);
    printf("  %-24s %6d %6d %8lld %7d %11.3f %9.3f %7.3f %10.3f %7.3f %7.3f %8.3f\n", row->mesh, row->nodes,
        row->cells, row->factor, row->threads, row->ms[0], row->ms[1], row->ms[2], row->ms[3], row->ms[4],
        row->ms[5], row->ms[6]);
  }
  fflush(stdout);
}

static bool holds(const char *folder, const char *name) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return access(path, R_OK) == 0;
}

// Finds the meshes: where the user says, beside the installed program, or in the source tree.
static bool find_meshes(const char *given, const char *probe, char *folder, size_t size) {
  char program[800] = "";
  if (given != NULL) {
    snprintf(folder, size, "%s", given);
    if (holds(folder, probe)) return true;
    complain("%s: found no %s, expected the meshes of Ventouse", given, probe);
    return false;
  }
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  char *slash = strrchr(program, '/');
  if (slash != NULL) *slash = '\0';
  snprintf(folder, size, "%s/../share/ventouse/meshes", program);
  if (holds(folder, probe)) return true;
  snprintf(folder, size, "%s", VT_SOURCE_MESHES);
  if (holds(folder, probe)) return true;
  complain("found no %s beside the program, expected the meshes of Ventouse: name their folder with --meshes",
      probe);
  return false;
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

static int bench_all(const bench_settings *settings) {
  static const char *const meshes[] = {"cup_35x15_n434.msh", "cup_35x15_n900.msh", "cup_35x15_n1600.msh",
      "cup_35x15_n4200.msh", "cup_35x15_q434.msh", "cup_35x15_q900.msh", "cup_35x15_q1600.msh",
      "cup_35x15_q4200.msh"};
  vt_element element = VT_ELEMENT_AUTO;
  char folder[1024];
  if (!parse_element(settings->element, &element)) return EXIT_BAD_INPUT;
  if (!find_meshes(settings->meshes, meshes[0], folder, sizeof folder)) return EXIT_BAD_INPUT;
  if (settings->json) printf("[\n");
  // The quadratic meshes only where the element is left to the mesh.
  int count = element == VT_ELEMENT_AUTO ? 8 : 4;
  for (int i = 0; i < count; ++i) {
    for (int threads = 1; threads <= 2; ++threads) {
      char path[2048];
      bench_row row = {.mesh = meshes[i]};
      vt_error error = {0};
      snprintf(path, sizeof path, "%s/%s", folder, meshes[i]);
      if (!bench_mesh(path, element, threads, settings->steps, &row, &error)) {
        complain("%s", error.message);
        return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
      }
      print_row(&row, settings->json, i == 0 && threads == 1);
    }
  }
  if (settings->json) printf("\n]\n");
  return EXIT_DONE;
}

static int run_bench(const command *self, int argc, char **argv) {
  bench_settings settings = {.steps = 100};
  const char *none;
  if (!parse_options(self, argc, argv, &settings, &none)) return EXIT_BAD_INPUT;
  return bench_all(&settings);
}

static const option options[] = {
    {"steps", "N", OPTION_COUNT, offsetof(bench_settings, steps),
        "steps to take the median of; 100 otherwise"},
    {"element", "NAME", OPTION_TEXT, offsetof(bench_settings, element),
        "auto, tet4, tet4_nodal, tet4_smoothed or tet10"},
    {"meshes", "DIR", OPTION_TEXT, offsetof(bench_settings, meshes),
        "folder of the cups, in place of the installed one"},
    {"json", NULL, OPTION_FLAG, offsetof(bench_settings, json), "prints JSON in place of a table"},
};

const command bench_command = {.name = "bench",
    .summary = "Measures the time of a step for a hanging cup",
    .details =
        "Cups of about 434, 900, 1600 and 4200 nodes hang by the stem and sway, with one thread and two; n\n"
        "stands for linear, q for quadratic tetrahedra. The numbers are medians over steps.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_bench};
