// A device in another process or on another machine, by UDP.
//
// The first client whose datagrams make sense holds the device until it has been silent for LEFT; others are
// not heard meanwhile. After GONE without a datagram the device is lost to the loop, which fades the force,
// so that it is zero 100 ms after the last datagram. An answer goes out for every tick while a client is
// there.
#include "base/memory.h"
#include "base/misuse.h"
#include "haptics/device.h"
#include "haptics/network_format.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const double GONE = 0.02; // s without a datagram: the device is lost
static const double LEFT = 0.5;  // s without a datagram: another client may come
enum { MOST_A_TICK = 64 };       // datagrams taken in one tick, so that no flood holds it up

typedef struct network {
  struct sockaddr_in address;
  bool guarded;
  unsigned char token[VT_TOKEN_SIZE];
  int socket; // -1: not open
  bool has_client;
  struct sockaddr_in client;
  double heard; // s
  uint32_t last, sent;
  vt_network_facts facts;
} network;

static bool is_same(const struct sockaddr_in *a, const struct sockaddr_in *b) {
  return a->sin_addr.s_addr == b->sin_addr.s_addr && a->sin_port == b->sin_port;
}

static bool has_token(const network *n, const vt_datagram_in *in) {
  unsigned difference = 0;
  for (int k = 0; n->guarded && k < VT_TOKEN_SIZE; ++k) difference |= (unsigned)(n->token[k] ^ in->token[k]);
  return difference == 0;
}

static bool open_network(void *context, vt_error *error) {
  network *n = context;
  if (n->socket >= 0) return true;
  socklen_t size = sizeof n->address;
  n->socket = socket(AF_INET, SOCK_DGRAM, 0);
  bool good = n->socket >= 0 && fcntl(n->socket, F_SETFL, O_NONBLOCK) == 0 &&
              fcntl(n->socket, F_SETFD, FD_CLOEXEC) == 0 &&
              bind(n->socket, (const struct sockaddr *)&n->address, sizeof n->address) == 0 &&
              getsockname(n->socket, (struct sockaddr *)&n->address, &size) == 0;
  n->facts.port = ntohs(n->address.sin_port);
  if (good) return true;
  int why = errno;
  if (n->socket >= 0) close(n->socket);
  n->socket = -1;
  return vt_fail(error, VT_IO_FAILED, "cannot listen on UDP port %d: %s", n->facts.port, strerror(why));
}

// Whether a datagram from there is the next of the client's.
static bool accept_datagram(
    network *n, double time, const struct sockaddr_in *from, const vt_datagram_in *in) {
  if (!n->has_client || time - n->heard > LEFT) {
    n->has_client = true;
    n->client = *from;
    ++n->facts.clients;
  } else if (!is_same(from, &n->client)) {
    ++n->facts.foreign;
    return false;
  } else if ((int32_t)(in->sequence - n->last) <= 0) {
    ++n->facts.late;
    return false;
  }
  n->last = in->sequence;
  n->heard = time;
  ++n->facts.received;
  return true;
}

static vt_device_news read_network(void *context, double time, vt_device_pose *pose) {
  network *n = context;
  bool news = false;
  for (int k = 0; k < MOST_A_TICK; ++k) {
    unsigned char bytes[VT_DATAGRAM_IN + 1];
    struct sockaddr_in from = {0};
    socklen_t size = sizeof from;
    vt_datagram_in in;
    ssize_t got = recvfrom(n->socket, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &size);
    if (got < 0 && errno == ECONNREFUSED) continue; // of an answer to one that has left
    if (got < 0) break;
    if (!vt_datagram_parse(bytes, (size_t)got, &in) || !has_token(n, &in)) {
      ++n->facts.refused;
      continue;
    }
    if (!accept_datagram(n, time, &from, &in)) continue;
    *pose = in.at;
    news = true;
  }
  if (news) return VT_DEVICE_NEW;
  return n->has_client && time - n->heard <= GONE ? VT_DEVICE_OLD : VT_DEVICE_LOST;
}

static void write_network(void *context, double time, vt_device_force force) {
  network *n = context;
  if (!n->has_client || time - n->heard > LEFT) return;
  unsigned char bytes[VT_DATAGRAM_OUT];
  vt_datagram_out out = {++n->sent, n->last, force};
  vt_datagram_write(&out, bytes);
  // One that is not taken is lost like any other: the next comes in a millisecond.
  (void)!sendto(n->socket, bytes, sizeof bytes, 0, (const struct sockaddr *)&n->client, sizeof n->client);
}

static void close_network(void *context) {
  network *n = context;
  if (n->socket >= 0) close(n->socket);
  free(n);
}

bool vt_device_network(vt_device *device, const vt_network_def *def, vt_error *error) {
  VT_NEED_OR_FAIL(device != NULL && def != NULL, error, false);
  const char *address = def->address != NULL ? def->address : "127.0.0.1";
  struct sockaddr_in place = {.sin_family = AF_INET};
  if (inet_pton(AF_INET, address, &place.sin_addr) != 1)
    return vt_fail(error, VT_BAD_INPUT, "found address \"%.60s\", expected one such as 127.0.0.1", address);
  if (def->port < 0 || def->port > 65535)
    return vt_fail(error, VT_BAD_INPUT, "found port %d, expected 0 to 65535", def->port);
  bool loopback = ntohl(place.sin_addr.s_addr) >> 24 == 127;
  if (!loopback && def->token == NULL)
    return vt_fail(error, VT_BAD_INPUT,
        "address %s can be reached from other machines, expected a token of %d characters", address,
        VT_TOKEN_SIZE);
  if (def->token != NULL && strlen(def->token) != VT_TOKEN_SIZE)
    return vt_fail(error, VT_BAD_INPUT, "found a token of %zu characters, expected %d", strlen(def->token),
        VT_TOKEN_SIZE);
  network *n = VT_NEW(network, 1, error);
  if (n == NULL) return false;
  place.sin_port = htons((uint16_t)def->port);
  *n = (network){.address = place, .guarded = def->token != NULL, .socket = -1};
  if (n->guarded) memcpy(n->token, def->token, VT_TOKEN_SIZE);
  n->facts.port = def->port;
  *device = (vt_device){n, open_network, read_network, write_network, close_network};
  return true;
}

vt_network_facts vt_device_network_facts(const vt_device *device) {
  VT_NEED(device != NULL && device->open == open_network, (vt_network_facts){0});
  return ((const network *)device->context)->facts;
}
