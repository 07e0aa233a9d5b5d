// Every element kind: patch test, rotation invariance, no net force or torque, force = -gradient of energy,
// stiffness = -derivative of force, same bits for any number of threads and far from the origin, rounding.
#include "body/elements.h"

#include "check.h"

#include <stdlib.h>

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_vec3 random_vector(unsigned *state) {
  double x = random_number(state), y = random_number(state), z = random_number(state);
  return vt_v3(x, y, z);
}

static const double young = 2e5, poisson = 0.4; // Pa

// A small irregular block: inner and surface nodes are moved by up to 4% of a cell.
static vt_mesh *sample_mesh(vt_element kind, vt_error *error) {
  vt_cell_kind cells = kind == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.3, 0.2, 0.2), 3, 2, 2, cells, error);
  if (mesh == NULL) return NULL;
  unsigned seed = 9;
  for (int i = 0; i < mesh->node_count; ++i)
    mesh->nodes[i] = vt_madd(mesh->nodes[i], 0.008, random_vector(&seed));
  if (kind == VT_ELEMENT_TET10) {
    vt_mesh *quadratic = vt_mesh_quadratic(mesh, error);
    vt_mesh_destroy(mesh);
    mesh = quadratic;
  }
  return mesh;
}

typedef struct sample {
  vt_mesh *mesh;
  vt_elements elements;
  vt_element_state state;
  vt_vec3 *x, *y, *forces;
  vt_mat3 *blocks;
} sample;

static bool make_sample(sample *s, vt_element kind, vt_error *error) {
  s->mesh = sample_mesh(kind, error);
  if (s->mesh == NULL || !vt_elements_build(&s->elements, s->mesh, kind, young, poisson, error)) return false;
  s->x = VT_NEW(vt_vec3, s->mesh->node_count, error);
  s->y = VT_NEW(vt_vec3, s->mesh->node_count, error);
  s->forces = VT_NEW(vt_vec3, s->mesh->node_count, error);
  s->blocks = VT_NEW(vt_mat3, s->elements.pattern.block_count, error);
  return vt_element_state_init(&s->state, &s->elements, error);
}

static void free_sample(sample *s) {
  vt_mesh_destroy(s->mesh);
  vt_elements_free(&s->elements);
  vt_element_state_free(&s->state);
  free(s->x);
  free(s->y);
  free(s->forces);
  free(s->blocks);
}

static void evaluate(sample *s, vt_tangent tangent) {
  vt_elements_forces(&s->elements, s->x, tangent, &s->state, s->forces, NULL);
}

static void deform(sample *s, double amount, unsigned seed) {
  for (int i = 0; i < s->mesh->node_count; ++i)
    s->x[i] = vt_madd(s->mesh->nodes[i], amount, random_vector(&seed));
}

static double largest(const vt_vec3 *a, int count) {
  double worst = 0;
  for (int i = 0; i < count; ++i) worst = fmax(worst, vt_norm(a[i]));
  return worst;
}

static bool on_boundary(const vt_mesh *mesh, int node) {
  for (int k = 0; k < 3 * mesh->triangle_count; ++k)
    if (mesh->triangles[k] == node) return true;
  return false;
}

// A homogeneous deformation leaves inner nodes without force and has exactly the energy of one point.
static void check_patch(sample *s) {
  vt_mat3 f = {{{1.05, 0.03, 0}, {0.01, 0.97, -0.02}, {0.04, 0, 1.02}}};
  for (int i = 0; i < s->mesh->node_count; ++i) s->x[i] = vt_mat_apply(f, s->mesh->nodes[i]);
  evaluate(s, VT_TANGENT_WARPED);
  double inner = 0, scale = largest(s->forces, s->mesh->node_count);
  for (int i = 0; i < s->mesh->node_count; ++i)
    if (!on_boundary(s->mesh, i)) inner = fmax(inner, vt_norm(s->forces[i]));
  CHECK(scale > 0);
  CHECK_NEAR(inner, 0, 1e-9 * scale);
  double mu = young / (2 * (1 + poisson)), lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  double volume = 0;
  for (int i = 0; i < s->mesh->node_count; ++i) volume += s->elements.node_volumes[i];
  CHECK_CLOSE(vt_elements_energy(&s->elements, s->x),
      volume * vt_corotated_energy(f, vt_polar_rotation(f), mu, lambda), 1e-9);
}

// A rigid motion costs nothing; turning a deformed body turns its forces.
static void check_rotation(sample *s) {
  vt_quat q = vt_quat_exp(vt_v3(1.1, -2.0, 0.7));
  int count = s->mesh->node_count;
  double stiff = young * 0.1; // E times a cell's size: N per unit strain
  for (int i = 0; i < count; ++i) s->x[i] = vt_add(vt_quat_rotate(q, s->mesh->nodes[i]), vt_v3(3, -2, 5));
  evaluate(s, VT_TANGENT_WARPED);
  CHECK_NEAR(largest(s->forces, count), 0, 1e-9 * stiff);
  deform(s, 0.02, 3);
  evaluate(s, VT_TANGENT_WARPED);
  for (int i = 0; i < count; ++i) {
    s->y[i] = vt_quat_rotate(q, s->forces[i]);
    s->x[i] = vt_quat_rotate(q, s->x[i]);
  }
  evaluate(s, VT_TANGENT_WARPED);
  for (int i = 0; i < count; ++i) s->y[i] = vt_sub(s->y[i], s->forces[i]);
  CHECK_NEAR(largest(s->y, count), 0, 1e-9 * largest(s->forces, count));
}

static void check_balance(sample *s, double amount) {
  deform(s, amount, 17);
  evaluate(s, VT_TANGENT_WARPED);
  vt_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
  double scale = 0;
  for (int i = 0; i < s->mesh->node_count; ++i) {
    force = vt_add(force, s->forces[i]);
    torque = vt_add(torque, vt_cross(s->x[i], s->forces[i]));
    scale += vt_norm(s->forces[i]);
  }
  CHECK_NEAR(vt_norm(force), 0, 1e-9 * scale);
  CHECK_NEAR(vt_norm(torque), 0, 1e-9 * scale * 0.3);
}

// Central differences; the step balances truncation against rounding of the energy.
static void check_gradient(sample *s, double amount) {
  const double step = 1e-6;
  deform(s, amount, 23);
  evaluate(s, VT_TANGENT_WARPED);
  double scale = largest(s->forces, s->mesh->node_count), worst = 0;
  for (int i = 0; i < s->mesh->node_count; i += 3)
    for (int c = 0; c < 3; ++c) {
      double *at = &((double *)&s->x[i])[c], old = *at;
      *at = old + step;
      double up = vt_elements_energy(&s->elements, s->x);
      *at = old - step;
      double down = vt_elements_energy(&s->elements, s->x);
      *at = old;
      worst = fmax(worst, fabs((up - down) / (2 * step) + ((double *)&s->forces[i])[c]));
    }
  CHECK_NEAR(worst, 0, 1e-6 * scale);
}

// Column by column: K e = -(f(x + d e) - f(x - d e)) / 2d.
static void check_stiffness(sample *s) {
  const double step = 1e-7;
  int count = s->mesh->node_count;
  deform(s, 0.01, 31);
  vt_vec3 *columns = calloc((size_t)(3 * count) * (size_t)count, sizeof *columns);
  for (int j = 0; j < 3 * count; ++j) {
    double *at = &((double *)s->x)[j], old = *at;
    vt_vec3 *column = columns + (size_t)j * (size_t)count;
    *at = old + step;
    evaluate(s, VT_TANGENT_EXACT);
    for (int i = 0; i < count; ++i) column[i] = vt_scale(-0.5 / step, s->forces[i]);
    *at = old - step;
    evaluate(s, VT_TANGENT_EXACT);
    for (int i = 0; i < count; ++i) column[i] = vt_madd(column[i], 0.5 / step, s->forces[i]);
    *at = old;
  }
  evaluate(s, VT_TANGENT_EXACT);
  vt_elements_stiffness(&s->elements, &s->state, VT_TANGENT_EXACT, s->blocks, NULL);
  double worst = 0, scale = 0;
  for (int j = 0; j < 3 * count; ++j) {
    memset(s->y, 0, sizeof *s->y * (size_t)count);
    ((double *)s->y)[j] = 1;
    vt_block_multiply(&s->elements.pattern, s->blocks, s->y, s->forces);
    for (int i = 0; i < count; ++i) {
      scale = fmax(scale, vt_norm(s->forces[i]));
      worst = fmax(worst, vt_norm(vt_sub(s->forces[i], columns[(size_t)j * (size_t)count + (size_t)i])));
    }
  }
  CHECK_NEAR(worst, 0, 1e-6 * scale);
  free(columns);
}

// At rest all three tangents are one; deformed, x^T K x >= 0 for the warped and the projected one.
static void check_tangents(sample *s) {
  int count = s->mesh->node_count, blocks = s->elements.pattern.block_count;
  vt_mat3 *other = calloc((size_t)blocks, sizeof *other);
  deform(s, 0, 1);
  evaluate(s, VT_TANGENT_EXACT);
  vt_elements_stiffness(&s->elements, &s->state, VT_TANGENT_EXACT, s->blocks, NULL);
  vt_elements_stiffness(&s->elements, &s->state, VT_TANGENT_WARPED, other, NULL);
  double worst = 0, scale = 0;
  for (int k = 0; k < blocks; ++k)
    for (int c = 0; c < 9; ++c) {
      scale = fmax(scale, fabs((&s->blocks[k].m[0][0])[c]));
      worst = fmax(worst, fabs((&s->blocks[k].m[0][0])[c] - (&other[k].m[0][0])[c]));
    }
  CHECK_NEAR(worst, 0, 1e-9 * scale);
  free(other);
  unsigned seed = 41;
  for (int tangent = 0; tangent < 3; ++tangent) {
    if (tangent == VT_TANGENT_EXACT) continue;
    deform(s, 0.05, 5);
    evaluate(s, (vt_tangent)tangent);
    vt_elements_stiffness(&s->elements, &s->state, (vt_tangent)tangent, s->blocks, NULL);
    double least = INFINITY;
    for (int round = 0; round < 50; ++round) {
      double power = 0;
      for (int i = 0; i < count; ++i) s->y[i] = random_vector(&seed);
      vt_block_multiply(&s->elements.pattern, s->blocks, s->y, s->forces);
      for (int i = 0; i < count; ++i) power += vt_dot(s->y[i], s->forces[i]);
      least = fmin(least, power);
    }
    CHECK(least > 0);
  }
}

static void check_threads(sample *s) {
  size_t bytes = sizeof *s->blocks * (size_t)s->elements.pattern.block_count;
  vt_mat3 *other = malloc(bytes);
  deform(s, 0.02, 51);
  evaluate(s, VT_TANGENT_WARPED);
  memcpy(s->y, s->forces, sizeof *s->y * (size_t)s->mesh->node_count);
  vt_elements_stiffness(&s->elements, &s->state, VT_TANGENT_WARPED, other, NULL);
  vt_error error = {0};
  vt_pool *pool = vt_pool_create(3, &error);
  CHECK(pool != NULL);
  vt_elements_forces(&s->elements, s->x, VT_TANGENT_WARPED, &s->state, s->forces, pool);
  vt_elements_stiffness(&s->elements, &s->state, VT_TANGENT_WARPED, s->blocks, pool);
  vt_pool_destroy(pool);
  CHECK(memcmp(s->y, s->forces, sizeof *s->y * (size_t)s->mesh->node_count) == 0);
  CHECK(memcmp(other, s->blocks, bytes) == 0);
  free(other);
}

// Far from the origin by a power of two, with places that stay the same numbers: the same bits.
static void check_far(sample *s) {
  int count = s->mesh->node_count;
  deform(s, 0.02, 77);
  for (int i = 0; i < count; ++i) {
    double *p[3] = {&s->x[i].x, &s->x[i].y, &s->x[i].z};
    for (int c = 0; c < 3; ++c) *p[c] = ldexp(nearbyint(ldexp(*p[c], 40)), -40);
  }
  double near = vt_elements_energy(&s->elements, s->x);
  evaluate(s, VT_TANGENT_WARPED);
  memcpy(s->y, s->forces, sizeof *s->y * (size_t)count);
  for (int i = 0; i < count; ++i) s->x[i] = vt_add(s->x[i], vt_v3(1024, -512, 256));
  CHECK(vt_elements_energy(&s->elements, s->x) == near);
  evaluate(s, VT_TANGENT_WARPED);
  CHECK(memcmp(s->y, s->forces, sizeof *s->y * (size_t)count) == 0);
}

// What a turn changes of the energy is rounding, of the turned places too, and below its bound for any
// strain.
static void check_rounding(sample *s) {
  int count = s->mesh->node_count;
  unsigned seed = 5;
  for (double strain = 1e-3; strain > 1e-17; strain *= 1e-2) {
    deform(s, 0.1 * strain, 3);
    double before = vt_elements_energy(&s->elements, s->x), reach = largest(s->x, count), worst = 0,
           bound = 0;
    memcpy(s->y, s->x, sizeof *s->y * (size_t)count);
    for (int trial = 0; trial < 50; ++trial) {
      vt_quat q = vt_quat_exp(vt_scale(6, random_vector(&seed)));
      for (int i = 0; i < count; ++i) s->x[i] = vt_quat_rotate(q, s->y[i]);
      double after = vt_elements_energy(&s->elements, s->x);
      bound = vt_elements_rounding(&s->elements, before, reach) +
              vt_elements_rounding(&s->elements, after, reach);
      worst = fmax(worst, fabs(after - before));
      CHECK(fabs(after - before) <= bound);
    }
    printf("strain %.0e: energy %.1e J, off by %.1e, bound %.1e\n", strain, before, worst, bound);
    CHECK(worst > 0 && bound < 1e4 * worst); // it says something
  }
}

int main(void) {
  static const vt_element kinds[] = {
      VT_ELEMENT_TET4, VT_ELEMENT_TET4_NODAL, VT_ELEMENT_TET4_SMOOTHED, VT_ELEMENT_TET10, VT_ELEMENT_HEX8};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
    vt_error error = {0};
    sample s = {0};
    printf("element %d\n", (int)kinds[k]);
    if (CHECK(make_sample(&s, kinds[k], &error))) {
      check_patch(&s);
      check_rotation(&s);
      check_balance(&s, 0.02);
      check_balance(&s, 0.3); // many points inverted
      check_gradient(&s, 0.02);
      check_gradient(&s, 0.2);
      check_stiffness(&s);
      check_tangents(&s);
      check_threads(&s);
      check_far(&s);
      check_rounding(&s);
    } else {
      printf("%s\n", error.message);
    }
    free_sample(&s);
  }
  return check_report();
}
