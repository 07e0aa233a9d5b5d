// Linked bars on the ground: more contacts than their forces can be told apart by, and friction along the
// row. Mixed sweeps may wander among the many solutions; the solver must notice, and always converge.
#include "solver/rows.h"

#include "check.h"

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

enum {
  BARS = 8,
  LINK_ROWS = 3 * (BARS - 1),
  CONTACTS = 4 * BARS,
  ROWS = LINK_ROWS + 3 * CONTACTS,
  BLOCKS = 1 + CONTACTS,
};

static const double bar = 0.05, width = 0.02, mass = 0.05; // m, kg

// Bars that turn by small angles: the gradients of their rows stay.
typedef struct chain {
  vt_mobile bodies[BARS + 1]; // the last is the ground
  vt_vec3 shift[BARS], turn[BARS], velocity[BARS], spin[BARS];
  vt_row_term terms[2 * ROWS];
  int start[ROWS + 1], rows, term_count;
  double q[ROWS], f[ROWS];
  vt_block blocks[BLOCKS];
} chain;

static const vt_vec3 axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};

// The point `arm` from a body's centre, along an axis.
static void add_term(chain *c, int body, vt_vec3 arm, vt_vec3 direction) {
  c->terms[c->term_count++] = (vt_row_term){body, -1, direction, vt_cross(arm, direction)};
}

// Bars in a row above the ground, each moving a little in a way of its own.
static void make_chain(chain *c, double jolt, unsigned seed) {
  *c = (chain){0};
  for (int b = 0; b < BARS; ++b) {
    double along = mass * width * width / 6, across = mass * (0.81 * bar * bar + width * width) / 12;
    c->bodies[b].inverse_mass = 1 / mass;
    c->bodies[b].inverse_inertia = (vt_mat3){{{1 / along, 0, 0}, {0, 1 / across, 0}, {0, 0, 1 / across}}};
    c->shift[b].z = 1e-3;
    double r[6];
    for (int k = 0; k < 6; ++k) r[k] = jolt * random_number(&seed);
    c->velocity[b] = vt_v3(r[0], r[1], r[2]);
    c->spin[b] = vt_scale(1 / bar, vt_v3(r[3], r[4], r[5]));
  }
  c->blocks[0].kind = VT_BLOCK_BILATERAL;
  for (int b = 0; b + 1 < BARS; ++b)
    for (int d = 0; d < 3; ++d) {
      c->start[c->rows++] = c->term_count;
      add_term(c, b, vt_v3(0.5 * bar, 0, 0), vt_scale(-1, axes[d]));
      add_term(c, b + 1, vt_v3(-0.5 * bar, 0, 0), axes[d]);
    }
  for (int k = 0; k < CONTACTS; ++k) {
    vt_vec3 corner = {0.45 * bar * (k % 2 == 0 ? 1 : -1), 0.5 * width * (k % 4 < 2 ? 1 : -1), -0.5 * width};
    c->blocks[1 + k] = (vt_block){.kind = VT_BLOCK_CONTACT, .row = c->rows, .friction = 0.5};
    for (int d = 0; d < 3; ++d) {
      c->start[c->rows++] = c->term_count;
      add_term(c, k / 4, corner, axes[d]);
    }
  }
  c->start[ROWS] = c->term_count;
}

// Free motion of a step, and the values it leads to: where things are held, where they are, or slid to.
static void predict(chain *c, double h) {
  for (int b = 0; b < BARS; ++b) c->velocity[b].z -= 9.81 * h;
  for (int row = 0; row < ROWS; ++row) {
    bool slides = row >= LINK_ROWS && (row - LINK_ROWS) % 3 != 0;
    c->q[row] = 0;
    for (int k = c->start[row]; k < c->start[row + 1]; ++k) {
      const vt_row_term *t = &c->terms[k];
      vt_vec3 at = slides ? vt_v3(0, 0, 0) : c->shift[t->body];
      vt_vec3 turned = slides ? vt_v3(0, 0, 0) : c->turn[t->body];
      c->q[row] += vt_dot(t->linear, vt_madd(at, h, c->velocity[t->body])) +
                   vt_dot(t->angular, vt_madd(turned, h, c->spin[t->body]));
    }
  }
}

static void correct(chain *c, double h) {
  for (int row = 0; row < ROWS; ++row)
    for (int k = c->start[row]; k < c->start[row + 1]; ++k) {
      const vt_row_term *t = &c->terms[k];
      const vt_mobile *m = &c->bodies[t->body];
      c->velocity[t->body] = vt_madd(c->velocity[t->body], h * m->inverse_mass * c->f[row], t->linear);
      c->spin[t->body] =
          vt_madd(c->spin[t->body], h * c->f[row], vt_mat_apply(m->inverse_inertia, t->angular));
    }
  for (int b = 0; b < BARS; ++b) {
    c->shift[b] = vt_madd(c->shift[b], h, c->velocity[b]);
    c->turn[b] = vt_madd(c->turn[b], h, c->spin[b]);
  }
}

static void check_chain(double h, double jolt, int steps) {
  static chain c;
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 20, &error);
  int failed = 0, largest = 0;
  double sweeps = 0, worst = 0;
  make_chain(&c, jolt, 7);
  for (int n = 0; n < steps; ++n) {
    CHECK(vt_arena_reset(arena, &error));
    predict(&c, h);
    c.blocks[0].bilateral = vt_bilateral_take(arena, LINK_ROWS, &error);
    vt_rows rows = {
        c.start, c.terms, {.row_count = ROWS, .block_count = BLOCKS, .blocks = c.blocks, .q = c.q, .f = c.f}};
    vt_solve_options options = {.tolerance = 1e-9, .iterations = 1000, .plain = 5};
    vt_solve_result result;
    CHECK(vt_rows_solve(&rows, c.bodies, BARS + 1, h, &options, arena, &result, &error));
    failed += !result.converged;
    worst = fmax(worst, result.residual);
    sweeps += (double)result.iterations / steps;
    largest = result.iterations > largest ? result.iterations : largest;
    correct(&c, h);
  }
  double weight = 0;
  for (int k = 0; k < CONTACTS; ++k) weight += c.f[LINK_ROWS + 3 * k];
  printf("h %g s, jolts of %g m/s: %.1f sweeps, %d at most, %d of %d not converged, residual %.1e, weight "
         "%.9g\n",
      h, jolt, sweeps, largest, failed, steps, worst, weight / (BARS * mass * 9.81));
  CHECK(failed == 0);
  CHECK_CLOSE(weight, BARS * mass * 9.81, 1e-6);
  vt_arena_destroy(arena);
}

int main(void) {
  check_chain(0.01, 0, 100);
  check_chain(0.001, 0, 1000);
  check_chain(0.01, 0.01, 100);
  check_chain(0.001, 0.01, 1000);
  check_chain(0.001, 0.1, 1000);
  return check_report();
}
