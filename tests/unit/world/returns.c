// Free bodies in configurations in which cells are inside out.
#include "returns.h"

#include "world/world.h"

const char *const start_words[] = {"scrambled", "plane", "point", "inside out", "pushed through"};
const char *const shape_words[] = {"cube", "bar", "fine cube"};
const char *const element_words[] = {"auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10", "hex8"};

static const double YOUNG = 1e5; // Pa

static vt_mesh *body_mesh(vt_element element, body_shape shape) {
  vt_error error = {0};
  vt_cell_kind kind = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  vt_vec3 half = shape == BAR ? vt_v3(0.02, 0.005, 0.005) : vt_v3(0.01, 0.01, 0.01);
  int n = shape == FINE ? 4 : 2;
  return shape == BAR ? vt_mesh_box(vt_scale(-1, half), half, 4, 1, 1, kind, &error)
                      : vt_mesh_box(vt_scale(-1, half), half, n, n, n, kind, &error);
}

rig lonely(double step, vt_element element, body_shape shape, double poisson, vt_law law, bool held) {
  rig r = rig_new(step, vt_v3(0, 0, 0));
  vt_material material = elastic(YOUNG, poisson, 1000);
  material.mass_damping = 20;
  material.law = law;
  rig_soft(&r, body_mesh(element, shape), element, material);
  if (held) rig_hold(&r, 0, slice_x(shape == BAR ? -0.02 : -0.01, 0.02));
  rig_start(&r);
  return r;
}

static unsigned long long seed;
static double noise(void) { // -1 to 1
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

void set_start(vt_world *w, start_kind kind, int k) {
  seed = 12345 + 977 * (unsigned long long)k;
  for (int i = 0; i < 10; ++i) noise();
  vt_vec3 *x = w->state.x;
  vt_quat q = vt_quat_exp(vt_v3(3 * noise(), 3 * noise(), 3 * noise()));
  const vt_deformable_model *body = &w->model->bodies[0].deformable;
  const vt_mesh *mesh = body->mesh;
  bool held = false;
  for (int i = 0; i < mesh->node_count; ++i) held = held || body->prescribed[i];
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 wobble = vt_v3(1e-5 * noise(), 1e-5 * noise(), 1e-5 * noise());
    x[i] = mesh->nodes[i];
    if (kind == SCRAMBLED) x[i] = vt_v3(0.02 * noise(), 0.01 * noise(), 0.01 * noise());
    if (kind == PLANE) x[i].z *= 1e-3 * noise();
    if (kind == POINT) x[i] = vt_scale(1e-6, x[i]);
    if (kind == INSIDE_OUT) x[i].x = -x[i].x;
    if (kind == THROUGH && x[i].x > 0.001) x[i].x = -0.02 - x[i].x;
    x[i] = held ? vt_add(x[i], wobble) : vt_quat_rotate(q, vt_add(x[i], wobble));
    if (body->prescribed[i]) x[i] = mesh->nodes[i];
    w->state.v[i] = vt_v3(0, 0, 0);
  }
  vt_world_forget(w);
}

returned let_go(rig *r, double seconds) {
  double whole = YOUNG * vt_model_body_volume(r->model, 0);
  returned so = {.left = 1};
  for (double end = *r->world->state.time + seconds;
       *r->world->state.time < end && !so.failed && so.left > 1e-8; ++so.steps) {
    so.failed = vt_world_step(r->world) == VT_STEP_FAILED;
    so.untangled = so.untangled || vt_world_status(r->world)->untangled > 0;
    so.left = vt_world_energy(r->world, 0).elastic / whole;
  }
  so.back = !so.failed && so.left <= 1e-8 && vt_world_status(r->world)->inverted == 0;
  return so;
}
