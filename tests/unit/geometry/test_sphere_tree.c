// The tree of spheres: its leaves cover the surface without holes, as it was and as it is deformed, spheres
// lie in those above them, pairs are those that looking at all finds.
#include "check.h"
#include "clouds.h"
#include "geometry/sphere_tree.h"

typedef struct shape {
  const char *name;
  sampled cloud;
  vt_points surface;
  vt_sphere_tree tree;
} shape;

static const vt_vec3 box_size = {0.08, 0.05, 0.03};

// 0 ball, 1 tube, 2 box with its edges.
static shape shape_new(int kind, int count, int leaf_points) {
  static const char *const names[] = {"ball", "tube", "box"};
  shape s = {.name = names[kind]};
  s.cloud = kind == 0   ? sample_ball(count, 1)
            : kind == 1 ? sample_tube(count, 2)
                        : sample_box(box_size, 1, count, 3);
  s.surface = surface_of(&s.cloud, true, vt_points_options_default());
  vt_error error = {0};
  if (!CHECK(vt_sphere_tree_init(&s.tree, &s.surface, leaf_points, &error))) exit(1);
  return s;
}

static void shape_free(shape *s) {
  vt_sphere_tree_free(&s->tree);
  vt_points_free(&s->surface);
  sampled_free(&s->cloud);
}

// A place of the true surface; of the tube also at its open ends.
static vt_vec3 place_on(int kind, uint64_t *state) {
  if (kind == 0) return vt_scale(BALL_RADIUS, any_direction(state));
  if (kind == 1) return tube_place(chance_share(state), chance_share(state));
  double x[3] = {chance_between(state, -1, 1), chance_between(state, -1, 1), chance_between(state, -1, 1)};
  x[(int)(3 * chance_share(state))] = chance_share(state) < 0.5 ? -1 : 1;
  return vt_v3(0.5 * box_size.x * x[0], 0.5 * box_size.y * x[1], 0.5 * box_size.z * x[2]);
}

static bool has(vt_sphere s, vt_vec3 p) { return vt_norm(vt_sub(p, s.centre)) <= s.radius * (1 + 1e-12); }

// A bend and a stretch of up to a fifth.
static vt_vec3 deformed(vt_vec3 p) {
  return vt_v3(1.2 * p.x + 0.004 * sin(60 * p.y), 0.9 * p.y + 2 * p.x * p.x, p.z + 0.003 * cos(80 * p.x));
}

// Counts places outside all leaves, and inside a leaf but outside one of the nodes above it.
static void check_cover(const shape *s, int kind, bool is_deformed, const char *what) {
  uint64_t state = 8;
  int holes = 0, loose = 0;
  for (int k = 0; k < 4000; ++k) {
    vt_vec3 p = place_on(kind, &state);
    if (is_deformed) p = deformed(p);
    bool covered = false, reached = false;
    for (int i = 0; i < s->tree.leaf_count && !covered; ++i)
      covered = has(s->tree.spheres[s->tree.leaves[i]], p);
    for (int n = 0;
         n < s->tree.node_count && !reached;) { // down to a leaf that has it, only through nodes that have
      const vt_sphere_node *node = &s->tree.nodes[n];
      bool inside = has(s->tree.spheres[n], p);
      reached = inside && node->leaf >= 0;
      if (inside) {
        ++n;
      } else { // past all below it
        int last = n;
        while (s->tree.nodes[last].leaf < 0) last = s->tree.nodes[last].right;
        n = last + 1;
      }
    }
    holes += !covered;
    loose += covered && !reached;
  }
  double radius = 0;
  for (int i = 0; i < s->tree.leaf_count; ++i)
    radius += s->tree.spheres[s->tree.leaves[i]].radius / (s->tree.leaf_count * s->surface.spacing);
  printf("| %s of %d, %s: leaves, mean radius in spacings, holes, lost above | %d, %.2f, %d, %d |\n", s->name,
      s->surface.count, what, s->tree.leaf_count, radius, holes, loose);
  CHECK(holes == 0 && loose == 0);
}

// Every node has its points and, where it was fitted, the spheres below.
static void check_nesting(const shape *s) {
  int points = 0;
  for (int n = 0; n < s->tree.node_count; ++n) {
    const vt_sphere_node *node = &s->tree.nodes[n];
    bool sample = false;
    for (int k = node->first; k < node->first + node->count; ++k) {
      CHECK(has(s->tree.spheres[n], s->surface.points[s->tree.order[k]]));
      sample |= s->tree.order[k] == node->sample;
    }
    CHECK(sample);
    if (node->leaf >= 0) points += node->count;
    for (int c = 0; c < 2 && node->leaf < 0; ++c) {
      vt_sphere below = s->tree.spheres[c == 0 ? n + 1 : node->right], above = s->tree.spheres[n];
      CHECK(vt_norm(vt_sub(below.centre, above.centre)) + below.radius <= above.radius * (1 + 1e-12));
    }
  }
  CHECK(points == s->surface.count);
}

static void check_refit(shape *s, int kind) {
  vt_vec3 *points = malloc(sizeof *points * (size_t)s->surface.count);
  for (int i = 0; i < s->surface.count; ++i) points[i] = deformed(s->surface.points[i]);
  vt_sphere_tree_refit(&s->tree, points, 4);
  check_cover(s, kind, true, "deformed, fitted up to level 4");
  vt_sphere_tree_refit(&s->tree, points, 100);
  check_cover(s, kind, true, "deformed, only leaves fitted");
  vt_sphere_tree_refit(&s->tree, points, 0);
  check_cover(s, kind, true, "deformed, all fitted");
  vt_sphere_tree_refit(&s->tree, s->surface.points, 0);
  check_nesting(s);
  free(points);
}

typedef struct seen {
  int count, leaves;
  char *pairs;
} seen;

static bool mark(void *context, int a, int b) {
  seen *s = context;
  CHECK(s->pairs[a * s->leaves + b] == 0);
  s->pairs[a * s->leaves + b] = 1;
  return ++s->count != 3000000;
}

static bool stop(void *context, int a, int b) {
  (void)a, (void)b;
  ++*(int *)context;
  return false;
}

static void check_pairs(const shape *a, const shape *b) {
  uint64_t state = 3;
  int total = 0;
  seen s = {0, b->tree.leaf_count, malloc((size_t)a->tree.leaf_count * (size_t)b->tree.leaf_count)};
  for (int k = 0; k < 12; ++k) {
    vt_pose first = {vt_scale(0.04, any_direction(&state)), vt_quat_exp(any_direction(&state))},
            second = {vt_scale(0.04, any_direction(&state)), vt_quat_exp(any_direction(&state))};
    double reach = k % 3 * 2e-3;
    for (int i = 0; i < a->tree.leaf_count * b->tree.leaf_count; ++i) s.pairs[i] = 0;
    s.count = 0;
    CHECK(vt_sphere_pairs(&a->tree, first, &b->tree, second, reach, mark, &s));
    int brute = 0;
    for (int i = 0; i < a->tree.leaf_count; ++i)
      for (int j = 0; j < b->tree.leaf_count; ++j) {
        vt_sphere left = a->tree.spheres[a->tree.leaves[i]], right = b->tree.spheres[b->tree.leaves[j]];
        double apart =
            vt_norm(vt_sub(vt_pose_apply(first, left.centre), vt_pose_apply(second, right.centre)));
        bool near = apart <= left.radius + right.radius + reach;
        brute += near;
        CHECK(near == s.pairs[i * s.leaves + j] || fabs(apart - left.radius - right.radius - reach) < 1e-15);
      }
    CHECK(brute == s.count);
    total += brute;
  }
  printf("| pairs of leaves over 12 poses | %d |\n", total);
  CHECK(total > 100);
  int visits = 0;
  vt_pose here = vt_pose_identity();
  CHECK(!vt_sphere_pairs(&a->tree, here, &b->tree, here, 0, stop, &visits) && visits == 1);
  free(s.pairs);
}

int main(void) {
  for (int kind = 0; kind < 3; ++kind)
    for (int fine = 0; fine < 2; ++fine) {
      shape s = shape_new(kind, fine ? 4000 : 1000, VT_SPHERE_LEAF);
      check_cover(&s, kind, false, "as it is");
      check_nesting(&s);
      if (fine) check_refit(&s, kind);
      shape_free(&s);
    }
  shape ball = shape_new(0, 1000, VT_SPHERE_LEAF), box = shape_new(2, 800, 1); // one leaf for each point
  CHECK(box.tree.leaf_count == 800);
  check_cover(&box, 2, false, "a leaf for each point");
  check_pairs(&ball, &box);
  shape_free(&ball);
  shape_free(&box);
  return check_report();
}
