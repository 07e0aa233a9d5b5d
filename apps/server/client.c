// Connected pages: their messages in, the news out.
#include "client.h"

#include <stdio.h>
#include <string.h>

static bool hungry(const client *c) { return c->greeted && c->frame - c->acknowledged < FRAMES_IN_FLIGHT; }

// What the simulation needs to know of all clients together.
static void sum_up(clients *all) {
  int count = 0;
  unsigned wanted = 0;
  for (client *c = all->first; c != NULL; c = c->next) {
    count += hungry(c);
    if (c->greeted) wanted |= c->seen.layers;
  }
  atomic_store(&all->sim->mail.hungry, count);
  atomic_store(&all->sim->mail.wanted, wanted);
}

void clients_wake(clients *all) {
  for (client *c = all->first; c != NULL; c = c->next)
    if (c->greeted) lws_callback_on_writable(c->wsi);
}

void clients_add(clients *all, client *c, struct lws *wsi) {
  *c = (client){.wsi = wsi};
  client **end = &all->first;
  while (*end != NULL) end = &(*end)->next;
  *end = c;
  ++all->count;
}

static void steer(clients *all, client *chosen) {
  for (client *c = all->first; c != NULL; c = c->next) {
    c->steering = c == chosen;
    c->role_told = false;
  }
  clients_wake(all);
}

static client *steering_client(const clients *all) {
  for (client *c = all->first; c != NULL; c = c->next)
    if (c->steering) return c;
  return NULL;
}

// What the client that steers holds.
static void let_go(clients *all) {
  request ask = {.kind = REQUEST_LET_GO};
  inbox_put(&all->sim->box, &ask);
}

void clients_remove(clients *all, client *c) {
  for (client **at = &all->first; *at != NULL; at = &(*at)->next)
    if (*at == c) {
      *at = c->next;
      --all->count;
      break;
    }
  if (c->steering) {
    let_go(all);
    client *next = all->first;
    while (next != NULL && !next->greeted) next = next->next;
    steer(all, next);
  }
  sum_up(all);
  clients_wake(all);
}

static void greet(clients *all, client *c, unsigned layers) {
  c->greeted = true;
  c->seen = (reader){.layers = layers};
  c->notice_version = mailbox_notices(&all->sim->mail); // what was said before it came is old
  if (steering_client(all) == NULL) steer(all, c);
  sum_up(all);
  request publish = {.kind = REQUEST_PUBLISH};
  inbox_put(&all->sim->box, &publish);
  clients_wake(all);
}

static void refuse(client *c, const char *why) {
  snprintf(c->refusal, sizeof c->refusal, "%s", why);
  lws_callback_on_writable(c->wsi);
}

// False when the connection must be closed.
static bool act(clients *all, client *c) {
  control said = control_parse(c->message, c->received);
  if (said.kind != CONTROL_HELLO && said.kind != CONTROL_BAD && !c->greeted) {
    said.kind = CONTROL_BAD;
    snprintf(said.why, sizeof said.why, "expected hello first");
  }
  switch (said.kind) {
  case CONTROL_BAD:
    refuse(c, said.why);
    return ++c->faults < MAX_FAULTS;
  case CONTROL_HELLO:
    greet(all, c, said.layers);
    return true;
  case CONTROL_LAYERS: {
    request publish = {.kind = REQUEST_PUBLISH};
    c->seen.layers = said.layers;
    c->seen.published = 0; // everything again
    sum_up(all);
    inbox_put(&all->sim->box, &publish);
    return true;
  }
  case CONTROL_ACK:
    if (said.number > c->acknowledged && said.number <= c->frame) c->acknowledged = said.number;
    sum_up(all);
    lws_callback_on_writable(c->wsi);
    return true;
  case CONTROL_TAKE:
    if (!c->steering) let_go(all);
    steer(all, c);
    return true;
  case CONTROL_REQUEST:
    if (!c->steering)
      refuse(c, "another window steers: take over first");
    else if (!inbox_put(&all->sim->box, &said.ask))
      refuse(c, "too many requests at once");
    return true;
  }
  return true;
}

bool clients_receive(clients *all, client *c, const char *piece, size_t size, bool first, bool last) {
  if (first) c->received = 0;
  if (size > sizeof c->message - c->received) {
    lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
    return false;
  }
  memcpy(c->message + c->received, piece, size);
  c->received += size;
  if (!last) return true;
  if (act(all, c)) return true;
  lws_close_reason(c->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, NULL, 0);
  return false;
}

static bool send_message(clients *all, client *c, enum lws_write_protocol kind) {
  size_t size = all->out.size - LWS_PRE;
  return lws_write(c->wsi, all->out.data + LWS_PRE, size, kind) >= (int)size;
}

static bool write_role(clients *all, client *c, bytes *out) {
  char text[96];
  snprintf(text, sizeof text, "{\"type\":\"role\",\"steering\":%s,\"clients\":%d}",
      c->steering ? "true" : "false", all->count);
  bytes_add(out, text, strlen(text));
  c->role_told = true;
  c->told_clients = all->count;
  return !out->failed;
}

// `refusal` is ours and has no character that JSON must escape.
static bool write_refusal(client *c, bytes *out) {
  char text[320];
  snprintf(text, sizeof text, "{\"type\":\"refused\",\"message\":\"%s\"}", c->refusal);
  bytes_add(out, text, strlen(text));
  c->refusal[0] = '\0';
  return !out->failed;
}

// The next message for a client in the order of need; LWS_WRITE_TEXT or BINARY in *kind. False: nothing.
static bool compose(clients *all, client *c, enum lws_write_protocol *kind) {
  mailbox *mail = &all->sim->mail;
  bytes *out = &all->out;
  bytes_clear(out);
  if (bytes_extend(out, LWS_PRE) == NULL) return false;
  *kind = LWS_WRITE_TEXT;
  if (c->refusal[0] != '\0') return write_refusal(c, out);
  if (!c->greeted) return false;
  if (mailbox_read_scene(mail, &c->seen, out)) {
    c->needs_geometry = true;
    return true;
  }
  if (c->needs_geometry) {
    c->needs_geometry = false;
    *kind = LWS_WRITE_BINARY;
    return mailbox_read_geometry(mail, out);
  }
  if (!c->role_told || c->told_clients != all->count) return write_role(all, c, out);
  if (mailbox_read_state(mail, &c->state_version, out)) return true;
  if (mailbox_read_notice(mail, &c->notice_version, out)) return true;
  *kind = LWS_WRITE_BINARY;
  if (!hungry(c) || !mailbox_read_frame(mail, &c->seen, c->frame + 1, out)) return false;
  ++c->frame;
  sum_up(all);
  return true;
}

bool clients_send(clients *all, client *c) {
  enum lws_write_protocol kind;
  if (lws_send_pipe_choked(c->wsi)) return true; // called again when it flows
  if (!compose(all, c, &kind)) return true;
  if (!send_message(all, c, kind)) return false;
  lws_callback_on_writable(c->wsi);
  return true;
}
