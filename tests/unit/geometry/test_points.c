// Surfaces from points: planes exactly, balls and tubes with their orders of convergence, curvature, noise,
// normals that are found, projection from afar.
#include "check.h"
#include "clouds.h"

#include <string.h>

typedef struct errors {
  double distance, mean, normal, curvature; // m: largest, mean with its sign; rad; 1/m
  double spacing;                           // m
} errors;

typedef enum shape { BALL, TUBE } shape;

static sampled sample(shape kind, int count, uint64_t seed) {
  return kind == BALL ? sample_ball(count, seed) : sample_tube(count, seed);
}

// A place on the shape and its normal; of the tube away from its open ends.
static vt_vec3 place_on(shape kind, uint64_t *state, vt_vec3 *normal) {
  if (kind == BALL) {
    *normal = any_direction(state);
    return vt_scale(BALL_RADIUS, *normal);
  }
  double angle = chance_between(state, 0, 6.283), z = chance_between(state, -0.03, 0.03);
  *normal = vt_v3(cos(angle), sin(angle), 0);
  return vt_v3(TUBE_RADIUS * normal->x, TUBE_RADIUS * normal->y, z);
}

static errors measure(shape kind, int count, double noise, bool with_normals, double bandwidth) {
  sampled s = sample(kind, count, 7);
  uint64_t state = 11;
  vt_points_options options = vt_points_options_default();
  vt_points exact = surface_of(&s, true, options);
  for (int i = 0; i < count; ++i)
    s.points[i] =
        vt_madd(s.points[i], noise * exact.spacing * chance_between(&state, -1, 1), any_direction(&state));
  options.bandwidth = bandwidth * exact.spacing;
  vt_points surface = surface_of(&s, with_normals, options);
  errors worst = {.spacing = surface.spacing};
  enum { TRIES = 400 };
  double true_curvatures[2] = {
      1 / (kind == BALL ? BALL_RADIUS : TUBE_RADIUS), kind == BALL ? 1 / BALL_RADIUS : 0};
  for (int k = 0; k < TRIES; ++k) {
    vt_vec3 normal, on = place_on(kind, &state, &normal);
    double off = chance_between(&state, -1, 1) * surface.spacing;
    vt_points_foot foot = vt_points_project(&surface, vt_madd(on, off, normal));
    CHECK(foot.found);
    worst.distance = fmax(worst.distance, fabs(foot.distance - off));
    worst.mean += (foot.distance - off) / TRIES;
    worst.normal = fmax(worst.normal, vt_norm(vt_cross(foot.normal, normal)));
    CHECK(vt_dot(foot.normal, normal) > 0.9);
    // The foot is on the surface, where f is 0, and the way to it along its normal.
    CHECK_NEAR(vt_points_at(&surface, foot.point).value, 0, 1e-2 * worst.spacing);
    double curvatures[2];
    if (!CHECK(vt_points_curvature(&surface, &foot, curvatures))) continue;
    for (int i = 0; i < 2; ++i)
      worst.curvature = fmax(worst.curvature, fabs(curvatures[i] - true_curvatures[i]));
  }
  vt_points_free(&exact);
  vt_points_free(&surface);
  sampled_free(&s);
  return worst;
}

// f lies inside a ball by h^2 / (2 R): the mean of points is below the top of the cap that they are on;
// inside a tube by half of that. Both shrink with the square of the spacing. Normals are off by where the
// points happen to be, times the angle that the surface turns by over the bandwidth: of first order.
static void check_order(shape kind, const char *name) {
  static const int counts[3] = {1000, 4000, 16000};
  errors e[3];
  for (int k = 0; k < 3; ++k) {
    e[k] = measure(kind, counts[k], 0, true, 0);
    double radius = kind == BALL ? BALL_RADIUS : 2 * TUBE_RADIUS;
    double theory = 2.25 * e[k].spacing * e[k].spacing / (2 * radius); // h is 1.5 of the spacing
    printf(
        "| %s of %d, spacing %.2f mm | distance %.1f um, mean %.1f (theory %.1f), normal %.4f rad, curvature "
        "%.1f%% |\n",
        name, counts[k], 1e3 * e[k].spacing, 1e6 * e[k].distance, 1e6 * e[k].mean, 1e6 * theory, e[k].normal,
        100 * e[k].curvature * (kind == BALL ? BALL_RADIUS : TUBE_RADIUS));
    CHECK_CLOSE(e[k].mean, theory, k == 0 ? 0.1 : 0.05); // of a cap of small angle, with points everywhere
  }
  for (int k = 0; k < 2; ++k) {
    double by = log(e[k].spacing / e[k + 1].spacing);
    printf("| %s: orders | distance %.2f, normal %.2f |\n", name, log(e[k].distance / e[k + 1].distance) / by,
        log(e[k].normal / e[k + 1].normal) / by);
    CHECK(log(e[k].mean / e[k + 1].mean) / by > 1.8);
    CHECK(log(e[k].distance / e[k + 1].distance) / by > 1.6);
    CHECK(log(e[k].normal / e[k + 1].normal) / by > 0.7);
  }
}

static void check_noise(shape kind, const char *name) {
  // An open tube has no inside by which normals could be turned outwards.
  errors clean = measure(kind, 4000, 0, true, 0), noisy = measure(kind, 4000, 0.01, true, 0),
         found = measure(kind, 4000, 0.01, kind == TUBE, 0);
  printf(
      "| %s with noise of 1%% of the spacing | distance %.1f um (%.1f without), normal %.4f rad (%.4f) |\n",
      name, 1e6 * noisy.distance, 1e6 * clean.distance, noisy.normal, clean.normal);
  CHECK(noisy.distance < clean.distance + 0.01 * clean.spacing);
  CHECK(noisy.normal < clean.normal + 0.01);
  CHECK_NEAR(found.distance, noisy.distance, 1e-3 * clean.spacing);
}

// On a plane, turned anyhow, everything is exact whatever the spacing.
static void check_plane(int count) {
  sampled s = sample_box(vt_v3(0.1, 0.1, 0.1), 1, count, 3);
  vt_quat turn = vt_quat_exp(vt_v3(0.3, -0.7, 0.2));
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    if (s.normals[i].z < 0.5) continue;
    s.points[kept] = vt_quat_rotate(turn, s.points[i]);
    s.normals[kept++] = vt_quat_rotate(turn, s.normals[i]);
  }
  s.count = kept;
  vt_points surface = surface_of(&s, false, vt_points_options_default());
  vt_vec3 up = vt_quat_rotate(turn, vt_v3(0, 0, 1));
  uint64_t state = 5;
  for (int k = 0; k < 200; ++k) {
    double x = chance_between(&state, -0.03, 0.03), y = chance_between(&state, -0.03, 0.03),
           off = chance_between(&state, -0.02, 0.02);
    vt_points_foot foot = vt_points_project(&surface, vt_quat_rotate(turn, vt_v3(x, y, 0.05 + off)));
    CHECK(foot.found);
    CHECK_NEAR(foot.distance, off, 1e-12);
    CHECK_NEAR(vt_norm(vt_sub(foot.normal, up)), 0, 1e-10);
    CHECK_NEAR(vt_norm(vt_sub(foot.point, vt_quat_rotate(turn, vt_v3(x, y, 0.05)))), 0, 1e-10);
    double curvatures[2];
    CHECK(vt_points_curvature(&surface, &foot, curvatures) && fabs(curvatures[0]) < 1e-7);
  }
  vt_points_free(&surface);
  sampled_free(&s);
}

// From outside a ball any distance, and from inside down to half of its radius.
static void check_afar(void) {
  sampled s = sample_ball(4000, 9);
  vt_points surface = surface_of(&s, true, vt_points_options_default());
  uint64_t state = 21;
  int missed = 0;
  double bound = 2 * surface.spacing * surface.spacing / BALL_RADIUS; // above the 2.25 / 2 that f is inside
  for (int k = 0; k < 200; ++k) {
    vt_vec3 along = any_direction(&state);
    double out = chance_between(&state, 1, 6), in = chance_between(&state, 0.5, 1);
    vt_points_foot far = vt_points_project(&surface, vt_scale(out * BALL_RADIUS, along)),
                   deep = vt_points_project(&surface, vt_scale(in * BALL_RADIUS, along));
    missed += !far.found + !deep.found;
    CHECK_NEAR(far.distance, (out - 1) * BALL_RADIUS, bound);
    CHECK_NEAR(deep.distance, (in - 1) * BALL_RADIUS, bound);
  }
  printf("| ball from afar and deep inside: not found | %d of 400 |\n", missed);
  CHECK(missed == 0);
  vt_points_free(&surface);
  sampled_free(&s);
}

// Normals that are found look outwards everywhere: ball, box with its edges, and two boxes of one cloud.
static void check_orientation(void) {
  for (int k = 0; k < 3; ++k) {
    sampled s = k == 0 ? sample_ball(2000, 1) : sample_box(vt_v3(0.1, 0.06, 0.04), 1, 4000, 2);
    for (int i = 0; i < s.count && k == 2; ++i)
      if (s.points[i].x > 0.03 || s.points[i].x < -0.03) s.points[i].z += 1; // three parts, two open ones
    vt_points surface = surface_of(&s, false, vt_points_options_default());
    int wrong = 0;
    for (int i = 0; i < s.count && k < 2; ++i) wrong += vt_dot(surface.normals[i], s.normals[i]) < 0;
    printf("| normals that look inwards | %d of %d |\n", wrong, s.count);
    CHECK(wrong == 0);
    vt_points_free(&surface);
    sampled_free(&s);
  }
}

// Few points: three beside a place are a plane, less are none.
static void check_few(void) {
  const vt_vec3 points[4] = {{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}, {0.01, 0.01, 0}};
  vt_points_options options = vt_points_options_default();
  vt_error error = {0};
  vt_points surface;
  if (!CHECK(vt_points_init(&surface, points, NULL, 4, &options, &error))) return;
  vt_points_foot foot = vt_points_project(&surface, vt_v3(0.005, 0.005, 0.002));
  CHECK(foot.found && fabs(foot.distance - 0.002) < 1e-12);
  double curvatures[2];
  CHECK(!vt_points_curvature(&surface, &foot, curvatures));
  CHECK(vt_points_at(&surface, vt_v3(1, 1, 1)).used == 0);
  vt_points_free(&surface);
}

int main(int argc, char **argv) {
  if (argc > 1 &&
      strcmp(argv[1], "--bandwidths") == 0) { // their choice: errors of a ball by h over the spacing
    for (double b = 1; b < 3.1; b += 0.5) {
      errors e = measure(BALL, 4000, 0, true, b);
      printf("%g: distance %.1f um, normal %.4f rad, curvature %.1f%%\n", b, 1e6 * e.distance, e.normal,
          100 * e.curvature * BALL_RADIUS);
    }
    return 0;
  }
  check_plane(2000);
  check_plane(8000);
  check_order(BALL, "ball");
  check_order(TUBE, "tube");
  check_noise(BALL, "ball");
  check_noise(TUBE, "tube");
  check_afar();
  check_orientation();
  check_few();
  return check_report();
}
