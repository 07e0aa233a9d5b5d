// From the world to the mailbox: the sections of a frame and the numbers of a step.
#ifndef VENTOUSE_SERVER_PUBLISH_H
#define VENTOUSE_SERVER_PUBLISH_H

#include "mailbox.h"

#include <ventouse/haptics.h>
#include <ventouse/scene.h>

#include <jansson.h>

// Cavities beyond these are shown but not plotted.
enum { PLOTTED_CAVITIES = 32, CAVITY_NUMBERS = 5 };

// What is the same for every frame of a scene.
typedef struct publisher {
  mailbox *box;
  const vt_world *world;
  bytes scratch;
  double *sample;
  int columns;         // before the cavities
  bool *own_collision; // per body: the collision surface is not the visual one
  vt_vec3 *forces;     // per vertex of the largest collision surface
} publisher;

// What people do to the world, for the section PULL.
typedef struct grip {
  bool active;
  int body, triangle;
  double weights[3];
  vt_vec3 target; // m
} grip;

// A coupling in a person's hand, for the section HOLD.
typedef struct hold_view {
  bool active;
  int frame;
  vt_pose goal, hand; // where the page points, and where the hand is
  vt_device_force felt;
} hold_view;

bool publisher_init(publisher *p, mailbox *box, const vt_world *world);
void publisher_free(publisher *p);
// Numbers of one sample at most.
int publisher_width(const publisher *p);
// Writes a frame of all that the clients want.
void publish_frame(publisher *p, const grip *pull, const hold_view *hold);
// Appends the numbers of the last step.
void publish_sample(publisher *p, double realtime_factor);

// describe.c: names, units and plots of the columns of a sample, as a JSON array; NULL without memory.
json_t *describe_columns(const vt_model *model);
// The geometry that does not change, as one message.
void describe_geometry(const publisher *p, bytes *out);
json_t *describe_bodies(const vt_world *world);
json_t *describe_frames(const vt_model *model);

// hold.c: the coupling of a frame that a person may hold, or -1.
int hold_coupling_of(const vt_model *model, int frame);

#endif
