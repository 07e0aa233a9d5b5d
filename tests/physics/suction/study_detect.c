// A study, not a test: what one detection of the pressed cup on the ground costs by either detector, in
// processor time, so that a busy machine does not matter.
#include "../air/watcher.h"
#include "cup_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 20 };

// ms of the quickest and of the middle one.
static void measure(watcher *w, bool flood, double *least, double *middle, double *volume) {
  double ms[TIMES];
  for (int k = 0; k < TIMES; ++k) {
    clock_t start = clock();
    if (!watcher_find(w, flood)) exit(1);
    ms[k] = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
    for (int i = k; i > 0 && ms[i] < ms[i - 1]; --i) {
      double swap = ms[i];
      ms[i] = ms[i - 1], ms[i - 1] = swap;
    }
  }
  *least = ms[0], *middle = ms[TIMES / 2];
  *volume = w->cavities.count > 0 ? 1e9 * watcher_volume(w, 0) : 0;
}

int main(void) {
  static const char *const meshes[] = {"n434", "n816", "n1787", "n2676", "n5197"};
  printf("| mesh | surface vertices | union, ms: quickest, middle of 20 | floodfill, ms | volumes, mm^3 "
         "|\n|---|---|---|---|---|\n");
  for (int m = 0; m < 5; ++m) {
    char name[64];
    double least[2], middle[2], volume[2];
    cup_case c = cup_default();
    snprintf(name, sizeof name, "cup_35x15_%s.msh", meshes[m]);
    c.mesh = name;
    c.dt = 0.03;
    c.law_allowed = INFINITY;
    cup_rig r = cup_new(&c);
    watcher w;
    watcher_begin(&w, r.y.world);
    while (vt_world_time(r.y.world) < 0.3 - 1e-9) cup_step(&r);
    for (int d = 0; d < 2; ++d) measure(&w, d == 1, &least[d], &middle[d], &volume[d]);
    printf("| %s | %d | %.1f, %.1f | %.1f, %.1f | %.1f, %.1f |\n", meshes[m],
        vt_world_collision_surface(r.y.world, r.cup).vertex_count, least[0], middle[0], least[1], middle[1],
        volume[0], volume[1]);
    fflush(stdout);
    watcher_end(&w);
    cup_free(&r);
  }
  return 0;
}
