// The flood fill against volumes known in closed form: cups and domes, thin walls, waves; what is open.
#include "flood_checks.h"
#include "geometry/closest.h"

// How far a point is from a body, by looking at all its triangles.
static double distance_to(const stage *s, int body, vt_vec3 p) {
  double least = INFINITY;
  for (int t = 0; t < s->meshes[body]->triangle_count; ++t) {
    const int *v = s->meshes[body]->triangles + 3 * t;
    const vt_vec3 *x = s->surfaces[body];
    double w[3];
    vt_closest_on_triangle(p, x[v[0]], x[v[1]], x[v[2]], w);
    vt_vec3 foot = vt_madd(vt_madd(vt_scale(w[0], x[v[0]]), w[1], x[v[1]]), w[2], x[v[2]]);
    least = fmin(least, vt_norm(vt_sub(p, foot)));
  }
  return least;
}

// Between two bodies the border lies where the other one is as far away as the reach. It is looked for to a
// thousandth of that or of an edge: 2 mm at most here, so 2 um.
static bool border_is_exact(const stage *s) {
  const double reach = stage_distance + stage_sealing;
  bool exact = s->cavities.count == 1;
  for (int k = 0; exact && k < s->cavities.items[0].border_count; ++k) {
    const vt_cavity_triangle *t = &s->cavities.triangles[s->cavities.triangle_count - 1 - k];
    for (int i = 0; i < 3; ++i) {
      const vt_cavity_vertex *v = &s->cavities.vertices[t->vertices[i]];
      exact = exact && fabs(distance_to(s, 1 - v->body, position(s, v)) - reach) < 2e-6;
    }
  }
  return exact;
}

// Volume between a straight wall's polygon and the plate. The seal's edge takes away a ring whose section has
// the sides `sealing` up the wall and sqrt(reach^2 - distance^2) along the plate: 1.2e-4 of the volume.
static void check_straight(void) {
  for (int n = 8; n <= 64; n *= 2)
    for (int cells = 1; cells <= 30; cells += 29) {
      stage s = {0};
      stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.11 / n, n), at(0, 0, stage_distance));
      stage_add(&s, plate(0.03, cells), at(0, 0, 0));
      double volume = one_cavity(&s), exact = polygon(n) * 0.015 * 0.015 * (0.010 + stage_distance);
      CHECK_CLOSE(volume, exact, 3e-4);
      if (n == 32) CHECK(border_is_exact(&s));
      // The plate is sealed under the wall and sqrt(reach^2 - distance^2) around it; an eight-sided border
      // drawn with chords may lose up to 3% of the ring.
      double reach = stage_distance + stage_sealing;
      double around = sqrt(reach * reach - stage_distance * stage_distance);
      double outer = 0.0175 + around, inner = 0.015 - around;
      double sealed = 0.06 * 0.06 * 2 + 4 * 0.06 * 0.01 - shared_area(&s, 1, s.found.open_share) -
                      shared_area(&s, 1, s.found.enclosed_share);
      CHECK_CLOSE(sealed, polygon(n) * (outer * outer - inner * inner), 0.03);
      stage_free(&s);
    }
}

// Walls much thinner than the triangles, off the middle of coarse plates: inner and outer border must not be
// taken for each other, nor the seal have holes.
static void check_thin_walls(void) {
  for (int n = 9; n <= 15; n += 2)
    for (int cells = 1; cells <= 9; cells += 4) {
      stage s = {0};
      stage_add(&s, straight_cup(0.015, 0.010, 0.0003, 0.008, n), at(0.001, 0.002, stage_distance));
      stage_add(&s, plate(0.03, cells), at(0, 0, 0));
      CHECK_CLOSE(one_cavity(&s), polygon(n) * 0.015 * 0.015 * (0.010 + stage_distance), 5e-4);
      stage_free(&s);
    }
}

// Waves in a plate and a rim of the same shape, in triangles that do not match: the seal comes and goes
// within triangles, with ripples that are neither cavities nor leaks.
static void check_waves(void) {
  for (int n = 10; n <= 30; n += 4) {
    stage s = {0};
    vt_mesh *meshes[2] = {straight_cup(0.012, 0.01, 0.0015, 0.11 / n, n), plate(0.03, n)};
    for (int b = 0; b < 2; ++b)
      for (int i = 0; i < meshes[b]->node_count; ++i) {
        vt_vec3 *x = &meshes[b]->nodes[i];
        x->z += 0.5 * (x->x * x->x + 0.6 * x->y * x->y) + 4e-5 * sin(150 * x->x + 40 * x->y);
      }
    stage_add(&s, meshes[0], at(0, 0, stage_distance));
    stage_add(&s, meshes[1], at(0, 0, 0));
    // Shearing along z keeps the volume; chords of the plate lie off by up to 0.5 (6 mm)^2 / 8.
    CHECK_CLOSE(one_cavity(&s), polygon(n) * 0.012 * 0.012 * (0.010 + stage_distance), 2e-3);
    stage_free(&s);
  }
}

// The hollow of dome_cup down to the plate, by Simpson's rule over the lip; below the seal's edge the lip
// counts as a straight wall.
static double dome_volume(double radius, double depth, double wall) {
  double lip = 0.5 * wall, low = stage_sealing, sum = 0;
  enum { n = 200 };
  for (int i = 0; i <= n; ++i) {
    double z = low + (lip - low) * i / n, r = radius + lip - sqrt(lip * lip - (lip - z) * (lip - z));
    sum += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * r * r;
  }
  double r = radius + lip - sqrt(lip * lip - (lip - low) * (lip - low));
  return VT_PI *
         (2.0 / 3 * radius * radius * depth + sum * (lip - low) / (3 * n) + r * r * (low + stage_distance));
}

static void check_domes(void) {
  double exact = dome_volume(0.015, 0.008, 0.002), last = 1;
  for (int n = 12; n <= 96; n *= 2) {
    stage s = {0};
    stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.11 / n, n), at(0, 0, stage_distance));
    stage_add(&s, plate(0.03, 1), at(0, 0, 0));
    double error = fabs(one_cavity(&s) / exact - 1);
    printf("dome of %d: %.2e\n", n, error);
    CHECK(error < 0.45 * last); // second order: a quarter each time
    last = error;
    stage_free(&s);
  }
  CHECK(last < 2e-3); // 1 - polygon(96) / pi = 7e-4, and the same again for the dome's height
}

// Tilted by some degrees and resting on one side of its rim, a cup is open.
static void check_tilted(void) {
  for (int degrees = 1; degrees <= 21; degrees += 10) {
    double angle = degrees * VT_PI / 180;
    stage s = {0};
    stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.002, 48),
        turned(angle, 0, 0, stage_distance + 0.0175 * sin(angle)));
    stage_add(&s, plate(0.03, 1), at(0, 0, 0));
    CHECK(run(&s));
    CHECK(s.cavities.count == 0);
    CHECK(shared_area(&s, 0, s.found.enclosed_share) == 0);
    // The whole hollow is reached from outside.
    double hollow = 0, reached = 0;
    for (int t = 0; t < s.meshes[0]->triangle_count; ++t) {
      const int *v = s.meshes[0]->triangles + 3 * t;
      const vt_vec3 *x = s.surfaces[0];
      double area = triangle_area(x[v[0]], x[v[1]], x[v[2]]);
      hollow += area, reached += area * s.found.open_share[0][t];
    }
    CHECK(reached > 0.98 * hollow && reached < hollow); // all but the strip that touches
    stage_free(&s);
  }
}

// Pushed into the plate by twice the reach, which contact does not do but a first step may: what is inside is
// sealed, not open.
static void check_pressed(void) {
  const double depth = 3e-4;
  stage s = {0};
  stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.002, 48), at(0, 0, -depth));
  stage_add(&s, plate(0.03, 1), at(0, 0, 0));
  CHECK_CLOSE(one_cavity(&s), polygon(48) * 0.015 * 0.015 * (0.010 - depth), 1e-3);
  double whole = 0;
  for (int t = 0; t < s.meshes[0]->triangle_count; ++t) {
    const int *v = s.meshes[0]->triangles + 3 * t;
    whole += triangle_area(s.surfaces[0][v[0]], s.surfaces[0][v[1]], s.surfaces[0][v[2]]);
  }
  // The rim, and the walls up to the reach above the plate.
  double rim = polygon(48) * (0.0175 * 0.0175 - 0.015 * 0.015);
  double walls = 2 * 48 * sin(VT_PI / 48) * (0.015 + 0.0175) * (depth + stage_distance + stage_sealing);
  double sealed = whole - shared_area(&s, 0, s.found.open_share) - shared_area(&s, 0, s.found.enclosed_share);
  CHECK_CLOSE(sealed, rim + walls, 1e-3);
  stage_free(&s);
}

static void check_face_to_face(void) {
  // One contact distance between the two, not two.
  double exact = 2 * dome_volume(0.015, 0.008, 0.002) - VT_PI * 0.016 * 0.016 * stage_distance;
  stage s = {0};
  stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.002, 64), at(0, 0, 0.5 * stage_distance));
  stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.003, 44), turned(VT_PI, 0, 0, -0.5 * stage_distance));
  // The polygons take 0.4% and 0.8% (as above, by n^-2); two round lips part faster and seal a little less.
  CHECK_CLOSE(one_cavity(&s), exact, 0.01);
  stage_free(&s);
}

int main(void) {
  check_straight();
  check_thin_walls();
  check_waves();
  check_domes();
  check_tilted();
  check_pressed();
  check_face_to_face();
  return check_report();
}
