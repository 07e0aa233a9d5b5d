// A soft box by itself, at its rest shape, with its state in arrays of its own.
#ifndef VT_TESTS_BODY_SAMPLE_H
#define VT_TESTS_BODY_SAMPLE_H

#include "body/deformable.h"

#include "check.h"

#include <stdlib.h>

typedef struct sample {
  vt_deformable_model model;
  vt_deformable body; // its `tangle` is NULL
  vt_tangle tangle;   // for those who set it
  vt_vec3 *x, *v;
} sample;

// From corner to corner, of n x 2 x 2 cells.
static inline void make_sample(
    sample *s, vt_vec3 low, vt_vec3 high, int n, vt_element element, double young, double poisson) {
  vt_error error = {0};
  *s = (sample){0};
  vt_cell_kind kind = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  vt_mesh *mesh = vt_mesh_box(low, high, n, 2, 2, kind, &error);
  vt_deformable_def def = {.mesh = mesh,
      .pose = vt_pose_identity(),
      .material = {.young = young, .poisson = poisson, .density = 1000},
      .element = element};
  CHECK(mesh != NULL && vt_deformable_model_init(&s->model, &def, "box", &error));
  int count = s->model.mesh->node_count;
  s->x = VT_NEW(vt_vec3, count, &error);
  s->v = VT_NEW(vt_vec3, count, &error);
  for (int i = 0; i < count; ++i) s->x[i] = s->model.mesh->nodes[i];
  CHECK(vt_deformable_init(&s->body, &s->model, s->x, s->v, &error));
  vt_mesh_destroy(mesh);
}

static inline void free_sample(sample *s) {
  vt_deformable_free(&s->body);
  vt_deformable_model_free(&s->model);
  free(s->x);
  free(s->v);
}

#endif
