// The tangent that is kept: the same as a new one however the body turns, made anew where its shape or what
// holds it changes, and the same bits from the state alone.
#include "body/tangent.h"

#include "sample.h"

#include <string.h>

static unsigned long long seed = 5;
static double noise(void) { // -1 to 1
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

// A bent box, and the state of its tangent.
typedef struct kept {
  sample s;
  int count;
  vt_tangent_key key;
  vt_vec3 x[256];
  unsigned char held[256], reached[256];
} kept;

static void make(kept *k, vt_element element, vt_law law) {
  *k = (kept){0};
  make_sample(&k->s, vt_v3(0, 0, 0), vt_v3(0.04, 0.02, 0.02), 4, element, 1e5, 0.45);
  k->s.model.elements.law = law;
  if (law != VT_LAW_COROTATED) { // which has more room
    vt_error error = {0};
    vt_deformable_free(&k->s.body);
    CHECK(vt_deformable_init(&k->s.body, &k->s.model, k->s.x, k->s.v, &error));
  }
  k->count = k->s.model.mesh->node_count;
  CHECK(k->count <= 256);
  k->s.body.origin = (vt_origin){&k->key, k->x, k->held, k->reached};
  for (int i = 0; i < k->count; ++i) {
    vt_vec3 *x = &k->s.x[i];
    *x = vt_add(*x, vt_v3(0.1 * x->z, 0.05 * x->x, 4 * x->x * x->x));
    k->s.v[i] = vt_v3(0.1 * noise(), 0.1 * noise(), 0.1 * noise());
  }
}

static void predict(kept *k, double h) {
  vt_error error = {0};
  CHECK(vt_deformable_predict(&k->s.body, h, vt_v3(0, 0, -9.81), NULL, &error));
}

static bool was_kept(const kept *k) { return k->s.body.made.turned; }

static void move(kept *k, vt_mat3 turn, vt_vec3 by) {
  for (int i = 0; i < k->count; ++i) k->s.x[i] = vt_add(vt_mat_apply(turn, k->s.x[i]), by);
  k->s.body.fresh = false;
}

static double apart(const vt_vec3 *a, const vt_vec3 *b, int count) {
  double largest = 0, size = 0;
  for (int i = 0; i < count; ++i) {
    largest = fmax(largest, vt_norm(vt_sub(a[i], b[i])));
    size = fmax(size, vt_norm(b[i]));
  }
  return largest / size;
}

// The entry of the compliance between two nodes, turned along.
static vt_mat3 entry(const vt_deformable *body, int i, int j) {
  const vt_compliance *c = &body->made.compliance;
  vt_mat3 m;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      m.m[a][b] = c->values[(3 * c->place[j] + b) * 3 * c->count + 3 * c->place[i] + a];
  if (!body->made.turned) return m;
  return vt_mat_mul(vt_mat_mul(body->made.turn, m), vt_mat_transpose(body->made.turn));
}

// Products with A that have to do with prescribed nodes, here every third one, of a body that has turned with
// its tangent and of a new one, against those with all of A.
static void check_held(kept *old, kept *new, const vt_vec3 *x) {
  vt_vec3 there[256], others[256], y[256], z[256], whole[256];
  for (int i = 0; i < old->count; ++i) {
    bool held = old->s.body.held[i] = new->s.body.held[i] = i % 3 == 0;
    there[i] = held ? x[i] : vt_v3(0, 0, 0);
    others[i] = held ? vt_v3(0, 0, 0) : x[i];
  }
  const vt_block_pattern *pattern = &new->s.model.elements.pattern;
  vt_deformable_apply_held(&old->s.body, x, y);
  vt_deformable_apply_held(&new->s.body, x, z);
  vt_block_multiply(pattern, new->s.body.system, there, whole);
  CHECK(apart(y, z, old->count) < 1e-9 && apart(z, whole, old->count) < 1e-14);
  vt_block_multiply(pattern, new->s.body.system, others, whole);
  for (int i = 0; i < old->count; ++i) y[i] = z[i] = whole[i]; // what is not written
  for (int i = 0; i < old->count; i += 3) y[i] = z[i] = vt_v3(0, 0, 0);
  vt_deformable_held_rows(&old->s.body, x, y, NULL);
  vt_deformable_held_rows(&new->s.body, x, z, NULL);
  CHECK(apart(y, z, old->count) < 1e-9 && apart(z, whole, old->count) < 1e-14);
  for (int i = 0; i < old->count; ++i) old->s.body.held[i] = new->s.body.held[i] = false;
}

// A body that has only turned and moved has the tangent of a new one, to rounding: of A^-1, A, the compliance
// and all that comes of a step.
static void check_turned(vt_element element, vt_law law) {
  kept old, new;
  make(&old, element, law);
  predict(&old, 0.01);
  CHECK(!was_kept(&old));
  make(&new, element, law);
  vt_mat3 turn = vt_quat_to_mat(vt_quat_exp(vt_v3(1, -2, 0.5)));
  move(&old, turn, vt_v3(0.3, 0, -0.2));
  move(&new, turn, vt_v3(0.3, 0, -0.2));
  memcpy(new.s.v, old.s.v, sizeof *new.s.v *(size_t)old.count);
  predict(&old, 0.01);
  predict(&new, 0.01);
  CHECK(was_kept(&old) && !was_kept(&new));
  CHECK(apart(old.s.body.dv, new.s.body.dv, old.count) < 1e-9);

  vt_vec3 u[256], w[256], y[256], z[256];
  for (int i = 0; i < old.count; ++i) u[i] = w[i] = vt_v3(noise(), noise(), noise());
  vt_deformable_solve(&old.s.body, u, NULL);
  vt_deformable_solve(&new.s.body, w, NULL);
  CHECK(apart(u, w, old.count) < 1e-9);
  check_held(&old, &new, w);
  vt_deformable_apply_stiffness(&old.s.body, w, y, NULL);
  vt_deformable_apply_stiffness(&new.s.body, w, z, NULL);
  CHECK(apart(y, z, old.count) < 1e-9);

  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  const int nodes[] = {7, 3, 20};
  CHECK(vt_deformable_ready_compliance(&old.s.body, nodes, 3, NULL, NULL, arena, &error));
  CHECK(vt_deformable_ready_compliance(&new.s.body, nodes, 3, NULL, NULL, arena, &error));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      vt_mat3 a = entry(&old.s.body, nodes[i], nodes[j]), b = entry(&new.s.body, nodes[i], nodes[j]);
      for (int n = 0; n < 9; ++n)
        CHECK_NEAR(a.m[n / 3][n % 3], b.m[n / 3][n % 3], 1e-9 * (1 + fabs(b.m[0][0])));
    }
  vt_arena_destroy(arena);
  free_sample(&old.s);
  free_sample(&new.s);
}

// What makes a new one.
static void check_renewed(void) {
  kept k;
  make(&k, VT_ELEMENT_TET4_SMOOTHED, VT_LAW_COROTATED);
  predict(&k, 0.01);
  predict(&k, 0.01);
  CHECK(was_kept(&k));
  predict(&k, 0.005); // another step
  CHECK(!was_kept(&k));
  predict(&k, 0.005);
  CHECK(was_kept(&k));
  k.s.body.held[3] = true; // another hold
  k.s.body.target[3] = k.s.x[3];
  predict(&k, 0.005);
  CHECK(!was_kept(&k));
  k.s.body.pace = (vt_pace){VT_INTEGRATOR_NEWMARK, 0.005};
  predict(&k, 0.005);
  predict(&k, 0.005);
  CHECK(!was_kept(&k));
  k.s.body.pace = (vt_pace){0};
  predict(&k, 0.005);
  for (int n = 0; n < 2; ++n) { // shape: a shear by s turns points by s/2
    double more = n == 0 ? 0.015 : 0.01;
    for (int i = 0; i < k.count; ++i)
      k.s.x[i].x += more * k.s.x[i].y + (n == 1 ? 0.03 * k.s.x[i].z * k.s.x[i].z / 0.02 : 0);
    k.s.body.fresh = false;
    predict(&k, 0.005);
    CHECK(was_kept(&k) == (n == 0)); // all alike is the turn of the whole; what bends is not
  }
  free_sample(&k.s);
}

// Another body that is given the state goes on with the same bits, and so does one whose tangent was
// overwritten.
static void check_state(void) {
  kept a, b;
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  const int first[] = {5, 9}, more[] = {9, 30, 2};
  make(&a, VT_ELEMENT_HEX8, VT_LAW_COROTATED);
  predict(&a, 0.01);
  CHECK(vt_deformable_ready_compliance(&a.s.body, first, 2, NULL, NULL, arena, &error));
  move(&a, vt_quat_to_mat(vt_quat_exp(vt_v3(0.1, 0.2, 0.3))), vt_v3(0, 0, 0));
  make(&b, VT_ELEMENT_HEX8, VT_LAW_COROTATED);
  for (int round = 0; round < 2; ++round) {
    b.key = a.key;
    memcpy(b.x, a.x, sizeof a.x);
    memcpy(b.held, a.held, sizeof a.held);
    memcpy(b.reached, a.reached, sizeof a.reached);
    memcpy(b.s.x, a.s.x, sizeof *a.s.x * (size_t)a.count);
    memcpy(b.s.v, a.s.v, sizeof *a.s.v * (size_t)a.count);
    b.s.body.fresh = false;
    predict(&b, 0.01);
    if (round == 0) predict(&a, 0.01);
    CHECK(was_kept(&a) && was_kept(&b));
    CHECK(memcmp(a.s.body.dv, b.s.body.dv, sizeof *a.s.body.dv * (size_t)a.count) == 0);
    if (round == 0) CHECK(vt_deformable_ready_compliance(&a.s.body, more, 3, NULL, NULL, arena, &error));
    CHECK(vt_deformable_ready_compliance(&b.s.body, more, 3, NULL, NULL, arena, &error));
    const vt_compliance *c = &a.s.body.made.compliance, *d = &b.s.body.made.compliance;
    CHECK(c->count == 4 && d->count == 4 && memcmp(a.reached, b.reached, sizeof a.reached) == 0);
    CHECK(memcmp(c->values, d->values, 144 * sizeof *c->values) == 0);
    if (round == 0) { // b goes elsewhere and comes back
      predict(&b, 0.002);
      CHECK(!was_kept(&b));
    }
  }
  memset(b.reached, 0, sizeof b.reached); // back to a state in which it was of other nodes
  b.reached[5] = b.reached[9] = 1;
  CHECK(vt_deformable_ready_compliance(&b.s.body, first, 1, NULL, NULL, arena, &error));
  CHECK(b.s.body.made.compliance.count == 2);
  for (int node = 0; node + 1 < b.count; node += 2) { // what is asked for wanders all over it
    const int two[] = {node, node + 1};
    CHECK(vt_deformable_ready_compliance(&b.s.body, two, 2, NULL, NULL, arena, &error));
    CHECK(b.s.body.made.compliance.count <= 8 && b.s.body.made.compliance.place[node] >= 0);
  }
  const int many[] = {
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}; // then fewer of them, before and after it is lost
  CHECK(vt_deformable_ready_compliance(&b.s.body, many, 12, NULL, NULL, arena, &error));
  int count = b.s.body.made.compliance.count;
  for (int round = 0; round < 2; ++round) {
    CHECK(vt_deformable_ready_compliance(&b.s.body, many, 2, NULL, NULL, arena, &error));
    CHECK(b.s.body.made.compliance.count == count);
    b.s.body.made.compliance.any = false;
  }
  vt_arena_destroy(arena);
  free_sample(&a.s);
  free_sample(&b.s);
}

int main(void) {
  const vt_element elements[] = {
      VT_ELEMENT_TET4, VT_ELEMENT_TET4_NODAL, VT_ELEMENT_TET4_SMOOTHED, VT_ELEMENT_TET10, VT_ELEMENT_HEX8};
  for (int n = 0; n < 5; ++n) {
    check_turned(elements[n], VT_LAW_COROTATED);
    check_turned(elements[n], VT_LAW_NEO_HOOKEAN);
  }
  check_renewed();
  check_state();
  return check_report();
}
