// A cloud with its surface and its tree, as one side of a meeting.
#ifndef VT_TESTS_CLOUD_SIDES_H
#define VT_TESTS_CLOUD_SIDES_H

#include "clouds.h"
#include "geometry/points_meet.h"

typedef struct side {
  sampled cloud;
  vt_points surface;
  vt_sphere_tree tree;
} side;

static inline side side_of(sampled cloud) {
  side s = {.cloud = cloud};
  vt_error error = {0};
  s.surface = surface_of(&s.cloud, true, vt_points_options_default());
  if (vt_sphere_tree_init(&s.tree, &s.surface, VT_SPHERE_LEAF, &error)) return s;
  printf("clouds: %s\n", error.message);
  exit(1);
}

static inline void side_free(side *s) {
  vt_sphere_tree_free(&s->tree);
  vt_points_free(&s->surface);
  sampled_free(&s->cloud);
}

#endif
