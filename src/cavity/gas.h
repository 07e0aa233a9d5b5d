// The gas in a cavity: its law, and the pressure that a compliant cavity takes.
//
//     P (V + dead)^k = s N(P)^k,    N(P) = amount + h (rate + conductance (ambient - P)),    0 <= P <= P_max
//
// k = 1 and s = R T is the isothermal gas. Where P = P_max, air escapes and N is what is left.
#ifndef VT_CAVITY_GAS_H
#define VT_CAVITY_GAS_H

#include "base/error.h"

#define VT_GAS_CONSTANT 8.31446261815324 // J/(mol K)

typedef struct vt_gas_law {
  bool regulated;      // the pressure is given, whatever the volume
  bool open;           // regulated by an opening to the outside
  double pressure;     // Pa, absolute, regulated
  double ambient;      // Pa
  double max_pressure; // Pa, absolute; may be infinite
  double amount;       // mol at the start of the step
  double polytropic;   // s, the polytropic constant: Pa m^(3k) / mol^k
  double exponent;     // k, in [1, 1.4]
  double dead;         // m^3 beyond the cavity's own volume: tubing, a tank
  double rate;         // mol/s of air coming in
  double conductance;  // mol/(s Pa)
  double h;            // s, the step that leaks are counted over
} vt_gas_law;

// s of an amount of gas (mol) that has pressure (Pa) in a volume (m^3).
double vt_gas_polytropic_constant(double pressure, double volume, double amount, double exponent);

// The absolute pressure (Pa) at which the law holds with the volume b + a P, a >= 0: the one root in
// [0, max_pressure]. Without air it is 0. Air that is left no volume by walls that do not give way (a = 0)
// has the pressure `max`, or 1e15 Pa where that is infinite.
double vt_gas_pressure(const vt_gas_law *law, double a, double b);

// d/db of that pressure, Pa/m^3: never above 0, and 0 where the pressure is given or at a bound. `pressure`
// is the root.
double vt_gas_slope(const vt_gas_law *law, double a, double b, double pressure);

// The amount (mol) after the step, at the pressure and volume it ended with.
double vt_gas_amount(const vt_gas_law *law, double pressure, double volume);

#endif
