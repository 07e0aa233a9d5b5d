// Thousands of contacts: many small boxes on the ground, and a fine soft block. Memory and time stay bounded.
#include "check.h"
#include "yard.h"

#include <sys/resource.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double peak_megabytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}

// 1,260 boxes with four contacts each. W has a block for each box, so a step must stay far below the 1.8 GB
// of a full W of 15,000 rows. 30 s of processor time for five steps allows a sanitizer build.
static void test_boxes(void) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  enum { SIDE = 35, ROWS = 36 };
  yard_ground(&y);
  for (int i = 0; i < SIDE * ROWS; ++i)
    yard_rigid(&y, block(vt_v3(0.02, 0.02, 0.02), 1, VT_CELL_NONE), 0.01,
        at(0.03 * (i % SIDE - SIDE / 2), 0.03 * (i / SIDE - ROWS / 2), 0.0101), vt_v3(0, 0, 0));
  yard_start(&y);
  double begin = now();
  for (int k = 0; k < 5; ++k) CHECK(yard_step(&y) == VT_STEP_OK);
  double time = now() - begin;
  const vt_status *status = vt_world_status(y.world);
  double weight = SIDE * ROWS * 0.01 * 9.81, force = -vt_world_contact_force(y.world, 0, -1).z;
  printf("%d boxes: %d contacts, %d sweeps, %.0f ms a step, %.0f MB\n", SIDE * ROWS, status->contacts,
      status->iterations, 200 * time, peak_megabytes());
  CHECK(status->contacts == 4 * SIDE * ROWS);
  CHECK_CLOSE(force, weight, 1e-6);
  CHECK(time < 30);
  CHECK(peak_megabytes() < 1000);
  yard_free(&y);
}

// A soft slab with 441 vertices on the ground: one dense W of 1,323 rows (14 MB).
static void test_fine_block(void) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  vt_error error = {0};
  yard_ground(&y);
  vt_mesh *mesh = vt_mesh_box(vt_v3(-0.1, -0.1, 0), vt_v3(0.1, 0.1, 0.02), 20, 20, 2, VT_CELL_TET4, &error);
  yard_soft(&y, mesh, rubber(1e6), 1, at(0, 0, 1e-4), vt_v3(0, 0, 0));
  yard_start(&y);
  double begin = now();
  for (int k = 0; k < 5; ++k) yard_step(&y);
  double time = now() - begin;
  const vt_status *status = vt_world_status(y.world);
  printf("soft slab: %d contacts, %d sweeps, residual %.1e, %.0f ms a step\n", status->contacts,
      status->iterations, status->residual, 200 * time);
  CHECK(status->contacts >= 441);
  CHECK(time < 30);
  yard_free(&y);
}

int main(void) {
  test_boxes();
  test_fine_block();
  return check_report();
}
