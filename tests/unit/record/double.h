// A made-up scene and world in place of the real ones, so that a test decides every number a recorder sees:
// names that want escaping, a run of any length, failures. Linked before the real rooms, it takes their
// place.
#ifndef VT_TESTS_RECORD_DOUBLE_H
#define VT_TESTS_RECORD_DOUBLE_H

#include <ventouse/ventouse.h>

typedef struct double_world {
  const char *scene_name;
  const char *body_names[3];   // a deformable body, a rigid one, a fixed one
  const char *sensor_names[6]; // a force, a point, a cable, the energy, a contact, a link
  const char *chamber_name;
  const char *warning;   // or NULL
  double frame_interval; // s
  vt_settings settings;
  vt_status status;
  vt_profile profile;
  const vt_mesh *soft, *hard; // of the deformable body and of the others
  vt_vec3 *velocities;        // of the deformable body's nodes
  bool contact;               // whether bodies touch: the force 0 0 i + 1 on every node and vertex i
  bool trouble;               // whether steps go badly, as below
  bool crossing;              // whether bodies 0 and 1, and 1 and 2, reach into each other
  bool link;                  // whether there is a link, with its sensor
  double link_speed;          // what its place gains in 1 s
  vt_link_kind link_kind;
  bool air;    // whether there are cavities, as below
  bool line;   // whether there is a vacuum line: a tank, two tubes, the second without a name, and a pump
  int flicker; // more cavities, one in each step up to this one
  int outcome_count;
  vt_outcome outcomes[2];
} double_world;

// With air there is a chamber of body 0 with id 0. A cavity of bodies 0 and 1 with id 3 lives in steps 2 to
// 4, blowing, sealed, flat; one of body 0 and 2 with id 7 from step 4 on, regulated. Each is a tetrahedron
// with edges of 1 cm along the axes.
//
// With trouble every sixth step from step 8 on is unconverged, worst in step 8 and, of those after it, first
// in step 20; steps divisible by 10 are done in pieces, most in step 30; step 39 leaves cells inside out.
double_world double_world_default(void);
// What recorders ask for; all of these are the same object under their public names.
const vt_scene *double_scene(const double_world *w);
const vt_world *double_as_world(const double_world *w);
const vt_expectations *double_expectations(const double_world *w);
// Moves on by one step.
void double_step(double_world *w);

#endif
