// What tests of the union detector share.
#ifndef VT_TESTS_CAVITY_UNION_CHECKS_H
#define VT_TESTS_CAVITY_UNION_CHECKS_H

#include "cavity/union.h"

#include "check.h"
#include "patches.h"
#include "solid_scene.h"

static const double contact_gap = 1e-4; // m

// Detects, and checks what holds of every detection.
static inline int find(solid_scene *s) {
  int count = scene_find(s, vt_cavities_find_union);
  for (int c = 0; c < count; ++c) {
    const vt_cavity *cavity = &s->cavities.items[c];
    vt_cavity_size size = vt_cavity_measure(&s->cavities, c, s->surfaces);
    CHECK(cavity_is_closed(&s->cavities, c));
    CHECK(size.volume > 0 && size.border_area < 0.2 * size.area);
    CHECK(cavity->id == -1 && cavity->chamber == -1 && cavity->border_count > 0);
    for (int k = 0; k < cavity->triangle_count; ++k) { // borders last
      const vt_cavity_triangle *t = &s->cavities.triangles[cavity->first_triangle + k];
      CHECK((t->source < 0) == (k >= cavity->triangle_count - cavity->border_count));
    }
  }
  for (int b = 0; b < s->count && count >= 0; ++b)
    for (int t = 0; t < s->topologies[b]->triangle_count; ++t) {
      double open = s->found.open_share[b][t], enclosed = s->found.enclosed_share[b][t];
      CHECK(open >= 0 && enclosed >= 0 && open + enclosed <= 1 + 1e-9);
    }
  return count;
}

static inline bool touches(const solid_scene *s, int cavity, int body) {
  if (cavity >= s->cavities.count) return false;
  const vt_cavity *c = &s->cavities.items[cavity];
  for (int k = 0; k < c->triangle_count; ++k)
    if (s->cavities.triangles[c->first_triangle + k].body == body) return true;
  return false;
}

static inline solid plate(double half, int n) {
  return solid_box(vt_v3(-half, -half, -0.01), vt_v3(half, half, 0), n, n, 1);
}

#endif
