// A rigid flat punch pressed into a soft block without friction: F = 2 a E* d.
//
// The block is half a ball of radius 200 a about the middle of the punch, held at its far side. That takes
// away what a half space would give there: by the energy of Boussinesq's field outside at least k F / (E 200
// a), k = 0.454 at nu = 0.3, so that the force is larger by at least 2 k / (1 - nu^2) / 200 = 0.5% of
// Boussinesq's. It is divided out. The round punch has 4 n sides that touch the circle r = a from outside, as
// the nodes on that circle must be under it; a stands for the radius of a circle of the same area.
//
// The pressure at the rim is infinite, p = p0 / sqrt(1 - r^2/a^2), which on equal cells makes an error that
// falls only with their size: cells crowd towards the rim with the square of the distance, which makes it
// fall with the square of n. All errors are on the stiff side, for a mesh keeps the whole outermost cell
// down.
#include "check.h"
#include "press.h"

#include <stdlib.h>

static const double radius = 1, depth = 1e-4, young = 1e6, poisson = 0.3, block = 200; // m, m, Pa

// A prism below z = 0 whose sides touch the circle.
static vt_mesh *punch_tool(int sides) {
  vt_error error = {0};
  int *triangles = calloc((size_t)sides, 12 * sizeof *triangles);
  vt_vec3 *nodes = calloc(2 * (size_t)sides + 2, sizeof *nodes);
  if (triangles == NULL || nodes == NULL) exit(1);
  int top = 2 * sides, bottom = top + 1;
  nodes[bottom].z = -radius;
  for (int k = 0; k < sides; ++k) {
    double angle = 2 * VT_PI * (k + 0.5) / sides, r = radius / cos(VT_PI / sides);
    nodes[k] = vt_v3(r * cos(angle), r * sin(angle), 0);
    nodes[sides + k] = vt_v3(nodes[k].x, nodes[k].y, -radius);
    int m = (k + 1) % sides;
    memcpy(triangles + 12 * k,
        (int[12]){top, k, m, bottom, sides + m, sides + k, k, sides + k, m, m, sides + k, sides + m},
        12 * sizeof *triangles);
  }
  vt_mesh *mesh =
      vt_mesh_create("punch", nodes, 2 * sides + 2, VT_CELL_NONE, NULL, 0, triangles, 4 * sides, &error);
  if (mesh == NULL) {
    printf("punch: %s\n", error.message);
    exit(1);
  }
  free(triangles);
  free(nodes);
  return mesh;
}

typedef struct series {
  vt_element element;
  int meshes[3], full[3];
  double allowed, allowed_full; // of the finest
} series;

static const series elements[] = {
    {VT_ELEMENT_HEX8, {4, 6, 8}, {4, 8, 12}, 0.08, 0.04},
    {VT_ELEMENT_TET4_SMOOTHED, {2, 4, 6}, {4, 6, 8}, 0.04, 0.02},
    {VT_ELEMENT_TET10, {2, 4, 0}, {2, 4, 6}, 0.08, 0.05},
};

static double run(vt_element element, int n) {
  half_ball_def def = {.held = block, .fine = radius, .rim = true, .n = n, .element = element};
  int sides = 4 * n;
  press p = press_new(&def, elastic(young, poisson, 1e-3), punch_tool(sides), 0, 2 * depth);
  press_move(&p, vt_v3(0, 0, depth), 1);
  CHECK(p.unsolved < 1e-5);
  double a = radius * sqrt(sides * tan(VT_PI / sides) / VT_PI), modulus = young / (1 - poisson * poisson);
  double ratio = press_force(&p).z / (2 * a * modulus * depth);
  double half_space = ratio / (1 + 2 * 0.454 / (1 - poisson * poisson) * a / block);
  printf("| %s | %d | %d | %d | %.4f | %.4f |\n", element_name(element), n, p.node_count, press_touching(&p),
      ratio, half_space);
  fflush(stdout);
  press_free(&p);
  return half_space - 1;
}

int main(int argc, char **argv) {
  bool full = is_full(argc, argv);
  printf("| element | n | nodes | in contact | F / 2 a E* d | with the finite block "
         "|\n|---|---|---|---|---|---|\n");
  for (int e = 0; e < 3; ++e) {
    const series *s = &elements[e];
    double last = INFINITY;
    for (int k = 0; k < 3; ++k) {
      int n = full ? s->full[k] : s->meshes[k];
      if (n == 0) continue;
      double error = run(s->element, n);
      CHECK(error < 0.75 * last && error > -0.01); // converging, from the stiff side
      last = error;
    }
    CHECK_NEAR(last, 0, full ? s->allowed_full : s->allowed);
  }
  return check_report();
}
