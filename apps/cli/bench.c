// `ventouse bench`: time per step of a hanging cup, by mesh and stage.
#include "command.h"
#include "progress.h"

#include <math.h>
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

static const double PI = 3.14159265358979323846;

// The stages of a row, in its order; the rest of a step is drive, correct and verify.
enum { FREE_MOTION, COLLISION, CAVITY, COMPLIANCE, SOLVE, REST, TOTAL, STAGES };

typedef struct bench_row {
  const char *scene; // "hang", "press", "union" or "flood"
  const char *mesh;  // file name
  int nodes, cells, threads;
  long long factor;        // numbers in the Cholesky factor
  double rows, iterations; // mean number of constraint rows and of sweeps
  double ms[STAGES];       // median of each
  double aim;              // ms, total or of the search for cavities; 0: none
} bench_row;

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare_numbers);
  return count % 2 == 1 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

// A cup held by its stem on a frame that follows keys, some way above the origin. `collision` may be NULL.
static vt_model *model_of_cup(const vt_mesh *mesh, const vt_mesh *collision, vt_element element,
    double height, vt_pose_keys keys, vt_error *error) {
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  vt_frame_def frame = vt_frame_def_default();
  frame.name = "hand";
  frame.keys = keys;
  vt_deformable_def cup = vt_deformable_def_default();
  cup.name = "cup";
  cup.mesh = mesh;
  cup.collision = collision;
  cup.mass = 0.020;
  cup.element = element;
  cup.pose.position.z = height;
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

// A cup that hangs by its stem from a frame swaying sideways.
static vt_model *hang(const vt_mesh *mesh, vt_element element, vt_error *error) {
  enum { KEYS = 64 };
  double times[KEYS];
  vt_pose poses[KEYS];
  for (int i = 0; i < KEYS; ++i) {
    times[i] = 0.25 * i;
    poses[i] = vt_pose_identity();
    poses[i].position.x = i % 2 == 0 ? 0 : 0.01;
  }
  return model_of_cup(mesh, NULL, element, 0, (vt_pose_keys){VT_SMOOTH, KEYS, times, poses}, error);
}

// A cup pressed on a plane by its stem, deeper with every step. Its collision surface is the lip, a ring of
// triangles that is finer from case to case: the rows of Table 2 of the 2022 paper.
typedef struct press_case {
  int sectors; // of the lip: a contact of three rows at each of its two edges
  double aim;  // ms a step, total; 0: none
} press_case;

static const press_case press_cases[] = {{20, 3}, {38, 0}, {54, 0}, {112, 0}, {170, 25}};

enum { MOST_SECTORS = 170 };

static const double press_start = 0.001; // m: how far the stem is down when the measurement begins

// The lip of the cups of 35 mm: a ring with the inner edge, the outer edge, and the top of the outer one.
static vt_mesh *make_lip(int sectors, vt_error *error) {
  static const double radius[3] = {16.5e-3, 17.5e-3, 17.5e-3}, height[3] = {0, 0, 0.8e-3};
  vt_vec3 nodes[3 * MOST_SECTORS];
  int triangles[18 * MOST_SECTORS], *next = triangles;
  for (int i = 0; i < sectors; ++i)
    for (int k = 0; k < 3; ++k) {
      double angle = 2 * PI * i / sectors;
      nodes[3 * i + k] = (vt_vec3){radius[k] * cos(angle), radius[k] * sin(angle), height[k]};
      int here = 3 * i, there = 3 * ((i + 1) % sectors), up = (k + 1) % 3;
      const int two[6] = {here + k, there + up, here + up, here + k, there + k, there + up};
      memcpy(next, two, sizeof two);
      next += 6;
    }
  return vt_mesh_create("lip", nodes, 3 * sectors, VT_CELL_NONE, NULL, 0, triangles, 6 * sectors, error);
}

static bool add_plane(vt_model *model, vt_error *error) {
  vt_vec3 low = {-0.03, -0.03, -0.01}, high = {0.03, 0.03, 0};
  vt_mesh *mesh = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, error);
  vt_driven_def plane = vt_driven_def_default();
  plane.name = "plane";
  plane.mesh = mesh;
  bool added = mesh != NULL && vt_model_add_driven(model, &plane, error) >= 0;
  vt_mesh_destroy(mesh);
  return added;
}

static vt_model *press(const vt_mesh *mesh, vt_element element, const press_case *one, vt_error *error) {
  // 0.2 mm above the plane, then down at 8 mm/s to where the measurement begins, and on at 1 mm/s.
  double reach = press_start + 2e-4, arrive = reach / 0.008;
  double times[3] = {0, arrive, arrive + 1};
  vt_pose poses[3] = {vt_pose_identity(), vt_pose_identity(), vt_pose_identity()};
  poses[1].position.z = -reach;
  poses[2].position.z = -reach - 0.001;
  vt_pose_keys keys = {VT_LINEAR, 3, times, poses};
  vt_mesh *lip = make_lip(one->sectors, error);
  vt_model *model = lip == NULL ? NULL : model_of_cup(mesh, lip, element, 2e-4, keys, error);
  vt_mesh_destroy(lip);
  vt_contact_settings contact = vt_contact_settings_default();
  contact.alarm = 1e-3;
  if (model != NULL && vt_model_set_contact(model, &contact, error) && add_plane(model, error)) return model;
  vt_model_destroy(model);
  return NULL;
}

// A cup that does not bend, with its rim on a plane: every step looks for the cavity under it.
typedef struct seal_case {
  const char *scene;
  vt_detector detector;
  double aim; // ms to find it
} seal_case;

static const seal_case seal_cases[] = {{"union", VT_DETECTOR_UNION, 3}, {"flood", VT_DETECTOR_FLOODFILL, 6}};

static vt_model *seal(const vt_mesh *mesh, const seal_case *one, vt_error *error) {
  vt_settings settings = vt_settings_default();
  settings.detector = one->detector;
  vt_model *model = vt_model_create(&settings, error);
  if (model == NULL) return NULL;
  vt_contact_settings contact = vt_contact_settings_default();
  vt_air_settings air = vt_air_settings_default();
  vt_driven_def cup = vt_driven_def_default();
  cup.name = "cup";
  cup.mesh = mesh;
  cup.pose.position.z = contact.distance;
  double time = 0;
  vt_pose still = vt_pose_identity();
  vt_frame_def frame = vt_frame_def_default();
  frame.name = "hand";
  frame.keys = (vt_pose_keys){VT_LINEAR, 1, &time, &still};
  cup.frame = vt_model_add_frame(model, &frame, error);
  if (cup.frame >= 0 && vt_model_add_driven(model, &cup, error) >= 0 &&
      vt_model_set_contact(model, &contact, error) && vt_model_set_air(model, &air, error) &&
      add_plane(model, error))
    return model;
  vt_model_destroy(model);
  return NULL;
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
    const vt_profile *p = vt_world_profile(world);
    const double ms[STAGES] = {p->free_motion, p->collision, p->cavity, p->compliance, p->solve,
        p->drive + p->correct + p->verify, p->total};
    for (int k = 0; k < STAGES; ++k) samples[k * steps + i] = ms[k];
    row->rows += (double)vt_world_status(world)->constraints / steps;
    row->iterations += (double)vt_world_status(world)->iterations / steps;
  }
  for (int k = 0; k < STAGES; ++k) row->ms[k] = median(samples + k * steps, steps);
  return true;
}

static bool bench_seal(const char *path, const seal_case *one, int steps, bench_row *row, vt_error *error) {
  double *samples = calloc((size_t)steps * STAGES, sizeof *samples);
  vt_mesh *mesh = vt_mesh_load(path, error);
  vt_model *model = mesh == NULL ? NULL : seal(mesh, one, error);
  vt_world *world = model != NULL ? vt_world_create(model, error) : NULL;
  bool good = world != NULL && samples != NULL;
  if (good) {
    row->threads = 1;
    for (int b = 0; b < 2; ++b) {
      vt_surface_view surface = vt_world_collision_surface(world, b);
      row->nodes += surface.vertex_count;
      row->cells += surface.triangle_count;
    }
    good = measure(world, WARM_UP, steps, samples, row, error);
  }
  if (good && vt_world_status(world)->cavities != 1) {
    error->code = VT_BAD_NUMBERS;
    snprintf(error->message, sizeof error->message, "%s: found %d cavities under the cup, expected 1",
        one->scene, vt_world_status(world)->cavities);
    good = false;
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(mesh);
  free(samples);
  return good;
}

// `one` is NULL for a hanging cup.
static bool bench_mesh(const char *path, vt_element element, const press_case *one, int threads, int steps,
    bench_row *row, vt_error *error) {
  double *samples = calloc((size_t)steps * STAGES, sizeof *samples);
  vt_mesh *mesh = vt_mesh_load(path, error);
  vt_model *model = mesh == NULL  ? NULL
                    : one != NULL ? press(mesh, element, one, error)
                                  : hang(mesh, element, error);
  int warm_up = one == NULL ? WARM_UP : (int)((press_start + 2e-4) / 0.008 / 0.01) + WARM_UP;
  vt_world *world = model != NULL ? vt_world_create(model, error) : NULL;
  bool good = world != NULL && samples != NULL;
  if (good) {
    vt_settings settings = *vt_world_settings(world);
    settings.threads = threads;
    row->nodes = vt_model_node_count(model, 0);
    row->cells = vt_model_body_mesh(model, 0)->cell_count;
    row->threads = threads;
    row->factor = vt_model_factor_size(model, 0);
    good =
        vt_world_set_settings(world, &settings, error) && measure(world, warm_up, steps, samples, row, error);
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(mesh);
  free(samples);
  return good;
}

static bool is_seal(const bench_row *row) {
  return strcmp(row->scene, "hang") != 0 && strcmp(row->scene, "press") != 0;
}

static void print_row(const bench_row *row, bool json, bool first) {
  static const char *const names[STAGES] = {
      "free_motion", "collision", "cavity", "compliance", "solve", "rest", "total"};
  if (json) {
    printf("%s  {\"scene\": \"%s\", \"mesh\": \"%s\", \"nodes\": %d, \"cells\": %d, \"factor\": %lld, "
           "\"threads\": %d, \"rows\": %.6g, \"iterations\": %.6g, \"median_ms\": {",
        first ? "" : ",\n", row->scene, row->mesh, row->nodes, row->cells, row->factor, row->threads,
        row->rows, row->iterations);
    for (int k = 0; k < STAGES; ++k) printf("%s\"%s\": %.6g", k > 0 ? ", " : "", names[k], row->ms[k]);
    printf("}");
    if (row->aim > 0) printf(", \"aim_ms\": %.6g", row->aim);
    printf("}");
  } else {
    if (first)
      printf(
          "A cup that hangs and one that is pressed on a plane, 10 ms steps, median time of a step in ms;\n"
          "union and flood: finding the cavity under a cup on a plane, with the vertices and triangles of "
          "both:\n"
          "  %-5s %-20s %5s %5s %8s %7s %6s %6s %11s %9s %6s %10s %6s %6s %7s  %s\n",
          "scene", "mesh", "nodes", "cells", "factor", "threads", "rows", "sweeps", names[0], names[1],
          names[2], names[3], names[4], names[5], names[6], "aim");
    printf("  %-5s %-20s %5d %5d %8lld %7d %6.0f %6.0f %11.3f %9.3f %6.3f %10.3f %6.3f %6.3f %7.3f",
        row->scene, row->mesh, row->nodes, row->cells, row->factor, row->threads, row->rows, row->iterations,
        row->ms[0], row->ms[1], row->ms[2], row->ms[3], row->ms[4], row->ms[5], row->ms[6]);
    double ms = row->ms[is_seal(row) ? CAVITY : TOTAL];
    if (row->aim > 0) printf("  %g: %s", row->aim, ms <= row->aim ? "reached" : "not reached");
    printf("\n");
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

// One line of the table; an exit code where it fails.
static int bench_one(const bench_settings *settings, const char *folder, const char *mesh, vt_element element,
    const press_case *one, int threads, bool first) {
  char path[2048];
  bench_row row = {.scene = one == NULL ? "hang" : "press", .mesh = mesh, .aim = one == NULL ? 0 : one->aim};
  vt_error error = {0};
  snprintf(path, sizeof path, "%s/%s", folder, mesh);
  if (!bench_mesh(path, element, one, threads, settings->steps, &row, &error)) {
    complain("%s", error.message);
    return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
  }
  print_row(&row, settings->json, first);
  return EXIT_DONE;
}

static int bench_seals(const bench_settings *settings, const char *folder) {
  static const char *const mesh = "cup_35x15_n1787.msh";
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", folder, mesh);
  for (size_t k = 0; k < sizeof seal_cases / sizeof *seal_cases; ++k) {
    bench_row row = {.scene = seal_cases[k].scene, .mesh = mesh, .aim = seal_cases[k].aim};
    vt_error error = {0};
    if (!bench_seal(path, &seal_cases[k], settings->steps, &row, &error)) {
      complain("%s", error.message);
      return error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
    }
    print_row(&row, settings->json, false);
  }
  return EXIT_DONE;
}

static int bench_all(const bench_settings *settings) {
  enum { LINEAR = 4, PRESSES = sizeof press_cases / sizeof *press_cases };
  static const char *const meshes[2 * LINEAR] = {"cup_35x15_n434.msh", "cup_35x15_n900.msh",
      "cup_35x15_n1600.msh", "cup_35x15_n4200.msh", "cup_35x15_q434.msh", "cup_35x15_q900.msh",
      "cup_35x15_q1600.msh", "cup_35x15_q4200.msh"};
  vt_element element = VT_ELEMENT_AUTO;
  char folder[1024];
  if (!parse_element(settings->element, &element)) return EXIT_BAD_INPUT;
  if (!find_meshes(settings->meshes, meshes[0], folder, sizeof folder)) return EXIT_BAD_INPUT;
  if (settings->json) printf("[\n");
  // The quadratic meshes only where the element is left to the mesh.
  int count = element == VT_ELEMENT_AUTO ? 2 * LINEAR : LINEAR, code = EXIT_DONE;
  for (int i = 0; i < count && code == EXIT_DONE; ++i)
    for (int threads = 1; threads <= 2 && code == EXIT_DONE; ++threads)
      code = bench_one(settings, folder, meshes[i], element, NULL, threads, i == 0 && threads == 1);
  if (code == EXIT_DONE) code = bench_seals(settings, folder);
  for (int i = 0; i < count && code == EXIT_DONE; i += LINEAR)
    for (int k = 0; k < PRESSES && code == EXIT_DONE; ++k)
      code = bench_one(settings, folder, meshes[i], element, &press_cases[k], 1, false);
  if (settings->json) printf("\n]\n");
  return code;
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
    .summary = "Measures the time of a step for a hanging and a pressed cup",
    .details = "Cups of about 434, 900, 1600 and 4200 nodes hang by the stem and sway, with one thread and "
               "two; the\n"
               "smallest are pressed on a plane, with one thread and 120 to 1,020 constraint rows. n stands "
               "for linear,\n"
               "q for quadratic tetrahedra. The numbers are medians over steps.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_bench};
