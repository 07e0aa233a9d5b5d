// Searching for proximities, and what holds for every one. Include after check.h.
#ifndef VT_TESTS_SEARCH_H
#define VT_TESTS_SEARCH_H

#include "surfaces.h"

static vt_arena *arena;

static inline vt_proximity *search(shape *a, shape *b, const vt_proximity_options *options, int *count) {
  vt_error error = {0};
  vt_proximity *found = NULL;
  vt_proximity_surface p = shape_view(a), q = shape_view(b);
  CHECK(vt_arena_reset(arena, &error));
  CHECK(vt_proximity_between(&p, &q, options, arena, &found, count, &error));
  return found;
}

static inline vt_vec3 point(const vt_vec3 *x, const int *v, const double *w) {
  return vt_madd(vt_madd(vt_scale(w[0], x[v[0]]), w[1], x[v[1]]), w[2], x[v[2]]);
}

// What holds for every proximity of any two surfaces.
static inline void check_sound(
    const shape *a, const shape *b, const vt_proximity *p, int count, bool facing, double tolerance) {
  for (int i = 0; i < count; ++i, ++p) {
    CHECK(vt_is_finite(p->normal) && isfinite(p->distance));
    CHECK_NEAR(vt_norm(p->normal), 1, 1e-12);
    CHECK_NEAR(p->weight_a[0] + p->weight_a[1] + p->weight_a[2], 1, 1e-12);
    CHECK_NEAR(p->weight_b[0] + p->weight_b[1] + p->weight_b[2], 1, 1e-12);
    for (int k = 0; k < 3; ++k) CHECK(p->weight_a[k] >= 0 && p->weight_b[k] >= 0);
    for (int k = 0; k < 3; ++k) CHECK(p->a[k] >= 0 && p->a[k] < a->vertex_count);
    for (int k = 0; k < 3; ++k) CHECK(p->b[k] >= 0 && p->b[k] < b->vertex_count);
    vt_vec3 off = vt_sub(point(a->x, p->a, p->weight_a), point(b->x, p->b, p->weight_b));
    double beside = vt_norm(vt_sub(off, vt_scale(p->distance, p->normal)));
    // Where all that face count, those beside a sharp edge keep their own normal.
    if (facing && beside > tolerance) CHECK_NEAR(vt_norm(off), p->distance, tolerance);
    if (!facing) CHECK_NEAR(beside, 0, tolerance);
    if (i == 0) continue;
    const vt_proximity *q = p - 1;
    CHECK(q->feature_a < p->feature_a || (q->feature_a == p->feature_a && q->feature_b < p->feature_b));
  }
}

// A ball, a bumpy one, a torus or a box, turned at random.
static inline shape random_shape(int kind, uint64_t *seed) {
  shape s;
  switch (kind) {
  case 0:
    s = shape_ball(4, 1, 0, 1);
    break;
  case 1:
    s = shape_ball(4, 1, 0.15, *seed);
    break;
  case 2:
    s = shape_torus(14, 8, 0.8, 0.35);
    break;
  default:
    s = shape_box(1, vt_v3(-0.7, -0.9, -0.4), vt_v3(0.7, 0.9, 0.4));
    break;
  }
  shape_prepare(&s);
  shape_move(&s, (vt_pose){{0, 0, 0}, sample_rotation(seed)});
  return s;
}

#endif
