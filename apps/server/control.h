// The JSON messages of clients, checked and turned into requests. docs/viewer.md lists them.
#ifndef VENTOUSE_SERVER_CONTROL_H
#define VENTOUSE_SERVER_CONTROL_H

#include "inbox.h"

typedef enum control_kind {
  CONTROL_BAD,    // `why` tells
  CONTROL_HELLO,  // layers
  CONTROL_ACK,    // number
  CONTROL_LAYERS, // layers
  CONTROL_TAKE,   // wants to steer
  CONTROL_REQUEST // only for the client that steers
} control_kind;

typedef struct control {
  control_kind kind;
  unsigned layers;
  uint64_t number;
  request ask;
  char why[160];
} control;

enum { CONTROL_MAX_BYTES = 16384 };

control control_parse(const char *text, size_t size);

#endif
