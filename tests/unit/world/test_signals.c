// A signal that comes while a world is made reaches the program: METIS, which orders the nodes of a body,
// takes SIGTERM for a failure of its own while it works.
#include "check.h"

#include <ventouse/ventouse.h>

#include <signal.h>
#include <sys/time.h>
#include <time.h>

static volatile sig_atomic_t heard;

static void hear(int number) {
  (void)number;
  ++heard;
}

static void terminate(int number) {
  (void)number;
  raise(SIGTERM);
}

static void make_world(const vt_mesh *mesh) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = mesh;
  CHECK(vt_model_add_deformable(model, &def, &error) == 0);
  vt_world *world = vt_world_create(model, &error);
  CHECK(world != NULL);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// At twenty moments, by the processor's time, so that some are in whatever takes a part of it.
static void test_while_made(void) {
  vt_error error = {0};
  enum { moments = 20 };
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, 10, 10, 10, VT_CELL_TET4, &error);
  if (!CHECK(mesh != NULL)) return;
  struct sigaction listen = {.sa_handler = hear}, alarm = {.sa_handler = terminate};
  sigemptyset(&listen.sa_mask);
  sigemptyset(&alarm.sa_mask);
  CHECK(sigaction(SIGTERM, &listen, NULL) == 0 && sigaction(SIGVTALRM, &alarm, NULL) == 0);
  double began = now();
  make_world(mesh);
  double takes = now() - began;
  for (int k = 0; k < moments; ++k) {
    long after = (long)(1e6 * takes * (k + 1) / (moments + 1));
    struct itimerval once = {.it_value = {after / 1000000, after % 1000000}};
    heard = 0;
    CHECK(setitimer(ITIMER_VIRTUAL, &once, NULL) == 0);
    make_world(mesh);
    for (double end = now() + 100 * takes; heard == 0 && now() < end;) {} // it was made in less time
    CHECK(heard == 1);
  }
  vt_mesh_destroy(mesh);
}

int main(void) {
  test_while_made();
  return check_report();
}
