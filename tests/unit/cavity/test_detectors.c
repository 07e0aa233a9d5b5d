// The two detectors against each other: as many cavities, the same volumes, nearly the same open surface.
#include "cavity/floodfill.h"
#include "cavity/union.h"

#include "flood_shapes.h"

#include <ventouse/mesh.h>

enum { MAX_CAVITIES = 32 };

typedef struct answer {
  int count;
  double volumes[MAX_CAVITIES]; // m^3, ascending
  double open[MAX_BODIES];      // m^2
} answer;

static answer ask(stage *s, finder find) {
  answer a = {0};
  if (!CHECK(stage_find(s, find))) return a;
  a.count = s->cavities.count;
  for (int c = 0; c < a.count && c < MAX_CAVITIES; ++c) {
    double volume = vt_cavity_measure(&s->cavities, c, s->surfaces).volume;
    int place = c;
    for (; place > 0 && a.volumes[place - 1] > volume; --place) a.volumes[place] = a.volumes[place - 1];
    a.volumes[place] = volume;
  }
  for (int b = 0; b < s->count; ++b)
    for (int t = 0; t < s->meshes[b]->triangle_count; ++t) {
      const int *v = s->meshes[b]->triangles + 3 * t;
      vt_vec3 u = vt_sub(s->surfaces[b][v[1]], s->surfaces[b][v[0]]);
      vt_vec3 w = vt_sub(s->surfaces[b][v[2]], s->surfaces[b][v[0]]);
      a.open[b] += s->found.open_share[b][t] * 0.5 * vt_norm(vt_cross(u, w));
    }
  return a;
}

static void compare(const char *name, stage *s, int count) {
  answer u = ask(s, vt_cavities_find_union), f = ask(s, vt_cavities_find_floodfill);
  CHECK(u.count == count && f.count == count);
  double worst = 0;
  for (int c = 0; c < count && c < MAX_CAVITIES && u.count == f.count; ++c) {
    // The border lies elsewhere within the reach, where the gap is no higher than that: a section of about
    // reach x reach around the cavity.
    CHECK_CLOSE(f.volumes[c], u.volumes[c], 1e-3);
    worst = fmax(worst, fabs(f.volumes[c] / u.volumes[c] - 1));
  }
  // The same on the surface: a strip of about the reach, or two, around a seal of some 100 mm.
  for (int b = 0; b < s->count; ++b) CHECK_CLOSE(f.open[b], u.open[b], 0.01);
  printf("%s: %d and %d cavities, volumes within %.2e, open", name, u.count, f.count, worst);
  for (int b = 0; b < s->count; ++b) printf(" %.2e", f.open[b] / u.open[b] - 1);
  printf("\n");
  stage_free(s);
}

static vt_mesh *plate(double half, int n) {
  return box(vt_v3(-half, -half, -0.01), vt_v3(half, half, 0), n, n, 1);
}

static void compare_cups(void) {
  for (int n = 12; n <= 48; n *= 2) {
    stage s = {0}, t = {0};
    stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.11 / n, n), at(0, 0, stage_distance));
    stage_add(&s, plate(0.03, 1), at(0, 0, 0));
    compare("straight cup on a cube", &s, 1);
    stage_add(&t, dome_cup(0.015, 0.008, 0.002, 0.11 / n, n), at(0, 0, stage_distance));
    stage_add(&t, plate(0.03, 17), at(0, 0, 0));
    compare("dome on a plate", &t, 1);
  }
}

static void compare_others(void) {
  vt_pose over = {{0, 0, -0.5 * stage_distance}, vt_quat_exp(vt_v3(VT_PI, 0, 0))};
  stage domes = {0};
  stage_add(&domes, dome_cup(0.015, 0.008, 0.002, 0.003, 40), at(0, 0, 0.5 * stage_distance));
  stage_add(&domes, dome_cup(0.015, 0.008, 0.002, 0.003, 40), over);
  compare("two domes", &domes, 1);

  for (int lids = 1; lids <= 2; ++lids) {
    stage tunnel = {0};
    stage_add(&tunnel, tube(0.01, 0.02, 0.03, 0.003, 40), at(0, 0, 0));
    stage_add(&tunnel, plate(0.03, 3), at(0, 0, -stage_distance));
    if (lids == 2)
      stage_add(&tunnel, straight_cup(0.012, 0.005, 0.002, 0.002, 48), at(0, 0, 0.03 + stage_distance));
    compare("tunnel", &tunnel, lids - 1);
  }

  double gap = stage_distance;
  stage seam = {0};
  stage_add(&seam, straight_cup(0.015, 0.010, 0.0025, 0.002, 48), at(0, 0, stage_distance));
  stage_add(&seam, box(vt_v3(-0.03, -0.03, -0.02), vt_v3(-0.5 * gap, 0.03, 0), 1, 1, 1), at(0, 0, 0));
  stage_add(&seam, box(vt_v3(0.5 * gap, -0.03, -0.02), vt_v3(0.03, 0.03, 0), 1, 1, 1), at(0, 0, 0));
  compare("seam", &seam, 1);

  for (int degrees = 1; degrees <= 11; degrees += 10) {
    double angle = degrees * VT_PI / 180;
    vt_pose tilted = {{0, 0, stage_distance + 0.0175 * sin(angle)}, vt_quat_exp(vt_v3(angle, 0, 0))};
    stage tilt = {0};
    stage_add(&tilt, straight_cup(0.015, 0.010, 0.0025, 0.002, 48), tilted);
    stage_add(&tilt, plate(0.03, 1), at(0, 0, 0));
    compare("tilted", &tilt, 0);
  }
}

int main(void) {
  compare_cups();
  compare_others();
  return check_report();
}
