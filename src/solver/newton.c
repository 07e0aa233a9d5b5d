// Newton's method on the laws themselves (Alart and Curnier 1991).
//
// Every law says that f equals a projection of f - u/w, with u = W f + q. Where a contact sticks, slips or is
// open, the projection is smooth, and the equations f - projection = 0 are solved by Newton's method with the
// pieces as they are. Open contacts have no force and no part in it: the factor is that of the closed ones.
//
// Whole steps end in a few what sweeps would take thousands for, but only from near the solution; from
// further off the pieces change all at once and nothing comes nearer any more. So a step is followed by a
// sweep, which puts right what it did to single blocks, and shortened until the two together lessen the sum
// of squared violations. (Shortened without the sweep, steps get stuck on the kinks.) Three flat cups on a
// plate, 245 of 506 contacts closed: 8 steps after 20 sweeps, where whole steps failed five times and took
// 240 sweeps.
#include "solver/newton.h"

#include "sparse/blas.h"

#include <math.h>
#include <string.h>

enum {
  MOST_STEPS = 40,   // in one attempt
  ALL_STEPS = 60000, // in all attempts, divided by the number of rows: a step costs as much as rows/15 sweeps
};

// A contact's law at n->f and n->u: the pieces that its derivative is made of.
typedef struct contact_piece {
  bool open, slips;
  double rn, rt;         // N/m: what brings u to a force
  double radius, length; // N: of the friction disc, and of what is projected onto it
  double e1, e2;         // where that points
} contact_piece;

static contact_piece piece_of(const vt_newton *n, const vt_block *block) {
  const double *f = n->f + block->row, *u = n->u + block->row;
  contact_piece p = {.rn = 1 / block->own[0][0], .rt = 1 / block->tangent};
  double pressed = f[0] - p.rn * u[0], d1 = f[1] - p.rt * u[1], d2 = f[2] - p.rt * u[2];
  p.open = !(pressed > 0);
  p.length = hypot(d1, d2);
  p.radius = block->friction * fmax(pressed, 0);
  p.slips = p.length > p.radius;
  if (p.slips && p.length > 0) p.e1 = d1 / p.length, p.e2 = d2 / p.length;
  return p;
}

// Rows `row` and on of the derivative; columns are those of the rows that take part. phi = f - projection.
static void contact_rows(const vt_system *s, const vt_newton *n, const vt_block *block, int row) {
  size_t size = (size_t)s->row_count, count = (size_t)n->count;
  const double *w = s->w + block->values, *f = n->f + block->row, *u = n->u + block->row;
  double *phi = n->phi + row, *j0 = n->jacobian + (size_t)row * count, *j1 = j0 + count, *j2 = j1 + count;
  contact_piece p = piece_of(n, block);
  double turn = p.slips ? p.radius / p.length : 0, mu = block->friction;
  const double *shift = n->shift + block->row;
  double sn = p.rn * shift[0], s1 = p.rt * shift[1], s2 = p.rt * shift[2];
  double aside = turn * (p.e2 * s1 - p.e1 * s2);
  phi[0] = p.rn * u[0] + sn;
  phi[1] = p.slips ? f[1] - p.radius * p.e1 + mu * p.e1 * sn + p.e2 * aside : p.rt * u[1] + s1;
  phi[2] = p.slips ? f[2] - p.radius * p.e2 + mu * p.e2 * sn - p.e1 * aside : p.rt * u[2] + s2;
  for (size_t k = 0; k < count; ++k) {
    const double *at = w + n->rows[k];
    double wn = p.rn * at[0], w1 = p.rt * at[size], w2 = p.rt * at[2 * size];
    // Where it slips, d(radius e) = mu e d(pressed) + radius/length (I - e e^T) d(d).
    double across = turn * (p.e2 * w1 - p.e1 * w2);
    j0[k] = wn;
    j1[k] = p.slips ? mu * p.e1 * wn + p.e2 * across : w1;
    j2[k] = p.slips ? mu * p.e2 * wn - p.e1 * across : w2;
  }
  if (!p.slips) return;
  j1[row] -= mu * p.e1;
  j2[row] -= mu * p.e2;
  j1[row + 1] += 1 - turn * p.e2 * p.e2;
  j1[row + 2] += turn * p.e2 * p.e1;
  j2[row + 1] += turn * p.e1 * p.e2;
  j2[row + 2] += 1 - turn * p.e1 * p.e1;
}

// A row that asks for u + c f = 0, within bounds where it has some.
static void linear_row(const vt_newton *n, int from, int row, const double *w, double own, double compliance,
    double lower, double upper) {
  double total = own + compliance, f = n->f[from];
  double wanted = total > 0 ? f - (n->u[from] + compliance * f) / total : f;
  bool bound = !(total > 0) || wanted <= lower || wanted >= upper;
  double *j = n->jacobian + (size_t)row * (size_t)n->count;
  n->phi[row] = f - fmin(fmax(wanted, lower), upper) + (bound ? 0 : n->shift[from] / total);
  for (int k = 0; k < n->count; ++k) j[k] = bound ? 0 : w[n->rows[k]] / total;
  j[row] += bound ? 1 : compliance / total;
}

// phi = f - F(u - w f), with F falling at the rate of the block's stiffness: below 1/w, so that J is sound.
static void gas_row(const vt_system *s, const vt_newton *n, const vt_block *block, int row) {
  const double *w = s->w + block->values;
  double f = n->f[block->row], u = n->u[block->row], stiffness = vt_block_gas_stiffness(block, u, f);
  double *j = n->jacobian + (size_t)row * (size_t)n->count;
  n->phi[row] = f - vt_block_gas_force(block, u, f) + stiffness * n->shift[block->row];
  for (int k = 0; k < n->count; ++k) j[k] = stiffness * w[n->rows[k]];
  j[row] += 1 - stiffness * block->own[0][0];
}

// The rows that take part: all but those of open contacts, whose forces go; n->shift is what that does to u.
static void choose_rows(const vt_system *s, vt_newton *n) {
  bool let_go = false;
  n->count = 0;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    bool open = block->kind == VT_BLOCK_CONTACT && piece_of(n, block).open;
    for (int r = block->row; r < block->row + vt_block_rows(block); ++r) {
      n->end[r] = open ? 0 : n->f[r];
      let_go = let_go || n->end[r] != n->f[r];
      if (!open) n->rows[n->count++] = r;
    }
  }
  if (let_go) vt_system_apply(s, n->end, n->shift);
  for (int r = 0; r < s->row_count; ++r) n->shift[r] = let_go ? n->shift[r] - n->u[r] : 0;
}

static void fill_derivative(const vt_system *s, const vt_newton *n) {
  int row = 0;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    const double *w = s->w + block->values;
    if (row == n->count || n->rows[row] != block->row) continue; // open
    if (block->kind == VT_BLOCK_CONTACT) {
      contact_rows(s, n, block, row);
    } else if (block->kind == VT_BLOCK_GAS) {
      gas_row(s, n, block, row);
    } else if (block->kind == VT_BLOCK_SCALAR) {
      linear_row(n, block->row, row, w, block->own[0][0], block->compliance, block->lower, block->upper);
    } else {
      for (int r = 0; r < block->bilateral->rows; ++r) {
        const double *own = w + (size_t)r * (size_t)s->row_count;
        linear_row(n, block->row + r, row + r, own, own[block->row + r], block->bilateral->compliance[r],
            -INFINITY, INFINITY);
      }
    }
    row += vt_block_rows(block);
  }
}

// The end of a whole step: J d = -phi. More contacts than nodes leave J singular. What is added to its
// diagonal keeps the step short along equal solutions, and goes away with the residual so that the last steps
// converge fast: eight linked bars on the ground took ten times the sweeps with a constant 1e-9. `most`
// bounds it, and is tried in two sizes: a stiff cup on a soft pad has singular values of 1e-5, along which
// steps creep with 1e-2; a tower with a soft box has more contacts than nodes, along which they run away with
// 1e-4. False where J breaks down.
static bool step(const vt_system *s, vt_newton *n, double residual, double most) {
  int one = 1, info = 0;
  double touch = fmin(fmax(3 * residual, 1e-9), most);
  choose_rows(s, n);
  int size = n->count;
  if (size == 0) return true;
  fill_derivative(s, n);
  for (int k = 0; k < size; ++k) n->jacobian[(size_t)k * (size_t)size + (size_t)k] += touch;
  dgetrf_(&size, &size, n->jacobian, &size, n->pivots, &info);
  if (info != 0) return false;
  dgetrs_(
      "T", &size, &one, n->jacobian, &size, n->pivots, n->phi, &size, &info); // rows were stored as columns
  for (int k = 0; k < size; ++k) n->end[n->rows[k]] -= n->phi[k];
  return true;
}

static bool make_room(vt_newton *n, size_t size, vt_arena *arena, vt_error *error) {
  if (n->jacobian != NULL) return true;
  n->f = VT_TAKE(arena, double, 6 * size, error);
  n->pivots = VT_TAKE(arena, int, 2 * size, error);
  n->jacobian = VT_TAKE(arena, double, size *size, error);
  if (n->f == NULL || n->pivots == NULL || n->jacobian == NULL) return false;
  n->u = n->f + size;
  n->phi = n->u + size;
  n->start = n->phi + size;
  n->end = n->start + size;
  n->shift = n->end + size;
  n->rows = n->pivots + size;
  return true;
}

// The squares of all violations, summed; u is filled.
static double merit(const vt_system *s, const double *f, double *u) {
  double sum = 0;
  vt_system_apply(s, f, u);
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    double v = vt_block_violation(block, f + block->row, u + block->row);
    sum += v * v;
  }
  return sum;
}

// Goes along the step as far as that helps: a sweep from there must come nearer than before. True if it did.
static bool advance(const vt_system *s, vt_newton *n, double *before) {
  size_t size = (size_t)s->row_count;
  const double *start = n->start, *end = n->end;
  for (double share = 1; share > 0.05; share /= 2) {
    for (size_t k = 0; k < size; ++k) n->f[k] = start[k] + share * (end[k] - start[k]);
    vt_system_sweep(s, n->f);
    double after = merit(s, n->f, n->u);
    if (!(after < *before)) continue;
    *before = after;
    return true;
  }
  return false;
}

bool vt_system_newton(
    const vt_system *s, double tolerance, vt_newton *n, vt_arena *arena, bool *converged, vt_error *error) {
  size_t bytes = (size_t)s->row_count * sizeof *n->f;
  *converged = false;
  if (!make_room(n, (size_t)s->row_count, arena, error)) return false;
  memcpy(n->f, s->f, bytes);
  bool whole = s->row_count < VT_MANY_ROWS || n->attempts % 2 == 1;
  double most = n->attempts % 4 == 1 ? 1e-4 : 1e-2;
  ++n->attempts;
  double now = merit(s, n->f, n->u);
  for (int k = 0; k < MOST_STEPS && n->steps * s->row_count < ALL_STEPS; ++k, ++n->steps) {
    double residual = vt_system_residual(s, n->f, n->u);
    *converged = residual <= tolerance;
    if (*converged) break;
    if (!step(s, n, residual, most)) break;
    memcpy(n->start, n->f, bytes);
    if (!whole && !advance(s, n, &now)) break;
    if (!whole) continue;
    memcpy(n->f, n->end, bytes);
    vt_system_apply(s, n->f, n->u);
  }
  if (*converged) memcpy(s->f, n->f, bytes);
  return true;
}
