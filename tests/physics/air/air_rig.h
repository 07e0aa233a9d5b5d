// What the tests of air share, on top of the yard: settings, moved and held bodies, and a step after which
// everything that must be true of every cavity is checked.
#ifndef VT_TESTS_AIR_RIG_H
#define VT_TESTS_AIR_RIG_H

#include "../contact/yard.h"
#include "solids.h"

#include <ventouse/world.h>

#define AMBIENT 101325.0                     // Pa
#define GAS_HEAT (8.31446261815324 * 293.15) // J/mol: R T

// The gas of a cavity whose temperature changes, from when its air was first seen.
typedef struct air_known {
  int id;
  double air;      // mol
  double constant; // P room^k / air^k
} air_known;

enum { AIR_KNOWN = 64 };

// Worst figures of a run so far, and how far the gas law may be off; begin with a tolerance and zeros.
typedef struct air_seen {
  // |P - P(n, V)| / P at the end of a step, of a cavity that is sealed. V in the step that finds P is what it
  // was plus the gradient times the motion: what is left out is of second order in the motion over a step.
  double law_allowed;
  bool crossed;     // a body may cross itself
  double law;       // worst seen
  double force;     // sum of forces over all bodies / (pressure * area)
  double torque;    // sum of torques / (pressure * area * size)
  double air_least; // mol
  int cavities;     // most at once
  int steps, unconverged, redone;
  air_known known[AIR_KNOWN]; // by number of the cavity
} air_seen;

// All of these print the library's message and end the program where it refuses.
vt_contact_settings tight(double distance); // frictionless, with half of it to seal and ten times to watch
void air_set(yard *y, vt_air_settings air);
void air_rule(yard *y, const char *body, vt_air_settings air);
vt_mesh *air_mesh(solid s); // takes the solid
// A frame that moves along an axis by keys, straight between them.
int air_slide(yard *y, vt_vec3 axis, int count, const double *times, const double *metres);
int air_driven(yard *y, vt_mesh *mesh, vt_pose pose, int frame, const char *name); // destroys the mesh
int air_rigid(yard *y, vt_mesh *mesh, double mass, bool gravity, vt_pose pose, const char *name);
// A rigid body held by a driven one (a small box far above everything, made here) that follows a frame. The
// number of the link.
int air_hold(yard *y, int body, int frame);
int air_link(yard *y, vt_link_kind kind, int a, int b, vt_pose pose);
int air_force(yard *y, int body, vt_vec3 force, vt_curve curve);
int air_sensor(yard *y, vt_sensor_kind kind, int target);
int air_chamber(yard *y, int body, vt_vec3 point, vt_air_settings air);

// One step, and all checks.
void air_step(yard *y, air_seen *seen);
void air_check(const yard *y, air_seen *seen);
double air_sum(const yard *y); // mol in all cavities
// 0 if all checks held after all steps.
int air_report(void);

// Closed surfaces. Prisms of n sides about the z axis, by the radius of their corners.
solid solid_prism(double radius, double low, double high, int sides);
solid solid_pot(
    double inner, double outer, double depth, double floor, int sides); // mouth up, floor top z = 0
double polygon_area(double radius, int sides);
// A hollow half ball over z >= 0 (or under, with sign -1) with a flat rim.
solid solid_half_shell(double inner, double outer, int segments, int rings, int sign);

#endif
