// Air that flows between volumes: the pressures after a step, by Newton's method on all of them.
//
// The Jacobian is symmetric, with a positive diagonal that exceeds the sum of the rest of its row, which is
// never positive (an M-matrix): elimination needs no pivoting, and an implicit step does not overshoot. Being
// symmetric, the residual is the gradient of a potential, which is convex. Flows have kinks where one-way
// tubes shut and at the points of pump curves. With the derivative of either side a Newton step is a descent
// direction of the potential; it is taken as far as the potential falls. (A line search on the norm of the
// residual stuck at kinks.)
#include "cavity/network.h"

#include <math.h>
#include <string.h>

bool vt_network_take(vt_network *n, int nodes, int tubes, int pumps, vt_arena *arena, vt_error *error) {
  n->node_count = nodes;
  n->tube_count = tubes;
  n->pump_count = pumps;
  n->nodes = VT_TAKE(arena, vt_net_node, nodes, error);
  n->tubes = VT_TAKE(arena, vt_net_tube, tubes, error);
  n->pumps = VT_TAKE(arena, vt_net_pump, pumps, error);
  n->matrix = VT_TAKE(arena, double, (size_t)nodes *(size_t)nodes, error);
  n->work = VT_TAKE(arena, double, 4 * (size_t)nodes, error);
  if (!n->nodes || !n->tubes || !n->pumps || !n->matrix || !n->work) return false;
  memset(n->nodes, 0, sizeof *n->nodes * (size_t)nodes);
  memset(n->tubes, 0, sizeof *n->tubes * (size_t)tubes);
  memset(n->pumps, 0, sizeof *n->pumps * (size_t)pumps);
  return true;
}

// ---------------------------------------------------------------- flows

double vt_net_pump_flow(const vt_network *n, const vt_net_pump *pump, double pressure, double *slope) {
  const double *at = pump->pressures, *flows = pump->flows;
  double flow = 0, rise = 0; // m^3/s, and by Pa
  int last = pump->point_count - 1;
  *slope = 0;
  if (!(pressure > at[0] * n->ambient) || !(n->ambient > 0)) return 0;
  if (pressure >= at[last] * n->ambient) {
    flow = flows[last];
  } else {
    int k = 0;
    while (pressure >= at[k + 1] * n->ambient) ++k;
    rise = (flows[k + 1] - flows[k]) / ((at[k + 1] - at[k]) * n->ambient);
    flow = flows[k] + rise * (pressure - at[k] * n->ambient);
  }
  double dense = pump->factor * (pump->at_inlet ? pressure : n->ambient) / n->heat; // mol/m^3
  *slope = dense * rise + (pump->at_inlet ? pump->factor * flow / n->heat : 0);
  return dense * flow;
}

static double pressure_at(const vt_network *n, int node, const double *x) {
  return node < 0 ? n->ambient : x[node];
}

static double tube_flow(const vt_network *n, const vt_net_tube *t, const double *x, double *slope) {
  double flow = t->conductance * (pressure_at(n, t->from, x) - pressure_at(n, t->to, x));
  bool shut = t->one_way && flow < 0;
  *slope = shut ? 0 : t->conductance;
  return shut ? 0 : flow;
}

// ---------------------------------------------------------------- what is asked of the nodes

// The residual: the excess of air at each node after h seconds at the pressures x, mol; with
// `matrix` also its derivative.
static void evaluate(const vt_network *n, double h, const double *x, double *excess, double *matrix) {
  int count = n->node_count;
  double slope;
  if (matrix != NULL) memset(matrix, 0, sizeof *matrix * (size_t)count * (size_t)count);
  for (int i = 0; i < count; ++i) {
    const vt_net_node *node = &n->nodes[i];
    excess[i] = node->capacity * x[i] - node->amount - h * (node->rate + node->leak * (n->ambient - x[i]));
    if (matrix != NULL) matrix[i * count + i] = node->capacity + h * node->leak;
  }
  for (int k = 0; k < n->tube_count; ++k) {
    int a = n->tubes[k].from, b = n->tubes[k].to;
    double flow = h * tube_flow(n, &n->tubes[k], x, &slope);
    if (a >= 0) excess[a] += flow;
    if (b >= 0) excess[b] -= flow;
    if (matrix == NULL) continue;
    if (a >= 0) matrix[a * count + a] += h * slope;
    if (b >= 0) matrix[b * count + b] += h * slope;
    if (a < 0 || b < 0) continue;
    matrix[a * count + b] -= h * slope;
    matrix[b * count + a] -= h * slope;
  }
  for (int k = 0; k < n->pump_count; ++k) {
    int i = n->pumps[k].node;
    excess[i] += h * vt_net_pump_flow(n, &n->pumps[k], x[i], &slope);
    if (matrix != NULL) matrix[i * count + i] += h * slope;
  }
  for (int i = 0; i < count; ++i) {
    if (!n->nodes[i].held) continue;
    excess[i] = 0;
    for (int j = 0; j < count && matrix != NULL; ++j) matrix[i * count + j] = matrix[j * count + i] = 0;
    if (matrix != NULL) matrix[i * count + i] = 1;
  }
}

// y = A^-1 y, in place in A; without pivoting, which an M-matrix does not need.
static void eliminate(double *a, int count, double *y) {
  for (int k = 0; k < count; ++k)
    for (int i = k + 1; i < count; ++i) {
      double factor = a[i * count + k] / a[k * count + k];
      if (factor == 0) continue;
      for (int j = k; j < count; ++j) a[i * count + j] -= factor * a[k * count + j];
      y[i] -= factor * y[k];
    }
  for (int i = count - 1; i >= 0; --i) {
    for (int j = i + 1; j < count; ++j) y[i] -= a[i * count + j] * y[j];
    y[i] /= a[i * count + i];
  }
}

// ---------------------------------------------------------------- the step

enum { ITERATIONS = 100, HALVINGS = 50 };
static const double CHANGE = 1e-14; // of the pressures: a Newton step that is smaller is rounding
static const double UPWARD = 1e-9;  // of the slope along a Newton step: what its end may rise by, rounding
static const double LEVEL = 0.1;    // of it: where a shortened one may end

// The derivative of the potential along -step at x - share * step.
static double slope_along(const vt_network *n, double h, const double *x, const double *step, double share,
    double *next, double *excess) {
  double sum = 0;
  for (int i = 0; i < n->node_count; ++i) next[i] = x[i] - share * step[i];
  evaluate(n, h, next, excess, NULL);
  for (int i = 0; i < n->node_count; ++i) sum -= step[i] * excess[i];
  return sum;
}

// The line search: a whole Newton step, or a part of it up to where the potential begins to rise.
static void descend(
    const vt_network *n, double h, const double *x, const double *step, double *next, double *excess) {
  double begin = slope_along(n, h, x, step, 0, next, excess);
  if (slope_along(n, h, x, step, 1, next, excess) <= -UPWARD * begin) return;
  double low = 0, high = 1;
  for (int halved = 0; halved < HALVINGS; ++halved) {
    double middle = 0.5 * (low + high), slope = slope_along(n, h, x, step, middle, next, excess);
    if (slope <= 0 && slope >= LEVEL * begin) return;
    *(slope > 0 ? &high : &low) = middle;
  }
}

int vt_network_solve(vt_network *n, double h) {
  int count = n->node_count, iteration = 0;
  double *x = n->work, *excess = x + count, *next = excess + count, *step = next + count, slope;
  for (int i = 0; i < count; ++i) x[i] = n->nodes[i].pressure;
  for (; iteration < ITERATIONS; ++iteration) {
    double largest = 0, change = 0;
    evaluate(n, h, x, step, n->matrix);
    eliminate(n->matrix, count, step);
    descend(n, h, x, step, next, excess);
    for (int i = 0; i < count; ++i) {
      largest = fmax(largest, fabs(next[i]));
      change = fmax(change, fabs(next[i] - x[i]));
      x[i] = next[i];
    }
    if (change <= CHANGE * largest) break;
  }
  for (int i = 0; i < count; ++i) n->nodes[i].pressure = x[i];
  for (int k = 0; k < n->tube_count; ++k) n->tubes[k].flow = tube_flow(n, &n->tubes[k], x, &slope);
  for (int k = 0; k < n->pump_count; ++k)
    n->pumps[k].flow = vt_net_pump_flow(n, &n->pumps[k], x[n->pumps[k].node], &slope);
  return iteration;
}

// The Schur complement of the node in the matrix is its capacity, plus h times its leak, plus h times the
// conductance asked for; its inverse is the node's diagonal entry of the inverse matrix.
double vt_network_conductance(vt_network *n, double h, int node) {
  int count = n->node_count;
  double *x = n->work, *excess = x + count, *unit = excess + count;
  for (int i = 0; i < count; ++i) {
    x[i] = n->nodes[i].pressure;
    unit[i] = i == node ? 1 : 0;
  }
  evaluate(n, h, x, excess, n->matrix);
  eliminate(n->matrix, count, unit);
  double own = n->nodes[node].capacity + h * n->nodes[node].leak;
  return fmax(0, (1 / unit[node] - own) / h);
}
