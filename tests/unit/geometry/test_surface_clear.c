// Triangles that lie clear of all others at rest: which they are, and that an arrangement which does not look
// at pairs of them gives the same bits.
#include "test_arrangement_checks.h"

#include "geometry/surface_topology.h"

#include <string.h>

// Two solids as one surface.
static solid join(const solid *a, const solid *b) {
  solid s = solid_new(a->vertex_count + b->vertex_count, a->triangle_count + b->triangle_count, 0);
  memcpy(s.x, a->x, sizeof *s.x * (size_t)a->vertex_count);
  memcpy(s.x + a->vertex_count, b->x, sizeof *s.x * (size_t)b->vertex_count);
  memcpy(s.triangles, a->triangles, 3 * sizeof(int) * (size_t)a->triangle_count);
  for (int k = 0; k < 3 * b->triangle_count; ++k)
    s.triangles[3 * a->triangle_count + k] = a->vertex_count + b->triangles[k];
  return s;
}

static vt_surface_topology *topology_of(const solid *s) {
  vt_error error = {0};
  return vt_surface_topology_create(s->x, s->vertex_count, s->triangles, s->triangle_count, &error);
}

static int count_clear(const vt_surface_topology *t) {
  int count = 0;
  for (int k = 0; k < t->triangle_count; ++k) count += t->clear[k];
  return count;
}

// Whether two arrangements of the same surfaces are the same to the bit.
static bool same(const vt_arranged_surface *first, const vt_arranged_surface *second, int count) {
  vt_arrangement a, b;
  vt_error error = {0};
  if (!vt_arena_reset(arena, &error) || !vt_arrange(first, count, arena, &a, &error) ||
      !vt_arrange(second, count, arena, &b, &error))
    return false;
  if (a.vertex_count != b.vertex_count || a.triangle_count != b.triangle_count ||
      a.component_count != b.component_count)
    return false;
  bool equal = true;
  for (int v = 0; v < a.vertex_count; ++v)
    equal &= memcmp(&a.vertices[v].position, &b.vertices[v].position, sizeof(vt_vec3)) == 0;
  for (int t = 0; t < a.triangle_count; ++t)
    equal &= memcmp(a.triangles[t].vertices, b.triangles[t].vertices, 3 * sizeof(int)) == 0;
  return equal && memcmp(a.volumes, b.volumes, sizeof(double) * (size_t)a.component_count) == 0;
}

// A body at rest with those of its triangles that are clear; then put elsewhere, with a box at its place.
static void check_same(solid *s, int clear_least, int clear_most) {
  vt_surface_topology *t = topology_of(s);
  if (!CHECK(t != NULL)) return;
  int count = count_clear(t);
  CHECK(count >= clear_least && count <= clear_most);
  CHECK(t->clear_margin > 0);
  solid box = solid_box(vt_v3(-3, -3, -3), vt_v3(0.1, 0.2, 0.3));
  for (int k = 0; k < 20; ++k) {
    double angle = 0.1 + k;
    vt_mat3 turn = {{{cos(angle), -sin(angle), 0}, {sin(angle), cos(angle), 0}, {0, 0, 1}}};
    solid_move(s, turn, vt_v3(0.03 * k, -0.02, 0.01 * k));
    vt_arranged_surface plain[2] = {solid_view(s), solid_view(&box)}, settled[2] = {plain[0], plain[1]};
    settled[0].settled = t->clear;
    settled[0].settled_margin = t->clear_margin;
    CHECK(same(plain, settled, 2));
  }
  solid_free(&box);
  vt_surface_topology_destroy(t);
}

static void test_clear(void) {
  solid cup = solid_cup(24, 1, 0.2, 1, 0.7), ball = solid_ball(12, 24, 1),
        box = solid_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1));
  check_same(&cup, cup.triangle_count, cup.triangle_count);
  check_same(&ball, ball.triangle_count, ball.triangle_count);
  check_same(&box, 12, 12);
  solid_free(&cup);
  solid_free(&ball);
  solid_free(&box);
}

// Two boxes as one surface: apart, with a slit below the clearance, touching, and crossing. What is near the
// other box is not clear.
static void test_near(void) {
  const double gaps[4] = {0.5, 1e-3, 0, -0.3};
  for (int k = 0; k < 4; ++k) {
    solid a = solid_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1));
    solid b = solid_box(vt_v3(1 + gaps[k], 0.2, 0.2), vt_v3(2.3, 0.7, 0.7)), both = join(&a, &b);
    check_same(&both, k == 0 ? 24 : 4, k == 0 ? 24 : 20);
    solid_free(&a);
    solid_free(&b);
    solid_free(&both);
  }
}

// What is called settled is believed, but not where the jitter is larger than the margin.
static void test_believed(void) {
  solid a = solid_box(vt_v3(0, 0, 0), vt_v3(1, 1, 1)),
        b = solid_box(vt_v3(0.5, 0.2, 0.2), vt_v3(2, 0.7, 0.7));
  solid both = join(&a, &b);
  bool all[24];
  memset(all, true, sizeof all);
  vt_arranged_surface plain = solid_view(&both), settled = plain;
  settled.settled = all;
  settled.settled_margin = 1e-3;
  CHECK(!same(&plain, &settled, 1));
  settled.settled_margin = 1e-12;
  CHECK(same(&plain, &settled, 1));
  solid_free(&a);
  solid_free(&b);
  solid_free(&both);
}

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 20, &error);
  if (!CHECK(arena != NULL)) return check_report();
  test_clear();
  test_near();
  test_believed();
  vt_arena_destroy(arena);
  return check_report();
}
