// Who may come in: checks of the Host and Origin headers and of the token.
#ifndef VENTOUSE_SERVER_GATE_H
#define VENTOUSE_SERVER_GATE_H

#include <stdbool.h>
#include <stddef.h>

enum { GATE_TOKEN_LENGTH = 32 };

typedef struct gate {
  bool loopback; // only this machine can connect
  int port;
  char token[GATE_TOKEN_LENGTH + 1]; // "" on loopback
} gate;

// True for 127.0.0.0/8, ::1 and localhost.
bool gate_is_loopback(const char *address);
// Fills the token from the system's random numbers; false if it has none.
bool gate_make_token(gate *g);
// On loopback the page must have been asked for under a loopback name, else another site's name could be
// pointed at this machine (DNS rebinding).
bool gate_host_ok(const gate *g, const char *host);
// A browser always sends the origin of the page that connects: it must be our own. Programs send none.
bool gate_origin_ok(const gate *g, const char *host, const char *origin);
// Takes as long for a wrong token as for a right one.
bool gate_token_ok(const gate *g, const char *token);

#endif
