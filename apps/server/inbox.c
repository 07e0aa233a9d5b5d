// A bounded queue of requests between two threads.
#include "inbox.h"

#include <math.h>
#include <string.h>
#include <time.h>

bool inbox_init(inbox *box) {
  pthread_condattr_t attributes;
  *box = (inbox){0};
  if (pthread_condattr_init(&attributes) != 0) return false;
  bool good = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
              pthread_cond_init(&box->arrived, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  if (!good) return false;
  if (pthread_mutex_init(&box->mutex, NULL) == 0) return true;
  pthread_cond_destroy(&box->arrived);
  return false;
}

void inbox_free(inbox *box) {
  pthread_mutex_destroy(&box->mutex);
  pthread_cond_destroy(&box->arrived);
}

static bool replaces(const request *late, const request *early) {
  if (late->kind != early->kind) return false;
  switch (late->kind) {
  case REQUEST_SPEED:
  case REQUEST_PUBLISH:
    return true;
  case REQUEST_FRAME:
    return late->index == early->index;
  case REQUEST_PULL:
    return late->index == early->index && late->triangle == early->triangle;
  case REQUEST_SET:
    return strcmp(late->name, early->name) == 0;
  default:
    return false;
  }
}

bool inbox_put(inbox *box, const request *item) {
  bool good = true;
  pthread_mutex_lock(&box->mutex);
  request *last = box->count > 0 ? &box->items[(box->first + box->count - 1) % INBOX_ROOM] : NULL;
  if (last != NULL && replaces(item, last))
    *last = *item;
  else if (box->count < INBOX_ROOM)
    box->items[(box->first + box->count++) % INBOX_ROOM] = *item;
  else
    good = false;
  pthread_cond_signal(&box->arrived);
  pthread_mutex_unlock(&box->mutex);
  return good;
}

void inbox_close(inbox *box) {
  pthread_mutex_lock(&box->mutex);
  box->closing = true;
  pthread_cond_signal(&box->arrived);
  pthread_mutex_unlock(&box->mutex);
}

bool inbox_closing(inbox *box) {
  pthread_mutex_lock(&box->mutex);
  bool closing = box->closing;
  pthread_mutex_unlock(&box->mutex);
  return closing;
}

bool inbox_take(inbox *box, double seconds, request *item) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  if (seconds > 0) {
    double whole = floor(fmin(seconds, 1e6)), rest = fmin(seconds, 1e6) - whole;
    until.tv_sec += (time_t)whole;
    until.tv_nsec += (long)(rest * 1e9);
    if (until.tv_nsec >= 1000000000) {
      until.tv_nsec -= 1000000000;
      ++until.tv_sec;
    }
  }
  pthread_mutex_lock(&box->mutex);
  int result = 0;
  while (box->count == 0 && !box->closing && seconds != 0 && result == 0)
    result = seconds < 0 ? pthread_cond_wait(&box->arrived, &box->mutex)
                         : pthread_cond_timedwait(&box->arrived, &box->mutex, &until);
  bool found = box->count > 0 && !box->closing;
  if (found) {
    *item = box->items[box->first];
    box->first = (box->first + 1) % INBOX_ROOM;
    --box->count;
  }
  pthread_mutex_unlock(&box->mutex);
  return found;
}
