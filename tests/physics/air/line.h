// What the tests of vacuum lines share: tanks, tubes and pumps in a line each, and the balance of all air.
#ifndef VT_TESTS_LINE_H
#define VT_TESTS_LINE_H

#include "air_rig.h"

// All of these print the library's message and end the program where it refuses.
int line_tank(yard *y, double volume, double pressure);
int line_tube(yard *y, int tank, vt_tube_end end, int target, double conductance);
int line_add_tube(yard *y, vt_tube_def def);
int line_pump(yard *y, int tank, double flow, double ultimate);
int line_add_pump(yard *y, vt_pump_def def);

// The force along z that air did to a body in the last step, over that of the pressures there are now.
double line_felt(const yard *y, int body);
double line_pressure(const yard *y, int tank); // Pa
// mol in tanks and cavities, and what pumps threw out, less what tubes took in from outside (`outside`: those
// that lead there, one after the other, ended by -1).
double line_air(const yard *y, const int *outside);

#endif
