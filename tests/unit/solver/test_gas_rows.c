// Cavities among the rows: W against pushing every row by hand, and solutions against the laws themselves,
// evaluated here once more; a piston in one unknown; gas on linked bodies; Newton's method.
#include "solver/condense.h"
#include "solver/newton.h"
#include "solver/rows.h"

#include "check.h"

#include <stdlib.h>

static const double ambient = 101325, thermal = VT_GAS_CONSTANT * 293.15;

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_gas_law gas_of(double volume, double exponent) {
  double amount = ambient * volume / thermal;
  return (vt_gas_law){.ambient = ambient,
      .max_pressure = INFINITY,
      .amount = amount,
      .polytropic = vt_gas_polytropic_constant(ambient, volume, amount, exponent),
      .exponent = exponent,
      .h = 0.01};
}

// ---------------------------------------------------------------- the laws, once more

static double length_of(const double *t) { return sqrt(t[0] * t[0] + t[1] * t[1]); }

// The largest violation of the law of a contact, relative to a force and a length.
static double contact_violation(
    double mu, const double *f, const double *u, double force, double displacement) {
  double worst = fmax(-f[0] / force, -u[0] / displacement);
  worst = fmax(worst, fmin(f[0] / force, u[0] / displacement));
  double slip = length_of(u + 1), drag = length_of(f + 1);
  worst = fmax(worst, (drag - mu * f[0]) / force);
  // Where it slips, friction is at the cone and opposes it: u mu f_n + |u| f = 0.
  for (int k = 1; k < 3; ++k)
    worst = fmax(worst, fabs(u[k] * mu * f[0] + slip * f[k]) / (force * displacement));
  return worst;
}

// P (V + dead)^k = s N^k with bounds, as an error relative to P.
static double gas_error(const vt_block *block, double f, double u) {
  const vt_gas_law *g = block->gas;
  double p = g->ambient + f / block->area, space = block->area * u + g->dead;
  double n = g->amount + g->h * (g->rate + g->conductance * (g->ambient - p));
  if (g->regulated) return fabs(p / g->pressure - 1);
  if (n <= 0) return fabs(p) / g->ambient;
  double said = g->polytropic * pow(n / space, g->exponent);
  if (p >= g->max_pressure * (1 - 1e-12))
    return fmax(0, 1 - said / p) + (p > g->max_pressure * (1 + 1e-12)); // air escapes
  return fabs(p / said - 1);
}

// ---------------------------------------------------------------- a soft block under two cavities

enum { SIDE = 5, MAX_TERMS = 2000, CONTACTS = SIDE * SIDE, ROWS = 3 * CONTACTS + 2 };

typedef struct scene {
  vt_deformable_def def;
  vt_deformable_model model;
  vt_deformable body;
  vt_vec3 *x, *v;
  vt_mobile mobile[3]; // the soft block, a rigid lid, the ground
  vt_row_term terms[MAX_TERMS];
  int start[ROWS + 1], term_count;
  vt_block blocks[CONTACTS + 2];
  double q[ROWS], f[ROWS];
  vt_gas_law gas[2];
  vt_rows rows;
  vt_arena *arena;
} scene;

static const double h = 0.01, edge = 0.1;

static void add_term(scene *s, int body, int node, vt_vec3 linear, vt_vec3 angular) {
  s->terms[s->term_count++] = (vt_row_term){body, node, linear, angular};
}

// The row of a cavity between a face of the block, whose nodes have `axis` at the far end, and the lid: it
// grows as the face goes back and as the lid goes away. Blocks come first, last or between, as they like.
static void add_cavity(scene *s, int block, int row, int axis, double volume, double exponent) {
  const double area = edge * edge;
  s->blocks[block] = (vt_block){.kind = VT_BLOCK_GAS, .row = row, .gas = &s->gas[axis == 2], .area = area};
  s->gas[axis == 2] = gas_of(volume, exponent);
  s->start[row] = s->term_count;
  for (int i = 0; i < s->model.mesh->node_count; ++i) {
    vt_vec3 at = s->model.mesh->nodes[i];
    double place[3] = {at.x, at.y, at.z};
    if (place[axis] < 0.999 * edge) continue;
    vt_vec3 share = vt_scale(-1.0 / (SIDE * SIDE), axis == 2 ? vt_v3(0, 0, 1) : vt_v3(1, 0, 0));
    // Twice, as two triangles that meet at a node do.
    add_term(s, 0, i, vt_scale(0.25, share), vt_v3(0, 0, 0));
    add_term(s, 0, i, vt_scale(0.75, share), vt_v3(0, 0, 0));
  }
  add_term(s, 1, -1, axis == 2 ? vt_v3(0, 0, 1) : vt_v3(1, 0, 0), vt_v3(0, 0.01, 0.002 * axis));
  s->q[row] = volume / area;
  s->f[row] = 0;
}

static void add_contact(scene *s, int block, int row, int node, double gap) {
  const vt_vec3 directions[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  s->blocks[block] = (vt_block){.kind = VT_BLOCK_CONTACT, .row = row, .friction = 0.4};
  for (int d = 0; d < 3; ++d) {
    s->start[row + d] = s->term_count;
    add_term(s, 0, node, directions[d], vt_v3(0, 0, 0));
    add_term(s, 2, -1, vt_scale(-1, directions[d]), vt_v3(0, 0, 0));
    s->q[row + d] = d == 0 ? gap : d == 1 ? 2e-6 : 0;
    s->f[row + d] = 0;
  }
}

// Contacts under the block, a cavity before them and one after.
static void make_scene(scene *s, double exponent) {
  vt_error error = {0};
  *s = (scene){.def = {.material = {.young = 1e5, .poisson = 0.3, .density = 1000}}};
  s->def.mesh = vt_mesh_box(
      vt_v3(0, 0, 0), vt_v3(edge, edge, edge), SIDE - 1, SIDE - 1, SIDE - 1, VT_CELL_TET4, &error);
  CHECK(vt_deformable_model_init(&s->model, &s->def, "block", &error));
  CHECK(vt_deformable_model_prescribe(&s->model, NULL, 0, false, &error));
  size_t n = (size_t)s->model.mesh->node_count;
  s->x = calloc(n, sizeof *s->x);
  s->v = calloc(n, sizeof *s->v);
  CHECK(vt_deformable_init(&s->body, &s->model, s->x, s->v, &error));
  for (size_t i = 0; i < n; ++i) s->x[i] = s->body.target[i] = s->model.mesh->nodes[i];
  CHECK(vt_deformable_predict(&s->body, h, vt_v3(0, 0, -9.81), NULL, &error));
  s->mobile[0].deformable = &s->body;
  s->mobile[1] = (vt_mobile){.inverse_mass = 2, .inverse_inertia = vt_mat_identity()};
  s->arena = vt_arena_create(1 << 16, &error);

  unsigned seed = 5;
  add_cavity(s, 0, 0, 2, 2e-5, exponent);
  int block = 1, row = 1;
  for (int i = 0; i < s->model.mesh->node_count; ++i) {
    if (s->model.mesh->nodes[i].z > 0) continue;
    add_contact(s, block++, row, i, -2e-5 + 4e-5 * random_number(&seed));
    row += 3;
  }
  CHECK(row == ROWS - 1);
  add_cavity(s, block, row, 0, 1e-5, exponent);
  s->start[ROWS] = s->term_count;
  s->rows = (vt_rows){s->start, s->terms,
      {.row_count = ROWS, .block_count = CONTACTS + 2, .blocks = s->blocks, .q = s->q, .f = s->f}};
}

static void free_scene(scene *s) {
  vt_arena_destroy(s->arena);
  vt_deformable_free(&s->body);
  vt_deformable_model_free(&s->model);
  vt_mesh_destroy((vt_mesh *)s->def.mesh);
  free(s->x);
  free(s->v);
}

// W, dense, by pushing with each row and reading all others.
static void push_rows(scene *s, double *w) {
  size_t n = (size_t)s->model.mesh->node_count;
  vt_vec3 *moved = calloc(n, sizeof *moved);
  for (int j = 0; j < ROWS; ++j) {
    vt_vec3 shift = {0, 0, 0}, turn = {0, 0, 0};
    memset(moved, 0, n * sizeof *moved);
    for (int k = s->start[j]; k < s->start[j + 1]; ++k) {
      const vt_row_term *t = &s->terms[k];
      if (t->body == 0) moved[t->node] = vt_madd(moved[t->node], h * h, t->linear);
      if (t->body == 1) shift = vt_madd(shift, h * h * s->mobile[1].inverse_mass, t->linear);
      if (t->body == 1) turn = vt_madd(turn, h * h, t->angular); // inertia 1
    }
    vt_factor_solve(s->body.factor, moved, moved, 1, NULL);
    for (int i = 0; i < ROWS; ++i) {
      w[i * ROWS + j] = 0;
      for (int k = s->start[i]; k < s->start[i + 1]; ++k) {
        const vt_row_term *t = &s->terms[k];
        if (t->body == 0) w[i * ROWS + j] += vt_dot(t->linear, moved[t->node]);
        if (t->body == 1) w[i * ROWS + j] += vt_dot(t->linear, shift) + vt_dot(t->angular, turn);
      }
    }
  }
  free(moved);
}

static void check_compliance(void) {
  static scene s;
  static double w[ROWS * ROWS];
  vt_error error = {0};
  make_scene(&s, 1);
  CHECK(vt_rows_delassus(&s.rows, s.mobile, 3, h, s.arena, &error));
  push_rows(&s, w);
  const vt_system *system = &s.rows.system;
  double off = 0, skew = 0, largest = 0;
  for (int i = 0; i < system->block_count; ++i) {
    const vt_block *block = &s.blocks[i];
    CHECK(block->width == ROWS); // all share the block
    for (int r = 0; r < vt_block_rows(block); ++r)
      for (int c = 0; c < ROWS; ++c) {
        double value = system->w[block->values + (size_t)(r * ROWS + c)];
        off = fmax(off, fabs(value - w[(block->row + r) * ROWS + c]));
        largest = fmax(largest, fabs(value));
      }
  }
  const double *first = system->w + s.blocks[0].values, *last = system->w + s.blocks[CONTACTS + 1].values;
  for (int i = 0; i < system->block_count; ++i)
    for (int r = 0; r < vt_block_rows(&s.blocks[i]); ++r) {
      const double *row = system->w + s.blocks[i].values + (size_t)(r * ROWS);
      skew = fmax(skew, fabs(row[0] - first[s.blocks[i].row + r]));
      skew = fmax(skew, fabs(row[ROWS - 1] - last[s.blocks[i].row + r]));
    }
  // Two ways through one factor: rounding, by the condition of A (some 1e3 here).
  CHECK_NEAR(off, 0, 1e-12 * largest);
  CHECK(skew == 0); // rows and columns of cavities are the same numbers
  free_scene(&s);
}

typedef enum variant { PLAIN, BOUNDED, LEAKING, REGULATED, EMPTY, SQUEEZED, VARIANTS } variant;

static void vary(scene *s, variant which) {
  for (int k = 0; k < 2; ++k) {
    vt_gas_law *g = &s->gas[k];
    if (which == BOUNDED) g->max_pressure = ambient + 100 * k;
    if (which == LEAKING) g->conductance = g->amount / ambient * 20, g->rate = -3 * g->amount;
    if (which == REGULATED && k == 0) g->regulated = true, g->pressure = 0.97 * ambient;
    if (which == EMPTY && k == 1) g->amount = 0;
    g->dead = which == LEAKING ? 1e-6 : 0;
  }
  // Free motion takes half of one volume away and adds half to the other, or turns both inside out.
  s->q[0] *= which == SQUEEZED ? -0.3 : 0.5;
  s->q[ROWS - 1] *= which == SQUEEZED ? -0.2 : 1.5;
}

static void check_solution(double exponent, variant which, int plain) {
  static scene s;
  static double w[ROWS * ROWS], u[ROWS];
  vt_error error = {0};
  make_scene(&s, exponent);
  vary(&s, which);
  push_rows(&s, w);
  vt_solve_options options = {.tolerance = 1e-10, .iterations = 5000, .plain = plain};
  vt_solve_result result;
  CHECK(vt_rows_solve(&s.rows, s.mobile, 3, h, &options, s.arena, &result, &error));
  CHECK(result.converged && result.residual <= 1e-10);
  double force = 0, worst = 0, gas = 0;
  for (int i = 0; i < ROWS; ++i) {
    u[i] = s.q[i];
    for (int j = 0; j < ROWS; ++j) u[i] += w[i * ROWS + j] * s.f[j];
    force = fmax(force, fabs(s.f[i]));
  }
  int touching = 0;
  for (int i = 1; i <= CONTACTS; ++i) {
    int row = s.blocks[i].row;
    touching += s.f[row] > 0;
    worst = fmax(worst, contact_violation(0.4, s.f + row, u + row, force, force * w[row * ROWS + row]));
  }
  gas = fmax(
      gas_error(&s.blocks[0], s.f[0], u[0]), gas_error(&s.blocks[CONTACTS + 1], s.f[ROWS - 1], u[ROWS - 1]));
  printf(
      "exponent %g, variant %d: %d contacts, %d sweeps, pressures %.6g and %.6g Pa, contact off by %.1e, gas "
      "by %.1e\n",
      exponent, (int)which, touching, result.iterations, ambient + s.f[0] / 0.01,
      ambient + s.f[ROWS - 1] / 0.01, worst, gas);
  // Contacts beyond those chosen may be violated by the tolerance of the gaps; a gas whose volume is far
  // smaller than what it gives way by is stiff: its error in P is the residual times that ratio.
  CHECK(worst < 1e-8);
  CHECK(gas < 1e-7);
  free_scene(&s);
}

// ---------------------------------------------------------------- a piston

// A piston of mass m and area A on trapped air, with a free motion that would take it `free` far: one
// unknown.
static void check_piston(void) {
  const double area = 2e-3, mass = 0.3, volume = 4e-5;
  for (int k = 0; k < 6; ++k) {
    double exponent = k % 2 == 0 ? 1 : 1.4, free_travel = (k / 2 - 1) * 0.015;
    vt_error error = {0};
    vt_arena *arena = vt_arena_create(1 << 12, &error);
    vt_gas_law gas = gas_of(volume, exponent);
    vt_mobile body = {.inverse_mass = 1 / mass, .inverse_inertia = vt_mat_identity()};
    vt_row_term term = {0, -1, {0, 0, 1}, {0, 0, 0}};
    int start[2] = {0, 1};
    vt_block block = {.kind = VT_BLOCK_GAS, .gas = &gas, .area = area};
    double q = volume / area + free_travel, f = 0;
    vt_rows rows = {start, &term, {.row_count = 1, .block_count = 1, .blocks = &block, .q = &q, .f = &f}};
    vt_solve_options options = {.tolerance = 1e-12, .iterations = 50, .plain = 5};
    vt_solve_result result;
    CHECK(vt_rows_solve(&rows, &body, 1, h, &options, arena, &result, &error) && result.converged);
    CHECK(result.iterations <= 2); // one block is solved at once
    double x = free_travel + h * h / mass * f, p = ambient * pow(volume / (volume + area * x), exponent);
    CHECK_CLOSE(f, (p - ambient) * area, 1e-9);
    // A piston that is driven moves nothing and still has its pressure.
    body = (vt_mobile){0};
    f = 0;
    q = volume / area + 0.004;
    CHECK(vt_rows_solve(&rows, &body, 1, h, &options, arena, &result, &error) && result.converged);
    CHECK_CLOSE(f, (ambient * pow(volume / (volume + area * 0.004), exponent) - ambient) * area, 1e-12);
    vt_arena_destroy(arena);
  }
}

// Two bodies linked by two rows, a cavity on the first, a contact under the second, which it lifts or
// presses.
static void check_linked(double grown) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_gas_law gas = gas_of(1e-5, 1);
  vt_mobile bodies[2] = {{.inverse_mass = 5, .inverse_inertia = vt_mat_identity()},
      {.inverse_mass = 2, .inverse_inertia = vt_mat_identity()}};
  vt_row_term terms[] = {{0, -1, {0, 0, 1}, {0, 0, 0}}, {0, -1, {0, 0, 1}, {0, 0.1, 0}},
      {1, -1, {0, 0, -1}, {0, 0.1, 0}}, {0, -1, {1, 0, 0}, {0, 0, 0.1}}, {1, -1, {-1, 0, 0}, {0, 0, 0}},
      {1, -1, {0, 0, 1}, {0, 0.02, 0}}, {1, -1, {1, 0, 0}, {0, 0, 0}}, {1, -1, {0, 1, 0}, {0, 0, 0}}};
  int start[] = {0, 1, 3, 5, 6, 7, 8};
  vt_bilateral *link = vt_bilateral_take(arena, 2, &error);
  vt_block blocks[3] = {{.kind = VT_BLOCK_GAS, .row = 0, .gas = &gas, .area = 1e-3},
      {.kind = VT_BLOCK_BILATERAL, .row = 1, .bilateral = link},
      {.kind = VT_BLOCK_CONTACT, .row = 3, .friction = 0.3}};
  double q[6] = {0.01 + grown, 1e-4, 0, -1e-4, 1e-5, 0}, f[6] = {0}, u[6];
  vt_rows rows = {start, terms, {.row_count = 6, .block_count = 3, .blocks = blocks, .q = q, .f = f}};
  CHECK(vt_rows_delassus(&rows, bodies, 2, h, arena, &error));
  vt_system_prepare(&rows.system);
  vt_solve_options options = {.tolerance = 1e-11, .iterations = 2000, .plain = 5};
  vt_solve_result result;
  CHECK(vt_system_solve_condensed(&rows.system, &options, arena, &result, &error) && result.converged);
  vt_system_apply(&rows.system, f, u);
  CHECK(fabs(u[1]) < 1e-12 && fabs(u[2]) < 1e-12);
  CHECK(contact_violation(0.3, f + 3, u + 3, fabs(f[0]), 1e-3) < 1e-9);
  CHECK(gas_error(&blocks[0], f[0], u[0]) < 1e-9);
  CHECK((f[3] > 0) == (grown > 0)); // sucked up off the ground, or held on it
  vt_arena_destroy(arena);
}

// Newton's method alone, from two sweeps: only the right derivative ends below 1e-12 in 20 steps.
static void check_newton(double exponent) {
  enum { GAS = 6, N = GAS + 30 };
  static double w[N * N], b[N * N], q[N], f[N], u[N];
  static vt_block blocks[GAS + 10];
  static vt_gas_law gas[GAS];
  unsigned seed = 17;
  vt_error error = {0};
  vt_range range = {0, N};
  for (int k = 0; k < N * N; ++k) b[k] = random_number(&seed);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      w[i * N + j] = i == j ? 1e-5 : 0;
      for (int k = 0; k < N; ++k) w[i * N + j] += 1e-5 * b[i * N + k] * b[j * N + k];
    }
  for (int i = 0; i < GAS + 10; ++i) {
    int row = i < GAS ? i : GAS + 3 * (i - GAS);
    blocks[i] = (vt_block){.kind = i < GAS ? VT_BLOCK_GAS : VT_BLOCK_CONTACT,
        .row = row,
        .range_count = 1,
        .width = N,
        .values = (size_t)(row * N),
        .friction = 0.2,
        .area = 1e-3};
    if (i < GAS) {
      gas[i] = gas_of(1e-5, exponent);
      gas[i].conductance = i == 2 ? gas[i].amount / ambient : 0;
      blocks[i].gas = &gas[i];
    }
  }
  for (int i = 0; i < N; ++i) {
    q[i] = 5e-4 * random_number(&seed) + (i < GAS ? 1e-2 * (1 + 0.8 * random_number(&seed)) : 0);
    f[i] = 0;
  }
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_system s = {
      .row_count = N, .block_count = GAS + 10, .blocks = blocks, .ranges = &range, .w = w, .q = q, .f = f};
  vt_system_prepare(&s);
  for (int k = 0; k < 2; ++k) vt_system_sweep(&s, f);
  vt_newton room = {0};
  int steps = 40;
  vt_system_apply(&s, f, u);
  double residual = vt_system_residual(&s, f, u);
  CHECK(residual > 1e-6);
  CHECK(vt_newton_whole(&s, 1e-13, 1e-13, 1e-2, 0, &steps, &residual, &room, arena, &error) &&
        residual <= 1e-13);
  vt_system_apply(&s, f, u);
  for (int i = 0; i < GAS; ++i) CHECK(gas_error(&blocks[i], f[i], u[i]) < 1e-10);
  vt_arena_destroy(arena);
}

int main(void) {
  check_compliance();
  for (int k = 0; k < 2 * VARIANTS; ++k) check_solution(k < VARIANTS ? 1 : 1.4, (variant)(k % VARIANTS), 5);
  check_solution(1, PLAIN, 5000); // sweeps alone
  check_piston();
  check_linked(0.002);
  check_linked(-0.002);
  check_newton(1);
  check_newton(1.3);
  return check_report();
}
