// Datagrams of a live track.
//
// The first sender that makes sense is heard until it has been silent for LEFT; others are not heard
// meanwhile. Of DTrack it is one port of one machine; OSC programs often take a new port for each message,
// and so it is the machine. What is older than the last one, by DTrack's counter or the times of OSC
// bundles, is left; after a silence as long as the hold any order is taken, as of a sender that began anew.
#include "track/receiver.h"

#include "base/file.h"
#include "base/memory.h"
#include "haptics/device.h"
#include "track/dtrack.h"
#include "track/osc.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const double LEFT = 0.5; // s without a datagram: another sender may come
enum { MOST_A_STEP = 256 };     // datagrams taken in one step, so that no flood holds it up

// ---------------------------------------------------------------- the socket

static bool read_address(const char *text, struct in_addr *address, vt_error *error) {
  if (inet_pton(AF_INET, text, address) == 1) return true;
  return vt_fail(error, VT_BAD_INPUT, "found address \"%.60s\", expected one such as 127.0.0.1", text);
}

bool vt_receiver_init(vt_receiver *r, const vt_track_def *def, vt_error *error) {
  *r = (vt_receiver){.socket = -1, .address = {.sin_family = AF_INET}, .picky = def->from != NULL};
  if (def->source == VT_TRACK_FILE) return true;
  if (!read_address(def->address != NULL ? def->address : "127.0.0.1", &r->address.sin_addr, error) ||
      (r->picky && !read_address(def->from, &r->from, error)))
    return false;
  r->address.sin_port = htons((uint16_t)def->port);
  r->bytes = VT_NEW(char, VT_DATAGRAM_ROOM + 1, error);
  return r->bytes != NULL;
}

void vt_receiver_free(vt_receiver *r) {
  if (r->socket >= 0) close(r->socket);
  free(r->bytes);
  *r = (vt_receiver){.socket = -1};
}

bool vt_receiver_open(vt_receiver *r, vt_track_facts *facts, vt_error *error) {
  if (r->socket >= 0) return true;
  socklen_t size = sizeof r->address;
  int port = ntohs(r->address.sin_port);
  r->socket = socket(AF_INET, SOCK_DGRAM, 0);
  bool good = r->socket >= 0 && fcntl(r->socket, F_SETFL, O_NONBLOCK) == 0 &&
              fcntl(r->socket, F_SETFD, FD_CLOEXEC) == 0 &&
              bind(r->socket, (const struct sockaddr *)&r->address, sizeof r->address) == 0 &&
              getsockname(r->socket, (struct sockaddr *)&r->address, &size) == 0;
  facts->port = ntohs(r->address.sin_port);
  if (good) return true;
  int why = errno;
  if (r->socket >= 0) close(r->socket);
  r->socket = -1;
  return vt_fail(error, VT_IO_FAILED, "cannot listen on UDP port %d: %s", port, strerror(why));
}

// ---------------------------------------------------------------- what a datagram brings

static void bring(vt_follow *f, vt_track_facts *facts, vt_device_pose at) {
  facts->merged += f->fresh;
  f->fresh = true;
  f->news = at;
}

static void bring_dtrack(const vt_dtrack *data, vt_follow *follows, int count, vt_track_facts *facts) {
  for (int k = 0; k < count; ++k) {
    vt_follow *f = &follows[k];
    for (int b = 0; b < data->body_count; ++b)
      if (data->bodies[b].id == f->def.body && data->bodies[b].seen)
        bring(f, facts, (vt_device_pose){data->bodies[b].pose, 0});
    for (int h = 0; h < data->hand_count; ++h) {
      const vt_dtrack_hand *hand = &data->hands[h];
      if (hand->id != f->def.hand || !hand->seen || f->def.finger >= hand->finger_count) continue;
      const vt_dtrack_finger *finger = f->def.finger >= 0 ? &hand->fingers[f->def.finger] : NULL;
      if (f->def.angle != VT_ANGLE_NONE)
        bring(f, facts,
            (vt_device_pose){
                vt_follow_number(f->def.angle == VT_ANGLE_OUTER ? finger->outer : finger->inner), 1});
      else
        bring(f, facts, (vt_device_pose){finger != NULL ? finger->pose : hand->pose, 0});
    }
  }
}

typedef struct osc_news {
  vt_follow *follows;
  int count;
  uint64_t newest;
  vt_track_facts *facts;
  bool deliver; // else only looks for the time
} osc_news;

static void take_osc(void *context, const vt_osc_message *m) {
  osc_news *news = context;
  if (m->time > news->newest) news->newest = m->time;
  for (int k = 0; news->deliver && k < news->count; ++k) {
    vt_follow *f = &news->follows[k];
    const double *v = m->values;
    if (strcmp(f->def.message, m->address) != 0) continue;
    bool number = m->count == 1 && f->motor, good = m->numbers && (number || m->count == 3 || m->count == 7);
    vt_device_pose at = {{{0, 0, 0}, {1, 0, 0, 0}}, number};
    if (number) at.pose = vt_follow_number(v[0]);
    if (m->count >= 3) at.pose.position = vt_v3(v[0], v[1], v[2]);
    if (m->count == 7) at.pose.rotation = (vt_quat){v[3], v[4], v[5], v[6]};
    vt_device_pose tried = at;
    if (good && vt_device_pose_ok(&tried))
      bring(f, news->facts, at);
    else
      ++news->facts->refused;
  }
}

// ---------------------------------------------------------------- who is heard, in what order

static bool is_foreign(
    const vt_receiver *r, const vt_track_def *def, double time, const struct sockaddr_in *from) {
  if (r->picky && from->sin_addr.s_addr != r->from.s_addr) return true;
  if (!r->has_sender || time - r->heard > LEFT) return false;
  if (from->sin_addr.s_addr != r->sender.sin_addr.s_addr) return true;
  return def->source == VT_TRACK_DTRACK && from->sin_port != r->sender.sin_port;
}

// An order of 0 is none. DTrack's counter goes round at 2^32.
static bool is_late(const vt_receiver *r, const vt_track_def *def, double time, uint64_t order) {
  if (!r->ordered || order == 0 || time - r->heard > def->hold) return false;
  if (def->source == VT_TRACK_OSC) return order < r->order;
  return (int32_t)((uint32_t)order - (uint32_t)r->order) <= 0;
}

void vt_receiver_take(vt_receiver *r, const vt_track_def *def, double time, size_t size,
    const struct sockaddr_in *from, vt_follow *follows, int count, vt_track_facts *facts) {
  vt_dtrack data;
  osc_news news = {follows, count, 0, facts, false};
  bool dtrack = def->source == VT_TRACK_DTRACK;
  r->bytes[size] = '\0';
  if (is_foreign(r, def, time, from)) {
    ++facts->foreign;
    return;
  }
  const unsigned char *bytes = (const unsigned char *)r->bytes;
  if (dtrack ? !vt_dtrack_parse(r->bytes, size, &data) : !vt_osc_parse(bytes, size, take_osc, &news)) {
    ++facts->refused;
    return;
  }
  uint64_t order =
      dtrack ? (data.counted ? (uint64_t)1 << 32 | data.frame : 0) : (news.newest > 1 ? news.newest : 0);
  if (is_late(r, def, time, order)) {
    ++facts->late;
    return;
  }
  r->has_sender = true;
  r->sender = *from;
  r->heard = time;
  r->ordered = r->ordered || order != 0;
  if (order != 0) r->order = order;
  ++facts->datagrams;
  news.deliver = true;
  if (dtrack)
    bring_dtrack(&data, follows, count, facts);
  else
    (void)vt_osc_parse(bytes, size, take_osc, &news);
}

bool vt_receiver_poll(vt_receiver *r, const vt_track_def *def, double time, vt_follow *follows, int count,
    vt_track_facts *facts, vt_error *error) {
  vt_locale locale;
  if (r->socket < 0) return true;
  if (!vt_locale_begin(&locale, error)) return false;
  for (int k = 0; k < MOST_A_STEP; ++k) {
    struct sockaddr_in from = {0};
    socklen_t size = sizeof from;
    ssize_t got = recvfrom(r->socket, r->bytes, VT_DATAGRAM_ROOM, 0, (struct sockaddr *)&from, &size);
    if (got < 0) break;
    vt_receiver_take(r, def, time, (size_t)got, &from, follows, count, facts);
  }
  vt_locale_end(&locale);
  return true;
}
