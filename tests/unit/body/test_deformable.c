// A deformable body on its own: prescribed nodes and their reactions, mass, refused materials, allocations.
#include "body/deformable.h"

#include "check.h"
#include "failing_memory.h"

#include <stdlib.h>

static const double size = 0.1; // m

typedef struct sample {
  vt_deformable_model model;
  vt_deformable body;
  vt_vec3 *x, *v;
  int held[64], held_count;
} sample;

static vt_mesh *block(vt_element element, vt_error *error) {
  vt_cell_kind kind = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  return vt_mesh_box(vt_v3(0, 0, 0), vt_v3(size, size, size), 2, 2, 2, kind, error);
}

static vt_deformable_def soft(const vt_mesh *mesh, vt_element element) {
  return (vt_deformable_def){.mesh = mesh,
      .pose = vt_pose_identity(),
      .material = {.young = 1e4, .poisson = 0.45, .density = 1000},
      .element = element,
      .gravity = true};
}

// The nodes at z = 0 held.
static bool make(sample *s, vt_element element, vt_error *error) {
  *s = (sample){0};
  vt_mesh *mesh = block(element, error);
  if (mesh == NULL) return false;
  vt_deformable_def def = soft(mesh, element);
  bool done = vt_deformable_model_init(&s->model, &def, "block", error);
  vt_mesh_destroy(mesh);
  if (!done) return false;
  int count = s->model.mesh->node_count;
  for (int i = 0; i < count; ++i)
    if (s->model.mesh->nodes[i].z < 1e-9) s->held[s->held_count++] = i;
  s->x = VT_NEW(vt_vec3, count, error);
  s->v = VT_NEW(vt_vec3, count, error);
  if (s->x == NULL || s->v == NULL) return false;
  memcpy(s->x, s->model.mesh->nodes, sizeof *s->x * (size_t)count);
  return vt_deformable_model_prescribe(&s->model, s->held, s->held_count, false, error) &&
         vt_deformable_init(&s->body, &s->model, s->x, s->v, error);
}

static void free_sample(sample *s) {
  vt_deformable_free(&s->body);
  vt_deformable_model_free(&s->model);
  free(s->x);
  free(s->v);
}

static void step(sample *s, double h, vt_vec3 moved, vt_vec3 gravity) {
  vt_error error = {0};
  for (int k = 0; k < s->held_count; ++k)
    s->body.target[s->held[k]] = vt_add(s->model.mesh->nodes[s->held[k]], moved);
  bool done = vt_deformable_predict(&s->body, h, gravity, NULL, &error);
  vt_deformable_correct(&s->body, h, gravity, NULL, NULL);
  if (!CHECK(done)) printf("%s\n", error.message);
}

static vt_vec3 reactions(const sample *s) {
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < s->model.mesh->node_count; ++i) sum = vt_add(sum, s->body.reaction[i]);
  return sum;
}

// At rest the clamp carries weight and loads; held nodes are exactly where they are told to be.
static void check_statics(vt_element element) {
  vt_error error = {0};
  sample s;
  if (!CHECK(make(&s, element, &error))) return;
  vt_vec3 load = vt_v3(0.3, -0.2, 0.5), gravity = vt_v3(1, 2, -9.81), moved = vt_v3(0.01, 0, 0.02);
  int last = s.model.mesh->node_count - 1;
  s.body.external[last] = load;
  for (int k = 0; k < 300; ++k) step(&s, 1, moved, gravity);
  vt_vec3 wanted = vt_scale(-1, vt_madd(load, s.model.total_mass, gravity));
  CHECK_CLOSE(s.model.total_mass, 1000 * size * size * size, 1e-12);
  CHECK_NEAR(vt_norm(vt_sub(reactions(&s), wanted)), 0, 1e-9 * vt_norm(wanted));
  for (int k = 0; k < s.held_count; ++k) {
    vt_vec3 at = vt_add(s.model.mesh->nodes[s.held[k]], moved);
    CHECK(memcmp(&s.x[s.held[k]], &at, sizeof at) == 0);
  }
  for (int i = 0; i <= last; ++i)
    if (!s.model.prescribed[i]) CHECK(vt_norm(s.body.reaction[i]) == 0);
  free_sample(&s);
}

// Moving, the clamp also gives the momentum: h * reaction = change of momentum - h * weight, each step.
static void check_dynamics(vt_element element) {
  vt_error error = {0};
  sample s;
  if (!CHECK(make(&s, element, &error))) return;
  const double h = 0.01;
  vt_vec3 before = {0, 0, 0}, gravity = vt_v3(0, 0, -9.81);
  double worst = 0, scale = 0;
  for (int k = 1; k <= 50; ++k) {
    step(&s, h, vt_v3(0.02 * sin(20 * h * k), 0, 0), gravity);
    vt_vec3 now = {0, 0, 0};
    for (int i = 0; i < s.model.mesh->node_count; ++i) now = vt_madd(now, s.model.mass[i], s.v[i]);
    vt_vec3 wanted = vt_sub(vt_scale(1 / h, vt_sub(now, before)), vt_scale(s.model.total_mass, gravity));
    worst = fmax(worst, vt_norm(vt_sub(reactions(&s), wanted)));
    scale = fmax(scale, vt_norm(wanted));
    before = now;
  }
  CHECK_NEAR(worst, 0, 1e-9 * scale);
  free_sample(&s);
}

// Mass damping alone: a body moving freely loses 1 / (1 + h a) of its speed a step.
static void check_damping(void) {
  vt_error error = {0};
  vt_mesh *mesh = block(VT_ELEMENT_TET4, &error);
  vt_deformable_def def = soft(mesh, VT_ELEMENT_TET4);
  def.material.mass_damping = 3;
  def.mass = 2;
  sample s = {0};
  CHECK(vt_deformable_model_init(&s.model, &def, "block", &error));
  vt_mesh_destroy(mesh);
  int count = s.model.mesh->node_count;
  s.x = VT_NEW(vt_vec3, count, &error);
  s.v = VT_NEW(vt_vec3, count, &error);
  for (int i = 0; i < count; ++i) {
    s.x[i] = s.model.mesh->nodes[i];
    s.v[i] = vt_v3(1, 2, 3);
  }
  CHECK(vt_deformable_init(&s.body, &s.model, s.x, s.v, &error));
  CHECK_CLOSE(s.model.total_mass, 2.0, 1e-12);
  for (int k = 0; k < 10; ++k) step(&s, 0.1, vt_v3(0, 0, 0), vt_v3(0, 0, 0));
  for (int i = 0; i < count; ++i) CHECK_CLOSE(s.v[i].y, 2 * pow(1.3, -10), 1e-9);
  free_sample(&s);
}

// A steady step allocates nothing.
static void check_allocations(vt_element element) {
  vt_error error = {0};
  sample s;
  allocation_count = 0;
  if (!CHECK(make(&s, element, &error))) return;
  CHECK(allocation_count > 10); // the counter sees
  vt_vec3 gravity = vt_v3(0, 0, -9.81), still = {0, 0, 0};
  step(&s, 0.01, still, gravity);
  allocation_count = 0;
  for (int k = 0; k < 20; ++k) step(&s, 0.01, still, gravity);
  CHECK(allocation_count == 0);
  free_sample(&s);
}

// Every allocation of building, failed one after the other: an error each time, and nothing is lost (the
// address sanitizer watches).
static void check_no_memory(vt_element element) {
  for (int n = 0;; ++n) {
    vt_error error = {0};
    sample s;
    allocation_count = 0;
    allocation_to_fail = n;
    bool done = make(&s, element, &error);
    allocation_to_fail = -1;
    free_sample(&s);
    if (done) break;
    if (!CHECK(error.code == VT_NO_MEMORY)) printf("  allocation %d: %s\n", n, error.message);
  }
}

// A step that is tried again from the same state keeps its factor, and comes to the same bits; told so with
// another step, it goes on with the factor it has.
static void check_again(void) {
  vt_error error = {0};
  sample s;
  if (!CHECK(make(&s, VT_ELEMENT_TET4, &error))) return;
  const vt_vec3 gravity = {0, 0, -9.81};
  size_t count = (size_t)s.model.mesh->node_count, bytes = count * sizeof *s.x;
  vt_vec3 *x = malloc(bytes), *v = malloc(bytes), *ends = malloc(bytes);
  for (int k = 0; k < 3; ++k) step(&s, 0.01, vt_v3(0, 0, 0), gravity);
  memcpy(x, s.x, bytes);
  memcpy(v, s.v, bytes);
  for (int round = 0; round < 3; ++round) {
    s.body.again = round > 0;
    CHECK(vt_deformable_predict(&s.body, round < 2 ? 0.01 : 0.02, gravity, NULL, &error));
    if (round == 1) CHECK(memcmp(ends, s.body.free_x, bytes) == 0);
    memcpy(ends, s.body.free_x, bytes);
    vt_deformable_correct(&s.body, 0.01, gravity, NULL, NULL);
    memcpy(s.x, x, bytes);
    memcpy(s.v, v, bytes);
    s.body.fresh = false;
  }
  s.body.again = false;
  CHECK(vt_deformable_predict(&s.body, 0.02, gravity, NULL, &error));
  CHECK(memcmp(ends, s.body.free_x, bytes) != 0); // the factor of the shorter step is another one
  free(x);
  free(v);
  free(ends);
  free_sample(&s);
}

static void refuse(vt_deformable_def def, const char *part) {
  vt_error error = {0};
  vt_deformable_model model;
  CHECK(!vt_deformable_model_init(&model, &def, "body 'cup'", &error));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "body 'cup'");
  CHECK_CONTAINS(error.message, part);
}

static void check_refused(void) {
  vt_error error = {0};
  vt_mesh *tets = block(VT_ELEMENT_TET4, &error), *bricks = block(VT_ELEMENT_HEX8, &error);
  vt_mesh *skin = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 1, 1, 1, VT_CELL_NONE, &error);
  static const double youngs[] = {0, -1, NAN, INFINITY}, poissons[] = {0.5, 0.7, -0.1, NAN};
  for (int k = 0; k < 4; ++k) {
    vt_deformable_def def = soft(tets, VT_ELEMENT_AUTO);
    def.material.young = youngs[k];
    refuse(def, "Young's modulus");
    def = soft(tets, VT_ELEMENT_AUTO);
    def.material.poisson = poissons[k];
    refuse(def, "Poisson's ratio");
    def = soft(tets, VT_ELEMENT_AUTO);
    def.material.density = youngs[k];
    refuse(def, "density");
    def = soft(tets, VT_ELEMENT_AUTO);
    def.material.mass_damping = k == 0 ? -1 : youngs[k];
    refuse(def, "damping");
    def = soft(tets, VT_ELEMENT_AUTO);
    def.mass = k == 0 ? -1 : youngs[k];
    refuse(def, "mass");
  }
  refuse(soft(NULL, VT_ELEMENT_AUTO), "no mesh");
  refuse(soft(skin, VT_ELEMENT_AUTO), "no cells");
  refuse(soft(tets, VT_ELEMENT_HEX8), "hex8");
  refuse(soft(bricks, VT_ELEMENT_TET4_SMOOTHED), "tet4_smoothed");
  refuse(soft(bricks, VT_ELEMENT_TET10), "tet10");
  vt_mesh_destroy(tets);
  vt_mesh_destroy(bricks);
  vt_mesh_destroy(skin);
}

static void check_choice(void) {
  vt_error error = {0};
  sample s;
  static const vt_element asked[] = {VT_ELEMENT_TET4, VT_ELEMENT_HEX8, VT_ELEMENT_TET10};
  for (int k = 0; k < 3; ++k) {
    vt_mesh *mesh = block(asked[k], &error);
    vt_deformable_def def = soft(mesh, asked[k] == VT_ELEMENT_TET10 ? VT_ELEMENT_TET10 : VT_ELEMENT_AUTO);
    s = (sample){0};
    CHECK(vt_deformable_model_init(&s.model, &def, "block", &error));
    CHECK(s.model.element == (k == 0 ? VT_ELEMENT_TET4_SMOOTHED : asked[k]));
    if (k == 2) CHECK(s.model.mesh->node_count > mesh->node_count); // middle nodes
    vt_mesh_destroy(mesh);
    free_sample(&s);
  }
}

int main(void) {
  for (int e = VT_ELEMENT_TET4; e <= VT_ELEMENT_HEX8; ++e) {
    check_statics((vt_element)e);
    check_dynamics((vt_element)e);
    check_allocations((vt_element)e);
    check_no_memory((vt_element)e);
  }
  check_damping();
  check_again();
  check_refused();
  check_choice();
  return check_report();
}
