// What the tests and studies of suction cups share: a cup on the ground in a hand that moves up and down, and
// what is read off it after each step.
#ifndef VT_TESTS_CUP_RIG_H
#define VT_TESTS_CUP_RIG_H

#include "../air/air_rig.h"

enum { CUP_KEYS = 8 };

// Begin with cup_default and change what differs.
typedef struct cup_case {
  const char *mesh; // in meshes/
  double young;     // Pa; Poisson's ratio is 0.45
  double mass;      // kg
  double damping;   // s, of stiffness
  double dt;        // s
  double above;     // m of the rim above where it touches
  double friction;
  int keys;                                 // of the hand, straight between them
  double times[CUP_KEYS], travel[CUP_KEYS]; // s, m
  int ground_cells; // 0: two triangles are the ground; else a cube of 60 mm, so many cells an edge
  bool loose;       // no hand holds it
  vt_air_settings air;
  double law_allowed; // of air_seen
  double plate;       // kg of a free plate of 60 x 60 x 10 mm under the cup; 0: the ground is under it
} cup_case;

typedef struct cup_rig {
  yard y;
  int cup, plate, pull, floor; // bodies (plate: -1 without), sensors
  air_seen seen;
} cup_rig;

// What is read after a step. Pressure is that of the cavity with most air, ambient without one.
typedef struct cup_row {
  double time;     // s
  double pressure; // Pa
  double largest;  // Pa, of any cavity
  double volume;   // m^3, of all
  double air;      // mol, of all
  double area;     // m^2 of mouths, of all
  double law;      // P V / n R T of the one with most air; 1 without
  double hand;     // N upwards from the hand
  double touch;    // N upwards from contacts on the cup
  double suck;     // N upwards from air on the cup
  int cavities, flat, blowing, id;
  int contacts;
  bool converged;
  int substeps, iterations;
  double step_ms, cavity_ms;
} cup_row;

// The cup of 35 x 15 mm, 434 nodes, of the 2022 paper: pressed by 4 mm within 0.4 s after 1 mm of travel,
// held until 0.8 s, pulled at 10 mm/s, at 10 ms. scenes/ground.xml is the same.
cup_case cup_default(void);
vt_mesh *cup_mesh(const char *name); // of meshes/; ends the program where it cannot
cup_rig cup_new(const cup_case *c);
cup_row cup_step(cup_rig *r); // a step, the checks of air_rig, and what is read
void cup_free(cup_rig *r);

// Runs a case until a time. The rows, to be freed, and how many.
cup_row *cup_run(const cup_case *c, double until, int *count, air_seen *seen);

// What a run came to. The pull begins when the hand last turns upwards, at `pulling`.
typedef struct cup_summary {
  double closed;      // s: first cavity
  double press;       // N: largest push of the hand
  double left;        // mol at the start of the pull
  double held_volume; // m^3 then
  double lowest;      // Pa, of the pressure while pulling
  double pull;        // N: largest pull
  double pull_time;   // s
  double opened;      // s: last cavity
  double bound; // largest pull over (ambient - pressure) times area plus weight, in any step while sealed
  double law_low, law_high; // P V / n R T while sealed
  double slowest_ms;
  double slowest_time;
  int unconverged, redone;
} cup_summary;

cup_summary cup_sum_up(const cup_row *rows, int count, double pulling, double weight);

#endif
