// A soft half ball and a rigid tool moved against it step by step, at rest after each.
#ifndef VT_TESTS_PRESS_H
#define VT_TESTS_PRESS_H

#include "half_ball.h"
#include "rig.h"

typedef struct press {
  rig rig;
  int body, frame;
  int node_count;
  double distance; // m: the contact distance
  double *areas;   // m^2 of the lower side, by node
  vt_vec3 *forces; // N of contacts, by node
  vt_vec3 *rest;   // m
  double unsolved; // the largest residual of any step
} press;

// The tool's mesh touches the plane z = 0 from below and belongs to this function. What is nearer than
// `reach` (m) is watched. The contact distance is a fifth of it and the tool begins that much lower, so that
// forces begin as it moves up from 0.
press press_new(const half_ball_def *def, vt_material material, vt_mesh *tool, double friction, double reach);
// Moves the tool to this place in one step, and takes `more` steps without moving it.
void press_move(press *p, vt_vec3 position, int more);
void press_free(press *p);

// A plane as a thin box, `half` to each side.
vt_mesh *plane_tool(double half);

vt_vec3 press_force(const press *p); // N on the soft body
int press_touching(const press *p);  // nodes that carry a force
// The radius at which a circle holds the summed areas of the nodes that carry a force.
double press_area_radius(const press *p);
// The radius of the Hertz pressure with the same second moment: the mean of r^2 over the force is 2/5 a^2.
double press_moment_radius(const press *p);

#endif
