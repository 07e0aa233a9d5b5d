// Datagrams of a live track: who is heard, in what order, and what they bring to those that follow.
#ifndef VT_TRACK_RECEIVER_H
#define VT_TRACK_RECEIVER_H

#include "track/follow.h"

#include <netinet/in.h>

enum { VT_DATAGRAM_ROOM = 65536 }; // bytes: more than UDP carries

typedef struct vt_receiver {
  int socket; // -1: not open
  struct sockaddr_in address;
  bool picky; // only `from` is heard
  struct in_addr from;
  bool has_sender;
  struct sockaddr_in sender;
  double heard;   // s: the last datagram that was taken
  bool ordered;   // `order` is that of the last one
  uint64_t order; // DTrack's counter, or the time of an OSC bundle
  char *bytes;
} vt_receiver;

bool vt_receiver_init(vt_receiver *r, const vt_track_def *def, vt_error *error);
void vt_receiver_free(vt_receiver *r);
bool vt_receiver_open(vt_receiver *r, vt_track_facts *facts, vt_error *error);

// Takes what has come by `time`, without waiting; the newest of each that follows becomes its news.
bool vt_receiver_poll(vt_receiver *r, const vt_track_def *def, double time, vt_follow *follows, int count,
    vt_track_facts *facts, vt_error *error);

// The same with one datagram that is in r->bytes, as if it had come from there.
void vt_receiver_take(vt_receiver *r, const vt_track_def *def, double time, size_t size,
    const struct sockaddr_in *from, vt_follow *follows, int count, vt_track_facts *facts);

#endif
