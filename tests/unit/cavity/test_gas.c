// The law of the gas: its root against bisection in long double over wide ranges, its derivative, its bounds,
// and the air that is left.
#include "cavity/gas.h"

#include "check.h"

static const double ambient = 101325, thermal = VT_GAS_CONSTANT * 293.15;

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24);
}

static double random_size(unsigned *state, double low, double high) {
  return low * pow(high / low, random_number(state));
}

static vt_gas_law isothermal(double amount) {
  return (vt_gas_law){.ambient = ambient,
      .max_pressure = INFINITY,
      .amount = amount,
      .polytropic = thermal,
      .exponent = 1,
      .h = 0.01};
}

// Which side of the law P (V + dead)^k = s N^k a pressure is on: negative where it is too low. Written with
// roots on both sides, and with the sign of V and N, so that every pressure can be asked for.
static long double side(const vt_gas_law *law, double a, double b, long double p) {
  long double one = 1, k = law->exponent;
  long double n = law->amount + law->h * (law->rate + law->conductance * ((long double)law->ambient - p));
  return powl(p, one / k) * ((long double)law->dead + b + a * p) - powl(law->polytropic, one / k) * n;
}

static double bisect(const vt_gas_law *law, double a, double b) {
  long double low = 1e-30L, high = law->max_pressure < 1e15 ? (long double)law->max_pressure : 1e15L;
  if (side(law, a, b, high) <= 0) return (double)high;
  for (int round = 0; round < 120; ++round) {
    long double middle = sqrtl(low) * sqrtl(high);
    if (side(law, a, b, middle) < 0)
      low = middle;
    else
      high = middle;
  }
  return (double)high;
}

// Cavities from a pore to a tank, as stiff as steel or as slack as a balloon, folded inside out or not.
static void check_roots(void) {
  unsigned seed = 11;
  double worst = 0, worst_slope = 0;
  int bounded = 0, negative = 0;
  for (int k = 0; k < 30000; ++k) {
    double volume = random_size(&seed, 1e-15, 1), room = random_size(&seed, 1e-6, 1e3) * volume;
    vt_gas_law law = isothermal(ambient * random_size(&seed, 1e-12, 1e6) * volume / thermal);
    if (k % 3 != 0) {
      law.exponent = k % 3 == 1 ? 1 + 0.4 * random_number(&seed) : 1.4;
      law.polytropic = vt_gas_polytropic_constant(ambient, volume, ambient * volume / thermal, law.exponent);
    }
    if (k % 5 == 0) law.dead = random_size(&seed, 1e-3, 1e3) * volume;
    if (k % 7 < 2) law.conductance = random_size(&seed, 1e-8, 1e4) * law.amount / (law.h * ambient);
    if (k % 7 == 1) law.rate = random_size(&seed, 1e-6, 1e3) * law.amount / law.h;
    if (k % 4 == 0) law.max_pressure = k % 8 == 0 ? ambient : random_size(&seed, 1e-2, 1e3) * ambient;
    double a = k % 11 == 0 ? 0 : random_size(&seed, 1e-9, 1e9) * volume / ambient;
    double b = (k % 2 == 0 || a == 0 ? 1 : -1) * room;
    double p = vt_gas_pressure(&law, a, b), exact = bisect(&law, a, b);
    if (!(p >= 0 && p <= law.max_pressure)) CHECK(p >= 0 && p <= law.max_pressure);
    double off = fabs(p - exact) / exact;
    if (!(off <= worst)) worst = off;
    bounded += p == law.max_pressure;
    negative += b < 0;
    // The derivative, by differences of the exact root; at a bound there is none to compare.
    if (k % 20 != 3 || p >= 0.99 * fmin(law.max_pressure, 1e15)) continue;
    double size = fabs(b + law.dead) + a * p, step = 1e-5 * size;
    double slope = (bisect(&law, a, b + step) - bisect(&law, a, b - step)) / (2 * step);
    worst_slope = fmax(worst_slope, fabs(vt_gas_slope(&law, a, b, p) - slope) * size / p);
  }
  printf("30,000 roots: off by %.1e at most, %d at the bound; slopes off by %.1e\n", worst, bounded,
      worst_slope);
  CHECK(bounded > 1000 && negative > 10000);
  // A few operations and two powers, each good to a few units of the last place (1.1e-16), on a root that is
  // never worse conditioned than the data.
  CHECK(worst < 1e-13);
  // Relative changes of pressure by volume: differences over 1e-5 of the volume are off by its square, times
  // how much the pressure curves (some units).
  CHECK(worst_slope < 1e-8);
}

static void check_bounds(void) {
  vt_gas_law law = isothermal(1e-6);
  // No air: vacuum, whatever the volume.
  law.amount = 0;
  CHECK(vt_gas_pressure(&law, 1e-12, 1e-6) == 0 && vt_gas_pressure(&law, 0, 0) == 0);
  CHECK(vt_gas_pressure(&law, 1e-12, -1e-6) == 0);
  law.amount = -1e-9;
  CHECK(vt_gas_pressure(&law, 1e-12, 1e-6) == 0);
  // More leaks out in the step than there is.
  law.amount = 1e-6;
  law.rate = -1;
  CHECK(vt_gas_pressure(&law, 1e-12, 1e-6) == 0 && vt_gas_amount(&law, 0, 1e-6) == 0);
  law.rate = 0;
  // No volume, and nothing gives way.
  CHECK(vt_gas_pressure(&law, 0, 0) == 1e15 && vt_gas_pressure(&law, 0, -1) == 1e15);
  law.exponent = 1.4;
  CHECK(vt_gas_pressure(&law, 0, 0) == 1e15 && vt_gas_pressure(&law, 0, -1) == 1e15);
  law.max_pressure = ambient;
  CHECK(vt_gas_pressure(&law, 0, 0) == ambient && vt_gas_pressure(&law, 0, -1) == ambient);
  CHECK(vt_gas_slope(&law, 0, 0, ambient) == 0);
  // At its bound it stays there, also where it has volume.
  CHECK(vt_gas_pressure(&law, 1e-18, 1e-12) == ambient && vt_gas_slope(&law, 1e-18, 1e-12, ambient) == 0);
  law.max_pressure = 0;
  CHECK(vt_gas_pressure(&law, 1e-12, 1e-6) == 0);
  // Given.
  law = (vt_gas_law){.regulated = true,
      .pressure = 9e4,
      .ambient = ambient,
      .max_pressure = INFINITY,
      .polytropic = thermal,
      .exponent = 1,
      .dead = 1e-6};
  CHECK(vt_gas_pressure(&law, 1, -1) == 9e4 && vt_gas_slope(&law, 1, -1, 9e4) == 0);
  CHECK_CLOSE(vt_gas_amount(&law, 9e4, 1e-6), 9e4 * 2e-6 / thermal, 1e-14);
}

static void check_amounts(void) {
  const double volume = 2e-6, n = ambient * volume / thermal;
  vt_gas_law law = isothermal(n);
  law.max_pressure = 1.1 * ambient;
  CHECK(vt_gas_amount(&law, 1.05 * ambient, volume) == n); // what is closed keeps its air, to the bit
  CHECK_CLOSE(vt_gas_amount(&law, law.max_pressure, 0.5 * volume), 0.55 * n, 1e-14);
  CHECK(vt_gas_amount(&law, law.max_pressure, 2 * volume) == n); // air does not come from nowhere
  CHECK(vt_gas_amount(&law, law.max_pressure, -1) == 0);
  CHECK_CLOSE(vt_gas_pressure(&law, 0, volume), ambient, 1e-12);
  // A leak over the step, implicit in the pressure it ends with.
  law.conductance = 1e-9;
  law.rate = 1e-7;
  double p = vt_gas_pressure(&law, 0, 1.5 * volume), left = vt_gas_amount(&law, p, 1.5 * volume);
  CHECK_CLOSE(left, n + 0.01 * (1e-7 + 1e-9 * (ambient - p)), 1e-14);
  CHECK_CLOSE(p * 1.5 * volume, left * thermal, 1e-13);
  // Adiabatic: P V^k of a given amount stays.
  law = isothermal(n);
  law.exponent = 1.4;
  law.polytropic = vt_gas_polytropic_constant(ambient, volume, n, 1.4);
  CHECK_CLOSE(vt_gas_pressure(&law, 0, 3 * volume), ambient * pow(3, -1.4), 1e-13);
}

int main(void) {
  check_roots();
  check_bounds();
  check_amounts();
  return check_report();
}
