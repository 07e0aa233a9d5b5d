// Contacts of soft pads and of plates that are nearly rigid.
//
// There is always a solution: the symmetric part of W is positive definite, which bounds all forces whatever
// q is (see rigid.c). A cavity's force falls with its volume, which is one more such term.
#include "soft.h"

#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

static const double NEAR = 0.8; // spacings below which contacts do not come closer to each other

// ---------------------------------------------------------------- W

// Rows: normal and two tangents, of which gas has the first.
static void add_block(problem *p, int i, int j, double share, double k[3][3]) {
  const vt_block *a = &p->system.blocks[i], *b = &p->system.blocks[j];
  for (int r = 0; r < vt_block_rows(a); ++r)
    for (int c = 0; c < vt_block_rows(b); ++c)
      p->w[(size_t)(a->row + r) * (size_t)p->rows + (size_t)(b->row + c)] += share * k[r][c];
}

void soft_add(problem *p, const place *at, int first, int last, double share, double sideways) {
  for (int i = first; i < last; ++i)
    for (int j = first; j < last; ++j) {
      double x = at[i].x - at[j].x, y = at[i].y - at[j].y, square = x * x + y * y + NEAR * NEAR;
      double k = 1 / sqrt(square), kx = sideways * x / square, ky = sideways * y / square;
      add_block(p, i, j, share, (double[3][3]){{k, -kx, -ky}, {kx, 1.2 * k, 0}, {ky, 0, 1.2 * k}});
    }
}

void soft_add_rigid(problem *p, const place *at, double share, double radius) {
  const double turn = share / (radius * radius), below = 0.5; // the contacts are this far under its centre
  int count = p->gas_count + p->contact_count;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      double k[3][3];
      // Gradients of the three rows at a place: a displacement of the centre, and a turn about it.
      const double a[3][3] = {{at[i].y, -at[i].x, 0}, {0, -below, -at[i].y}, {below, 0, at[i].x}};
      const double b[3][3] = {{at[j].y, -at[j].x, 0}, {0, -below, -at[j].y}, {below, 0, at[j].x}};
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          k[r][c] = share * (r == c) + turn * (a[r][0] * b[c][0] + a[r][1] * b[c][1] + a[r][2] * b[c][2]);
      add_block(p, i, j, 1, k);
    }
}

void soft_skew(problem *p, double share, unsigned long long *random) {
  size_t n = (size_t)p->rows;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < i; ++j) {
      double skew = share * 2 * generate_random(random) * p->w[i * n + j];
      p->w[i * n + j] += skew;
      p->w[j * n + i] -= skew;
    }
}

// ---------------------------------------------------------------- patches and plates

static place *grid(int side) {
  place *at = calloc((size_t)(side * side), sizeof *at);
  for (int i = 0; i < side * side; ++i)
    at[i] = (place){i % side - 0.5 * (side - 1), i / side - 0.5 * (side - 1)};
  return at;
}

// What free motion does: a displacement, a tilt and a twist of all contacts together.
typedef struct motion {
  double down, tilt_x, tilt_y, shear_x, shear_y, twist;
} motion;

static motion random_motion(double down, double tilt, double shear, unsigned long long *random) {
  return (motion){down, tilt * generate_random(random), tilt * generate_random(random),
      shear * generate_random(random), shear * generate_random(random), shear * generate_random(random)};
}

// `reach` is the distance from the middle at which tilt and twist have their full size.
static void move(problem *p, const place *at, motion m, double reach) {
  for (int i = 0; i < p->gas_count + p->contact_count; ++i) {
    double *q = p->system.q + p->system.blocks[i].row, x = at[i].x / reach, y = at[i].y / reach;
    q[0] += m.tilt_x * x + m.tilt_y * y - m.down;
    if (i < p->gas_count) continue;
    q[1] += m.shear_x - m.twist * y;
    q[2] += m.shear_y + m.twist * x;
  }
}

problem *soft_patch(int side, unsigned long long *random) {
  problem *p = problem_create(0, side * side, 0);
  place *at = grid(side);
  double reach = 0.5 * side, round = 1 + 2 * generate_random(random); // 0: flat
  soft_add(p, at, 0, p->contact_count, 1, 0.3 * (0.5 + generate_random(random)));
  for (int i = 0; i < p->contact_count; ++i)
    p->system.q[3 * i] = round * (at[i].x * at[i].x + at[i].y * at[i].y) / (reach * reach);
  move(p, at, random_motion(1, 0.5, 1, random), reach);
  free(at);
  return p;
}

problem *soft_plate(int side, int variant, unsigned long long *random) {
  problem *p = problem_create(0, side * side, 0);
  place *at = grid(side);
  double reach = 0.5 * side, softer = pow(10, -2 - variant % 7);
  soft_add_rigid(p, at, 1, 0.6 * reach);
  soft_add(p, at, 0, p->contact_count, softer, 0);
  for (int i = 0; i < p->contact_count; ++i) p->system.q[3 * i] = 1e-2 * generate_random(random);
  move(p, at, random_motion(1, variant % 2 == 0 ? 0.1 : 2, variant % 3 == 0 ? 0 : 1, random), reach);
  free(at);
  return p;
}

// ---------------------------------------------------------------- mixed compliances

// Pads of 1 to 9 contacts under a plate, softer and stiffer than it by up to 1e6 between them.
static void mixed_pads(problem *p, const place *at, unsigned long long *random) {
  for (int first = 0, last; first < p->contact_count; first = last) {
    last = first + 1 + (int)(9 * (0.5 + generate_random(random)));
    if (last > p->contact_count) last = p->contact_count;
    soft_add(p, at, first, last, pow(10, 6 * generate_random(random)), 0.1);
  }
  soft_add_rigid(p, at, 1, 3);
}

// Each contact with a unit of force of its own: W and q of a soft pad, scaled from both sides.
static void mixed_units(problem *p, const place *at, unsigned long long *random) {
  size_t n = (size_t)p->rows;
  soft_add(p, at, 0, p->contact_count, 1, 0.1);
  double *unit = calloc(n, sizeof *unit);
  for (size_t r = 0; r < n; ++r) unit[r] = r % 3 == 0 ? pow(10, 3 * generate_random(random)) : unit[r - 1];
  for (size_t r = 0; r < n; ++r)
    for (size_t c = 0; c < n; ++c) p->w[r * n + c] *= unit[r] * unit[c];
  for (size_t r = 0; r < n; ++r) p->system.q[r] *= unit[r];
  free(unit);
}

problem *soft_mixed(int contacts, int variant, unsigned long long *random) {
  problem *p = problem_create(0, contacts, 0);
  place *at = calloc((size_t)contacts, sizeof *at);
  double reach = 0.5 * sqrt(contacts);
  for (int i = 0; i < contacts; ++i)
    at[i] = (place){2 * reach * generate_random(random), 2 * reach * generate_random(random)};
  move(p, at, random_motion(1, 1, 1, random), reach);
  if (variant % 2 == 0) {
    mixed_pads(p, at, random);
  } else {
    mixed_units(p, at, random);
  }
  free(at);
  return p;
}

// ---------------------------------------------------------------- gas

// Air in a cavity of S = 1e-3 m^2 and 10 mm, sucked out or blown in, with a leak, a bound or a tank.
static vt_gas_law gas_of(int variant, unsigned long long *random) {
  const double ambient = 101325, volume = 1e-5, amount = ambient * volume / (VT_GAS_CONSTANT * 293.15);
  vt_gas_law g = {.ambient = ambient,
      .max_pressure = variant % 4 == 1 ? 1.2 * ambient : INFINITY,
      .amount = amount,
      .exponent = variant % 2 == 0 ? 1 : 1.4,
      .dead = variant % 5 == 2 ? 2e-6 : 0,
      .h = 0.01};
  g.polytropic = vt_gas_polytropic_constant(ambient, volume + g.dead, amount, g.exponent);
  g.amount *= 0.85 + 1.3 * generate_random(random); // 0.2 to 1.5
  if (variant % 4 == 2) g.conductance = 5 * amount / ambient;
  return g;
}

problem *soft_gas(int cavities, int ring, int variant, unsigned long long *random) {
  problem *p = problem_create(cavities, cavities * ring, 0);
  place *at = calloc((size_t)p->system.block_count, sizeof *at);
  const double spread = ring * 0.5, softer = pow(10, -1 - variant % 6);
  for (int k = 0; k < cavities; ++k) {
    at[k] = (place){spread * cos(2 * VT_PI * k / cavities), spread * sin(2 * VT_PI * k / cavities)};
    for (int i = 0; i < ring; ++i) {
      double angle = 2 * VT_PI * (i + 0.3) / ring, arm = ring / (2 * VT_PI);
      at[cavities + k * ring + i] = (place){at[k].x + arm * cos(angle), at[k].y + arm * sin(angle)};
    }
    p->gas[k] = gas_of(variant, random);
    p->system.blocks[k].area = 1e-3;
    p->system.q[k] = 0.01;
  }
  // A plate of 0.5 kg at 10 ms: 2e-4 m/N; the free motion of a step is a millimetre.
  soft_add_rigid(p, at, 2e-4, 0.7 * spread);
  soft_add(p, at, 0, p->system.block_count, 2e-4 * softer, 0.1);
  for (int i = 0; i < p->contact_count; ++i)
    p->system.q[problem_contact_row(p, i)] = 1e-5 * generate_random(random);
  double down = 4e-3 * generate_random(random);
  move(p, at, random_motion(down, 1e-3, variant % 3 == 0 ? 0 : 2e-3, random), spread);
  free(at);
  return p;
}
