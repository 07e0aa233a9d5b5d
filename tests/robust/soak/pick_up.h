// A pick-up by chance, written as a scene: a cup on a hand comes down on something on the ground, presses,
// lifts it, shakes it, and lets it go or not.
#ifndef VT_TESTS_PICK_UP_H
#define VT_TESTS_PICK_UP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PICK_UP_GROUND 1.0 // m: the edge of the square ground

typedef enum pick_up_object {
  OBJECT_BOX,
  OBJECT_SPHERE,
  OBJECT_CYLINDER,
  OBJECT_SOFT_BOX,
  OBJECT_SOFT_SPHERE,
  OBJECTS
} pick_up_object;

typedef struct pick_up {
  int cup;                       // of the table in pick_up.c
  double cup_young, cup_poisson; // Pa
  pick_up_object object;
  double size[3];                // m: of a box; the radius of what is round
  int cells[3];                  // of a box
  double young, poisson;         // Pa, of what is soft
  double mass;                   // kg, of the object
  double yaw, tilt, tilt_toward; // degrees, of the object as it begins
  double lean, lean_toward;      // degrees, of the hand
  double offset[2];              // m, of the hand from the object's middle
  double press, lift, shake;     // m
  double friction;
  bool active;    // a regulator, otherwise what is shut in
  double suction; // Pa, of the regulator
  double leak;    // mol/(s Pa)
  bool let_go;    // the hand opens as it holds what it lifted
  bool newmark;
  double dt, duration; // s
} pick_up;

// The same for the same seed and number.
pick_up pick_up_by_chance(uint64_t seed, int number);

// `meshes` is the folder of the meshes of this project. The cup is named "cup", the object "object", sensor 0
// is what the hand exerts, 1 the ground.
void pick_up_write(const pick_up *p, const char *meshes, FILE *file);

// In one line of less than 300 characters.
void pick_up_describe(const pick_up *p, char *text, size_t size);

#endif
