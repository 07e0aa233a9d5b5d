// Cups and seats whose smooth shapes touch all around the lip, and features that let air through.
#ifndef VT_TESTS_CAVITY_SEAL_SHAPES_H
#define VT_TESTS_CAVITY_SEAL_SHAPES_H

#include "solid_scene.h"

// A cup with its lip in the plane z = 0 and the mouth down: a dome of radius 15 mm and height 8 mm, a wall of
// 2.5 mm, all times `scale`.
typedef struct seal_cup {
  int segments, rings; // around, and up the dome
  int across;          // faces across the lip
  bool round;          // half a circle across the lip, else flat
  double scale;
  double bore;         // m, radius of a hole along the axis; 0: none
  double notch, width; // m, depth and width of a notch in the lip; 0: none
  double notch_at;     // rad
} seal_cup;

solid seal_cup_solid(const seal_cup *cup);
double seal_cup_volume(const seal_cup *cup); // m^3, under the dome
double seal_cup_outer(const seal_cup *cup);  // m, radius

typedef enum seat_kind { SEAT_PLANE, SEAT_WAVY, SEAT_SPHERE, SEAT_CYLINDER } seat_kind;

// What the cup rests on. Smooth, its surface is a height over the plane, 0 at the origin but for waves.
typedef struct seal_seat {
  seat_kind kind;
  double half;          // m, half the side of planes and waves, half the length of cylinders
  double radius;        // m, of spheres and cylinders
  int facets;           // around spheres and cylinders
  double amplitude;     // m, of waves
  int cells;            // along a side of planes and waves, along cylinders
  vt_vec3 turn;         // rad: how the facets of spheres (all) and cylinders (x) lie
  double groove, width; // m, depth and width of a groove along y in planes and waves; 0: none
  double groove_at;     // m, x
  double bore;          // m, half the side of a square hole at the origin through planes and waves; 0: none
} seal_seat;

solid seal_seat_solid(const seal_seat *seat);
double seal_seat_height(const seal_seat *seat, double x, double y);
// A point at a height over the smooth seat, along its normal.
vt_vec3 seal_seat_over(const seal_seat *seat, vt_vec3 p);

#endif
