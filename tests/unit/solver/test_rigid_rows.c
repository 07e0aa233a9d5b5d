// Rows of rigid bodies as W = J J^T: the same products, sweeps, steps and solutions as with W itself.
#include "solver/newton.h"
#include "solver/rigid_rows.h"

#include "check.h"

enum { BODIES = 9, CONTACTS = 40, ROWS = 3 * CONTACTS + 4, BLOCKS = CONTACTS + 4 };

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_vec3 random_vec(unsigned *seed) {
  double x = random_number(seed), y = random_number(seed), z = random_number(seed);
  return vt_v3(x, y, z);
}

// Bodies of random masses, inertias and poses, the last of them fixed, with contacts between them and four
// scalar rows; the same rows twice: once for W, once for J.
typedef struct heap {
  vt_mobile bodies[BODIES];
  int start[ROWS + 1];
  vt_row_term terms[2 * ROWS];
  vt_block blocks[2][BLOCKS];
  double q[ROWS], f[2][ROWS];
  vt_rows dense, rigid;
  vt_arena *arena;
} heap;

static const double STEP = 0.01;

// A turned diagonal inverse inertia: R D R^T of a random R.
static vt_mat3 random_inertia(unsigned *seed) {
  vt_vec3 x = vt_normalized(random_vec(seed)), y = vt_normalized(vt_cross(x, random_vec(seed))),
          z = vt_cross(x, y);
  const double axes[3][3] = {{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}};
  vt_mat3 m = {{{0}}};
  for (int k = 0; k < 3; ++k) {
    double value = 100 * (1 + 1.8 * random_number(seed));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m.m[i][j] += value * axes[k][i] * axes[k][j];
  }
  return m;
}

static void add_row(
    heap *p, int row, int a, int b, vt_vec3 point, vt_vec3 direction, const vt_vec3 *centres) {
  vt_row_term *t = &p->terms[p->start[row]];
  t[0] = (vt_row_term){a, -1, direction, vt_cross(vt_sub(point, centres[a]), direction)};
  vt_vec3 back = vt_scale(-1, direction);
  t[1] = (vt_row_term){b, -1, back, vt_cross(vt_sub(point, centres[b]), back)};
  p->start[row + 1] = p->start[row] + 2;
}

static void make_rows(heap *p, unsigned *seed, const vt_vec3 *centres) {
  int row = 0;
  for (int i = 0; i < BLOCKS; ++i) {
    int a = i % (BODIES - 1), b = (a + 1 + (int)(8 * (random_number(seed) + 0.499))) % BODIES;
    if (a == b) b = BODIES - 1;
    vt_vec3 point = random_vec(seed), n = vt_normalized(random_vec(seed));
    vt_vec3 t = vt_normalized(vt_cross(n, random_vec(seed)));
    const vt_vec3 axes[3] = {n, t, vt_cross(n, t)};
    bool scalar = i >= CONTACTS;
    vt_block block = {
        .kind = scalar ? VT_BLOCK_SCALAR : VT_BLOCK_CONTACT, .row = row, .friction = 0.1 * (i % 8)};
    block.compliance = scalar ? 1e-5 : 0;
    block.lower = -INFINITY;
    block.upper = i % 2 == 0 ? 0.1 : INFINITY;
    p->blocks[0][i] = p->blocks[1][i] = block;
    for (int r = 0; r < (scalar ? 1 : 3); ++r, ++row) add_row(p, row, a, b, point, axes[r], centres);
  }
}

static void heap_make(heap *p, unsigned seed) {
  vt_error error = {0};
  vt_vec3 centres[BODIES];
  memset(p, 0, sizeof *p);
  p->arena = vt_arena_create(1 << 16, &error);
  for (int b = 0; b < BODIES; ++b) {
    centres[b] = random_vec(&seed);
    if (b == BODIES - 1) continue; // fixed
    p->bodies[b].inverse_mass = 2 * pow(10, random_number(&seed));
    p->bodies[b].inverse_inertia = random_inertia(&seed);
  }
  make_rows(p, &seed, centres);
  // What the bodies would do without contacts, so that all of them can be held apart.
  vt_vec3 moves[BODIES] = {{0, 0, 0}}, turns[BODIES] = {{0, 0, 0}};
  for (int b = 0; b + 1 < BODIES; ++b)
    moves[b] = vt_scale(1e-3, random_vec(&seed)), turns[b] = vt_scale(3e-3, random_vec(&seed));
  for (int row = 0; row < ROWS; ++row) {
    for (int k = p->start[row]; k < p->start[row + 1]; ++k)
      p->q[row] += vt_dot(p->terms[k].linear, moves[p->terms[k].body]) +
                   vt_dot(p->terms[k].angular, turns[p->terms[k].body]);
    p->f[0][row] = p->f[1][row] = random_number(&seed);
  }
  vt_system s = {.row_count = ROWS, .block_count = BLOCKS, .q = p->q};
  p->dense = (vt_rows){p->start, p->terms, s};
  p->rigid = p->dense;
  p->dense.system.blocks = p->blocks[0], p->dense.system.f = p->f[0];
  p->rigid.system.blocks = p->blocks[1], p->rigid.system.f = p->f[1];
  CHECK(vt_rows_delassus(&p->dense, p->bodies, BODIES, STEP, p->arena, &error));
  CHECK(vt_rows_find_rigid(&p->rigid, p->bodies, BODIES, STEP, p->arena, &error));
  CHECK(p->rigid.system.rigid != NULL && p->dense.system.rigid == NULL);
  CHECK(p->rigid.system.rigid_bodies == BODIES - 1); // the fixed one has no coordinates
  vt_system_prepare(&p->dense.system);
  vt_system_prepare(&p->rigid.system);
}

static double largest(const double *x, int count) {
  double largest = 0;
  for (int k = 0; k < count; ++k) largest = fmax(largest, fabs(x[k]));
  return largest;
}

static double difference(const double *x, const double *y, int count) {
  double largest = 0;
  for (int k = 0; k < count; ++k) largest = fmax(largest, fabs(x[k] - y[k]));
  return largest;
}

// ---------------------------------------------------------------- products and sweeps

// Both are sums of some tens of products: off by rounding, 1e-16, times their number.
static void check_products(heap *p) {
  static double unit[ROWS], u[2][ROWS];
  const vt_system *dense = &p->dense.system, *rigid = &p->rigid.system;
  for (int i = 0; i < BLOCKS; ++i) {
    const vt_block *a = &dense->blocks[i], *b = &rigid->blocks[i];
    int n = vt_block_rows(a);
    CHECK(a->friction == b->friction);
    CHECK_CLOSE(b->own[0][0], a->own[0][0], 1e-13);
    for (int r = 0; r < n; ++r) CHECK_NEAR(difference(a->own[r], b->own[r], n), 0, 1e-13 * a->own[0][0]);
    if (n == 3) CHECK_CLOSE(b->tangent, a->tangent, 1e-13);
  }
  // Column by column: W itself.
  for (int column = 0; column < ROWS; ++column) {
    memset(unit, 0, sizeof unit);
    unit[column] = 1;
    vt_system_apply(dense, unit, u[0]);
    vt_system_apply(rigid, unit, u[1]);
    double scale = fabs(u[0][column] - p->q[column]) + largest(p->q, ROWS);
    CHECK_NEAR(difference(u[0], u[1], ROWS), 0, 1e-13 * scale);
  }
  vt_system_apply(dense, p->f[0], u[0]);
  vt_system_apply(rigid, p->f[0], u[1]);
  CHECK_NEAR(difference(u[0], u[1], ROWS), 0, 1e-13 * largest(u[0], ROWS));
}

// A block that is solved in turns stops at 1e-12 of its forces, and not always in the same turn; a few sweeps
// do not enlarge that by more than a hundredfold.
static void check_sweeps(heap *p) {
  static double f[2][ROWS];
  memcpy(f[0], p->f[0], sizeof f[0]);
  memcpy(f[1], p->f[0], sizeof f[1]);
  for (int k = 0; k < 5; ++k) {
    vt_system_sweep(&p->dense.system, f[0]);
    vt_system_sweep(&p->rigid.system, f[1]);
    CHECK(largest(f[0], ROWS) > 0);
    CHECK_NEAR(difference(f[0], f[1], ROWS), 0, 1e-10 * largest(f[0], ROWS));
  }
}

// ---------------------------------------------------------------- solutions

// One whole step of Newton's method from the same guess, then two and three. What is added to the diagonal,
// 1e-2 at most, bounds the condition of the derivative: rounding times some 1e5.
static void check_newton(heap *p) {
  vt_error error = {0};
  static double guess[ROWS], u[ROWS];
  memcpy(guess, p->f[0], sizeof guess);
  for (int k = 0; k < 30; ++k) vt_system_sweep(&p->dense.system, guess);
  for (int count = 1; count <= 3; ++count) {
    double residual[2];
    vt_newton room[2] = {{0}}; // room[].f: where the steps led, better or not
    vt_rows *rows[2] = {&p->dense, &p->rigid};
    for (int side = 0; side < 2; ++side) {
      vt_system *s = &rows[side]->system;
      int steps = count;
      memcpy(s->f, guess, sizeof guess);
      vt_system_apply(s, guess, u);
      residual[side] = vt_system_residual(s, guess, u);
      CHECK(
          vt_newton_whole(s, 1e-12, 1e-12, 1e-2, 0, &steps, &residual[side], &room[side], p->arena, &error));
      CHECK((steps == 0 || residual[side] <= 1e-12) && (room[side].lu.count > 0) == (side == 1));
    }
    CHECK(difference(room[0].f, guess, ROWS) > 1e-3 * largest(guess, ROWS)); // it went somewhere
    CHECK_NEAR(difference(room[0].f, room[1].f, ROWS), 0, 1e-8 * largest(room[0].f, ROWS));
    CHECK_NEAR(difference(p->f[0], p->f[1], ROWS), 0, 1e-8 * largest(p->f[0], ROWS));
    CHECK_NEAR(residual[0], residual[1], 1e-8);
  }
}

// Forces are not unique among 124 rows on 48 coordinates; what they do to the bodies is, up to the tolerance
// of the residual (a force relative to the largest) times the condition of the bodies' inertias.
static void check_solve(heap *p) {
  vt_error error = {0};
  static double u[2][ROWS];
  vt_rows *rows[2] = {&p->dense, &p->rigid};
  vt_solve_options options = {.tolerance = 1e-10, .iterations = 2000, .plain = 5};
  for (int side = 0; side < 2; ++side) {
    vt_system *s = &rows[side]->system;
    vt_solve_result result;
    memset(s->f, 0, sizeof p->f[0]);
    CHECK(vt_system_solve(s, &options, p->arena, &result, &error) && result.converged);
    vt_system_apply(&p->dense.system, s->f, u[side]);
    CHECK(vt_system_residual(&p->dense.system, s->f, u[side]) <= 1.01e-10);
  }
  CHECK(difference(u[0], p->q, ROWS) > 1e-4); // there were forces
  CHECK_NEAR(difference(u[0], u[1], ROWS), 0, 1e-6 * largest(p->q, ROWS));
}

// ---------------------------------------------------------------- what is not of this kind

static bool becomes_rigid(heap *p) {
  vt_error error = {0};
  CHECK(vt_rows_find_rigid(&p->rigid, p->bodies, BODIES, STEP, p->arena, &error));
  return p->rigid.system.rigid != NULL;
}

static void check_refused(heap *p) {
  vt_error error = {0};
  vt_deformable soft = {0};
  CHECK(becomes_rigid(p));
  p->bodies[2].deformable = &soft;
  CHECK(!becomes_rigid(p));
  p->bodies[2].deformable = NULL;
  vt_block *block = &p->blocks[1][BLOCKS - 1], kept = *block;
  block->kind = VT_BLOCK_BILATERAL;
  block->bilateral = vt_bilateral_take(p->arena, 1, &error);
  CHECK(!becomes_rigid(p));
  *block = kept;
  block->kind = VT_BLOCK_GAS;
  CHECK(!becomes_rigid(p));
  *block = kept;
  // A row between three bodies.
  p->start[1] += 1;
  p->terms[0].body = 0, p->terms[1].body = 1, p->terms[2].body = 3;
  CHECK(!becomes_rigid(p));
  p->terms[2].body = 1; // two of them
  CHECK(becomes_rigid(p));
}

int main(void) {
  static heap p;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    heap_make(&p, seed);
    check_products(&p);
    check_sweeps(&p);
    check_newton(&p);
    check_solve(&p);
    check_refused(&p);
    vt_arena_destroy(p.arena);
  }
  return check_report();
}
