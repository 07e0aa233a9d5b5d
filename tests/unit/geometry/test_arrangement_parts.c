// Arrangements of one surface of several parts: chambers, parts that cross or share an edge, flat triangles.
#include "test_arrangement_checks.h"

// The parts as one surface; `turn` of a part: its inside is outside.
static solid join(const solid *parts, const bool *turn, int count) {
  int vertices = 0, triangles = 0;
  for (int i = 0; i < count; ++i) {
    vertices += parts[i].vertex_count;
    triangles += parts[i].triangle_count;
  }
  solid s = solid_new(vertices, triangles, 0);
  for (int i = 0, v = 0, t = 0; i < count; v += parts[i].vertex_count, t += parts[i].triangle_count, ++i) {
    memcpy(s.x + v, parts[i].x, (size_t)parts[i].vertex_count * sizeof *s.x);
    for (int k = 0; k < 3 * parts[i].triangle_count; ++k) {
      int from = turn[i] ? k - k % 3 + 2 - k % 3 : k;
      s.triangles[3 * t + k] = v + parts[i].triangles[from];
    }
  }
  return s;
}

// A cube with a chamber, then with a cube in the chamber, through its wall, and filling it exactly.
static void test_chamber(void) {
  solid parts[2] = {cube(0, 0, 0, 3), cube(1, 1, 1, 1)}, hollow = join(parts, (bool[]){false, true}, 2);
  const struct {
    double low, high;
    int bodies, holes;
    double volume;
  } cases[4] = {{5, 6, 2, 1, 27}, {1.25, 1.75, 2, 1, 26.125}, {1.5, 2.5, 1, 1, 26.125}, {1, 2, 1, 0, 27}};
  for (int k = 0; k < 4; ++k) {
    solid b = solid_box(
        vt_v3(cases[k].low, cases[k].low, cases[k].low), vt_v3(cases[k].high, cases[k].high, cases[k].high));
    if (k < 3) {
      check_pair(&hollow, &b, cases[k].bodies, cases[k].holes, cases[k].volume);
    } else { // one body, or two with nothing between
      vt_arrangement r;
      const solid *both[2] = {&hollow, &b};
      summary s = arrange_summary(both, 2, &r);
      CHECK_NEAR(s.volume, 27, VOLUME_ERROR);
    }
    solid_free(&b);
  }
  solid_free(&parts[0]);
  solid_free(&parts[1]);
  solid_free(&hollow);
}

// A surface that winds twice around where its two parts overlap, and one whose second part is inside out: the
// two cancel where they overlap, which is a hole then.
static void test_self_crossing(void) {
  solid parts[2] = {cube(0, 0, 0, 1), cube(0.3, 0.4, 0.45, 1)};
  const double overlap = 0.7 * 0.6 * 0.55;
  const solid *one[1];
  vt_arrangement r;
  for (int turned_part = 0; turned_part < 2; ++turned_part) {
    solid both = join(parts, (bool[]){false, turned_part == 1}, 2);
    one[0] = &both;
    inside_out = turned_part == 1;
    summary s = arrange_summary(one, 1, &r);
    CHECK(s.bodies == 1 && s.holes == turned_part);
    CHECK_NEAR(s.volume, turned_part ? 2 - 2 * overlap : 2 - overlap, VOLUME_ERROR);
    CHECK_NEAR(s.hole_volume, turned_part ? overlap : 0, VOLUME_ERROR);
    solid_free(&both);
  }
  // A box whose top dives through its bottom: what has been turned inside out is inside as well.
  solid twisted = cube(0, 0, 0, 1);
  twisted.x[5].z = twisted.x[7].z = -1;
  one[0] = &twisted;
  summary s = arrange_summary(one, 1, &r);
  CHECK(s.bodies == 1 && s.holes == 0);
  CHECK_NEAR(s.volume, 0.5, VOLUME_ERROR);
  solid other = solid_box(vt_v3(-1, -1, -3), vt_v3(2, 2, 3)); // around all of it
  const solid *two[2] = {&other, &twisted};
  s = arrange_summary(two, 2, &r);
  CHECK(s.bodies == 1 && r.component_count == 1);
  CHECK_NEAR(s.volume, 54, VOLUME_ERROR);
  inside_out = false;
  solid_free(&twisted);
  solid_free(&other);
  solid_free(&parts[0]);
  solid_free(&parts[1]);
}

// Two cubes of one surface that share an edge, or a vertex: vertices of the second that are also of the
// first.
static void test_shared(void) {
  for (int shared = 1; shared <= 2; ++shared) {
    solid parts[2] = {cube(0, 0, 0, 1), cube(1, 1, shared == 1 ? 1 : 0, 1)};
    solid both = join(parts, (bool[]){false, false}, 2);
    for (int k = 36; k < 72; ++k)
      for (int v = 0; v < 8; ++v)
        if (vt_norm(vt_sub(both.x[both.triangles[k]], both.x[v])) == 0) both.triangles[k] = v;
    vt_arrangement r;
    const solid *one[1] = {&both};
    summary s = arrange_summary(one, 1, &r);
    CHECK_NEAR(s.volume, 2, VOLUME_ERROR);
    CHECK(s.holes == 0);
    if (shared == 2) CHECK(r.component_count == 1); // around the edge the outside goes from one to the other
    solid bar = solid_box(vt_v3(0.5, 0.5, 0.25), vt_v3(1.5, 1.5, 0.75));
    if (shared == 2) check_pair(&both, &bar, 1, 0, 2 + 0.25);
    solid_free(&bar);
    solid_free(&both);
    solid_free(&parts[0]);
    solid_free(&parts[1]);
  }
}

// Two prisms of one surface that share an edge and overlap: around the edge the winding number is 1, 2, 1, 0.
static void test_wedges(void) {
  static const int sides[24] = {0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};
  solid both = solid_new(10, 16, 0), slab = solid_box(vt_v3(-2, -2, 0.25), vt_v3(2, 2, 0.75));
  const double c = sqrt(0.5), corners[5][2] = {{0, 0}, {1, 0}, {0, 1}, {c, c}, {-c, c}};
  for (int k = 0; k < 10; ++k) both.x[k] = vt_v3(corners[k % 5][0], corners[k % 5][1], k / 5);
  for (int k = 0; k < 48; ++k) {
    int corner = sides[k % 24] % 3, top = sides[k % 24] / 3;
    both.triangles[k] = 5 * top + (corner > 0 && k >= 24 ? corner + 2 : corner);
  }
  const double area = 1 - (0.5 * c - 0.5 * (1 - c) + (1 - c) * c) / 2;
  const solid *one[1] = {&both};
  vt_arrangement r;
  summary s = arrange_summary(one, 1, &r);
  CHECK(s.bodies == 1 && s.holes == 0);
  CHECK_NEAR(s.volume, area, VOLUME_ERROR);
  check_pair(&both, &slab, 1, 0, 0.5 * area + 8);
  solid_free(&both);
  solid_free(&slab);
}

// Two tetrahedra of one surface that share their tips, in the direction in which the outside is looked for.
static void test_tips(void) {
  solid parts[2] = {
      solid_tetrahedron(vt_v3(1, 0, 0), vt_v3(0, 0, 0.5), vt_v3(0, 0.5, -0.5), vt_v3(0, -0.5, -0.5)),
      solid_tetrahedron(vt_v3(1, 0, 0), vt_v3(2, 0, 0.5), vt_v3(2, 0.5, -0.5), vt_v3(2, -0.5, -0.5))};
  solid both = join(parts, (bool[]){false, false}, 2);
  for (int k = 0; k < 24; ++k)
    if (both.triangles[k] == 4) both.triangles[k] = 0;
  const solid *one[1] = {&both};
  vt_arrangement r;
  summary s = arrange_summary(one, 1, &r);
  CHECK(s.holes == 0);
  CHECK_NEAR(s.volume, solid_volume(&parts[0]) + solid_volume(&parts[1]), VOLUME_ERROR);
  for (int v = 0; v < r.vertex_count; ++v) CHECK(r.vertices[v].corner != 4);
  solid ball = solid_ball(8, 6, 0.25);
  solid_move(&ball, vt_mat_identity(), vt_v3(1, 0, 0));
  const solid *two[2] = {&both, &ball};
  s = arrange_summary(two, 2, &r);
  CHECK(s.bodies == 1 && s.holes == 0 && r.component_count == 1);
  solid_free(&ball);
  solid_free(&both);
  solid_free(&parts[0]);
  solid_free(&parts[1]);
}

// Triangles without area, with repeated corners, and pairs that cancel.
static void test_flat_triangles(void) {
  solid a = cube(0, 0, 0, 1), b = cube(0.3, 0.4, 0.45, 1), flat = solid_new(12, 20, 0);
  memcpy(flat.x, a.x, 8 * sizeof *a.x);
  memcpy(flat.triangles, a.triangles, 36 * sizeof(int));
  int *t = flat.triangles, u = t[0], v = t[1], w = t[2];
  flat.x[8] = vt_scale(0.5, vt_add(flat.x[u], flat.x[v])); // on the first side of the first triangle
  const int more[24] = {8, v, w, u, v, 8, 3, 3, 4, 9, 10, 11, 9, 11, 10, 4, 5, 6, 5, 4, 6, 11, 11, 11};
  memcpy(t + 36, more, sizeof more);
  t[1] = 8;
  flat.x[9] = vt_v3(-1, 0.5, 0.5);
  flat.x[10] = vt_v3(2, 0.5, 0.5);
  flat.x[11] = vt_v3(2, 2, 2);
  check_pair(&flat, &b, 1, 0, 2 - 0.7 * 0.6 * 0.55);
  vt_arrangement r;
  const solid *one[1] = {&flat};
  flat.triangle_count = 2;
  memcpy(flat.triangles, more + 9, 6 * sizeof(int));
  CHECK(arrange(one, 1, &r) && r.triangle_count == 0);
  solid_free(&flat);
  solid_free(&a);
  solid_free(&b);
}

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 20, &error);
  if (!CHECK(arena != NULL)) return check_report();
  test_chamber();
  test_self_crossing();
  test_shared();
  test_wedges();
  test_tips();
  test_flat_triangles();
  vt_arena_destroy(arena);
  return check_report();
}
