// Contacts over cells: an even pressure is even on both surfaces, forces make no torque, contacts go over to
// a point where surfaces part or end without a jump, and refused memory.
#include "contact/contact.h"

#include "check.h"
#include "failing_memory.h"
#include "unit/geometry/surfaces.h"

static const double half = 0.02, gap = 1e-4; // m: of the upper slab; between the slabs, and kept by contacts

// An upper slab of n x n squares on a lower one of m x m, all soft.
typedef struct slabs {
  shape shapes[2]; // lower, upper
  bool swapped;    // the upper one is A
  vt_arena *arena;
  vt_contact *contacts;
  int count;
} slabs;

static double friction = 0.3;

static vt_contact_settings settings_of(const void *user, int a, int b) {
  (void)user, (void)a, (void)b;
  return (vt_contact_settings){
      .enabled = true, .friction = friction, .alarm = 1e-3, .distance = gap, .sealing = gap};
}

// The lower one is `wide` to each side and turned about the vertical.
static slabs slabs_new(int n, int m, double wide, double angle) {
  vt_error error = {0};
  slabs s = {.arena = vt_arena_create(1 << 16, &error)};
  s.shapes[0] = shape_box(m, vt_v3(-wide, -wide, -0.06), vt_v3(wide, wide, 0));
  s.shapes[1] = shape_box(n, vt_v3(-half, -half, gap), vt_v3(half, half, 0.06));
  shape_turn(&s.shapes[0], 0, 0, angle);
  for (int k = 0; k < 2; ++k) shape_prepare(&s.shapes[k]);
  return s;
}

static void slabs_free(slabs *s) {
  for (int k = 0; k < 2; ++k) shape_free(&s->shapes[k]);
  vt_arena_destroy(s->arena);
}

// What a contact has on a side.
static shape *shape_on(slabs *s, int side) { return &s->shapes[s->swapped ? 1 - side : side]; }

static bool try_find(slabs *s, vt_error *error) {
  vt_collider colliders[2];
  for (int k = 0; k < 2; ++k) {
    shape *at = shape_on(s, k);
    colliders[k] = (vt_collider){.topology = at->topology,
        .bvh = &at->bvh,
        .vertices = at->x,
        .ends = at->x,
        .movable = true,
        .moves = true,
        .soft = true};
  }
  return vt_arena_reset(s->arena, error) && vt_contacts_find(colliders, 2, settings_of, NULL, 1, NULL, 0,
                                                NULL, s->arena, &s->contacts, &s->count, error);
}

static void find(slabs *s) {
  vt_error error = {0};
  CHECK(try_find(s, &error));
}

// The mean of the places where a contact acts; weights are to sum to 1.
static vt_vec3 mean_on(slabs *s, const vt_contact *c, int side) {
  vt_contact_place place = vt_contact_place_on(c, side);
  vt_vec3 mean = {0, 0, 0};
  double sum = 0;
  for (int k = 0; k < place.count; ++k) {
    mean = vt_madd(mean, place.weights[k], shape_on(s, side)->x[place.vertices[k]]);
    sum += place.weights[k];
  }
  CHECK_NEAR(sum, 1, 1e-12);
  return mean;
}

// The line between the points where a contact acts is along its normal, and as long as its distance: its
// normal force makes no torque, however the surfaces are bent. What is off is rounding. Only vertices beside
// a sharp edge are further from it than along their normal, and there they are too far away to carry.
static void check_moments(slabs *s) {
  for (int k = 0; k < s->count; ++k) {
    const vt_contact *c = &s->contacts[k];
    vt_vec3 across = vt_sub(mean_on(s, c, 0), mean_on(s, c, 1));
    bool beside = c->distance > c->kept && vt_dot(across, c->normal) < c->distance - 1e-13;
    if (beside) CHECK_NEAR(vt_norm(across), c->distance, 1e-13);
    if (!beside) CHECK_NEAR(vt_norm(vt_madd(across, -c->distance, c->normal)), 0, 1e-13);
  }
}

static int count_spread(const slabs *s) {
  int count = 0;
  for (int k = 0; k < s->count; ++k)
    count += s->contacts[k].cells[0].count + s->contacts[k].cells[1].count > 0;
  return count;
}

// ---------------------------------------------------------------- even pressure

// The area of the face at a height that belongs to each vertex (m^2).
static double *areas_at(const shape *s, double height) {
  double *areas = calloc((size_t)s->vertex_count, sizeof *areas);
  for (int t = 0; t < s->triangle_count; ++t) {
    const int *v = s->triangles + 3 * t;
    bool there = true;
    for (int i = 0; i < 3; ++i) there &= fabs(s->x[v[i]].z - height) < 1e-9;
    double area = 0.5 * vt_norm(vt_cross(vt_sub(s->x[v[1]], s->x[v[0]]), vt_sub(s->x[v[2]], s->x[v[0]])));
    for (int i = 0; i < 3 && there; ++i) areas[v[i]] += area / 3;
  }
  return areas;
}

// A pressure of 1 on the upper slab: each vertex gets its area, and so must every vertex of the lower one
// that has all of its triangles below the upper one: those further in than `reach`. All is linear within
// parts of triangles, so only rounding is left.
static void check_even(int n, int m, double wide, double reach, double angle, bool swapped) {
  slabs s = slabs_new(n, m, wide, angle);
  s.swapped = swapped;
  double *upper = areas_at(&s.shapes[1], gap), *lower = areas_at(&s.shapes[0], 0);
  double *got = calloc((size_t)s.shapes[0].vertex_count, sizeof *got);
  bool *inner = calloc((size_t)s.shapes[0].vertex_count, sizeof *inner);
  int inner_count = 0;
  for (int i = 0; i < s.shapes[0].vertex_count; ++i) {
    vt_vec3 x = s.shapes[0].x[i];
    inner[i] = lower[i] > 0 && fmax(fabs(x.x), fabs(x.y)) < half - reach;
    inner_count += inner[i];
  }
  vt_pose pose = {{0.1, 0.2, -0.1}, vt_quat_exp(vt_v3(0.7, -0.4, 0.2))};
  for (int k = 0; k < 2; ++k) shape_move(&s.shapes[k], pose);
  find(&s);
  CHECK(count_spread(&s) == (n + 1) * (n + 1)); // and some that hold the edges of the upper one
  int top = swapped ? 0 : 1;
  for (int k = 0; k < s.count; ++k) {
    vt_contact_place own = vt_contact_place_on(&s.contacts[k], top),
                     other = vt_contact_place_on(&s.contacts[k], 1 - top);
    int vertex = vt_feature_index(top == 0 ? s.contacts[k].feature_a : s.contacts[k].feature_b);
    if (s.contacts[k].cells[1 - top].count == 0) continue;
    for (int i = 0; i < own.count; ++i) CHECK(own.weights[i] == 0 || own.vertices[i] == vertex);
    for (int i = 0; i < other.count; ++i) got[other.vertices[i]] += upper[vertex] * other.weights[i];
    CHECK(other.count < 32);
  }
  for (int i = 0; i < s.shapes[0].vertex_count; ++i)
    if (inner[i]) CHECK_NEAR(got[i], lower[i], 1e-10 * lower[i]);
  CHECK(inner_count > 3);
  check_moments(&s);
  free(upper), free(lower), free(got), free(inner);
  slabs_free(&s);
}

// ---------------------------------------------------------------- bent surfaces

static void check_bent(void) {
  slabs s = slabs_new(9, 10, 0.03, 0.4);
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < s.shapes[k].vertex_count; ++i) {
      vt_vec3 *x = &s.shapes[k].x[i];
      x->z += 3e-4 * sin(80 * x->x + 1) * cos(60 * x->y + 0.5);
    }
  find(&s);
  CHECK(count_spread(&s) > 20);
  check_moments(&s);
  slabs_free(&s);
}

// ---------------------------------------------------------------- where they part or end

// What a vertex of the upper slab does to the lower one, by vertices of that. How many it acts on: 0 if there
// is no contact.
static int weights_of(slabs *s, int vertex, double *weights) {
  int touched = 0;
  for (int i = 0; i < s->shapes[0].vertex_count; ++i) weights[i] = 0;
  for (int k = 0; k < s->count; ++k) {
    const vt_contact *c = &s->contacts[k];
    if (c->feature_b != vt_feature(VT_FEATURE_VERTEX, vertex)) continue;
    vt_contact_place place = vt_contact_place_on(c, 0);
    for (int i = 0; i < place.count; ++i) weights[place.vertices[i]] += place.weights[i];
  }
  for (int i = 0; i < s->shapes[0].vertex_count; ++i) touched += weights[i] != 0;
  return touched;
}

static int nearest_vertex(const shape *s, vt_vec3 p) {
  int best = 0;
  for (int i = 1; i < s->vertex_count; ++i)
    if (vt_norm(vt_sub(s->x[i], p)) < vt_norm(vt_sub(s->x[best], p))) best = i;
  return best;
}

// What became of a contact over 1,000 small changes of the slabs: how many vertices of the lower one it acted
// on first and last, the largest change of a weight from one to the next, when it began to change, and
// when it was at a point.
typedef struct passage {
  int first, last, leaves, ends;
  double jump;
} passage;

enum { CHANGES = 1000 };

static passage pass(slabs *s, int vertex, void (*change)(slabs *s, int vertex)) {
  int count = s->shapes[0].vertex_count;
  double *weights = calloc(2 * (size_t)count, sizeof *weights);
  passage p = {.leaves = CHANGES, .ends = CHANGES};
  for (int step = 0; step < CHANGES; ++step) {
    double *now = weights + step % 2 * count, *last = weights + (step + 1) % 2 * count, change_of = 0;
    find(s);
    int touched = weights_of(s, vertex, now);
    if (touched == 0) break;
    check_moments(s);
    for (int i = 0; i < count && step > 0; ++i) change_of = fmax(change_of, fabs(now[i] - last[i]));
    p.jump = fmax(p.jump, change_of);
    p.first = step == 0 ? touched : p.first;
    p.last = touched;
    if (change_of > 1e-5) p.leaves = p.leaves < step ? p.leaves : step;
    if (touched > 3) p.ends = step + 1;
    change(s, vertex);
  }
  free(weights);
  return p;
}

static void raise_others(slabs *s, int vertex) {
  for (int i = 0; i < s->shapes[1].vertex_count; ++i)
    if (i != vertex) s->shapes[1].x[i].z += gap / CHANGES;
}

static void shift(slabs *s, int vertex) {
  (void)vertex;
  shape_shift(&s->shapes[1], 0.012 / CHANGES, 0, 0);
}

// A slab that bends up around one vertex, by a contact distance in all.
static void check_parting(void) {
  slabs s = slabs_new(8, 8, 0.03, 0.2);
  int vertex = nearest_vertex(&s.shapes[1], vt_v3(0.005, 0.005, gap)); // over no vertex of the lower one
  find(&s);
  CHECK(count_spread(&s) == 81);
  passage p = pass(&s, vertex, raise_others);
  CHECK(p.first > 6 && p.last <= 3);
  // The mean gap grows by half of what the others are raised by. A contact is all over its cell until that is
  // an eighth of the contact distance, and at a point from a quarter on.
  CHECK_NEAR(p.leaves, 0.25 * CHANGES, 2);
  CHECK_NEAR(p.ends, 0.5 * CHANGES, 2);
  CHECK(p.jump < 0.001);
  slabs_free(&s);
}

// A slab that moves out over the edge of a smaller one.
static void check_ending(void) {
  slabs s = slabs_new(8, 4, 0.015, 0);
  int vertex = nearest_vertex(&s.shapes[1], vt_v3(0.005, 0.001, gap));
  passage p = pass(&s, vertex, shift);
  CHECK(p.first > 6 && p.last <= 3);
  CHECK_NEAR(p.ends, CHANGES * 0.01 / 0.012, 2); // it is over the edge after 10 mm
  CHECK(p.jump < 0.01);
  slabs_free(&s);
}

// ---------------------------------------------------------------- memory

static void check_refused(void) {
  vt_error error = {0};
  slabs s = slabs_new(12, 8, 0.03, 0.3);
  vt_arena_destroy(s.arena);
  long n = 0, refused = 0;
  for (bool done = false; !done && n < 100; ++n) {
    s.arena = vt_arena_create(64, &error);
    allocation_count = 0;
    allocation_to_fail = n;
    error = (vt_error){0};
    done = try_find(&s, &error);
    allocation_to_fail = -1;
    CHECK(done == (error.code == VT_OK));
    refused += !done;
    vt_arena_destroy(s.arena);
  }
  CHECK(refused > 3 && n < 100);
  s.arena = NULL;
  slabs_free(&s);
}

int main(void) {
  const int meshes[][2] = {{8, 8}, {9, 8}, {12, 8}, {16, 12}, {11, 10}};
  for (int k = 0; k < 5; ++k)
    for (int turned = 0; turned < 3; ++turned)
      check_even(meshes[k][0], meshes[k][1], 0.03, 0.09 / meshes[k][1], 0.3 * turned, (k + turned) % 2 == 1);
  friction = 0; // with it contacts over a rim are at points
  for (int k = 0; k < 5; ++k) check_even(meshes[k][0], meshes[k][1], half, -1, 0, k % 2 == 1);
  friction = 0.3;
  check_bent();
  check_parting();
  check_ending();
  check_refused();
  return check_report();
}
