// The parts of the flood fill: the refined surface where the seal has no clear edge, distances, pockets in a
// rim.
#include "cavity/floodfill.h"
#include "cavity/floodfill_insides.h"

#include "flood_shapes.h"

#include <ventouse/mesh.h>

static const double radius = 0.015, depth = 0.010, wall = 0.0025; // m, of the cup

static double reach_of(void) {
  vt_contact_settings settings = stage_rule(NULL, 0, 1);
  return settings.distance + settings.sealing;
}

static double random_unit(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return 2 * (double)(*seed >> 11) / 9007199254740992.0 - 1;
}

// A cup of n sides over a plate of two triangles, its rim at the reach and shaken by a part of it.
static void set_up(stage *s, int n, double shaken, uint64_t seed) {
  vt_error error = {0};
  double reach = reach_of();
  vt_mesh *cup = straight_cup(radius, depth, wall, 0.02, n);
  for (int i = 0; cup != NULL && i < cup->node_count; ++i) {
    double *z = &cup->nodes[i].z;
    *z = *z == 0 ? reach * (1 + shaken * random_unit(&seed)) : *z + reach;
  }
  stage_add(s, cup, at(0, 0, 0));
  stage_add(s, box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), 1, 1, 1), at(0, 0, 0));
  s->arena = vt_arena_create(1 << 20, &error);
  CHECK(s->arena != NULL);
  for (int b = 0; b < s->count; ++b)
    vt_bvh_refit(&s->bvhs[b], s->topologies[b]->triangles, s->colliders[b].vertices, NULL, NULL);
}

// The sheet of one of the two, as the detector asks for it.
static bool make(stage *s, int body, vt_flood_sheet *sheet) {
  vt_error error = {0};
  const vt_collider *other = &s->colliders[1 - body];
  double reach = reach_of();
  vt_flood_other *others = VT_TAKE(s->arena, vt_flood_other, 1, &error);
  if (others == NULL) return false;
  *others = (vt_flood_other){.body = 1 - body,
      .collider = other,
      .tree = vt_flood_tree_make(other, s->arena, &error),
      .reach = reach,
      .hint = -1};
  *sheet = (vt_flood_sheet){.body = body,
      .collider = &s->colliders[body],
      .other_count = 1,
      .others = others,
      .reach = reach,
      .size = fmax(reach, other->topology->edge_length)};
  return others->tree != NULL && vt_flood_sheet_make(sheet, s->arena, &error);
}

static double triangle_area(const vt_flood_sheet *sheet, const int v[3]) {
  const vt_flood_vertex *x = sheet->vertices;
  return 0.5 * vt_norm(vt_cross(
                   vt_sub(x[v[1]].position, x[v[0]].position), vt_sub(x[v[2]].position, x[v[0]].position)));
}

// Unsealed, m^2.
static double open_area(const vt_flood_sheet *sheet) {
  double sum = 0;
  for (int k = 0; k < sheet->piece_count; ++k) sum += triangle_area(sheet, sheet->pieces[k].vertices);
  return sum;
}

static double whole_area(const vt_flood_sheet *sheet) {
  const vt_surface_topology *t = sheet->collider->topology;
  double sum = 0;
  for (int k = 0; k < t->triangle_count; ++k) sum += triangle_area(sheet, t->triangles + 3 * k);
  return sum;
}

// Along the rim the edge of the seal lies on edges of the cup: triangles there have a side that stays whole,
// and so always another one that is long and has the border at its end. Edges at the border are 6 mm at most:
// some 40 around either edge of the rim, each divided a dozen times at most on its way there. Without an end
// there would be 200,000.
static void check_hovering(int n, double shaken, uint64_t seed) {
  stage s = {0};
  set_up(&s, n, shaken, seed);
  for (int body = 0; body < 2; ++body) {
    vt_flood_sheet sheet;
    if (!CHECK(make(&s, body, &sheet))) continue;
    CHECK(sheet.vertex_count < 2 * 40 * 12);
    // A cup at the reach is sealed by all of its rim; the border is looked for to a thousandth of the reach
    // or of an edge. One that is shaken about it has no edge to speak of, but is not sealed elsewhere.
    double rim = polygon(n) * ((radius + wall) * (radius + wall) - radius * radius);
    double sealed = whole_area(&sheet) - open_area(&sheet);
    CHECK(sealed > -1e-12 && sealed < 1.001 * rim);
    if (body == 0 && shaken == 0) CHECK_CLOSE(sealed, rim, 1e-3);
  }
  stage_free(&s);
}

// The least gap along a segment and where it is: through a face, over it, past an edge, beyond a corner.
static void check_segments(void) {
  static const struct {
    vt_vec3 ends[2];
    double distance, fraction;
  } cases[] = {{{{0.01, 0.004, 0.02}, {0.01, 0.004, -0.005}}, 0, 0.8},
      {{{0.001, 0.002, 0.003}, {0.007, 0.005, 0.001}}, 0.001, 1},
      {{{0.03, -0.01, 0.02}, {0.05, -0.01, 0}}, 0.01 * 1.4142135623730951, 0.5},
      {{{0.04, 0.04, 0.01}, {0.07, 0.04, 0.01}}, 0.01 * 1.7320508075688772, 0}};
  vt_error error = {0};
  double reach = reach_of();
  stage s = {0};
  set_up(&s, 8, 0, 0);
  vt_flood_other plate = {.body = 1,
      .collider = &s.colliders[1],
      .tree = vt_flood_tree_make(&s.colliders[1], s.arena, &error),
      .reach = reach,
      .hint = -1};
  CHECK(plate.tree != NULL);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
    for (int back = 0; back < 2; ++back) {
      const vt_flood_vertex from = {.position = cases[k].ends[back]},
                            to = {.position = cases[k].ends[1 - back]};
      const vt_flood_sheet sheet = {.other_count = 1, .others = &plate};
      double fraction,
          gap = vt_flood_segment_gap(&sheet, (const vt_flood_vertex *[2]){&from, &to}, 1, false, &fraction);
      CHECK_NEAR(gap, cases[k].distance - reach, 1e-12);
      CHECK_NEAR(fraction, back ? 1 - cases[k].fraction : cases[k].fraction, 1e-9);
    }
  stage_free(&s);
}

// A groove around the rim, narrower than the seal sees: no air of the outside reaches it, nor any of the
// cavity's.
static void check_groove(void) {
  enum { n = 48 };
  const double from = 0.0160, to = 0.0161, top = 1e-3;
  outline o = {0};
  line_to(&o, 0, depth, 0.002);
  line_to(&o, radius, depth, 0.002);
  line_to(&o, radius, 0, 0.002);
  line_to(&o, from, 0, 0.002);
  line_to(&o, from, top, 0.002);
  line_to(&o, to, top, 0.002);
  line_to(&o, to, 0, 0.002);
  line_to(&o, radius + wall, 0, 0.002);
  line_to(&o, radius + wall, depth + wall, 0.002);
  line_to(&o, 0, depth + wall, 0.002);
  stage s = {0};
  stage_add(&s, turn(&o, n), at(0, 0, stage_distance));
  stage_add(&s, box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), 1, 1, 1), at(0, 0, 0));
  CHECK(stage_find(&s, vt_cavities_find_floodfill));
  CHECK(s.cavities.count == 1);
  int inside = 0;
  for (int t = 0; t < s.meshes[0]->triangle_count && s.cavities.count == 1; ++t) {
    const int *v = s.meshes[0]->triangles + 3 * t;
    bool groove = true;
    for (int i = 0; i < 3; ++i) {
      double r = hypot(s.surfaces[0][v[i]].x, s.surfaces[0][v[i]].y);
      groove = groove && r > from - 1e-6 && r < to + 1e-6;
    }
    inside += groove;
    if (groove) CHECK(s.found.open_share[0][t] == 0 && s.found.enclosed_share[0][t] == 0);
  }
  CHECK(inside == 3 * 2 * n);
  stage_free(&s);
}

// Two thin rims around each other, 1.4 mm apart and thinner than any triangle: the plate's edges lie across
// both, and neither may have a hole. The air within the inner one and that between the two are two cavities.
static void check_two_rims(int n, int cells, double x) {
  const double thin = 0.0003, between = 0.0014, second = radius + thin + between;
  outline o = {0};
  line_to(&o, 0, depth, 0.008);
  line_to(&o, radius, depth, 0.008);
  line_to(&o, radius, 0, 0.008);
  line_to(&o, radius + thin, 0, 0.008);
  line_to(&o, radius + thin, depth, 0.008);
  line_to(&o, second, depth, 0.008);
  line_to(&o, second, 0, 0.008);
  line_to(&o, second + thin, 0, 0.008);
  line_to(&o, second + thin, depth + wall, 0.008);
  line_to(&o, 0, depth + wall, 0.008);
  stage s = {0};
  stage_add(&s, turn(&o, n), at(x, 0.002, stage_distance));
  stage_add(&s, box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), cells, cells, 1), at(0, 0, 0));
  CHECK(stage_find(&s, vt_cavities_find_floodfill));
  double high = depth + stage_distance, disc = polygon(n) * radius * radius * high;
  double ring = polygon(n) * (second * second - (radius + thin) * (radius + thin)) * high, volumes[2] = {0};
  if (CHECK(s.cavities.count == 2)) {
    for (int k = 0; k < 2; ++k) volumes[k] = vt_cavity_measure(&s.cavities, k, s.surfaces).volume;
    // The seal's edges take away what they do of one rim, 1.2e-4 of the disc, and of the ring ten times that.
    CHECK_CLOSE(fmax(volumes[0], volumes[1]), disc, 5e-4);
    CHECK_CLOSE(fmin(volumes[0], volumes[1]), ring, 5e-3);
  }
  stage_free(&s);
}

int main(void) {
  for (int n = 4; n <= 12; n += 2) check_hovering(n, 0, 0);
  for (uint64_t seed = 1; seed <= 10; ++seed) check_hovering(8, 1e-3, seed);
  check_segments();
  check_groove();
  for (int n = 13; n <= 19; n += 2)
    for (int cells = 1; cells <= 41; cells += 8) check_two_rims(n, cells, 1e-3);
  return check_report();
}
