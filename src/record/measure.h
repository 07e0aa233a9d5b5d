// What a sensor's reading is recorded as.
#ifndef VT_RECORD_MEASURE_H
#define VT_RECORD_MEASURE_H

#include <ventouse/model.h>

typedef enum vt_measure {
  VT_MEASURE_FORCE, // force and torque
  VT_MEASURE_LINK,  // the same, and the link's place: an angle in rad or a travel in m
  VT_MEASURE_POINT,
  VT_MEASURE_CABLE,
  VT_MEASURE_ENERGY
} vt_measure;
enum { VT_MEASURES = VT_MEASURE_ENERGY + 1 };

static inline vt_measure vt_measure_of(const vt_model *model, int sensor) {
  switch (vt_model_sensor_kind(model, sensor)) {
  case VT_SENSOR_POINT:
    return VT_MEASURE_POINT;
  case VT_SENSOR_CABLE:
    return VT_MEASURE_CABLE;
  case VT_SENSOR_JOINT:
  case VT_SENSOR_MOTOR:
    return VT_MEASURE_LINK;
  case VT_SENSOR_ENERGY:
    return VT_MEASURE_ENERGY;
  case VT_SENSOR_FRAME:
  case VT_SENSOR_BODY:
  case VT_SENSOR_ATTACHMENT:
  case VT_SENSOR_BOND:
  case VT_SENSOR_CONTACT:
  case VT_SENSOR_AIR:
    break;
  }
  return VT_MEASURE_FORCE;
}

#endif
