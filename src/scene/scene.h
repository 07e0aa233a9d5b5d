// The insides of a scene and of its expectations.
#ifndef VT_SCENE_SCENE_H
#define VT_SCENE_SCENE_H

#include <ventouse/scene.h>

typedef enum vt_subject {
  VT_SUBJECT_BODY,
  VT_SUBJECT_FRAME,
  VT_SUBJECT_SENSOR,
  VT_SUBJECT_CAVITY, // the cavities that touch a body, but no chambers
  VT_SUBJECT_CHAMBER,
  VT_SUBJECT_TANK,
  VT_SUBJECT_TUBE,
  VT_SUBJECT_PUMP,
  VT_SUBJECT_STEPS // the simulation itself
} vt_subject;

// In the order of the type `quantity` of the schema.
typedef enum vt_quantity {
  VT_QUANTITY_X,
  VT_QUANTITY_Y,
  VT_QUANTITY_Z,
  VT_QUANTITY_VX,
  VT_QUANTITY_VY,
  VT_QUANTITY_VZ,
  VT_QUANTITY_SPEED,
  VT_QUANTITY_FX,
  VT_QUANTITY_FY,
  VT_QUANTITY_FZ,
  VT_QUANTITY_FORCE,
  VT_QUANTITY_TX,
  VT_QUANTITY_TY,
  VT_QUANTITY_TZ,
  VT_QUANTITY_TORQUE,
  VT_QUANTITY_TENSION,
  VT_QUANTITY_LENGTH,
  VT_QUANTITY_ANGLE,
  VT_QUANTITY_KINETIC,
  VT_QUANTITY_ELASTIC,
  VT_QUANTITY_GRAVITY,
  VT_QUANTITY_ENERGY,
  VT_QUANTITY_COUNT,
  VT_QUANTITY_PRESSURE, // the lowest of several cavities
  VT_QUANTITY_HIGHEST_PRESSURE,
  VT_QUANTITY_VOLUME, // as the next two the sum over several cavities
  VT_QUANTITY_AIR,
  VT_QUANTITY_AREA,
  VT_QUANTITY_CONTACTS, // this and the next three at the end of a step
  VT_QUANTITY_CROSSINGS,
  VT_QUANTITY_INVERTED,
  VT_QUANTITY_RESIDUAL,
  VT_QUANTITY_UNCONVERGED, // steps so far, as the next
  VT_QUANTITY_REDONE,
  VT_QUANTITY_FLOW // of tubes and pumps, as air is what has passed
} vt_quantity;

extern const char *const vt_quantity_words[]; // ends with NULL

// In the order of the type `stat` of the schema.
typedef enum vt_stat {
  VT_STAT_MAX,
  VT_STAT_MIN,
  VT_STAT_MEAN,
  VT_STAT_RANGE,
  VT_STAT_RISE,
  VT_STAT_FINAL,
  VT_STAT_ALWAYS
} vt_stat;

// What must be true: a quantity of a subject, over an interval, within bounds.
typedef struct vt_expectation {
  char *name;
  vt_subject subject;
  int target; // number of the body, frame, sensor, chamber, tank, tube or pump; -1: cavities of all bodies
  double least_area; // m^2: cavities with a smaller mouth do not count
  int plus;          // number of the sensor whose quantity is added; -1: none
  vt_quantity quantity;
  vt_stat stat;
  double from, until;       // s; equal for one moment
  double above, below;      // exclusive bounds, infinite where there is none
  double equals, tolerance; // equals is NaN where it does not matter
  char wanted[200];         // for a person
} vt_expectation;

struct vt_scene {
  char *path, *name;
  vt_model *model;
  double duration;       // s
  double frame_interval; // s
  int warning_count;
  size_t warning_capacity;
  char **warnings;
  vt_tracks *tracks; // live ones; NULL: none
  int expectation_count;
  vt_expectation *expectations;
};

#endif
