// The neo-Hookean law: stress as the gradient of its energy for any F, small strains, and the curves of
// bodies in tension, in two directions and in shear against closed forms, with every element.
//
// With --curves it prints the table of docs/images/laws.py: law, case, stretch or shear, stress over mu.
#include "body/elements.h"
#include "body/neo_hookean.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

static unsigned long long seed = 3;
static double noise(void) { // -1 to 1
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static double energy(vt_mat3 f, double mu, double lambda) {
  return vt_neo_hookean_energy(f, vt_polar_rotation(f), mu, lambda);
}

// From an ordinary F to flat, inside out and nothing at all.
static void check_stress(void) {
  for (int k = 0; k < 40; ++k) {
    vt_mat3 f;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        f.m[i][j] = (i == j && k < 20 ? 1 : 0) + (k == 39 ? 0 : 0.1 * (k % 20)) * noise();
    double mu = k % 2 == 0 ? 1.5 : 0, lambda = k % 3 == 0 ? 0 : 7, d = 1e-6;
    vt_mat3 p = vt_neo_hookean_stress(f, mu, lambda);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        vt_mat3 up = f, down = f;
        up.m[i][j] += d;
        down.m[i][j] -= d;
        double slope = (energy(up, mu, lambda) - energy(down, mu, lambda)) / (2 * d);
        CHECK(fabs(slope - p.m[i][j]) < 1e-7 * (1 + fabs(slope)));
      }
  }
}

// The linear law for small strains, to their square; and no digits lost at a strain of 1e-9.
static void check_small(void) {
  const double sizes[] = {1e-3, 1e-6, 1e-9};
  vt_mat3 turn = vt_quat_to_mat(vt_quat_exp(vt_v3(1, 2, -0.5)));
  for (int n = 0; n < 3; ++n) {
    vt_mat3 f = vt_mat_identity();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) {
        double e = sizes[n] * noise();
        f.m[i][j] += e;
        if (i != j) f.m[j][i] += e;
      }
    f = vt_mat_mul(turn, f);
    vt_mat3 r = vt_polar_rotation(f);
    double linear = vt_corotated_energy(f, r, 2, 5), now = vt_neo_hookean_energy(f, r, 2, 5);
    CHECK(fabs(now - linear) < (10 * sizes[n] + 1e-15 / sizes[n] * 10) * linear);
  }
}

// Pa: stress over mu along the pull; `across` becomes the stretch that leaves the other directions free.
typedef enum { TENSION, BOTH_WAYS, SHEAR } loading;

static double closed_form(vt_law law, loading kind, double mu, double lambda, double s, double *across) {
  double nu = lambda / (2 * (lambda + mu)), young = 2 * mu * (1 + nu);
  if (kind == SHEAR) {
    double r = s / sqrt(4 + s * s);
    if (law == VT_LAW_NEO_HOOKEAN) return mu * s;
    return 2 * mu * (s - r) + lambda * (sqrt(4 + s * s) - 2) * r;
  }
  if (law == VT_LAW_COROTATED) {
    *across = kind == TENSION ? 1 - nu * (s - 1) : 1 - 2 * nu / (1 - nu) * (s - 1);
    return kind == TENSION ? young * (s - 1) : young / (1 - nu) * (s - 1);
  }
  if (kind == TENSION) { // J from no stress across
    double j = 1 + mu * (1 - 1 / s) / (mu + lambda);
    *across = sqrt(j / s);
    return mu * (s - j / (s * s));
  }
  double j = (2 * mu + lambda) / (mu + lambda + mu / (s * s * s * s));
  *across = j / (s * s);
  return mu * (s - j * j / (s * s * s * s * s));
}

static vt_mat3 gradient_of(loading kind, double s, double across) {
  if (kind == SHEAR) return (vt_mat3){{{1, s, 0}, {0, 1, 0}, {0, 0, 1}}};
  return vt_mat_diagonal(vt_v3(s, kind == BOTH_WAYS ? s : across, across));
}

// Force over area on the faces of a cube that is strained evenly, of its elements: along the pull as the
// closed form says, and none on free faces.
static double measure(
    vt_elements *e, const vt_mesh *mesh, vt_law law, loading kind, vt_mat3 f, double *rest) {
  vt_error error = {0};
  vt_element_state state = {0};
  e->law = law;
  vt_vec3 *x = VT_NEW(vt_vec3, mesh->node_count, &error), *force = VT_NEW(vt_vec3, mesh->node_count, &error);
  CHECK(vt_element_state_init(&state, e, &error));
  for (int i = 0; i < mesh->node_count; ++i) x[i] = vt_mat_apply(f, mesh->nodes[i]);
  vt_elements_forces(e, x, VT_TANGENT_WARPED, &state, force, NULL);
  vt_vec3 right = {0, 0, 0}, top = {0, 0, 0};
  double inside = 0;
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 at = mesh->nodes[i];
    if (at.x > 1 - 1e-9) right = vt_sub(right, force[i]);
    if (at.z > 1 - 1e-9) top = vt_sub(top, force[i]);
    if (fmin(fmin(at.x, at.y), at.z) > 1e-9 && fmax(fmax(at.x, at.y), at.z) < 1 - 1e-9)
      inside = fmax(inside, vt_norm(force[i]));
  }
  *rest = inside + (kind == SHEAR ? 0 : fabs(top.z) + fabs(right.y) + fabs(right.z));
  // In shear the force along x on the face across y is that along y on the face across x.
  vt_vec3 up = {0, 0, 0};
  for (int i = 0; i < mesh->node_count; ++i)
    if (mesh->nodes[i].y > 1 - 1e-9) up = vt_sub(up, force[i]);
  double stress = kind == SHEAR ? up.x : right.x;
  vt_element_state_free(&state);
  free(x);
  free(force);
  return stress;
}

static void check_curves(bool print) {
  static const char *const laws[] = {"corotated", "neo-hookean"};
  static const char *const kinds[] = {"tension", "equibiaxial", "shear"};
  vt_error error = {0};
  double young = 3, nu = 0.45, mu = young / (2 * (1 + nu)), lambda = young * nu / ((1 + nu) * (1 - 2 * nu));
  for (int element = VT_ELEMENT_TET4; element <= VT_ELEMENT_HEX8; ++element) {
    vt_cell_kind cells = element == VT_ELEMENT_HEX8    ? VT_CELL_HEX8
                         : element == VT_ELEMENT_TET10 ? VT_CELL_TET10
                                                       : VT_CELL_TET4;
    vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 2, 2, 2, cells, &error);
    vt_elements e;
    CHECK(mesh != NULL && vt_elements_build(&e, mesh, (vt_element)element, young, nu, &error));
    for (int law = 0; law < 2; ++law)
      for (int kind = TENSION; kind <= SHEAR; ++kind)
        for (int n = 0; n <= 15; ++n) {
          double s = kind == SHEAR ? 0.1 * n : 0.5 + 0.1 * n, across = 1, rest;
          double stress = closed_form((vt_law)law, (loading)kind, mu, lambda, s, &across);
          if (across < 0.05) continue; // the corotated law has no thickness left
          double found =
              measure(&e, mesh, (vt_law)law, (loading)kind, gradient_of((loading)kind, s, across), &rest);
          CHECK(fabs(found - stress) < 1e-12 * young);
          CHECK(rest < 1e-12 * young);
          if (print && element == VT_ELEMENT_TET4_SMOOTHED)
            printf("%s,%s,%g,%.6g\n", laws[law], kinds[kind], s, found / mu);
        }
    vt_elements_free(&e);
    vt_mesh_destroy(mesh);
  }
}

// Two cells of 0.5 x 1 x 1 that the element takes.
static vt_mesh *box_of(vt_element element, vt_error *error) {
  vt_cell_kind kind = element == VT_ELEMENT_HEX8    ? VT_CELL_HEX8
                      : element == VT_ELEMENT_TET10 ? VT_CELL_TET10
                                                    : VT_CELL_TET4;
  return vt_mesh_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1), 2, 1, 1, kind, error);
}

// At rest both laws have the same stiffness; elsewhere the neo-Hookean one stays positive, and with it forces
// are the gradient of the energy, whatever the positions.
static void check_stiffness(vt_element element) {
  vt_error error = {0};
  vt_mesh *mesh = box_of(element, &error);
  vt_elements e;
  CHECK(vt_elements_build(&e, mesh, element, 3, 0.45, &error));
  int n = mesh->node_count, blocks = e.pattern.block_count;
  vt_vec3 *x = VT_NEW(vt_vec3, n, &error), *f = VT_NEW(vt_vec3, n, &error), *y = VT_NEW(vt_vec3, n, &error);
  vt_mat3 *k[2] = {VT_NEW(vt_mat3, blocks, &error), VT_NEW(vt_mat3, blocks, &error)};
  for (int round = 0; round < 6; ++round) {
    vt_element_state states[2] = {{0}, {0}};
    for (int i = 0; i < n; ++i)
      x[i] = vt_madd(mesh->nodes[i], 0.2 * round * round, vt_v3(noise(), noise(), noise()));
    for (int law = 0; law < 2; ++law) {
      e.law = (vt_law)law;
      CHECK(vt_element_state_init(&states[law], &e, &error));
      vt_elements_forces(&e, x, VT_TANGENT_WARPED, &states[law], f, NULL);
      vt_elements_stiffness(&e, &states[law], VT_TANGENT_WARPED, k[law], NULL);
    }
    if (round == 0)
      for (int b = 0; b < blocks; ++b)
        for (int c = 0; c < 9; ++c)
          CHECK(fabs(k[0][b].m[c / 3][c % 3] - k[1][b].m[c / 3][c % 3]) < 1e-12 * 100);
    for (int t = 0; t < 20; ++t) {
      vt_vec3 d[200];
      double sum = 0, size = 0;
      for (int i = 0; i < n; ++i) d[i] = vt_v3(noise(), noise(), noise());
      vt_block_multiply(&e.pattern, k[1], d, y);
      for (int i = 0; i < n; ++i) sum += vt_dot(d[i], y[i]), size += vt_norm(d[i]) * vt_norm(y[i]);
      CHECK(sum > -1e-12 * size);
    }
    for (int i = 0; i < n; i += 2) {
      double step = 1e-6, *at = &x[i].z, z = *at;
      *at = z + step;
      double up = vt_elements_energy(&e, x);
      *at = z - step;
      double down = vt_elements_energy(&e, x);
      *at = z;
      CHECK(fabs((up - down) / (2 * step) + f[i].z) < 1e-6 * (1 + fabs(f[i].z) + up));
    }
    for (int law = 0; law < 2; ++law) vt_element_state_free(&states[law]);
  }
  free(x), free(f), free(y), free(k[0]), free(k[1]);
  vt_elements_free(&e);
  vt_mesh_destroy(mesh);
}

// d . y, summed over nodes.
static double dot_nodes(const vt_vec3 *d, const vt_vec3 *y, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += vt_dot(d[i], y[i]);
  return sum;
}

// A body pulled from all sides by far more than mu resists turns of its cells as tension does: its true
// stiffness there is large, while strains seen along R know nothing of it. An implicit step is stable where K
// is at least half of it.
static void check_pulled(vt_element element) {
  enum { MAX_NODES = 200 };
  vt_error error = {0};
  vt_mesh *mesh = box_of(element, &error);
  vt_elements e;
  vt_element_state state = {0};
  CHECK(vt_elements_build(&e, mesh, element, 3, 0.45, &error));
  e.law = VT_LAW_NEO_HOOKEAN;
  CHECK(vt_element_state_init(&state, &e, &error));
  int n = mesh->node_count;
  vt_mat3 *k = VT_NEW(vt_mat3, e.pattern.block_count, &error);
  vt_vec3 x[MAX_NODES], d[MAX_NODES], f[2][MAX_NODES], y[MAX_NODES];
  for (int stretch = 0; stretch < 3; ++stretch) {
    double size = 1.3 + 0.3 * stretch, step = 1e-6;
    for (int side = 0; side < 3; ++side) { // the last where it is
      for (int i = 0; i < n; ++i) {
        vt_vec3 at = vt_scale(size, mesh->nodes[i]);
        d[i] = vt_cross(vt_v3(1, 0.5, -0.3), at);
        x[i] = vt_madd(at, side == 2 ? 0 : side == 1 ? step : -step, d[i]);
      }
      vt_elements_forces(&e, x, VT_TANGENT_WARPED, &state, side == 2 ? y : f[side], NULL);
    }
    vt_elements_stiffness(&e, &state, VT_TANGENT_WARPED, k, NULL);
    vt_block_multiply(&e.pattern, k, d, y);
    double exact = (dot_nodes(d, f[0], n) - dot_nodes(d, f[1], n)) / (2 * step), ours = dot_nodes(d, y, n);
    CHECK(exact > 0 && exact < 2 * ours);
  }
  free(k);
  vt_element_state_free(&state);
  vt_elements_free(&e);
  vt_mesh_destroy(mesh);
}

int main(int argc, char **argv) {
  bool print = argc > 1 && strcmp(argv[1], "--curves") == 0;
  if (!print) check_stress();
  if (!print) check_small();
  check_curves(print);
  for (int e = VT_ELEMENT_TET4; e <= VT_ELEMENT_HEX8 && !print; ++e) {
    check_stiffness((vt_element)e);
    check_pulled((vt_element)e);
  }
  if (print) return check_failed > 0;
  return check_report();
}
