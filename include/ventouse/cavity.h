// Air: what a model says of that in cavities, chambers and vacuum lines, and what is seen of a cavity.
#ifndef VENTOUSE_CAVITY_H
#define VENTOUSE_CAVITY_H

#include <ventouse/body.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- what the air of a cavity does

// What lies between the air of a cavity and the outside.
typedef enum vt_valve {
  VT_VALVE_CLOSED,    // nothing: the gas law gives the pressure
  VT_VALVE_REGULATED, // a regulator that holds a pressure
  VT_VALVE_OPEN       // the outside: ambient pressure
} vt_valve;

// Each state holds from its time on; the first holds before too.
typedef struct vt_valve_keys {
  int count;           // 0: closed
  const double *times; // s, increasing
  const vt_valve *states;
} vt_valve_keys;

// The gas of a cavity: P (V + dead)^k = const for a constant amount, in a cavity whose seal bears
// `max_pressure`.
typedef struct vt_air_settings {
  bool enabled;
  double exponent;       // k, from 1 (isothermal, the default) to 1.4 (adiabatic)
  double dead_volume;    // m^3 of tubing or a tank beyond the cavity's own volume
  double start_pressure; // Pa, absolute, as a cavity closes; below 0 (the default): ambient
  // Pa, absolute: above it air escapes through the seal; below 0 (the default): ambient; may be infinite.
  double max_pressure;
  // In its place ambient plus what the seal bears: the largest traction along a path out through it, on the
  // path where that is least.
  bool max_by_seal;
  vt_valve_keys valve;
  double pressure; // Pa above ambient that a regulator holds, times the curve
  vt_curve pressure_curve;
  double leak_rate;        // mol/s of air coming in while the valve is closed, times the leak's curve
  double leak_conductance; // mol/(s Pa) times (ambient - P), times the leak's curve
  vt_curve leak_curve;
} vt_air_settings;

VT_API vt_air_settings vt_air_settings_default(void); // passive, isothermal, max_pressure ambient, no leak

// In cavities that touch a body with this name or `surface`. Later rules go before earlier ones.
typedef struct vt_air_rule_def {
  const char *body;
  vt_air_settings settings;
} vt_air_rule_def;

// A closed inner surface of one body as a cavity from the start: a pneumatic chamber. It has no seal, and
// max_pressure is infinite unless given.
typedef struct vt_chamber_def {
  const char *name;
  int body;
  vt_vec3 point; // m, inside the chamber, in the coordinates of the body's mesh
  vt_air_settings settings;
} vt_chamber_def;

VT_API vt_chamber_def vt_chamber_def_default(void);

// ---------------------------------------------------------------- vacuum lines

// Tanks, joined by tubes with each other, with cavities and chambers, and emptied by pumps: docs/vacuum.md.
// All is isothermal: a model with a tank takes no air with an exponent above 1.
typedef struct vt_tank_def {
  const char *name;
  double volume;         // m^3, above 0
  double start_pressure; // Pa, absolute; below 0 (the default): ambient
} vt_tank_def;

VT_API vt_tank_def vt_tank_def_default(void);

// Where a tube leads to from its tank.
typedef enum vt_tube_end {
  VT_TUBE_TANK,
  VT_TUBE_CAVITY, // the cavities that touch a body, by their room; while there is none, the outside
  VT_TUBE_CHAMBER,
  VT_TUBE_OUTSIDE
} vt_tube_end;

// Brings conductance * (P there - P of the tank) mol/s to its tank, times the valve's curve.
typedef struct vt_tube_def {
  const char *name;
  int tank;
  vt_tube_end end;
  int target;         // number of the other tank, the body or the chamber
  double conductance; // mol/(s Pa), 0 to 1
  bool check;         // nothing flows from the tank back
  bool self_closing;  // to cavities: shut while there is none
  vt_curve valve;     // 0 or more
} vt_tube_def;

VT_API vt_tube_def vt_tube_def_default(void);

// Throws air of a tank out: `flow` at ambient pressure, none at the ultimate one, straight between, or
// through the points that are given in their place. Nothing flows back.
typedef struct vt_pump_def {
  const char *name;
  int tank;
  double flow;             // m^3/s, 0 or more
  double ultimate;         // Pa above ambient, below 0, as the model's settings have it
  int point_count;         // 0, or 2 and more
  const double *pressures; // Pa above ambient, increasing
  const double *flows;     // m^3/s, from 0 on, not falling
  bool at_inlet;           // flows are of air as it is in the tank; else (the default) of ambient air
  vt_curve power;          // what the flow is multiplied by, 0 or more
} vt_pump_def;

VT_API vt_pump_def vt_pump_def_default(void);

// ---------------------------------------------------------------- what is seen of a cavity

typedef enum vt_cavity_state {
  VT_CAVITY_SEALED,    // its air is shut in
  VT_CAVITY_BLOWING,   // its pressure is the most that the seal bears: air escapes
  VT_CAVITY_REGULATED, // a regulator holds its pressure
  VT_CAVITY_OPEN       // a valve opens it to the outside
} vt_cavity_state;

// A pocket of air as the last step left it. Its mesh is closed and faces out of the air. Unlike other views
// the pointers may change with a step.
typedef struct vt_cavity_view {
  int id;      // stays with it from step to step
  int chamber; // the declared chamber it is, or -1
  vt_cavity_state state;
  bool flat;           // nothing is left of it but its seal holds
  double pressure;     // Pa, absolute
  double max_pressure; // Pa, absolute: above it air escapes; infinite where none does, as from a chamber
                       // without a limit, or while a regulator or an open valve gives the pressure
  double volume;       // m^3, with no dead volume
  double air;          // mol, with what of it went into the film in its seal
  double film;         // mol of the film's that is in the cavity; below 0: of its own that is in the film
  double area;         // m^2: of its mouth, which pressure pulls on; of a chamber its surface
  double border_area;  // m^2 of the triangles that close it between bodies
  int vertex_count;
  const vt_vec3 *vertices; // m
  int triangle_count;
  const int *triangles;       // 3 per triangle
  const int *triangle_bodies; // the body each is part of; -1 on the border
} vt_cavity_view;

// A force (N) and torque (N m, about the world's origin) of air on a body, beyond ambient pressure.
typedef struct vt_pressure_load {
  vt_vec3 force, torque;
} vt_pressure_load;

#ifdef __cplusplus
}
#endif

#endif
