// Cavities of three bodies and more, of one with itself, of bodies that cannot move; and how they are
// followed.
#include "cavity/follow.h"
#include "union_checks.h"

#include <stdlib.h>

// A tube between two plates; a plate taken away opens it.
static void check_three_bodies(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.02, 1), pose_at(0, 0, 0), false);
  scene_add(&s, solid_tube(0.01, 0.0125, 0, 0.01, 32), pose_at(0, 0, contact_gap), true);
  scene_add(&s, plate(0.02, 3), pose_at(0, 0, 0.02 + 2 * contact_gap), true);
  CHECK(find(&s) == 1);
  CHECK(touches(&s, 0, 0) && touches(&s, 0, 1) && touches(&s, 0, 2));
  CHECK_CLOSE(scene_volume(&s, 0), 16 * 0.01 * 0.01 * sin(2 * VT_PI / 32) * (0.01 + 2 * contact_gap), 0.01);
  scene_move_body(&s, 2, pose_at(0, 0, 0.001));
  CHECK(find(&s) == 0);
  scene_end(&s);
}

// A cup over the seam of two blocks: points where three surfaces meet. A wider seam leaks.
static void check_seam(void) {
  for (int k = 0; k < 4; ++k) {
    double seam = k == 0 ? 0 : k == 1 ? contact_gap : k == 2 ? 1.4e-4 : 3e-4;
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, solid_box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0, 0.03, 0), 3, 6, 1), pose_at(0, 0, 0), true);
    scene_add(
        &s, solid_box(vt_v3(0, -0.03, -0.01), vt_v3(0.03, 0.03, 0), 3, 6, 1), pose_at(seam, 0, 0), true);
    scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10), pose_at(0.0003, 0.0002, contact_gap), true);
    int count = find(&s);
    CHECK(count == (k == 3 ? 0 : 1));
    if (count == 1) {
      CHECK(touches(&s, 0, 0) && touches(&s, 0, 1) && touches(&s, 0, 2));
      CHECK_CLOSE(scene_volume(&s, 0), dome_volume(0.015, 0.008), 0.03);
    }
    scene_end(&s);
  }
}

// A tunnel through a block joins what two cups enclose; with one mouth open there is nothing.
static void check_tunnel(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, solid_tube(0.003, 0.025, 0, 0.02, 24), pose_at(0, 0, 0), true);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10), pose_at(0, 0, 0.02 + contact_gap), true);
  CHECK(find(&s) == 0);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10),
      pose_turned(vt_v3(0, 0, -contact_gap), vt_v3(VT_PI, 0, 0)), true);
  if (CHECK(find(&s) == 1)) {
    double tunnel = 12 * 0.003 * 0.003 * sin(2 * VT_PI / 24) * 0.02;
    CHECK_CLOSE(scene_volume(&s, 0), 2 * dome_volume(0.015, 0.008) + tunnel, 0.03);
    CHECK(touches(&s, 0, 0) && touches(&s, 0, 1) && touches(&s, 0, 2));
  }
  scene_end(&s);
}

// A ring with the section of a C: its mouth closes, and an annular chamber is left.
static void check_self(void) {
  for (int k = 0; k < 3; ++k) {
    double mouth = k == 0 ? 1e-4 : k == 1 ? 1.3e-4 : 5e-4;
    const double profile[][2] = {{0.02, 0}, {0.03, 0}, {0.03, 0.01}, {0.02, 0.01}, {0.02, 0.005 + mouth / 2},
        {0.022, 0.005 + mouth / 2}, {0.022, 0.008}, {0.028, 0.008}, {0.028, 0.002}, {0.022, 0.002},
        {0.022, 0.005 - mouth / 2}, {0.02, 0.005 - mouth / 2}};
    solid_scene s;
    scene_begin(&s);
    s.settings.alarm = 5e-4;
    scene_add(&s, solid_lathe(profile[0], 12, true, 48), pose_at(0, 0, 0), true);
    CHECK(find(&s) == 0); // it may not touch itself
    s.colliders[0].self = true;
    CHECK(find(&s) == (k == 2 ? 0 : 1));
    if (s.cavities.count == 1) {
      // A polygon of 48 sides around both circles; the mouth adds its part beyond the border.
      double area = 24 * sin(2 * VT_PI / 48) * (0.028 * 0.028 - 0.022 * 0.022);
      CHECK_CLOSE(scene_volume(&s, 0), area * 0.006, 0.02);
      CHECK(s.cavities.items[0].border_count > 0);
    }
    scene_end(&s);
  }
}

// The same, small: the two sides of its mouth are 5 mm from each other along the surface. They are neighbours
// below three alarm distances, as for contact.
static void check_neighbours(void) {
  const double profile[][2] = {{0.004, 0}, {0.006, 0}, {0.006, 0.002}, {0.004, 0.002}, {0.004, 0.00105},
      {0.0044, 0.00105}, {0.0044, 0.0016}, {0.0056, 0.0016}, {0.0056, 0.0004}, {0.0044, 0.0004},
      {0.0044, 0.00095}, {0.004, 0.00095}};
  for (int k = 0; k < 2; ++k) {
    solid_scene s;
    scene_begin(&s);
    s.settings.alarm = k == 0 ? 5e-4 : 2.5e-3;
    scene_add(&s, solid_lathe(profile[0], 12, true, 48), pose_at(0, 0, 0), true);
    s.colliders[0].self = true;
    CHECK(find(&s) == (k == 0 ? 1 : 0));
    scene_end(&s);
  }
}

// It crosses itself, but is not meant to touch itself: what it encloses so is none.
static void check_overlap(void) {
  const double profile[][2] = {{0.02, 0}, {0.03, 0}, {0.03, 0.01}, {0.02, 0.01}, {0.02, 0.0049},
      {0.022, 0.0049}, {0.022, 0.008}, {0.028, 0.008}, {0.028, 0.002}, {0.022, 0.002}, {0.022, 0.0051},
      {0.02, 0.0051}};
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.04, 1), pose_at(0, 0, 0), false);
  scene_add(&s, solid_lathe(profile[0], 12, true, 24), pose_at(0, 0, contact_gap), true);
  CHECK(find(&s) == 0);
  s.colliders[1].self = true;
  CHECK(find(&s) == 1);
  scene_end(&s);
}

// A cavity of bodies that cannot move is of no use, even if one that can is near.
static void check_fixed(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, 1), pose_at(0, 0, 0), false);
  scene_add(&s, solid_tube(0.005, 0.0075, 0, 0.01, 24), pose_at(-0.015, 0, contact_gap), false);
  scene_add(&s, plate(0.01, 1), pose_at(-0.015, 0, 0.02 + 2 * contact_gap), false);
  scene_add(&s, solid_dome_cup(0.01, 0.005, 24, 6), pose_at(0.013, 0, contact_gap), true);
  CHECK(find(&s) == 1);
  CHECK(touches(&s, 0, 3) && touches(&s, 0, 0) && !touches(&s, 0, 1));
  s.colliders[2].moves = true;
  CHECK(find(&s) == 2);
  scene_end(&s);
}

// A body's own chamber is no cavity, whether something touches the body or not.
static void check_own_chamber(void) {
  const double outside[][2] = {{0, 0}, {0.01, 0}, {0.01, 0.02}, {0, 0.02}};
  const double inside[][2] = {{0, 0.005}, {0.005, 0.005}, {0.005, 0.015}, {0, 0.015}};
  solid a = solid_lathe(outside[0], 4, false, 24), b = solid_lathe(inside[0], 4, false, 24), both = {0};
  int count = a.vertex_count + b.vertex_count, triangles = a.triangle_count + b.triangle_count;
  both.vertices = calloc((size_t)count, sizeof *both.vertices);
  both.triangles = calloc(3 * (size_t)triangles, sizeof *both.triangles);
  for (int k = 0; k < count; ++k)
    both.vertices[k] = k < a.vertex_count ? a.vertices[k] : b.vertices[k - a.vertex_count];
  for (int k = 0; k < triangles; ++k)
    for (int i = 0; i < 3; ++i)
      both.triangles[3 * k + i] = k < a.triangle_count
                                      ? a.triangles[3 * k + i]
                                      : a.vertex_count + b.triangles[3 * (k - a.triangle_count) + 2 - i];
  both.vertex_count = count;
  both.triangle_count = triangles;
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, 1), pose_at(0, 0, 0), false);
  scene_add(&s, both, pose_at(0, 0, contact_gap), true);
  CHECK(find(&s) == 0);
  s.colliders[1].self = true;
  CHECK(find(&s) == 0);
  CHECK(s.found.open_share[1][a.triangle_count + 3] == 0 &&
        s.found.enclosed_share[1][a.triangle_count + 3] == 0);
  scene_end(&s);
  solid_free(&a);
  solid_free(&b);
}

// Coarse boxes: four beams in a frame on a floor under a lid, at the contact distance from each other.
static void check_frame(void) {
  for (int k = 0; k < 3; ++k) {
    double g = k == 0 ? 0 : k == 1 ? contact_gap : 3e-4;
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, plate(0.05, 1), pose_at(0, 0, 0), false);
    scene_add(
        &s, solid_box(vt_v3(-0.03, 0.02, g), vt_v3(0.02 - g, 0.03, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(
        &s, solid_box(vt_v3(0.02, -0.02 + g, g), vt_v3(0.03, 0.03, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(
        &s, solid_box(vt_v3(-0.02 + g, -0.03, g), vt_v3(0.03, -0.02, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(
        &s, solid_box(vt_v3(-0.03, -0.03, g), vt_v3(-0.02, 0.02 - g, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(&s, plate(0.05, 1), pose_at(0, 0, 0.02 + g), true);
    int count = find(&s);
    CHECK(count == (k == 2 ? 0 : 1));
    if (count == 1) CHECK_CLOSE(scene_volume(&s, 0), 0.04 * 0.04 * (0.01 + g), 0.02);
    scene_end(&s);
  }
}

// A ridge under the ceiling of a wide cup divides its air in two; no vertex of either is near the other.
static void check_ridge(void) {
  for (int k = 0; k < 2; ++k) {
    const double section[3][2] = {{-0.004, 0}, {0.004, 0}, {0, k == 0 ? 0.01 : 0.0097}};
    solid_scene s;
    scene_begin(&s);
    scene_add(&s, plate(0.03, 1), pose_at(0, 0, 0), false);
    solid ridge = solid_box(vt_v3(-0.00999, -1, 0), vt_v3(0.00999, 1, 1), 1, 1, 1);
    for (int v = 0; v < ridge.vertex_count; ++v) { // a prism along x, its upper edge split in two close ones
      vt_vec3 *x = &ridge.vertices[v];
      double side = x->y < 0 ? -1 : 1;
      *x = x->z > 0.5 ? vt_v3(x->x, side * 1e-6, section[2][1])
                      : vt_v3(x->x, side * section[1][0], contact_gap);
    }
    scene_add(&s, ridge, pose_at(0, 0, 0), true);
    scene_add(&s, solid_box(vt_v3(-0.02, -0.02, 0), vt_v3(0.02, 0.02, 0.01), 1, 1, 1),
        pose_at(0, 0, 0.01 + contact_gap), true);
    scene_add(
        &s, solid_box(vt_v3(-0.02, -0.02, 0), vt_v3(-0.01, 0.02, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(&s, solid_box(vt_v3(0.01, -0.02, 0), vt_v3(0.02, 0.02, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(
        &s, solid_box(vt_v3(-0.01, -0.02, 0), vt_v3(0.01, -0.01, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    scene_add(&s, solid_box(vt_v3(-0.01, 0.01, 0), vt_v3(0.01, 0.02, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    CHECK(find(&s) == (k == 0 ? 2 : 1));
    scene_end(&s);
  }
}

static double follow(solid_scene *s, vt_cavities *now) {
  const vt_cavity_start start = {.pressure = 101325, .temperature = 293.15, .exponent = 1, .dead = 0};
  vt_error error = {0};
  double sum = 0;
  vt_cavity_start starts[32];
  for (int k = 0; k < 32; ++k) starts[k] = start;
  CHECK(s->found.cavities->count <= 32);
  CHECK(vt_cavities_follow(now, &s->found, starts, s->surfaces, s->arena, &error));
  for (int c = 0; c < now->count; ++c) sum += now->items[c].amount;
  return sum;
}

static void scale_body(solid_scene *s, int body, double across, double along) {
  for (int v = 0; v < s->solids[body].vertex_count; ++v) {
    vt_vec3 *x = &s->solids[body].vertices[v];
    *x = vt_v3(across * x->x, across * x->y, along * x->z);
  }
}

// A plug in a tunnel between two cups: as it shrinks two cavities become one, as it grows they part again.
static void check_plug(void) {
  solid_scene s;
  vt_cavities now = {0};
  scene_begin(&s);
  scene_add(&s, solid_tube(0.003, 0.025, -0.01, 0.01, 24), pose_at(0, 0, 0), true);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10), pose_at(0, 0, 0.01 + contact_gap), true);
  scene_add(&s, solid_dome_cup(0.015, 0.006, 40, 10),
      pose_turned(vt_v3(0, 0, -0.01 - contact_gap), vt_v3(VT_PI, 0, 0)), true);
  const double plug[][2] = {{0, -0.002}, {0.0029, -0.002}, {0.0029, 0}, {0.0029, 0.002}, {0, 0.002}};
  int body = scene_add(&s, solid_lathe(plug[0], 5, false, 24), pose_at(0, 0, 0), true);
  CHECK(find(&s) == 2);
  double amount = follow(&s, &now);
  CHECK(now.count == 2 && touches(&s, 0, body) && touches(&s, 1, body));
  now.items[0].amount *= 0.5;
  amount = now.items[0].amount + now.items[1].amount;
  for (int k = 0; k < 3; ++k) {
    scale_body(&s, body, 0.5, 1);
    CHECK(find(&s) == 1);
    CHECK_CLOSE(follow(&s, &now), amount, 1e-12);
    CHECK(now.count == 1 && now.items[0].id == 0);
    scale_body(&s, body, 2, 1);
    CHECK(find(&s) == 2);
    CHECK_CLOSE(follow(&s, &now), amount, 1e-12);
    CHECK(now.count == 2 && (now.items[0].id == 0 || now.items[1].id == 0));
  }
  vt_cavities_free(&now);
  scene_end(&s);
}

// A cup pressed flat is found no more and keeps its air, gets it back as it rises, and loses it lifted off.
static void check_flattened(void) {
  for (int n = 1; n <= 21; n += 20) {
    solid_scene s;
    vt_cavities now = {0};
    scene_begin(&s);
    scene_add(&s, plate(0.03, n), pose_at(0, 0, 0), false);
    scene_add(&s, solid_dome_cup(0.015, 0.008, 40, 10), pose_at(0, 0, contact_gap), true);
    CHECK(find(&s) == 1);
    double amount = follow(&s, &now) * 0.1;
    now.items[0].amount = amount;
    solid *cup = &s.solids[1];
    vt_vec3 *kept = malloc((size_t)cup->vertex_count * sizeof *kept);
    for (int v = 0; v < cup->vertex_count; ++v) {
      vt_vec3 *x = &cup->vertices[v];
      kept[v] = *x;
      double r = sqrt(x->x * x->x + x->y * x->y);
      if (r < 0.0149 && x->z < 0.0085) x->z = contact_gap + 0.002 * (x->z - contact_gap);
    }
    CHECK(find(&s) == 0);
    CHECK(follow(&s, &now) == amount);
    CHECK(now.count == 1 && now.items[0].flat && now.items[0].id == 0);
    for (int v = 0; v < cup->vertex_count; ++v) cup->vertices[v] = kept[v];
    CHECK(find(&s) == 1);
    CHECK(follow(&s, &now) == amount);
    CHECK(now.count == 1 && !now.items[0].flat && now.items[0].id == 0);
    scene_move_body(&s, 1, pose_at(0, 0, 0.001));
    CHECK(find(&s) == 0);
    CHECK(follow(&s, &now) == 0 && now.count == 0);
    free(kept);
    vt_cavities_free(&now);
    scene_end(&s);
  }
}

// A position that is no number is an error, not a crash.
static void check_not_finite(void) {
  solid_scene s;
  scene_begin(&s);
  scene_add(&s, plate(0.03, 1), pose_at(0, 0, 0), false);
  scene_add(&s, solid_dome_cup(0.015, 0.008, 24, 6), pose_at(0, 0, contact_gap), true);
  s.solids[1].vertices[1].x = NAN;
  CHECK(find(&s) == -1);
  s.solids[1].vertices[1].x = INFINITY;
  CHECK(find(&s) == -1);
  scene_end(&s);
}

int main(void) {
  check_not_finite();
  check_three_bodies();
  check_seam();
  check_tunnel();
  check_self();
  check_neighbours();
  check_overlap();
  check_fixed();
  check_own_chamber();
  check_frame();
  check_ridge();
  check_plug();
  check_flattened();
  return check_report();
}
