// What is seen of a cavity and of what its air does.
#ifndef VENTOUSE_CAVITY_H
#define VENTOUSE_CAVITY_H

#include <ventouse/base.h>

#ifdef __cplusplus
extern "C" {
#endif

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
  double air;          // mol
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
