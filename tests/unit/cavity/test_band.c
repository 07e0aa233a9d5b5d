// Where the pressure of a cavity ends: it spreads over the seal, and moves with it.
#include "cavity/band.h"
#include "cavity/film.h"
#include "cavity/union.h"

#include "check.h"
#include "solid_scene.h"

#include <stdlib.h>

// ---------------------------------------------------------------- spreading

enum { CELLS = 12 };

typedef struct board {
  solid solid; // a flat box, in squares
  vt_surface_topology *topology;
  vt_arena *arena;
  double *openness, *counts, *shares;
  vt_band_part *parts;
} board;

static void board_begin(board *b) {
  vt_error error = {0};
  b->solid = solid_box(vt_v3(0, 0, -0.01), vt_v3(0.12, 0.12, 0), CELLS, CELLS, 1);
  int count = b->solid.vertex_count;
  b->topology = vt_surface_topology_create(
      b->solid.vertices, count, b->solid.triangles, b->solid.triangle_count, &error);
  b->arena = vt_arena_create(1 << 16, &error);
  b->openness = calloc((size_t)count, sizeof *b->openness);
  b->counts = calloc((size_t)count, sizeof *b->counts);
  b->shares = calloc((size_t)count, sizeof *b->shares);
  b->parts = calloc((size_t)count, sizeof *b->parts);
  if (b->topology == NULL || b->arena == NULL || b->parts == NULL) abort();
}

static void board_end(board *b) {
  vt_surface_topology_destroy(b->topology);
  vt_arena_destroy(b->arena);
  free(b->openness), free(b->counts), free(b->shares), free(b->parts);
  solid_free(&b->solid);
}

// From the left side, which has the pressure `left`, to the right one with `right`; what is below z = 0 is
// out.
static void board_spread(board *b, double (*opening)(vt_vec3), double left, double right) {
  vt_error error = {0};
  for (int v = 0; v < b->solid.vertex_count; ++v) {
    vt_vec3 x = b->solid.vertices[v];
    bool fixed = x.x < 1e-9 || x.x > 0.12 - 1e-9;
    b->openness[v] = opening(x);
    b->counts[v] = 1;
    b->parts[v] = x.z < -1e-9 ? VT_BAND_OUT : fixed ? VT_BAND_FIXED : VT_BAND_FREE;
    b->shares[v] = x.z < -1e-9 ? 0 : x.x < 1e-9 ? left : right;
    if (fixed) b->openness[v] = 1;
  }
  CHECK(vt_band_spread(
      b->topology, b->solid.vertices, b->openness, b->counts, b->parts, b->shares, b->arena, &error));
}

static double even(vt_vec3 x) { return x.x < 1e-9 || x.x > 0.12 - 1e-9 ? 1 : 0.4; }
static double wedge(vt_vec3 x) { return 0.9 - 7 * x.x + 10 * x.y * x.x; } // closes to the right
static double patches(vt_vec3 x) { return 0.6 + 0.6 * sin(90 * x.x) * cos(70 * x.y); }

// In an even film pressure falls evenly; the first and last edge resist half as much as the others.
static void check_even(void) {
  board b;
  board_begin(&b);
  board_spread(&b, even, 1, 0);
  for (int v = 0; v < b.solid.vertex_count; ++v) {
    double column = b.solid.vertices[v].x / 0.01;
    if (b.parts[v] == VT_BAND_FREE) CHECK_NEAR(b.shares[v], 1 - (column - 0.5) / (CELLS - 1), 1e-9);
  }
  // The narrower the film the more it resists: half of the pressure is left beyond the middle.
  board_spread(&b, wedge, 1, 0);
  for (int e = 0; e < b.topology->edge_count; ++e) {
    int p = b.topology->edges[e].vertices[0], q = b.topology->edges[e].vertices[1];
    vt_vec3 direction = vt_sub(b.solid.vertices[q], b.solid.vertices[p]);
    if (b.parts[p] == VT_BAND_OUT || b.parts[q] == VT_BAND_OUT || fabs(direction.y) > 1e-9) continue;
    CHECK((b.shares[p] - b.shares[q]) * (direction.x > 0 ? 1 : -1) >= -1e-12); // falls all the way
    if (fabs(b.solid.vertices[p].x - 0.06) < 1e-9) CHECK(b.shares[p] > 0.5);
  }
  board_end(&b);
}

// Shares lie between 0 and 1, and those of two cavities side by side sum up to 1.
static void check_bounds(void) {
  board b;
  board_begin(&b);
  double *first = calloc((size_t)b.solid.vertex_count, sizeof *first);
  board_spread(&b, patches, 1, 0);
  for (int v = 0; v < b.solid.vertex_count; ++v) {
    CHECK(b.shares[v] >= 0 && b.shares[v] <= 1);
    first[v] = b.shares[v];
  }
  board_spread(&b, patches, 0, 1);
  for (int v = 0; v < b.solid.vertex_count; ++v)
    if (b.parts[v] != VT_BAND_OUT) CHECK_NEAR(first[v] + b.shares[v], 1, 1e-9);
  free(first);
  board_end(&b);
}

// ---------------------------------------------------------------- a lip that rolls

static const double contact_gap = 1e-4, first_ring = 0.013, ring_width = 0.0005;
enum { RINGS = 9, SEGMENTS = 64 };

// A cup with a lip of nine rings, and the plate below.
typedef struct rolling {
  solid_scene s;
  vt_vec3 *rest;
  vt_film *film[2];
} rolling;

static void roll_begin(rolling *r, bool soft) {
  double profile[RINGS + 5][2] = {{0, 0.01}, {0.0175, 0.01}, {0.0175, 0.005}};
  int count = 3;
  for (int k = RINGS - 1; k >= 0; --k, ++count) profile[count][0] = first_ring + k * ring_width;
  profile[count][0] = 0.011, profile[count++][1] = 0.003;
  profile[count][0] = 0, profile[count++][1] = 0.005;
  scene_begin(&r->s);
  scene_add(
      &r->s, solid_box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), 7, 7, 1), pose_at(0, 0, 0), false);
  scene_add(&r->s, solid_lathe(profile[0], count, false, SEGMENTS), pose_at(0, 0, 0), true);
  r->s.colliders[1].soft = soft;
  solid *cup = &r->s.solids[1];
  r->rest = calloc((size_t)cup->vertex_count, sizeof *r->rest);
  for (int v = 0; v < cup->vertex_count; ++v) r->rest[v] = cup->vertices[v];
  for (int b = 0; b < 2; ++b) {
    int vertices = r->s.solids[b].vertex_count;
    r->film[b] = calloc((size_t)vertices, sizeof **r->film);
    for (int v = 0; v < vertices; ++v) r->film[b][v] = (vt_film){-1, 0, VT_OWNER_OPEN};
  }
}

static void roll_end(rolling *r) {
  free(r->rest), free(r->film[0]), free(r->film[1]);
  scene_end(&r->s);
}

// The lip touches at the given radius, and rises to both sides.
static void roll(rolling *r, double radius) {
  for (int v = 0; v < r->s.solids[1].vertex_count; ++v) {
    vt_vec3 x = r->rest[v];
    double far = hypot(x.x, x.y) - radius;
    x.z += contact_gap + 0.06 * sqrt(far * far + 1e-8) - 0.06e-4;
    r->s.solids[1].vertices[v] = x;
  }
}

static vt_contact_settings rule(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

// Finds the one cavity, as a world does, and ties it.
static void roll_find(rolling *r) {
  vt_error error = {0};
  r->s.found.film = NULL;
  CHECK(scene_find(&r->s, vt_cavities_find_union) == 1);
  r->s.cavities.items[0].id = 3;
  for (int b = 0; b < 2; ++b) vt_film_follow(&r->s.colliders[b], b, &r->s.found, &r->s.cavities, r->film[b]);
  CHECK(vt_bands_tie(r->s.colliders, 2, rule, &r->s.settings, (const vt_film *const *)r->film, &r->s.cavities,
      &r->s.cavities, NULL, r->s.arena, &error));
}

// What 1 Pa does to the cup along z, N; and the sums over both bodies.
static double load(const rolling *r, vt_vec3 *force, vt_vec3 *torque) {
  const vt_cavity *c = &r->s.cavities.items[0];
  vt_vec3 *gradient = calloc((size_t)c->vertex_count, sizeof *gradient);
  double pull = 0;
  *force = *torque = vt_v3(0, 0, 0);
  vt_cavity_gradient(&r->s.cavities, 0, r->s.surfaces, gradient);
  for (int i = 0; i < c->vertex_count; ++i) {
    const vt_cavity_vertex *v = &r->s.cavities.vertices[c->first_vertex + i];
    if (v->body == 1) pull += gradient[i].z;
    *force = vt_add(*force, gradient[i]);
    *torque = vt_add(*torque, vt_cross(vt_cavity_position(v, r->s.surfaces), gradient[i]));
  }
  free(gradient);
  return pull;
}

// How unsteady a row of numbers is: the largest step from one to the next, over the mean one.
typedef struct steps {
  double last, largest, sum;
  int count;
} steps;

static void step_to(steps *s, double value) {
  if (s->count++ > 0) {
    s->largest = fmax(s->largest, fabs(value - s->last));
    s->sum += fabs(value - s->last);
  }
  s->last = value;
}

static double unsteadiness(const steps *s) { return s->largest * (s->count - 1) / s->sum; }

// As the lip rolls outwards over four rings of vertices, load and volume follow evenly, with forces and
// torques that cancel. The mesh alone jumps from ring to ring.
static void check_rolling(void) {
  rolling r;
  steps tied = {0}, meshed = {0}, room = {0}, mesh_room = {0};
  roll_begin(&r, true);
  for (int k = 0; k <= 200; ++k) {
    double radius = 0.014 + 0.002 * k / 200;
    vt_vec3 force, torque;
    roll(&r, radius);
    roll_find(&r);
    double pull = load(&r, &force, &torque);
    CHECK(vt_norm(force) < 1e-12 * pull && vt_norm(torque) < 1e-12 * pull * radius);
    // Pressure ends about where the lip touches.
    CHECK_CLOSE(pull, VT_PI * radius * radius, 0.03);
    step_to(&tied, pull);
    step_to(&room, scene_volume(&r.s, 0));
    vt_cavities_untie(&r.s.cavities);
    step_to(&meshed, load(&r, &force, &torque));
    step_to(&mesh_room, scene_volume(&r.s, 0));
  }
  printf("largest over mean step: load %.2f, mesh alone %.1f; volume %.2f, mesh alone %.1f\n",
      unsteadiness(&tied), unsteadiness(&meshed), unsteadiness(&room), unsteadiness(&mesh_room));
  CHECK(unsteadiness(&tied) < 3 && unsteadiness(&room) < 3);
  CHECK(unsteadiness(&meshed) > 10);
  roll_end(&r);
}

// The lip lies flat, all of it within reach.
static void flatten(rolling *r) {
  for (int v = 0; v < r->s.solids[1].vertex_count; ++v)
    r->s.solids[1].vertices[v] = vt_add(r->rest[v], vt_v3(0, 0, contact_gap));
}

// The area that a pressure acts on which falls evenly over a ring, from 1 inside to 0 outside.
static double area_between(double inner, double outer) {
  return VT_PI / 3 * (inner * inner + inner * outer + outer * outer);
}

// A flat lip that came down dry lets the pressure fall evenly all over its width. One that had air below its
// inner rings before it was pressed flat keeps it there: the pressure goes as far and falls in what is left.
static void check_pressed_flat(void) {
  double outer = first_ring + (RINGS - 1) * ring_width;
  for (int filmed = 0; filmed < 2; ++filmed) {
    rolling r;
    vt_vec3 force, torque;
    roll_begin(&r, true);
    if (filmed) {
      roll(&r, 0.0165); // 3 mm wide inside of it have air
      roll_find(&r);
    }
    flatten(&r);
    roll_find(&r);
    double inner = filmed ? 0.0155 : first_ring;
    CHECK_CLOSE(load(&r, &force, &torque), area_between(inner, outer), 0.02);
    roll_end(&r);
  }
}

// The volume with ties is what its gradient is the derivative of, whichever way the surfaces go.
static void check_gradient(void) {
  rolling r;
  roll_begin(&r, true);
  roll(&r, 0.0148);
  roll_find(&r);
  const vt_cavity *c = &r.s.cavities.items[0];
  CHECK(c->tie_count > SEGMENTS);
  vt_vec3 *gradient = calloc((size_t)c->vertex_count, sizeof *gradient);
  vt_cavity_gradient(&r.s.cavities, 0, r.s.surfaces, gradient);
  double slope = 0, h = 1e-7, volumes[2];
  for (int i = 0; i < c->vertex_count; ++i) {
    const vt_cavity_vertex *v = &r.s.cavities.vertices[c->first_vertex + i];
    for (int j = 0; j < 3; ++j) {
      int n = v->corners[j];
      vt_vec3 direction = {sin(n + v->body), cos(2.0 * n), sin(3.0 * n)};
      slope += v->weights[j] * vt_dot(gradient[i], direction);
    }
  }
  for (int side = 0; side < 2; ++side) {
    for (int b = 0; b < 2; ++b)
      for (int n = 0; n < r.s.solids[b].vertex_count; ++n)
        r.s.solids[b].vertices[n] = vt_madd(
            r.s.solids[b].vertices[n], side == 0 ? -h : 2 * h, vt_v3(sin(n + b), cos(2.0 * n), sin(3.0 * n)));
    volumes[side] = scene_volume(&r.s, 0);
  }
  CHECK_NEAR((volumes[1] - volumes[0]) / (2 * h), slope, 1e-6 * VT_PI * 0.015 * 0.015);
  free(gradient);
  roll_end(&r);
}

// Two bodies that do not bend leave nothing between them; ties come and go without a trace.
static void check_ties(void) {
  rolling r;
  vt_error error = {0};
  roll_begin(&r, false);
  roll(&r, 0.0148);
  roll_find(&r);
  CHECK(r.s.cavities.items[0].tie_count == 0);
  r.s.colliders[1].soft = true;
  roll_find(&r);
  vt_cavities copy = {0};
  int vertices = r.s.cavities.vertex_count, ties = r.s.cavities.tie_count;
  double volume = scene_volume(&r.s, 0);
  CHECK(ties > 0 && cavities_copy(&copy, &r.s.cavities, &error));
  vt_cavities_untie(&r.s.cavities);
  CHECK(r.s.cavities.vertex_count == vertices - 2 * ties && r.s.cavities.tie_count == 0);
  CHECK(scene_volume(&r.s, 0) != volume);
  CHECK(vt_cavity_measure(&copy, 0, r.s.surfaces).volume == volume);
  CHECK(cavities_copy(&r.s.cavities, &copy, &error) && scene_volume(&r.s, 0) == volume);
  vt_cavities_free(&copy);
  roll_end(&r);
}

int main(void) {
  check_even();
  check_bounds();
  check_rolling();
  check_pressed_flat();
  check_gradient();
  check_ties();
  return check_report();
}
