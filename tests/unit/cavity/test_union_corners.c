// Cavities closed along inner corners: a point there is near several faces of one body at once. Plungers in
// pots with few sides, plugs in holes, blocks standing in corners. And a plane face whose triangles do not
// matter.
#include "union_checks.h"

#include <stdlib.h>
#include <string.h>

static const double reach = 1.5e-4; // m, of solid scenes

static double random_number(unsigned *state) { // -0.5 to 0.5
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (1 << 24) - 0.5;
}

// Anywhere, any way round; the first is where it was built.
static vt_pose random_pose(int k, unsigned *state) {
  double r[6];
  for (int i = 0; i < 6; ++i) r[i] = k == 0 ? 0 : random_number(state);
  return pose_turned(vt_v3(0.1 * r[0], 0.1 * r[1], 0.1 * r[2]), vt_v3(6 * r[3], 6 * r[4], 6 * r[5]));
}

// The corners of a regular polygon around a circle, from its middle.
static double corner_radius(double apothem, int sides) { return apothem / cos(VT_PI / sides); }

static double polygon_area(double apothem, int sides) {
  return sides * apothem * apothem * tan(VT_PI / sides);
}

// A plunger with its end 10 mm above the bottom of a pot of the same shape.
static void plunger_in_pot(solid_scene *s, int sides, double gap, int rings) {
  double inner = corner_radius(0.01 + gap, sides), outer = corner_radius(0.013, sides);
  double own = corner_radius(0.01, sides), pot[32][2], plunger[32][2];
  int count = 0, other = 0;
  const double outside[4][2] = {{0, -0.003}, {outer, -0.003}, {outer, 0.02}, {inner, 0.02}};
  memcpy(pot, outside, sizeof outside);
  for (count = 4; count < 4 + rings; ++count)
    pot[count][0] = inner, pot[count][1] = 0.02 * (1 - (count - 3.0) / rings);
  pot[count][0] = 0, pot[count++][1] = 0;
  plunger[other][0] = 0, plunger[other++][1] = 0.01;
  for (int k = 0; k <= rings; ++k) plunger[other][0] = own, plunger[other++][1] = 0.01 + 0.017 * k / rings;
  plunger[other][0] = 0, plunger[other++][1] = 0.027;
  scene_begin(s);
  scene_add(s, solid_lathe(pot[0], count, false, sides), pose_at(0, 0, 0), false);
  scene_add(s, solid_lathe(plunger[0], other, false, sides), pose_at(0, 0, 0), true);
}

static void check_plungers(void) {
  const int sides[] = {3, 4, 5, 6, 7, 8, 12, 32};
  const double gaps[] = {0, 0.05, 0.5, 0.667, 0.8, 0.93, 0.98, 1.02, 1.2, 2}; // of the reach
  unsigned state = 7;
  for (int n = 0; n < 8; ++n)
    for (int g = 0; g < 10; ++g)
      for (int k = 0; k < 6; ++k) {
        double gap = gaps[g] * reach;
        solid_scene s;
        plunger_in_pot(&s, sides[n], gap, k % 3 == 0 ? 1 : 5 * (k % 3));
        scene_move(&s, random_pose(k, &state));
        int count = find(&s);
        if (!CHECK(count == (gaps[g] < 1 ? 1 : 0)))
          printf("%d sides, gap %g of the reach, pose %d: %d\n", sides[n], gaps[g], k, count);
        // The border may end anywhere from the end of the plunger to the reach above.
        if (count == 1) CHECK_CLOSE(scene_volume(&s, 0), 0.01 * polygon_area(0.01 + gap, sides[n]), 0.03);
        scene_end(&s);
      }
}

// Off the middle: one side touches, the other has twice the gap.
static void check_off_middle(void) {
  unsigned state = 11;
  for (int k = 0; k < 24; ++k) {
    double gap = 0.49 * reach, angle = 2 * VT_PI * k / 24;
    solid_scene s;
    plunger_in_pot(&s, 4, gap, k % 2 == 0 ? 1 : 4);
    // A square moved by less than the gap along each of its axes, which are the diagonals here.
    double far =
        0.99 * gap * fmin(sqrt(2), 1 / fmax(fabs(cos(angle - VT_PI / 4)), fabs(sin(angle - VT_PI / 4))));
    scene_move_body(&s, 1, pose_at(far * cos(angle), far * sin(angle), 0));
    scene_move(&s, random_pose(k, &state));
    if (CHECK(find(&s) == 1))
      CHECK_CLOSE(scene_volume(&s, 0), 0.01 * polygon_area(0.01 + gap, 4), 0.03);
    else
      printf("off the middle %d\n", k);
    scene_end(&s);
  }
}

// A long square plug through the neck of a chamber: no vertex of it is near.
static void check_plug_in_hole(void) {
  const double gaps[] = {0.1, 0.5, 0.667, 0.9, 0.98, 1.02, 1.3};
  unsigned state = 5;
  for (int g = 0; g < 7; ++g)
    for (int k = 0; k < 8; ++k) {
      double gap = gaps[g] * reach, neck = corner_radius(0.005 + gap, 4);
      double wide = corner_radius(0.01, 4), outer = corner_radius(0.015, 4);
      const double profile[8][2] = {{0, -0.005}, {outer, -0.005}, {outer, 0.03}, {neck, 0.03}, {neck, 0.02},
          {wide, 0.02}, {wide, 0}, {0, 0}};
      solid_scene s;
      scene_begin(&s);
      scene_add(&s, solid_lathe(profile[0], 8, false, 4), pose_turned(vt_v3(0, 0, 0), vt_v3(0, 0, VT_PI / 4)),
          false);
      int cells = k % 2 == 0 ? 1 : 3;
      scene_add(&s,
          solid_box(vt_v3(-0.005, -0.005, 0.01), vt_v3(0.005, 0.005, 0.05), cells, cells, k % 4 == 3 ? 9 : 1),
          pose_at(0, 0, 0), true);
      scene_move(&s, random_pose(k, &state));
      int count = find(&s);
      if (!CHECK(count == (gaps[g] < 1 ? 1 : 0)))
        printf("plug: gap %g of the reach, pose %d: %d\n", gaps[g], k, count);
      if (count == 1) CHECK_CLOSE(scene_volume(&s, 0), 0.02 * 0.02 * 0.02 - 0.01 * 0.01 * 0.01, 0.03);
      scene_end(&s);
    }
}

// ---------------------------------------------------------------- blocks in corners

// The cells of a grid that are filled, as one surface. Cells may not touch along an edge only.
static solid blocks(int n, const double *at, bool (*filled)(int x, int y, int z)) {
  solid s = {0};
  int side = n + 1, *index = calloc((size_t)(side * side * side), sizeof *index);
  s.vertices = calloc((size_t)(side * side * side), sizeof *s.vertices);
  s.triangles = calloc((size_t)(36 * n * n * n), sizeof *s.triangles);
  if (index == NULL || s.vertices == NULL || s.triangles == NULL) abort();
  for (int cell = 0; cell < n * n * n; ++cell) {
    int c[3] = {cell % n, cell / n % n, cell / n / n};
    for (int face = 0; face < 6 && filled(c[0], c[1], c[2]); ++face) {
      int axis = face / 2, up = face % 2, next[3] = {c[0], c[1], c[2]}, corners[4];
      next[axis] += up ? 1 : -1;
      if (next[axis] >= 0 && next[axis] < n && filled(next[0], next[1], next[2])) continue;
      for (int i = 0; i < 4; ++i) { // around the face, seen from outside
        int p[3] = {c[0], c[1], c[2]}, a = (axis + 1) % 3, b = (axis + 2) % 3;
        p[axis] += up;
        p[up ? a : b] += i == 1 || i == 2;
        p[up ? b : a] += i >= 2;
        int *v = &index[p[0] + side * (p[1] + side * p[2])];
        if (*v == 0) {
          s.vertices[s.vertex_count] = vt_v3(at[p[0]], at[p[1]], at[p[2]]);
          *v = ++s.vertex_count;
        }
        corners[i] = *v - 1;
      }
      int *t = s.triangles + 3 * s.triangle_count;
      t[0] = t[3] = corners[0], t[1] = corners[1], t[2] = t[4] = corners[2], t[5] = corners[3];
      s.triangle_count += 2;
    }
  }
  free(index);
  return s;
}

// A floor and two walls.
static bool inner_corner(int x, int y, int z) { return x == 0 || y == 0 || z == 0; }
static bool without_corner(int x, int y, int z) { return x + y + z > 0; }
static bool without_notch(int x, int y, int z) { return !(x == 1 && y == 0 && z == 0); }

// A block pushed into an inner corner: one corner of it is cut out, and closed by three faces; or a notch in
// one of its edges, closed by two.
static void check_inner_corner(void) {
  const double gaps[] = {0, 0.3, 0.667, 0.9, 0.98, 1.03, 1.5};
  const double walls[3] = {-0.01, 0, 0.05}, block[4] = {0, 0.006, 0.014, 0.02};
  unsigned state = 3;
  for (int g = 0; g < 7; ++g)
    for (int k = 0; k < 8; ++k) {
      double gap = gaps[g] * reach, cut = 0.006, exact;
      bool notch = k % 2 == 1;
      solid_scene s;
      scene_begin(&s);
      scene_add(&s, blocks(2, walls, inner_corner), pose_at(0, 0, 0), false);
      scene_add(&s, blocks(3, block, notch ? without_notch : without_corner), pose_at(gap, gap, gap), true);
      scene_move(&s, random_pose(k, &state));
      exact = notch ? 0.008 * (cut + gap) * (cut + gap) : pow(cut + gap, 3);
      int count = find(&s);
      if (!CHECK(count == (gaps[g] < 1 ? 1 : 0)))
        printf("corner: gap %g of the reach, pose %d: %d\n", gaps[g], k, count);
      // The borders may take the reach from each side.
      if (count == 1) CHECK_CLOSE(scene_volume(&s, 0), exact, 0.05);
      scene_end(&s);
      if (gaps[g] >= 1) continue;
      // One wall too far.
      scene_begin(&s);
      scene_add(&s, blocks(2, walls, inner_corner), pose_at(0, 0, 0), false);
      scene_add(
          &s, blocks(3, block, notch ? without_notch : without_corner), pose_at(gap, gap, 1.1 * reach), true);
      CHECK(find(&s) == 0);
      scene_end(&s);
    }
}

// The floor under a cup is two triangles. How it is turned, and so where the edge between them passes under
// the lip, changes nothing: the cup's vertices say where the air ends. To 1e-7, as border strips differ.
static void check_divided_floor(void) {
  double first = 0;
  for (int k = 0; k < 24; ++k) {
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, solid_box(vt_v3(-0.05, -0.05, -0.01), vt_v3(0.05, 0.05, 0), 1, 1, 1),
        pose_turned(vt_v3(0, 0, 0), vt_v3(0, 0, 0.01 + VT_PI / 24 * k)), false);
    scene_add(&s, solid_dome_cup(0.015, 0.003, 16, 4), pose_at(0, 0, 0.5 * reach), true);
    s.colliders[1].soft = true;
    if (CHECK(find(&s) == 1)) {
      if (k == 0) first = scene_volume(&s, 0);
      if (!CHECK_CLOSE(scene_volume(&s, 0), first, 1e-7)) printf("floor turned %d\n", k);
    }
    scene_end(&s);
  }
}

int main(void) {
  check_plungers();
  check_off_middle();
  check_plug_in_hole();
  check_inner_corner();
  check_divided_floor();
  return check_report();
}
