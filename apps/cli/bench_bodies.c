// Medians over the steps of single bodies: they hang, are pressed on a plane, or enclose air on it.
#include "bench_bodies.h"

#include "bench_models.h"
#include "bench_run.h"

#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 5 };

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

bool bench_body(const bench_case *c, const char *folder, int steps, bool json, bool first, vt_error *error) {
  bench_row row = {0};
  if (!measure_case(c, folder, steps, &row, error)) return false;
  print_row(c, &row, json, first);
  return true;
}
