// Newton's method on the laws themselves (Alart and Curnier 1991).
//
// Every law says that f equals a projection of f - u/w, with u = W f + q. Where a contact sticks, slips or is
// open, the projection is smooth, and the equations f - projection = 0 are solved by Newton's method with the
// pieces as they are. It needs a start near the solution, which sweeps give, and then ends in a few steps
// what they would take thousands for: flat soft faces on each other, with more contacts than nodes.
#include "solver/newton.h"

#include "sparse/blas.h"

#include <math.h>
#include <string.h>

enum {
  MOST_STEPS = 40,   // in one attempt
  ALL_STEPS = 60000, // in all attempts, divided by the number of rows: a step costs as much as rows/15 sweeps
};

// phi = f - projection, and its rows of the derivative.
static void contact_rows(const vt_system *s, const vt_newton *n, const vt_block *block, double *jacobian) {
  size_t size = (size_t)s->row_count;
  const double *w = s->w + block->values, *f = n->f + block->row, *u = n->u + block->row;
  double *phi = n->phi + block->row;
  double rn = 1 / block->own[0][0], rt = 1 / block->tangent;
  double pressed = f[0] - rn * u[0], d1 = f[1] - rt * u[1], d2 = f[2] - rt * u[2];
  double length = hypot(d1, d2), radius = block->friction * fmax(pressed, 0);
  bool open = !(pressed > 0), slips = length > radius;
  double e1 = slips && length > 0 ? d1 / length : 0, e2 = slips && length > 0 ? d2 / length : 0;
  phi[0] = open ? f[0] : rn * u[0];
  phi[1] = open ? f[1] : slips ? f[1] - radius * e1 : rt * u[1];
  phi[2] = open ? f[2] : slips ? f[2] - radius * e2 : rt * u[2];
  double *j0 = jacobian + (size_t)block->row * size, *j1 = j0 + size, *j2 = j1 + size;
  memset(j0, 0, 3 * size * sizeof *j0);
  if (open) {
    j0[block->row] = j1[block->row + 1] = j2[block->row + 2] = 1;
    return;
  }
  for (size_t k = 0; k < size; ++k) {
    double wn = rn * w[k], w1 = rt * w[size + k], w2 = rt * w[2 * size + k];
    j0[k] = wn;
    if (!slips) {
      j1[k] = w1;
      j2[k] = w2;
      continue;
    }
    // d(radius e) = mu e d(pressed) + radius/length (I - e e^T) d(d)
    double turn = radius / length, across = e2 * w1 - e1 * w2;
    j1[k] = block->friction * e1 * wn + turn * e2 * across;
    j2[k] = block->friction * e2 * wn - turn * e1 * across;
  }
  if (!slips) return;
  double turn = radius / length;
  int r = block->row;
  j1[r] -= block->friction * e1;
  j2[r] -= block->friction * e2;
  j1[r + 1] += 1 - turn * e2 * e2;
  j1[r + 2] += turn * e2 * e1;
  j2[r + 1] += turn * e1 * e2;
  j2[r + 2] += 1 - turn * e1 * e1;
}

// Rows that ask for u + c f = 0, within bounds where they have some.
static void linear_row(const vt_system *s, const vt_newton *n, int row, const double *w, double own,
    double compliance, double lower, double upper, double *jacobian) {
  size_t size = (size_t)s->row_count;
  double total = own + compliance, f = n->f[row];
  double wanted = total > 0 ? f - (n->u[row] + compliance * f) / total : f;
  bool bound = !(total > 0) || wanted <= lower || wanted >= upper;
  n->phi[row] = f - fmin(fmax(wanted, lower), upper);
  double *j = jacobian + (size_t)row * size;
  memset(j, 0, size * sizeof *j);
  for (size_t k = 0; k < size && !bound; ++k) j[k] = w[k] / total;
  j[row] += bound ? 1 : compliance / total;
}

// phi = f - F(u - w f), with F falling at the rate of the block's stiffness: below 1/w, so that J is sound.
static void gas_row(const vt_system *s, const vt_newton *n, const vt_block *block, double *jacobian) {
  size_t size = (size_t)s->row_count;
  const double *w = s->w + block->values;
  int row = block->row;
  double f = n->f[row], stiffness = vt_block_gas_stiffness(block, n->u[row], f);
  double *j = jacobian + (size_t)row * size;
  n->phi[row] = f - vt_block_gas_force(block, n->u[row], f);
  for (size_t k = 0; k < size; ++k) j[k] = stiffness * w[k];
  j[row] += 1 - stiffness * block->own[0][0];
}

static void evaluate(const vt_system *s, const vt_newton *n, double *jacobian) {
  size_t size = (size_t)s->row_count;
  vt_system_apply(s, n->f, n->u);
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    const double *w = s->w + block->values;
    if (block->kind == VT_BLOCK_CONTACT) {
      contact_rows(s, n, block, jacobian);
    } else if (block->kind == VT_BLOCK_GAS) {
      gas_row(s, n, block, jacobian);
    } else if (block->kind == VT_BLOCK_SCALAR) {
      linear_row(
          s, n, block->row, w, block->own[0][0], block->compliance, block->lower, block->upper, jacobian);
    } else {
      for (int r = 0; r < block->bilateral->rows; ++r) {
        int row = block->row + r;
        const double *own = w + (size_t)r * size;
        linear_row(s, n, row, own, own[row], block->bilateral->compliance[r], -INFINITY, INFINITY, jacobian);
      }
    }
  }
}

// One whole step: J d = -phi. More contacts than nodes leave J singular. What is added to its diagonal keeps
// the step short along equal solutions, and goes away with the residual so that the last steps converge fast:
// eight linked bars on the ground took ten times the sweeps with a constant 1e-9. The pieces change from step
// to step, so that phi may rise before it falls; halving steps would get stuck on the kinks. False where J
// breaks down.
static bool step(const vt_system *s, vt_newton *n, double residual) {
  int size = s->row_count, one = 1, info = 0;
  double touch = fmin(fmax(3 * residual, 1e-9), 1e-2);
  for (int k = 0; k < size; ++k) n->jacobian[(size_t)k * (size_t)size + (size_t)k] += touch;
  dgetrf_(&size, &size, n->jacobian, &size, n->pivots, &info);
  if (info != 0) return false;
  dgetrs_(
      "T", &size, &one, n->jacobian, &size, n->pivots, n->phi, &size, &info); // rows were stored as columns
  for (int k = 0; k < size; ++k) n->f[k] -= n->phi[k];
  return true;
}

static bool make_room(vt_newton *n, size_t size, vt_arena *arena, vt_error *error) {
  if (n->jacobian != NULL) return true;
  n->f = VT_TAKE(arena, double, 3 * size, error);
  n->pivots = VT_TAKE(arena, int, size, error);
  n->jacobian = VT_TAKE(arena, double, size *size, error);
  if (n->f == NULL || n->pivots == NULL || n->jacobian == NULL) return false;
  n->u = n->f + size;
  n->phi = n->u + size;
  return true;
}

bool vt_system_newton(
    const vt_system *s, double tolerance, vt_newton *n, vt_arena *arena, bool *converged, vt_error *error) {
  size_t size = (size_t)s->row_count;
  *converged = false;
  if (!make_room(n, size, arena, error)) return false;
  memcpy(n->f, s->f, size * sizeof *n->f);
  for (int k = 0; k < MOST_STEPS && (size_t)n->steps * size < ALL_STEPS; ++k, ++n->steps) {
    evaluate(s, n, n->jacobian);
    double residual = vt_system_residual(s, n->f, n->u);

    if (residual <= tolerance) {
      memcpy(s->f, n->f, size * sizeof *n->f);
      *converged = true;
      return true;
    }
    if (!step(s, n, residual)) return true;
  }
  return true;
}
