// What people ask of the simulation, in the order they asked: a bounded queue between two threads.
#ifndef VENTOUSE_SERVER_INBOX_H
#define VENTOUSE_SERVER_INBOX_H

#include <ventouse/base.h>

#include <pthread.h>
#include <stdbool.h>

typedef enum request_kind {
  REQUEST_PLAY,
  REQUEST_PAUSE,
  REQUEST_STEP,
  REQUEST_RESET,
  REQUEST_SPEED,   // value[0]: times real time, 0: as fast as possible
  REQUEST_SET,     // name, value
  REQUEST_FRAME,   // index, pose in the parent
  REQUEST_RELEASE, // index of the frame
  REQUEST_PULL,    // index of the body, triangle, value: weights[3], target[3], stiffness
  REQUEST_LET_GO,
  REQUEST_LOAD,           // name of a scene of the gallery
  REQUEST_RECORD,         // from now on
  REQUEST_STOP_RECORDING, // and keep what was recorded
  REQUEST_PUBLISH         // a client needs the whole state
} request_kind;

typedef struct request {
  request_kind kind;
  int index, triangle;
  double value[8];
  vt_pose pose;
  char name[128];
} request;

enum { INBOX_ROOM = 256 };

typedef struct inbox {
  pthread_mutex_t mutex;
  pthread_cond_t arrived;
  request items[INBOX_ROOM];
  int first, count;
  bool closing;
} inbox;

bool inbox_init(inbox *box);
void inbox_free(inbox *box);
// Any thread. False when the queue is full. Requests that a later one of the same kind makes pointless (a
// dragged target, a slider) take the place of the earlier if nothing came between.
bool inbox_put(inbox *box, const request *item);
// Tells the simulation to end.
void inbox_close(inbox *box);
// Waits up to `seconds` (negative: until something arrives). False when there is nothing.
bool inbox_take(inbox *box, double seconds, request *item);
bool inbox_closing(inbox *box);

#endif
