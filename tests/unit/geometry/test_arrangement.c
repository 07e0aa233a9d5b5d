// Arrangements of bodies whose result is known: boxes in all positions to each other, rings, cups, bodies on
// top of each other; wrong input.
#include "failing_memory.h"
#include "test_arrangement_checks.h"

static void check_cubes(double x, double y, double z, double size, int bodies, double volume) {
  solid a = cube(0, 0, 0, 1), b = cube(x, y, z, size);
  check_pair(&a, &b, bodies, 0, volume);
  solid_free(&a);
  solid_free(&b);
}

static void test_two_cubes(void) {
  check_cubes(0.3, 0.4, 0.45, 1, 1, 2 - 0.7 * 0.6 * 0.55);
  check_cubes(0.5, 0.25, 0.25, 0.5, 1, 1);  // inside, touching a face
  check_cubes(0.25, 0.25, 0.25, 0.5, 1, 1); // inside
  check_cubes(3, 0, 0, 1, 2, 2);            // apart
  check_cubes(0, 0, 0, 1, 1, 1);            // the same
  check_cubes(0.5, 0, 0, 1, 1, 1.5);        // four coplanar faces
  check_cubes(0.5, 0.5, 0, 1, 1, 1.75);     // two coplanar faces, an edge through a face's middle
  check_cubes(0, 0, 0, 0.5, 1, 1);          // three coplanar faces, inside
  check_cubes(0, 0, 0.5, 0.5, 1, 1);        // an edge on an edge
  check_cubes(0.25, 0.25, 0.5, 1, 1, 2 - 0.75 * 0.75 * 0.5);
}

// Touching in a face, an edge, a vertex: one or two bodies, as the jitter has it, but the volume is the sum.
static void test_touching(void) {
  const double shifts[6][3] = {{1, 0, 0}, {1, 0.5, 0.25}, {1, 1, 0}, {1, 1, 0.5}, {1, 1, 1}, {0, 0, 1}};
  for (int k = 0; k < 6; ++k) {
    solid a = cube(0, 0, 0, 1), b = cube(shifts[k][0], shifts[k][1], shifts[k][2], 1);
    const solid *both[2] = {&a, &b};
    vt_arrangement r;
    if (arrange(both, 2, &r)) {
      summary s = summarize(&r);
      CHECK(s.bodies == 1 || s.bodies == 2);
      CHECK(s.holes == 0);
      CHECK_NEAR(s.volume, 2, VOLUME_ERROR);
    }
    solid_free(&a);
    solid_free(&b);
  }
}

static void test_nothing_crosses(void) {
  solid a = cube(0, 0, 0, 1), b = cube(2, 0, 0, 1);
  const solid *both[2] = {&a, &b};
  vt_arrangement r;
  if (arrange(both, 2, &r)) {
    CHECK(r.vertex_count == 16 && r.triangle_count == 24 && r.component_count == 2);
    bool seen[24] = {false};
    for (int k = 0; k < r.triangle_count; ++k) {
      const vt_arranged_triangle *t = &r.triangles[k];
      seen[12 * t->surface + t->triangle] = true;
      for (int i = 0; i < 3; ++i) {
        const vt_arranged_vertex *v = &r.vertices[t->vertices[i]];
        CHECK(v->corner == a.triangles[3 * t->triangle + i] && v->places[0].surface == t->surface);
      }
    }
    for (int k = 0; k < 24; ++k) CHECK(seen[k]);
  }
  CHECK(arrange(both, 0, &r) && r.triangle_count == 0 && r.component_count == 0);
  solid_free(&a);
  solid_free(&b);
}

// ---------------------------------------------------------------- many bodies

// Vertices - edges + triangles: 2 for a sphere, 0 for a ring.
static int euler(const vt_arrangement *r) { return r->vertex_count - r->triangle_count / 2; }

static void test_ring(void) {
  solid bars[4] = {solid_box(vt_v3(0, 0, 0), vt_v3(4, 1, 1)), solid_box(vt_v3(0, 3, 0), vt_v3(4, 4, 1)),
      solid_box(vt_v3(0.25, 0.25, 0.25), vt_v3(0.75, 3.75, 0.75)),
      solid_box(vt_v3(3.25, 0.25, -1), vt_v3(3.75, 3.75, 2))};
  const solid *all[4] = {&bars[0], &bars[1], &bars[2], &bars[3]};
  vt_arrangement r;
  summary s = arrange_summary(all, 3, &r);
  CHECK(s.bodies == 1 && s.holes == 0 && euler(&r) == 2);
  s = arrange_summary(all, 4, &r);
  CHECK(s.bodies == 1 && s.holes == 0 && r.component_count == 1 && euler(&r) == 0);
  CHECK_NEAR(s.volume, 8 + 0.5 * 0.5 * 2 + 0.5 * 3.5 * 3 - 2 * 0.5 * 0.75, VOLUME_ERROR);
  for (int k = 0; k < 4; ++k) solid_free(&bars[k]);
}

// Six plates around a cube of air, overlapping at the edges exactly, and with coplanar outer faces.
static void test_six_plates(void) {
  solid plates[6];
  const solid *all[6];
  for (int k = 0; k < 6; ++k) {
    double low[3] = {0, 0, 0}, high[3] = {3, 3, 3};
    if (k % 2)
      low[k / 2] = 2;
    else
      high[k / 2] = 1;
    plates[k] = solid_box(vt_v3(low[0], low[1], low[2]), vt_v3(high[0], high[1], high[2]));
    all[k] = &plates[k];
  }
  vt_arrangement r;
  summary s = arrange_summary(all, 6, &r);
  CHECK(s.bodies == 1 && s.holes == 1);
  CHECK_NEAR(s.hole_volume, 1, VOLUME_ERROR);
  CHECK_NEAR(s.volume, 26, VOLUME_ERROR);
  s = arrange_summary(all, 5, &r);
  CHECK(s.bodies == 1 && s.holes == 0);
  CHECK_NEAR(s.volume, 25 - 8 + 8, VOLUME_ERROR);
  for (int k = 0; k < 6; ++k) solid_free(&plates[k]);
}

// Faces of three boxes through one point; a vertex, an edge and a face at one point; and the same points in
// general position must have three places.
static void test_three_at_a_point(void) {
  solid a = solid_box(vt_v3(0, 0, 0), vt_v3(1, 2, 2)), b = solid_box(vt_v3(0, 0, 0), vt_v3(2, 1, 2)),
        c = solid_box(vt_v3(0, 0, 0), vt_v3(2, 2, 1)), d = cube(1, 1, 1, 1);
  const solid *all[4] = {&a, &b, &c, &d};
  vt_arrangement r;
  summary s = arrange_summary(all, 3, &r);
  CHECK(s.bodies == 1 && s.holes == 0);
  CHECK_NEAR(s.volume, 7, VOLUME_ERROR);
  s = arrange_summary(all, 4, &r);
  CHECK_NEAR(s.volume, 8, VOLUME_ERROR);
  solid plates[3] = {solid_box(vt_v3(-2, -2, -0.1), vt_v3(2, 2, 0.1)),
      solid_box(vt_v3(-0.2, -1.9, -1.8), vt_v3(0.15, 1.7, 1.6)),
      solid_box(vt_v3(-1.7, -0.3, -1.9), vt_v3(1.8, 0.25, 1.5))};
  const solid *three[3] = {&plates[0], &plates[1], &plates[2]};
  s = arrange_summary(three, 3, &r);
  int triple = 0;
  for (int v = 0; v < r.vertex_count; ++v) triple += r.vertices[v].place_count == 3;
  CHECK(triple == 8); // the corners of the middle
  CHECK(s.bodies == 1 && s.holes == 0);
  double volume = 16 * 0.2 + 0.35 * 3.6 * 3.4 + 3.5 * 0.55 * 3.4 - 0.35 * 3.6 * 0.2 - 3.5 * 0.55 * 0.2 -
                  0.35 * 0.55 * 3.3 + 0.35 * 0.55 * 0.2;
  CHECK_NEAR(s.volume, volume, VOLUME_ERROR);
  for (int k = 0; k < 3; ++k) solid_free(&plates[k]);
  for (int k = 0; k < 4; ++k) solid_free((solid *)all[k]);
}

// ---------------------------------------------------------------- cups

// A hollow cone pressed into a plate keeps the cone above the plate; the mesh is a pyramid over a polygon.
static void test_cup(void) {
  const int m = 64;
  const double radius = 1, depth = 0.5;
  for (int k = 0; k < 5; ++k) {
    double pressed = 0.0625 * (k + 1), left = depth - pressed, r0 = (radius - 0.2) * left / depth;
    solid cup = solid_cup(m, radius, 0.2, 1, depth);
    solid plate = solid_box(vt_v3(-2, -2, -1), vt_v3(2, 2, pressed));
    if (k == 3)
      solid_move(&cup, vt_mat_identity(), vt_v3(0.3, -0.9, 0)); // over an edge of the plate's triangles
    vt_arrangement r;
    for (int swap = 0; swap < 2; ++swap) {
      const solid *both[2] = {swap ? &plate : &cup, swap ? &cup : &plate};
      summary s = arrange_summary(both, 2, &r);
      CHECK(s.bodies == 1 && s.holes == 1 && r.component_count == 2);
      CHECK_NEAR(s.hole_volume, m / 2.0 * r0 * r0 * sin(2 * VT_PI / m) * left / 3, VOLUME_ERROR);
      int surfaces = 0, border = 0;
      for (int t = 0; t < r.triangle_count; ++t)
        if (r.volumes[r.triangles[t].component] < 0) surfaces |= 1 << r.triangles[t].surface;
      for (int v = 0; v < r.vertex_count; ++v) {
        const vt_arranged_vertex *x = &r.vertices[v];
        border += x->place_count == 2;
        if (x->place_count == 2) CHECK(x->places[0].surface != x->places[1].surface);
        if (x->place_count == 2) CHECK_NEAR(x->position.z, pressed, REACH);
      }
      CHECK(surfaces == 3 && border >= 2 * m);
    }
    solid_free(&cup);
    solid_free(&plate);
  }
}

// A rim that lies inside one triangle of the plate, twice: two islands, one inside the other, and two apart.
static void test_islands(void) {
  solid plate = solid_box(vt_v3(-8, -2, -1), vt_v3(8, 14, 0.125));
  solid a = solid_cup(12, 1, 0.2, 1, 0.5), b = solid_cup(12, 1, 0.2, 1, 0.5);
  solid_move(&a, vt_mat_identity(), vt_v3(-5, 9, 0));
  solid_move(&b, vt_mat_identity(), vt_v3(-2, 9.5, 0));
  const solid *all[3] = {&plate, &a, &b};
  vt_arrangement r;
  summary s = arrange_summary(all, 3, &r);
  CHECK(s.bodies == 1 && s.holes == 2 && r.component_count == 3);
  CHECK_NEAR(s.hole_volume, 2 * 6 * 0.36 * 0.5 * 0.375 / 3, VOLUME_ERROR);
  solid_free(&a);
  solid_free(&b);
  solid_free(&plate);
}

// ---------------------------------------------------------------- wrong input

static void check_refused(const vt_arranged_surface *surface, const char *message) {
  vt_error error = {0};
  vt_arrangement r;
  CHECK(!vt_arrange(surface, 1, arena, &r, &error) && error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, message);
}

static void test_bad_input(void) {
  solid a = cube(0, 0, 0, 1);
  vt_arranged_surface s = solid_view(&a);
  s.triangle_count = 11;
  check_refused(&s, "surface 0 is open or turned at the edge from vertex 3 to 5");
  s = solid_view(&a);
  int kept = a.triangles[5];
  a.triangles[5] = 8;
  check_refused(&s, "surface 0: triangle 1 has vertex 8, expected 0 to 7");
  a.triangles[5] = -1;
  check_refused(&s, "triangle 1 has vertex -1");
  a.triangles[5] = kept;
  a.x[3].y = NAN;
  check_refused(&s, "surface 0: vertex 3 is at");
  a.x[3].y = INFINITY;
  check_refused(&s, "surface 0: vertex 3 is at");
  a.x[3].y = 1;
  s.vertex_count = -1;
  check_refused(&s, "expected 0 or more");
  s.vertex_count = 8;
  a.x[0].x = -1e308;
  a.x[1].x = 1.7e308;
  check_refused(&s, "too far apart");
  solid_free(&a);
}

// Memory refused at every point leaves an error and nothing else; once warm, none is asked for.
static void test_memory(void) {
  solid a = cube(0, 0, 0, 1), b = cube(0.3, 0.4, 0.45, 1);
  vt_arranged_surface both[2] = {solid_view(&a), solid_view(&b)};
  vt_arrangement r;
  bool done = false;
  for (int n = 0; n < 200 && !done; ++n) {
    vt_error error = {0};
    allocation_count = 0;
    allocation_to_fail = n;
    vt_arena *small = vt_arena_create(64, &error);
    done = small != NULL && vt_arrange(both, 2, small, &r, &error);
    allocation_to_fail = -1;
    CHECK(done || error.code == VT_NO_MEMORY);
    vt_arena_destroy(small);
  }
  CHECK(done);
  vt_error error = {0};
  for (int warm = 0; warm < 3; ++warm) {
    CHECK(vt_arena_reset(arena, &error));
    allocation_count = 0;
    CHECK(vt_arrange(both, 2, arena, &r, &error));
    if (warm == 2) CHECK(allocation_count == 0);
  }
  solid_free(&a);
  solid_free(&b);
}

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 20, &error);
  if (!CHECK(arena != NULL)) return check_report();
  test_two_cubes();
  test_touching();
  test_nothing_crosses();
  test_ring();
  test_six_plates();
  test_three_at_a_point();
  test_cup();
  test_islands();
  test_bad_input();
  test_memory();
  vt_arena_destroy(arena);
  return check_report();
}
