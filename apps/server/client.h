// One connected page: what it has had, what it has said.
#ifndef VENTOUSE_SERVER_CLIENT_H
#define VENTOUSE_SERVER_CLIENT_H

#include "control.h"
#include "simulator.h"

#include <libwebsockets.h>

enum {
  CLIENTS_MOST = 512,
  FRAMES_IN_FLIGHT = 2, // sent and not yet acknowledged, at most
  MAX_FAULTS = 50       // malformed messages before the connection is closed
};

typedef struct client {
  struct lws *wsi;
  struct client *next;
  reader seen;
  bool greeted, needs_geometry, role_told, steering;
  int told_clients;
  uint64_t frame, acknowledged; // numbers of the last frame sent and acknowledged
  uint64_t state_version, notice_version;
  char refusal[200]; // a line for this client alone
  int faults;
  size_t received;
  char message[CONTROL_MAX_BYTES];
} client;

// All of them, in the order they came; the first that is greeted steers unless another takes over.
typedef struct clients {
  simulator *sim;
  client *first;
  int count;
  bytes out; // the message being sent, after LWS_PRE bytes
} clients;

void clients_add(clients *all, client *c, struct lws *wsi);
void clients_remove(clients *all, client *c);
// Adds a piece of a message; at its end acts on it. False when the connection must be closed.
bool clients_receive(clients *all, client *c, const char *piece, size_t size, bool first, bool last);
// Sends the next thing this client should have, at most one message. False on failure.
bool clients_send(clients *all, client *c);
// Asks for a chance to send to all that have something to be sent.
void clients_wake(clients *all);

#endif
