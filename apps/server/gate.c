// Who may come in: checks of the Host and Origin headers and of the token.
#include "gate.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// The length of the name in "name:port" or "[v6]:port".
static size_t name_length(const char *host) {
  if (host[0] == '[') {
    const char *end = strchr(host, ']');
    return end != NULL ? (size_t)(end - host) + 1 : strlen(host);
  }
  return strcspn(host, ":");
}

bool gate_is_loopback(const char *address) {
  unsigned a, b, c, d;
  char more;
  if (strcasecmp(address, "localhost") == 0 || strcmp(address, "::1") == 0) return true;
  return sscanf(address, "%3u.%3u.%3u.%3u%c", &a, &b, &c, &d, &more) == 4 && a == 127 && b < 256 && c < 256 &&
         d < 256;
}

bool gate_make_token(gate *g) {
  unsigned char noise[GATE_TOKEN_LENGTH / 2];
  FILE *source = fopen("/dev/urandom", "rb");
  if (source == NULL) return false;
  bool good = fread(noise, 1, sizeof noise, source) == sizeof noise;
  fclose(source);
  for (size_t i = 0; good && i < sizeof noise; ++i) snprintf(g->token + 2 * i, 3, "%02x", noise[i]);
  return good;
}

bool gate_host_ok(const gate *g, const char *host) {
  size_t length = name_length(host);
  char name[64], port[16];
  if (host[0] == '\0') return false;
  if (!g->loopback) return true;
  if (length >= sizeof name) return false;
  memcpy(name, host, length);
  name[length] = '\0';
  snprintf(port, sizeof port, ":%d", g->port);
  if (strcmp(host + length, port) != 0 && !(g->port == 80 && host[length] == '\0')) return false;
  return strcmp(name, "[::1]") == 0 || gate_is_loopback(name);
}

bool gate_origin_ok(const gate *g, const char *host, const char *origin) {
  if (!gate_host_ok(g, host)) return false;
  if (origin[0] == '\0') return true;
  return strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0;
}

bool gate_token_ok(const gate *g, const char *token) {
  size_t length = strlen(g->token), given = strlen(token);
  unsigned difference = 0;
  if (length == 0) return true;
  for (size_t i = 0; i < length; ++i)
    difference |= (unsigned)(unsigned char)g->token[i] ^ (unsigned)(unsigned char)(i < given ? token[i] : 0);
  return difference == 0 && given == length;
}
