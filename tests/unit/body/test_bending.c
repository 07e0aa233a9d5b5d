// How quasi-rigid bodies bend: C against static solutions, and that it has nothing of rigid motions.
#include "check.h"

#include "base/vec.h"
#include "body/bending.h"

#include <stdlib.h>

static vt_region in_box(vt_vec3 min, vt_vec3 max) {
  return (vt_region){.kind = VT_REGION_BOX, .min = min, .max = max};
}

static vt_region in_sphere(vt_vec3 center, double radius) {
  return (vt_region){.kind = VT_REGION_SPHERE, .center = center, .radius = radius};
}

// A beam of 0.1 x 0.02 x 0.02 m along x, slightly out of shape so that nothing is symmetric.
static vt_mesh *make_beam(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.1, 0.02, 0.02), 5, 2, 2, kind, &error);
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 *x = &mesh->nodes[i];
    *x = vt_add(*x, vt_scale(1e-3, vt_v3(sin(7.0 * i), sin(11.0 * i), sin(13.0 * i))));
  }
  return mesh;
}

typedef struct beam {
  vt_mesh *mesh;
  vt_deformable_model model;
  vt_bending bending;
  bool *wanted;
  int *place, count;
  vt_mat3 *stiffness; // blocks
} beam;

static beam make(vt_cell_kind kind, vt_element element, const vt_region *held) {
  vt_error error = {0};
  beam b = {.mesh = make_beam(kind)};
  vt_deformable_def def = {
      .mesh = b.mesh, .element = element, .material = {.young = 7e8, .poisson = 0.35, .density = 950}};
  CHECK(vt_deformable_model_init(&b.model, &def, "beam", &error));
  b.count = b.model.mesh->node_count;
  b.wanted = malloc((size_t)b.count * sizeof *b.wanted);
  b.place = malloc((size_t)b.count * sizeof *b.place);
  for (int i = 0; i < b.count; ++i) b.wanted[i] = true;
  CHECK(vt_bending_init(&b.bending, &b.model, b.wanted, held, (vt_ringing){0}, "beam", b.place, &error));
  if (error.code != VT_OK) printf("%s\n", error.message);
  vt_element_state state = {0};
  vt_vec3 *forces = calloc((size_t)b.count, sizeof *forces);
  b.stiffness = calloc((size_t)b.model.elements.pattern.block_count, sizeof *b.stiffness);
  CHECK(vt_element_state_init(&state, &b.model.elements, &error));
  vt_elements_forces(&b.model.elements, b.model.mesh->nodes, VT_TANGENT_WARPED, &state, forces, NULL);
  vt_elements_stiffness(&b.model.elements, &state, VT_TANGENT_WARPED, b.stiffness, NULL);
  vt_element_state_free(&state);
  free(forces);
  return b;
}

static void drop(beam *b) {
  vt_bending_free(&b->bending);
  vt_deformable_model_free(&b->model);
  vt_mesh_destroy(b->mesh);
  free(b->wanted);
  free(b->place);
  free(b->stiffness);
}

// Any forces, and the displacements they make.
static void load(const beam *b, vt_vec3 *forces, vt_vec3 *moved) {
  vt_bend *bends = calloc((size_t)b->bending.count, sizeof *bends);
  vt_vec3 *given = calloc((size_t)b->bending.count, sizeof *given);
  for (int i = 0; i < b->count; ++i) {
    forces[i] = b->place[i] < 0 ? vt_v3(0, 0, 0) : vt_v3(cos(3.0 * i), cos(5.0 * i), 1 + cos(17.0 * i));
    if (b->place[i] >= 0) given[b->place[i]] = forces[i];
  }
  vt_bending_add(&b->bending, 1, given, bends);
  for (int i = 0; i < b->count; ++i) moved[i] = b->place[i] < 0 ? vt_v3(0, 0, 0) : bends[b->place[i]].shift;
  free(bends);
  free(given);
}

// How far C f is from what solves K u = f, in u: C times what is left of f, of which K^-1 makes the error.
static double error_of(const beam *b, const vt_vec3 *left, const vt_vec3 *u) {
  vt_bend *bends = calloc((size_t)b->bending.count, sizeof *bends);
  vt_vec3 *given = calloc((size_t)b->bending.count, sizeof *given);
  double worst = 0, far = 0;
  for (int i = 0; i < b->count; ++i)
    if (b->place[i] >= 0) given[b->place[i]] = left[i];
  vt_bending_add(&b->bending, 1, given, bends);
  for (int i = 0; i < b->count; ++i) {
    far = fmax(far, vt_norm(u[i]));
    if (b->place[i] >= 0) worst = fmax(worst, vt_norm(bends[b->place[i]].shift));
  }
  free(bends);
  free(given);
  return worst / far;
}

// K u = f at all nodes that are not held.
static void test_held(vt_cell_kind kind, vt_element element) {
  vt_region held = in_box(vt_v3(-1, -1, -1), vt_v3(0.002, 1, 1));
  beam b = make(kind, element, &held);
  CHECK(b.bending.held >= 9 && b.bending.count == b.count - b.bending.held);
  vt_vec3 *f = calloc((size_t)b.count, sizeof *f), *u = calloc((size_t)b.count, sizeof *u);
  vt_vec3 *ku = calloc((size_t)b.count, sizeof *ku);
  load(&b, f, u);
  vt_block_multiply(&b.model.elements.pattern, b.stiffness, u, ku);
  for (int i = 0; i < b.count; ++i) ku[i] = vt_sub(f[i], ku[i]);
  double off = error_of(&b, ku, u);
  printf("held: %d nodes, C f is off by %.2g of itself\n", b.bending.count, off);
  CHECK(off < 1e-10);
  free(f);
  free(u);
  free(ku);
  drop(&b);
}

// K u is what is left of f when the body is free to move, u has no momentum, and weight bends nothing.
static void test_free(vt_cell_kind kind, vt_element element) {
  beam b = make(kind, element, NULL);
  CHECK(b.bending.held == 0 && b.bending.count == b.count);
  vt_vec3 *f = calloc((size_t)b.count, sizeof *f), *u = calloc((size_t)b.count, sizeof *u);
  vt_vec3 *ku = calloc((size_t)b.count, sizeof *ku);
  load(&b, f, u);
  vt_block_multiply(&b.model.elements.pattern, b.stiffness, u, ku);
  const vt_vec3 *x = b.model.mesh->nodes;
  vt_vec3 center = {0, 0, 0}, force = {0, 0, 0}, torque = {0, 0, 0};
  double mass = 0;
  for (int i = 0; i < b.count; ++i) {
    center = vt_madd(center, b.model.mass[i], x[i]);
    mass += b.model.mass[i];
  }
  center = vt_scale(1 / mass, center);
  vt_mat3 inertia = {{{0}}};
  for (int i = 0; i < b.count; ++i) {
    vt_mat3 arm = vt_skew(vt_sub(x[i], center));
    inertia = vt_mat_add(inertia, vt_mat_scale(-b.model.mass[i], vt_mat_mul(arm, arm)));
    force = vt_add(force, f[i]);
    torque = vt_add(torque, vt_cross(vt_sub(x[i], center), f[i]));
  }
  vt_vec3 spin = vt_mat_apply(vt_mat_inverse(inertia), torque), momentum = {0, 0, 0}, turning = {0, 0, 0};
  vt_vec3 pull = {0, 0, 0}, wrench = {0, 0, 0};
  double far = 0;
  for (int i = 0; i < b.count; ++i) {
    vt_vec3 arm = vt_sub(x[i], center);
    vt_vec3 carried = vt_scale(b.model.mass[i], vt_madd(vt_cross(spin, arm), 1 / mass, force));
    far = fmax(far, vt_norm(u[i]));
    momentum = vt_madd(momentum, b.model.mass[i], u[i]);
    turning = vt_madd(turning, b.model.mass[i], vt_cross(arm, u[i]));
    pull = vt_add(pull, ku[i]);
    wrench = vt_add(wrench, vt_cross(arm, ku[i]));
    ku[i] = vt_sub(vt_sub(f[i], carried), ku[i]);
  }
  double off = error_of(&b, ku, u);
  printf("free: C f is off by %.2g of itself, momentum %.2g, angular %.2g, force %.2g, torque %.2g\n", off,
      vt_norm(momentum) / (mass * far), vt_norm(turning) / (mass * far * 0.1), vt_norm(pull) / vt_norm(force),
      vt_norm(wrench) / vt_norm(torque));
  CHECK(off < 1e-10);
  CHECK(vt_norm(momentum) < 1e-11 * mass * far && vt_norm(turning) < 1e-12 * mass * far);
  CHECK(vt_norm(pull) < 1e-10 * vt_norm(force) && vt_norm(wrench) < 1e-10 * vt_norm(torque));
  // Weight: forces as the masses are, along any direction, and those of a spin's acceleration.
  vt_bend *bends = calloc((size_t)b.count, sizeof *bends);
  for (int i = 0; i < b.count; ++i)
    f[b.place[i]] = vt_scale(b.model.mass[i] / mass * vt_norm(force),
        vt_add(vt_v3(0.3, -0.5, 0.8), vt_cross(vt_v3(20, 30, -10), vt_sub(x[i], center))));
  vt_bending_add(&b.bending, 1, f, bends);
  double bent = 0;
  for (int i = 0; i < b.count; ++i) bent = fmax(bent, vt_norm(bends[i].shift));
  printf("free: weight bends it by %.2g of what forces as large do\n", bent / far);
  CHECK(bent < 1e-10 * far);
  free(bends);
  free(f);
  free(u);
  free(ku);
  drop(&b);
}

// C of a few nodes is that part of C of all; it is symmetric to the last bit, and its diagonal is positive.
static void test_part(void) {
  vt_error error = {0};
  beam b = make(VT_CELL_TET4, VT_ELEMENT_TET4_SMOOTHED, NULL);
  bool *some = calloc((size_t)b.count, sizeof *some);
  int *place = calloc((size_t)b.count, sizeof *place);
  for (int i = 0; i < b.count; i += 7) some[i] = true;
  vt_bending part;
  CHECK(vt_bending_init(&part, &b.model, some, NULL, (vt_ringing){0}, "beam", place, &error));
  double worst = 0, largest = 0;
  for (int i = 0; i < b.count; ++i)
    for (int j = 0; j < b.count; ++j) {
      vt_mat3 whole = vt_bending_row(&b.bending, b.place[i])[b.place[j]];
      vt_mat3 back = vt_bending_row(&b.bending, b.place[j])[b.place[i]];
      for (int k = 0; k < 9; ++k) {
        if (whole.m[k / 3][k % 3] != back.m[k % 3][k / 3]) worst = INFINITY;
        largest = fmax(largest, fabs(whole.m[k / 3][k % 3]));
        if (place[i] >= 0 && place[j] >= 0)
          worst = fmax(
              worst, fabs(whole.m[k / 3][k % 3] - vt_bending_row(&part, place[i])[place[j]].m[k / 3][k % 3]));
      }
      if (i == j) CHECK(whole.m[0][0] > 0 && whole.m[1][1] > 0 && whole.m[2][2] > 0);
    }
  CHECK(worst < 1e-12 * largest);
  vt_bending_free(&part);
  free(some);
  free(place);
  drop(&b);
}

// One clear line for what cannot be bent.
static void test_refused(void) {
  beam b = make(VT_CELL_TET4, VT_ELEMENT_TET4, NULL);
  vt_bending none;
  vt_error error = {0};
  vt_region line = in_box(vt_v3(-1, 0.018, 0.018), vt_v3(1, 1, 1)), all = {.kind = VT_REGION_ALL},
            far = in_sphere(vt_v3(1, 1, 1), 0.1);
  CHECK(!vt_bending_init(&none, &b.model, b.wanted, &all, (vt_ringing){0}, "beam", b.place, &error));
  CHECK_CONTAINS(error.message, "all its 54 nodes are held");
  error = (vt_error){0};
  CHECK(!vt_bending_init(&none, &b.model, b.wanted, &far, (vt_ringing){0}, "beam", b.place, &error));
  CHECK_CONTAINS(error.message, "what is held");
  error = (vt_error){0};
  vt_region one = in_sphere(b.model.mesh->nodes[0], 1e-3);
  CHECK(!vt_bending_init(&none, &b.model, b.wanted, &one, (vt_ringing){0}, "beam", b.place, &error));
  CHECK_CONTAINS(error.message, "1 held nodes on one line");
  for (int i = 0; i < b.count; ++i) b.wanted[i] = false;
  error = (vt_error){0};
  CHECK(!vt_bending_init(&none, &b.model, b.wanted, &line, (vt_ringing){0}, "beam", b.place, &error));
  CHECK_CONTAINS(error.message, "found no node of its surface that can be touched");
  CHECK(none.blocks == NULL && none.count == 0);
  // Up to the digits of a mesh file on a line.
  int held = 0;
  for (int i = 0; i < b.count; ++i) {
    vt_vec3 *x = &b.model.mesh->nodes[i];
    if (x->y < 0.018 || x->z < 0.018) continue;
    x->y = x->z = 0.02 + 1e-9 * (held++ % 2);
  }
  error = (vt_error){0};
  CHECK(held > 2 &&
        !vt_bending_init(&none, &b.model, b.wanted, &line, (vt_ringing){0}, "beam", b.place, &error));
  CHECK_CONTAINS(error.message, "held nodes on one line");
  drop(&b);
}

int main(void) {
  test_held(VT_CELL_TET4, VT_ELEMENT_TET4_SMOOTHED);
  test_held(VT_CELL_TET4, VT_ELEMENT_TET10);
  test_held(VT_CELL_HEX8, VT_ELEMENT_HEX8);
  test_free(VT_CELL_TET4, VT_ELEMENT_TET4_SMOOTHED);
  test_free(VT_CELL_TET4, VT_ELEMENT_TET10);
  test_free(VT_CELL_HEX8, VT_ELEMENT_HEX8);
  test_part();
  test_refused();
  return check_report();
}
