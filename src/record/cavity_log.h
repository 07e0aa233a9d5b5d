// What a run saw of its cavities: how long each lasted, and what its air did.
#ifndef VT_RECORD_CAVITY_LOG_H
#define VT_RECORD_CAVITY_LOG_H

#include <ventouse/world.h>

// A run with more cavities than this tells of the first ones only.
enum { VT_CAVITY_RECORDS = 1000 };

typedef struct vt_cavity_record {
  int id;
  int chamber;                       // or -1
  int body_count;                    // bodies it touched as it was first seen
  int *bodies;                       // their numbers, increasing
  double first, last;                // s, when it was seen
  double pressure_min, pressure_max; // Pa
  double volume_min, volume_max;     // m^3
  double air_first, air_last;        // mol
  double area_max;                   // m^2
} vt_cavity_record;

typedef struct vt_cavity_log {
  int seen;                          // cavities, those left out too
  int last_id;                       // of the newest one seen
  double pressure_min, pressure_max; // Pa, of all; meaningless while none was seen
  int count;
  size_t capacity;
  vt_cavity_record *records; // by id
} vt_cavity_log;

// Takes in the world as it is now.
bool vt_cavity_log_add(vt_cavity_log *log, const vt_world *world, vt_error *error);
void vt_cavity_log_free(vt_cavity_log *log);

// How files call the state of a cavity: sealed, blowing, regulated, open, or flat.
const char *vt_cavity_word(const vt_cavity_view *cavity);

#endif
