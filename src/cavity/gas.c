// The gas in a cavity: pressure of a compliant cavity, and how much air is left.
//
// With x = P^(1/k), r = s^(1/k), N = N0 - g P and the volume c + a P, dead volume included, the law
// P V^k = s N^k reads
//
//     F(x) = c x + a x^(1+k) + r g x^k - r N0 = 0.
//
// F(0) = -r N0 < 0 and F is convex for x >= 0, so there is exactly one root, whatever the sign of c, and
// Newton's method from any x beyond it descends to it without overshooting. For k = 1 it is a quadratic.
#include "cavity/gas.h"

#include <math.h>

static const double highest = 1e15; // Pa

// The equation of one step.
typedef struct equation {
  double k, r;
  double n0; // mol at P = 0
  double g;  // mol/Pa
  double a, c;
} equation;

static equation pose(const vt_gas_law *law, double a, double b) {
  double k = law->exponent;
  return (equation){.k = k,
      .r = k == 1 ? law->polytropic : pow(law->polytropic, 1 / k),
      .n0 = law->amount + law->h * (law->rate + law->conductance * law->ambient),
      .g = law->h * law->conductance,
      .a = a > 0 ? a : 0,
      .c = b + law->dead};
}

// F and its derivative.
static double evaluate(const equation *e, double x, double *slope) {
  double power = pow(x, e->k); // P
  double leak = e->g > 0 ? e->r * e->g : 0;
  *slope = e->c + (1 + e->k) * e->a * power + leak * e->k * (x > 0 ? power / x : 0);
  return (e->c + e->a * power) * x + leak * power - e->r * e->n0;
}

// The positive root of a P^2 + b P - c = 0, c > 0, without cancellation; infinite where there is none.
static double quadratic_root(double a, double b, double c) {
  double root = hypot(b, 2 * sqrt(a) * sqrt(c));
  return b >= 0 ? (b + root > 0 ? 2 * c / (b + root) : INFINITY) : a > 0 ? (root - b) / (2 * a) : INFINITY;
}

// An x beyond the root: at it, one of the growing terms of F outweighs the negative ones by itself.
static double beyond_root(const equation *e) {
  double wanted = e->r * e->n0, x = INFINITY;
  if (e->c > 0) x = wanted / e->c;
  double lack = e->c < 0 ? -e->c : 0, parts = lack > 0 ? 2 : 1;
  if (e->a > 0)
    x = fmin(x, fmax(pow(parts * wanted / e->a, 1 / (1 + e->k)), pow(parts * lack / e->a, 1 / e->k)));
  if (e->g > 0) {
    double against = lack > 0 ? pow(2 * lack / (e->r * e->g), 1 / (e->k - 1)) : 0;
    x = fmin(x, fmax(pow(parts * e->n0 / e->g, 1 / e->k), against));
  }
  return x;
}

static double newton_root(const equation *e, double max) {
  double slope, top = pow(max, 1 / e->k);
  if (evaluate(e, top, &slope) <= 0) return max;
  double x = fmin(beyond_root(e), top);
  for (int round = 0; round < 200; ++round) { // a handful is enough; far away each at least halves the excess
    double value = evaluate(e, x, &slope);
    if (!(value > 0) || !(slope > 0)) break; // converged, to rounding
    double next = x - value / slope;
    if (!(next < x * (1 - 1e-16))) break;
    x = next;
  }
  return pow(x, e->k);
}

double vt_gas_polytropic_constant(double pressure, double volume, double amount, double exponent) {
  return amount > 0 ? pressure * pow(fmax(volume, 0) / amount, exponent) : 0;
}

double vt_gas_pressure(const vt_gas_law *law, double a, double b) {
  if (law->regulated) return law->pressure;
  equation e = pose(law, a, b);
  double max = fmin(law->max_pressure, highest);
  if (!(e.n0 > 0 && e.r > 0) || !(max > 0)) return 0;
  if (e.k != 1) return newton_root(&e, max);
  return fmin(quadratic_root(e.a, e.c + e.r * e.g, e.r * e.n0), max);
}

double vt_gas_slope(const vt_gas_law *law, double a, double b, double pressure) {
  if (law->regulated || !(pressure > 0) || pressure >= fmin(law->max_pressure, highest)) return 0;
  equation e = pose(law, a, b);
  double slope;
  evaluate(&e, pow(pressure, 1 / e.k), &slope);
  return slope > 0 ? -e.k * pressure / slope : 0;
}

double vt_gas_amount(const vt_gas_law *law, double pressure, double volume) {
  double space = fmax(volume + law->dead, 0);
  double held = law->polytropic > 0 ? pow(fmax(pressure, 0) / law->polytropic, 1 / law->exponent) * space : 0;
  if (law->regulated) return held;
  double left = fmax(law->amount + law->h * (law->rate + law->conductance * (law->ambient - pressure)), 0);
  return pressure >= law->max_pressure ? fmin(left, held) : left;
}
