// Open Sound Control 1.0 as it is received: messages, alone or in bundles, with the numbers in them.
//
// A parser of our own, as liblo's server can only be bound to all addresses of a machine, keeps sockets in
// variables of the whole program and takes memory for each datagram (docs/track.md).
#ifndef VT_TRACK_OSC_H
#define VT_TRACK_OSC_H

#include "base/error.h"

enum {
  VT_OSC_NUMBERS = 16, // arguments of a message that are kept
  VT_OSC_DEPTH = 4     // bundles in bundles
};

typedef struct vt_osc_message {
  const char *address; // with a zero byte
  uint64_t time;       // of the bundle around it (seconds since 1900 in the upper half); 1 or none: now
  bool numbers;        // all arguments are numbers, and there are no more than fit
  int count;
  double values[VT_OSC_NUMBERS];
} vt_osc_message;

typedef void vt_osc_take(void *context, const vt_osc_message *message);

// Calls `take` for every message, if the datagram is sound as a whole; else for none, and it is false.
bool vt_osc_parse(const unsigned char *bytes, size_t size, vt_osc_take *take, void *context);

#endif
