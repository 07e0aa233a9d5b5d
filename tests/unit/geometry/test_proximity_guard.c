// Which proximities others guard: one per vertex of the leading surface where surfaces lie against each
// other, and whatever stands out or is held by nothing else.
#include "check.h"
#include "surfaces.h"

static const double gap = 1e-4; // m

static vt_arena *arena;

static vt_proximity_options options_with(double guard, bool soft_a, bool soft_b) {
  vt_proximity_options options = strict_options(1e-3);
  options.vertex_angle = VT_PI / 2; // as contacts are searched for
  options.soft[0] = soft_a;
  options.soft[1] = soft_b;
  options.guard = guard;
  return options;
}

// A copy of what is found; to be freed.
static vt_proximity *search(shape *a, shape *b, const vt_proximity_options *options, int *count) {
  vt_error error = {0};
  vt_proximity *found = NULL, *copy;
  vt_proximity_surface p = shape_view(a), q = shape_view(b);
  CHECK(vt_arena_reset(arena, &error));
  CHECK(a == b ? vt_proximity_within(&p, options, arena, &found, count, &error)
               : vt_proximity_between(&p, &q, options, arena, &found, count, &error));
  copy = malloc(((size_t)*count + 1) * sizeof *copy);
  if (*count > 0) memcpy(copy, found, (size_t)*count * sizeof *copy);
  return copy;
}

// How many there are, without those that look at an edge from the side.
static int count_of(shape *a, shape *b, double guard, bool soft_a, bool soft_b) {
  vt_proximity_options options = options_with(guard, soft_a, soft_b);
  int count = 0, upright = 0;
  vt_proximity *p = search(a, b, &options, &count);
  for (int i = 0; i < count; ++i) upright += fabs(p[i].normal.z) > 0.9;
  free(p);
  return upright;
}

static bool is_kinds(const vt_proximity *p, vt_feature_kind a, vt_feature_kind b) {
  return vt_feature_kind_of(p->feature_a) == a && vt_feature_kind_of(p->feature_b) == b;
}

static int count_kinds(const vt_proximity *p, int count, vt_feature_kind a, vt_feature_kind b) {
  int n = 0;
  for (int i = 0; i < count; ++i) n += is_kinds(&p[i], a, b);
  return n;
}

// Two slabs of n x n squares, the second below the first and wider by `margin` on each side. Not prepared.
static void make_slabs(int n, int m, double margin, shape *upper, shape *lower) {
  *upper = shape_box(n, vt_v3(-0.02, -0.02, gap), vt_v3(0.02, 0.02, 0.06));
  double half = 0.02 + margin;
  *lower = shape_box(m, vt_v3(-half, -half, -0.06), vt_v3(half, half, 0));
}

static void free_both(shape *a, shape *b) {
  shape_free(a);
  shape_free(b);
}

// ---------------------------------------------------------------- conforming patches

static double wave(double x, double y) { return 0.002 * sin(80 * x + 1) * cos(60 * y + 0.5); }

static void bend_up(shape *s) {
  for (int i = 0; i < s->vertex_count; ++i) s->x[i].z += wave(s->x[i].x, s->x[i].y);
}

// Flat, then both bent alike, by a tenth of a radian: sinks are of the order of the square of a cell over the
// radius, 0.05 mm for these.
static void test_conforming(void) {
  for (int bent = 0; bent < 2; ++bent)
    for (int n = 8; n <= 32; n *= 2) {
      shape a, b;
      make_slabs(n + 1, n, 0.1 * 0.04 / n, &a, &b);
      shape_prepare(&a);
      shape_prepare(&b);
      if (bent) bend_up(&a), bend_up(&b);
      int finer = (n + 2) * (n + 2), all = count_of(&a, &b, 0, true, true);
      int guarded = count_of(&a, &b, 0.5 * gap, true, true);
      CHECK(all > 1.7 * finer);
      CHECK(bent ? guarded >= finer && guarded < 1.6 * finer : guarded == finer);
      if (bent && n == 32) CHECK(guarded < 1.02 * finer);
      free_both(&a, &b);
    }
}

// Vertices of a body that bends are kept, those of a rigid one stand in for nothing, whichever are finer.
static void test_rigid_follows(void) {
  shape a, b;
  make_slabs(5, 33, 0.01, &a, &b);
  shape_prepare(&a);
  shape_prepare(&b);
  CHECK(count_of(&a, &b, 0.5 * gap, true, false) == 36);
  CHECK(count_of(&a, &b, 0.5 * gap, false, true) > 200);
  free_both(&a, &b);
}

// A sector of a ring about a point beside it, with cells as large as they are far from there.
static void make_sector(shape *s, double center) {
  for (int i = 0; i < s->vertex_count; ++i) {
    double r = 0.035 * exp(27 * s->x[i].x), angle = 27 * s->x[i].y;
    s->x[i].x = center + (center < 0 ? r : -r) * cos(angle);
    s->x[i].y = (center < 0 ? r : -r) * sin(angle);
  }
  shape_prepare(s);
}

// Where one mesh is finer here and the other there, each leads where it is finer.
static void test_graded(void) {
  shape a, b;
  make_slabs(16, 15, 0, &a, &b);
  make_sector(&a, -0.04);
  make_sector(&b, 0.04);
  int count = 0, of_a[2] = {0, 0}, of_b[2] = {0, 0};
  vt_proximity_options options = options_with(0.5 * gap, true, true);
  vt_proximity *p = search(&a, &b, &options, &count);
  for (int i = 0; i < count; ++i) {
    if (fabs(p[i].normal.z) < 0.9) continue;
    if (vt_feature_kind_of(p[i].feature_a) == VT_FEATURE_VERTEX) ++of_a[a.x[p[i].a[0]].x > 0.003];
    if (vt_feature_kind_of(p[i].feature_b) == VT_FEATURE_VERTEX) ++of_b[b.x[p[i].b[0]].x > 0.003];
  }
  CHECK(of_a[0] > 5 * of_b[0] && of_b[1] > 2 * of_a[1]);
  free(p);
  free_both(&a, &b);
}

// Meshes of about the same size with vertices moved at random: they do not lead by turns.
static void test_same_size(void) {
  uint64_t seed = 5;
  shape a, b;
  make_slabs(16, 16, 1.1e-3, &a, &b);
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < (k == 0 ? a : b).vertex_count; ++i) {
      vt_vec3 *x = &(k == 0 ? a : b).x[i];
      double half = 0.02 + k * 1.1e-3;
      if (fabs(x->x) < 0.99 * half) x->x += 6e-4 * (2 * sample(&seed) - 1);
      if (fabs(x->y) < 0.99 * half) x->y += 6e-4 * (2 * sample(&seed) - 1);
    }
  shape_prepare(&a);
  shape_prepare(&b);
  CHECK(count_of(&a, &b, 0.5 * gap, true, true) < 1.1 * 17 * 17);
  free_both(&a, &b);
}

static bool same_proximity(const vt_proximity *p, const vt_proximity *q, bool swapped) {
  return p->feature_a == (swapped ? q->feature_b : q->feature_a) &&
         p->feature_b == (swapped ? q->feature_a : q->feature_b) && fabs(p->distance - q->distance) < 1e-12 &&
         fabs(p->slack - q->slack) < 1e-10;
}

static void check_same(const vt_proximity *p, const vt_proximity *q, int count, bool swapped) {
  for (int i = 0; i < count; ++i) {
    bool found = false;
    for (int k = 0; k < count && !found; ++k) found = same_proximity(&p[i], &q[k], swapped);
    CHECK(found);
  }
}

// The other way round, moved and turned: the same are left.
static void test_invariance(void) {
  uint64_t seed = 11;
  for (int trial = 0; trial < 6; ++trial) {
    shape a, b;
    make_slabs(7 + trial, 6 + 3 * (trial % 3), 1e-3 * trial, &a, &b);
    shape_prepare(&a);
    shape_prepare(&b);
    bend_up(&a);
    bend_up(&b);
    vt_proximity_options options = options_with(0.5 * gap, trial % 2, true), swapped = options;
    swapped.soft[0] = options.soft[1], swapped.soft[1] = options.soft[0];
    int count = 0, other = 0;
    vt_proximity *p = search(&a, &b, &options, &count), *q = search(&b, &a, &swapped, &other);
    if (CHECK(count == other)) check_same(p, q, count, true);
    free(q);
    vt_pose pose = {sample_vector(&seed, -0.1, 0.1), sample_rotation(&seed)};
    shape_move(&a, pose);
    shape_move(&b, pose);
    q = search(&a, &b, &options, &other);
    if (CHECK(count == other)) check_same(p, q, count, false);
    free(q);
    free(p);
    free_both(&a, &b);
  }
}

// ---------------------------------------------------------------- what stays

// Planks crosswise, flat and edge on edge: nothing but their edges is near.
static void test_planks(void) {
  for (int turned = 0; turned < 2; ++turned)
    for (int soft = 0; soft < 2; ++soft) {
      double half = 0.005, far = 0.05, up = turned ? 2 * sqrt(2.0) * half : 2 * half;
      shape a = shape_box(1, vt_v3(-far, -half, -half), vt_v3(far, half, half));
      shape b = shape_box(1, vt_v3(-half, -far, -half), vt_v3(half, far, half));
      shape_prepare(&a);
      shape_prepare(&b);
      if (turned) shape_turn(&a, VT_PI / 4, 0, 0), shape_turn(&b, 0, VT_PI / 4, 0);
      shape_shift(&a, 0.0013, 0.0021, up + gap);
      vt_proximity_options options = options_with(0.5 * gap, soft, soft);
      int count = 0;
      vt_proximity *p = search(&a, &b, &options, &count);
      int edges = count_kinds(p, count, VT_FEATURE_EDGE, VT_FEATURE_EDGE);
      CHECK(turned ? edges == 1 : edges >= 4);
      for (int i = 0; i < count; ++i) CHECK(p[i].slack == 0);
      free(p);
      free_both(&a, &b);
    }
}

// Boxes on each other with an offset and a turn: the corners of the polygon in which they meet.
static void test_stack(void) {
  const double turns[] = {0, 0, 0.3, VT_PI / 4};
  for (int k = 0; k < 4; ++k) {
    shape a = shape_box(1, vt_v3(-0.02, -0.02, gap), vt_v3(0.02, 0.02, 0.04));
    shape b = shape_box(1, vt_v3(-0.02, -0.02, -0.04), vt_v3(0.02, 0.02, 0));
    shape_prepare(&a);
    shape_prepare(&b);
    shape_turn(&a, 0, 0, turns[k]);
    if (k != 0) shape_shift(&a, 0.003, 0.002, 0);
    int all = count_of(&a, &b, 0, false, false);
    CHECK(all >= 4 && count_of(&a, &b, 0.5 * gap, false, false) == all);
    free_both(&a, &b);
  }
}

// The ridge of a roof across a soft slab of small cells, its ends beyond the slab.
static void test_ridge(void) {
  shape roof = shape_box(1, vt_v3(-0.03, -0.01, 0), vt_v3(0.03, 0.01, 0.02));
  for (int i = 0; i < roof.vertex_count; ++i)
    if (roof.x[i].z == 0) roof.x[i].y = 0; // the bottom is one edge
  shape slab = shape_box(10, vt_v3(-0.02, -0.02, -0.02), vt_v3(0.02, 0.02, 0));
  shape_prepare(&roof);
  shape_prepare(&slab);
  shape_turn(&roof, 0, 0, 0.2);
  shape_shift(&roof, 0, 0.0011, gap);
  vt_proximity_options options = options_with(0.5 * gap, false, true), every = options;
  every.guard = 0;
  int count = 0, all = 0;
  vt_proximity *p = search(&roof, &slab, &options, &count), *q = search(&roof, &slab, &every, &all);
  int crossings = 0;
  for (int i = 0; i < count; ++i)
    crossings +=
        is_kinds(&p[i], VT_FEATURE_EDGE, VT_FEATURE_EDGE) && p[i].distance < 1.01 * gap && p[i].slack == 0;
  CHECK(crossings >= 20);
  CHECK(crossings >= 0.9 * count_kinds(q, all, VT_FEATURE_EDGE, VT_FEATURE_EDGE));
  free(p);
  free(q);
  free_both(&roof, &slab);
}

// A vertex of the ground stands up under the middle of a coarse soft slab. It is left out up to a quarter of
// the gap; then it may come nearer by half the gap, and from twice the gap on by nothing.
static void test_spike(void) {
  const double heights[] = {0.1, 0.24, 0.26, 0.4, 0.5, 1, 1.9, 2.1, 5}; // in gaps
  double last = 1;
  for (int k = 0; k < 9; ++k) {
    shape a, b;
    make_slabs(2, 9, 0.004, &a, &b);
    shape_prepare(&a);
    shape_prepare(&b);
    double high = heights[k] * gap, nearest = INFINITY;
    int spike = 0;
    for (int i = 0; i < b.vertex_count; ++i) {
      double r = hypot(b.x[i].x - 0.003, b.x[i].y + 0.01) + fabs(b.x[i].z);
      if (r < nearest) nearest = r, spike = i;
    }
    b.x[spike].z += high;
    shape_shift(&a, 0, 0, 5 * gap);
    vt_proximity_options options = options_with(0.5 * gap, true, false);
    int count = 0, seen = 0;
    vt_proximity *p = search(&a, &b, &options, &count);
    for (int i = 0; i < count; ++i) {
      if (p[i].feature_b != vt_feature(VT_FEATURE_VERTEX, spike)) continue;
      ++seen;
      CHECK(heights[k] > 0.5 || fabs(p[i].slack - 0.5 * gap) < 1e-9 * gap);
      CHECK(heights[k] < 2 || p[i].slack == 0);
      CHECK(p[i].slack <= last * gap && p[i].slack > (last - 0.34) * gap);
      last = p[i].slack / gap;
    }
    CHECK(seen == (heights[k] > 0.25));
    if (k == 1) last = 0.5;
    free(p);
    free_both(&a, &b);
  }
}

// How far A may come down before a kept proximity is at the distance it keeps.
static double way_down(const vt_proximity *p, int count) {
  double travel = INFINITY;
  for (int i = 0; i < count; ++i) {
    CHECK(p[i].slack >= 0 && p[i].slack <= 0.5 * gap);
    if (p[i].normal.z > 0.3) travel = fmin(travel, (p[i].distance - gap + p[i].slack) / p[i].normal.z);
  }
  return travel;
}

// Rough surfaces come towards each other, in steps, until some kept proximity is at the distance it keeps:
// nothing that was left out has come nearer than half of the gap.
static void test_nothing_comes_through(void) {
  uint64_t seed = 77;
  int fewer = 0;
  for (int trial = 0; trial < 60; ++trial) {
    shape a, b;
    make_slabs(3 + trial % 11, 4 + trial % 7, 1e-3 * (trial % 5), &a, &b);
    shape_prepare(&a);
    shape_prepare(&b);
    double rough = gap * pow(10, -1 + 2 * sample(&seed));
    for (int i = 0; i < a.vertex_count; ++i) a.x[i].z += rough * sample(&seed);
    for (int i = 0; i < b.vertex_count; ++i) b.x[i].z -= rough * sample(&seed);
    if (trial % 2) bend_up(&a), bend_up(&b), shape_shift(&a, 0, 0, 0.004);
    vt_proximity_options options = options_with(0.5 * gap, trial % 3 != 0, trial % 3 != 1), every = options;
    options.alarm = 0.01;
    every.guard = 0;
    int count = 0, all = 0;
    for (int step = 0; step < 12; ++step) {
      vt_proximity *p = search(&a, &b, &options, &count);
      shape_shift(&a, 0, 0, -way_down(p, count));
      free(p);
    }
    vt_proximity *p = search(&a, &b, &every, &all);
    for (int i = 0; i < all; ++i) CHECK(p[i].distance > 0.499 * gap);
    free(p);
    options.alarm = every.alarm;
    free(search(&a, &b, &options, &count));
    fewer += 1.5 * count < all;
    free_both(&a, &b);
  }
  CHECK(fewer >= 20);
}

// ---------------------------------------------------------------- other

// Two slabs joined to one surface guard each other as two surfaces do.
static void test_within(void) {
  shape a, b;
  make_slabs(11, 10, 1e-3, &a, &b);
  shape s = shape_new(a.vertex_count + b.vertex_count, a.triangle_count + b.triangle_count);
  memcpy(s.x, a.x, (size_t)a.vertex_count * sizeof *s.x);
  memcpy(s.x + a.vertex_count, b.x, (size_t)b.vertex_count * sizeof *s.x);
  memcpy(s.triangles, a.triangles, 3 * (size_t)a.triangle_count * sizeof *s.triangles);
  for (int k = 0; k < 3 * b.triangle_count; ++k)
    s.triangles[3 * a.triangle_count + k] = b.triangles[k] + a.vertex_count;
  shape_prepare(&s);
  int all = count_of(&s, &s, 0, true, true), guarded = count_of(&s, &s, 0.5 * gap, true, true);
  CHECK(all > 220 && guarded >= 121 && guarded < 1.3 * 144);
  shape_free(&s);
  free_both(&a, &b);
}

// Vertices over shallow valleys have several feet: one is enough.
static void test_valleys(void) {
  uint64_t seed = 3;
  shape a, b;
  make_slabs(16, 11, 1e-3, &a, &b);
  shape_prepare(&a);
  shape_prepare(&b);
  for (int i = 0; i < b.vertex_count; ++i) b.x[i].z -= 0.1 * gap * sample(&seed);
  vt_proximity_options options = options_with(0.5 * gap, true, true);
  int count = 0;
  vt_proximity *p = search(&a, &b, &options, &count);
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < i; ++k) CHECK(p[i].feature_a != p[k].feature_a);
  CHECK(count == 17 * 17);
  free(p);
  free_both(&a, &b);
}

int main(void) {
  vt_error error = {0};
  arena = vt_arena_create(1 << 20, &error);
  CHECK(arena != NULL);
  test_conforming();
  test_rigid_follows();
  test_graded();
  test_same_size();
  test_invariance();
  test_planks();
  test_stack();
  test_ridge();
  test_spike();
  test_nothing_comes_through();
  test_within();
  test_valleys();
  vt_arena_destroy(arena);
  return check_report();
}
