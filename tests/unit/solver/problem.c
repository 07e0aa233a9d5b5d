// Constraint systems made by a generator.
#include "problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

problem *problem_create(int gas, int contacts, int scalars) {
  problem *p = calloc(1, sizeof *p);
  int blocks = gas + contacts + scalars, n = p->rows = gas + 3 * contacts + scalars;
  p->gas_count = gas;
  p->contact_count = contacts;
  p->scalar_count = scalars;
  p->w = calloc((size_t)n * (size_t)n, sizeof *p->w);
  p->guess = calloc((size_t)n, sizeof *p->guess);
  p->gas = calloc((size_t)gas + 1, sizeof *p->gas);
  p->system = (vt_system){.row_count = n,
      .block_count = blocks,
      .blocks = calloc((size_t)blocks, sizeof(vt_block)),
      .q = calloc((size_t)n, sizeof(double)),
      .f = calloc((size_t)n, sizeof(double))};
  for (int i = 0, row = 0; i < blocks; ++i) {
    vt_block *block = &p->system.blocks[i];
    block->kind = i < gas ? VT_BLOCK_GAS : i < gas + contacts ? VT_BLOCK_CONTACT : VT_BLOCK_SCALAR;
    block->row = row;
    if (i < gas) block->gas = &p->gas[i];
    row += vt_block_rows(block);
  }
  return p;
}

void problem_destroy(problem *p) {
  if (p == NULL) return;
  if (p->system.w != p->w) free(p->system.w); // NULL as bodies
  free(p->system.blocks);
  free(p->system.ranges);
  free(p->system.q);
  free(p->system.f);
  free(p->system.rigid_motion);
  free(p->j);
  free(p->w);
  free(p->guess);
  free(p->gas);
  free(p);
}

// ---------------------------------------------------------------- W by blocks

static bool coupled(const problem *p, const vt_block *a, const vt_block *b) {
  for (int r = a->row; r < a->row + vt_block_rows(a); ++r)
    for (int c = b->row; c < b->row + vt_block_rows(b); ++c)
      if (p->w[(size_t)r * (size_t)p->rows + (size_t)c] != 0) return true;
  return false;
}

// The ranges of columns that one block is coupled with.
static void find_ranges(const problem *p, vt_block *block, vt_range *ranges, int *count) {
  block->first_range = *count;
  block->width = 0;
  int end = -1;
  for (int i = 0; i < p->system.block_count; ++i) {
    const vt_block *other = &p->system.blocks[i];
    int rows = vt_block_rows(other);
    if (other != block && !coupled(p, block, other)) continue;
    if (other->row != end) ranges[(*count)++] = (vt_range){other->row, 0};
    ranges[*count - 1].count += rows;
    end = other->row + rows;
    block->width += rows;
  }
  block->range_count = *count - block->first_range;
}

static void lay_out(problem *p) {
  vt_system *s = &p->system;
  size_t n = (size_t)p->rows, blocks = (size_t)s->block_count, values = 0;
  int count = 0;
  s->ranges = calloc(blocks * blocks / 2 + blocks, sizeof *s->ranges);
  for (int i = 0; i < s->block_count; ++i) {
    vt_block *block = &s->blocks[i];
    find_ranges(p, block, s->ranges, &count);
    block->values = values;
    values += (size_t)(vt_block_rows(block) * block->width);
  }
  s->w = values == n * n ? p->w : calloc(values, sizeof *s->w);
  for (int i = 0; i < s->block_count && s->w != p->w; ++i) {
    const vt_block *block = &s->blocks[i];
    double *to = s->w + block->values;
    for (int r = block->row; r < block->row + vt_block_rows(block); ++r)
      for (int k = 0; k < block->range_count; ++k) {
        vt_range range = s->ranges[block->first_range + k];
        memcpy(to, p->w + (size_t)r * n + (size_t)range.first, (size_t)range.count * sizeof *to);
        to += range.count;
      }
  }
}

void problem_finish(problem *p, bool as_bodies) {
  if (as_bodies) {
    p->system.rigid = p->j;
    p->system.rigid_bodies = p->bodies;
    p->system.rigid_motion = calloc(6 * (size_t)p->bodies, sizeof(double));
  } else {
    lay_out(p);
  }
  vt_system_prepare(&p->system);
}

problem *problem_double(const problem *p) {
  problem *d = problem_create(p->gas_count, 2 * p->contact_count, p->scalar_count);
  int *from = calloc((size_t)d->rows, sizeof *from), row = 0, first = p->gas_count;
  memcpy(d->gas, p->gas, (size_t)p->gas_count * sizeof *d->gas);
  for (int i = 0; i < d->system.block_count; ++i) {
    bool contact = i >= first && i < first + d->contact_count;
    const vt_block *old = &p->system.blocks[i < first ? i
                                            : contact ? first + (i - first) / 2
                                                      : i - p->contact_count];
    vt_block *block = &d->system.blocks[i];
    *block = *old;
    block->row = row;
    if (i < first) block->gas = &d->gas[i];
    for (int r = 0; r < vt_block_rows(old); ++r) from[row++] = old->row + r;
  }
  if (p->j != NULL) d->j = calloc((size_t)d->rows, sizeof *d->j);
  d->bodies = p->bodies;
  for (int i = 0; i < d->rows; ++i) {
    d->system.q[i] = p->system.q[from[i]];
    if (p->j != NULL) d->j[i] = p->j[from[i]];
    for (int j = 0; j < d->rows; ++j)
      d->w[(size_t)i * (size_t)d->rows + (size_t)j] =
          p->w[(size_t)from[i] * (size_t)p->rows + (size_t)from[j]];
  }
  free(from);
  return d;
}

// ---------------------------------------------------------------- the laws, once more

// No pull, no overlap, one of them vanishes; friction inside its disc; where it slips, on the rim and
// opposed: |u_t| mu f_n + u_t . f_t = 0. `w` is the contact's own compliance along and across.
static double contact_violation(
    double mu, const double *f, const double *u, const double w[2], double force) {
  double fn = f[0] / force, un = u[0] / (w[0] * force);
  double ft = hypot(f[1], f[2]) / force, ut = hypot(u[1], u[2]) / (w[1] * force);
  double power = (f[1] * u[1] + f[2] * u[2]) / (w[1] * force * force);
  double worst = fmax(fmax(-fn, -un), fmin(fabs(fn), fabs(un)));
  worst = fmax(worst, ft - mu * fmax(fn, 0));
  return fmax(worst, (mu * fmax(fn, 0) * ut + power) / (1 + ut));
}

// u + c f = 0, or f at a bound and u + c f on the side that the bound leaves open.
static double scalar_violation(const vt_block *block, double f, double u, double w, double force) {
  double c = block->compliance, displacement = (u + c * f) / ((w + c) * force);
  double above = (f - block->lower) / force, below = (block->upper - f) / force;
  double worst = fmax(-above, -below);
  worst = fmax(worst, fmin(fabs(above), displacement)); // pushed back, unless there is no less
  return fmax(worst, fmin(fabs(below), -displacement)); // drawn, unless there is no more
}

// P (V + dead)^k = s N(P)^k, as an error of the force or of the displacement, whichever the law is flat in.
static double gas_violation(const vt_block *block, double f, double u, double w, double force) {
  const vt_gas_law *g = block->gas;
  double p = g->ambient + f / block->area, space = block->area * u + g->dead;
  double n = fmax(0, g->amount + g->h * (g->rate + g->conductance * (g->ambient - p)));
  double wanted = g->polytropic * pow(n / fmax(space, 1e-300), g->exponent);                  // Pa
  double room = pow(g->polytropic / p, 1 / g->exponent) * n;                                  // m^3
  if (p >= g->max_pressure * (1 - 1e-12)) wanted = fmin(wanted, p), room = fmin(room, space); // air escapes
  double off = fabs(p - wanted) * block->area / force;
  return fmin(off, fabs(space - room) / (block->area * w * force));
}

// The largest force, or what the deepest contact would need.
static double force_scale(const problem *p, const double *f) {
  double force = 0;
  for (int r = 0; r < p->rows; ++r) force = fmax(force, fabs(f[r]));
  for (int i = 0; i < p->contact_count; ++i) {
    size_t r = (size_t)problem_contact_row(p, i);
    force = fmax(force, -p->system.q[r] / p->w[r * (size_t)(p->rows + 1)]);
  }
  return force;
}

double problem_violation(const problem *p, const double *f) {
  size_t n = (size_t)p->rows;
  double worst = 0, force = force_scale(p, f), *u = calloc(n, sizeof *u);
  for (size_t r = 0; r < n; ++r) {
    u[r] = p->system.q[r];
    for (size_t c = 0; c < n; ++c) u[r] += p->w[r * n + c] * f[c];
  }
  for (int i = 0; i < p->system.block_count && force > 0; ++i) {
    const vt_block *block = &p->system.blocks[i];
    size_t r = (size_t)block->row;
    double own = p->w[r * n + r], off;
    if (i < p->gas_count) {
      off = gas_violation(block, f[r], u[r], own, force);
    } else if (i < p->gas_count + p->contact_count) {
      double across = 0.5 * (p->w[(r + 1) * n + r + 1] + p->w[(r + 2) * n + r + 2]);
      off = contact_violation(block->friction, f + r, u + r, (const double[2]){own, across}, force);
    } else {
      off = scalar_violation(block, f[r], u[r], own, force);
    }
    worst = off > worst || isnan(off) ? off : worst;
  }
  free(u);
  return worst;
}
