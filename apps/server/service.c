// The service: one thread for HTTP and WebSocket connections, on libwebsockets.
#include "server.h"

#include "assets.h"
#include "client.h"
#include "gate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(LWS_PRE % 8 == 0, "a message must begin at a multiple of 8 bytes");

enum { DEFAULT_PORT = 8765, CHUNK = 16384 };

typedef struct service {
  const server_options *options;
  simulator sim;
  clients all;
  gate door;
  struct lws_context *context;
  struct lws_vhost *host;
  lws_sorted_usec_list_t watch;
  bool stopping;
} service;

// An HTTP request being answered.
typedef struct answer {
  const asset *what;
  size_t sent;
} answer;

static service *service_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

static void read_header(struct lws *wsi, enum lws_token_indexes name, char *text, int size) {
  if (lws_hdr_copy(wsi, text, size, name) < 0) snprintf(text, (size_t)size, "?"); // too long to be right
}

static bool token_given(struct lws *wsi, const gate *door) {
  char value[128] = "";
  if (door->token[0] == '\0') return true;
  const char *token = lws_get_urlarg_by_name(wsi, "token=", value, sizeof value);
  return token != NULL && gate_token_ok(door, token);
}

// ---------------------------------------------------------------- the page

static int refuse_page(struct lws *wsi, unsigned code, const char *why) {
  if (lws_return_http_status(wsi, code, why) != 0) return -1;
  return lws_http_transaction_completed(wsi);
}

static bool add_header(
    struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end) {
  return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
             (int)strlen(value), at, end) == 0;
}

static int begin_answer(struct lws *wsi, answer *a, const char *path) {
  static const char *const policy =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
      "font-src data:; "
      "media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  service *s = service_of(wsi);
  char host[256] = "";
  unsigned char headers[LWS_PRE + 2048], *start = headers + LWS_PRE, *at = start,
                                         *end = headers + sizeof headers - 1;
  read_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
  if (!gate_host_ok(&s->door, host)) return refuse_page(wsi, HTTP_STATUS_FORBIDDEN, "wrong host");
  a->what = NULL;
  a->sent = 0;
  for (int i = 0; i < all_assets_count; ++i)
    if (strcmp(all_assets[i].path, path) == 0) a->what = &all_assets[i];
  if (a->what == NULL) return refuse_page(wsi, HTTP_STATUS_NOT_FOUND, "no such page");
  if (strcmp(path, "/") == 0 && !token_given(wsi, &s->door))
    return refuse_page(wsi, HTTP_STATUS_FORBIDDEN, "open the address that ventouse printed, with its token");
  if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, a->what->type, a->what->size, &at, end) != 0 ||
      !add_header(wsi, "content-encoding:", "gzip", &at, end) ||
      !add_header(wsi, "cache-control:", "no-store", &at, end) ||
      !add_header(wsi, "x-content-type-options:", "nosniff", &at, end) ||
      !add_header(wsi, "referrer-policy:", "no-referrer", &at, end) ||
      !add_header(wsi, "content-security-policy:", policy, &at, end) ||
      lws_finalize_write_http_header(wsi, start, &at, end) != 0)
    return 1;
  lws_callback_on_writable(wsi);
  return 0;
}

static int continue_answer(struct lws *wsi, answer *a) {
  unsigned char chunk[LWS_PRE + CHUNK];
  if (a->what == NULL) return -1;
  size_t left = a->what->size - a->sent, size = left < CHUNK ? left : CHUNK;
  memcpy(chunk + LWS_PRE, a->what->data + a->sent, size);
  bool last = size == left;
  if (lws_write(wsi, chunk + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)size)
    return -1;
  a->sent += size;
  if (last) return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
  lws_callback_on_writable(wsi);
  return 0;
}

static int serve_page(
    struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  (void)length;
  switch (reason) {
  case LWS_CALLBACK_HTTP:
    return begin_answer(wsi, user, in);
  case LWS_CALLBACK_HTTP_WRITEABLE:
    return continue_answer(wsi, user);
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    return 1; // a WebSocket must name our protocol
  case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
    clients_wake(&service_of(wsi)->all);
    return 0;
  default:
    return 0;
  }
}

// ---------------------------------------------------------------- the simulation's clients

static bool admit(struct lws *wsi) {
  service *s = service_of(wsi);
  char host[256] = "", origin[300] = "";
  read_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
  read_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
  return s->all.count < CLIENTS_MOST && gate_origin_ok(&s->door, host, origin) && token_given(wsi, &s->door);
}

static int serve_client(
    struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
  clients *all = &service_of(wsi)->all;
  switch (reason) {
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    return admit(wsi) ? 0 : 1;
  case LWS_CALLBACK_ESTABLISHED:
    clients_add(all, user, wsi);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, 10); // until it says hello
    return 0;
  case LWS_CALLBACK_RECEIVE: {
    client *c = user;
    bool last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (!clients_receive(all, c, in, length, lws_is_first_fragment(wsi), last)) return -1;
    if (c->greeted) lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    return 0;
  }
  case LWS_CALLBACK_SERVER_WRITEABLE:
    return clients_send(all, user) ? 0 : -1;
  case LWS_CALLBACK_CLOSED:
    clients_remove(all, user);
    return 0;
  default:
    return 0;
  }
}

// ---------------------------------------------------------------- beginning and end

static void wake(void *context) {
  service *s = context;
  if (s->context != NULL) lws_cancel_service(s->context);
}

static void watch(lws_sorted_usec_list_t *timer) {
  service *s = lws_container_of(timer, service, watch);
  s->stopping = s->options->stop != NULL && s->options->stop();
  lws_sul_schedule(s->context, 0, &s->watch, watch, 200 * LWS_US_PER_MS);
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = serve_page, .per_session_data_size = sizeof(answer)},
    {.name = "ventouse",
        .callback = serve_client,
        .per_session_data_size = sizeof(client),
        .rx_buffer_size = 4096},
    {0}};

static bool listen_on(service *s, const char *address, int port) {
  struct lws_context_creation_info info = {.port = port,
      .iface = address,
      .protocols = protocols,
      .vhost_name = "ventouse",
      .timeout_secs = 10,
      .keepalive_timeout = 10,
      .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND};
  if (strchr(address, ':') == NULL) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
  s->host = lws_create_vhost(s->context, &info);
  return s->host != NULL;
}

static bool open_port(service *s, vt_error *error) {
  const char *address = s->options->address != NULL ? s->options->address : "127.0.0.1";
  int port = s->options->port;
  struct lws_context_creation_info info = {.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
      .user = s,
      .server_string = "ventouse",
      .ka_time = 30,
      .ka_probes = 3,
      .ka_interval = 10,
      .fd_limit_per_thread = 1500};
  if (strcmp(address, "localhost") == 0) address = "127.0.0.1";
  s->door.loopback = gate_is_loopback(address);
  if (!s->door.loopback && !gate_make_token(&s->door)) {
    *error = (vt_error){VT_IO_FAILED, "cannot make a token: /dev/urandom gives no random numbers"};
    return false;
  }
  lws_set_log_level(0, NULL);
  s->context = lws_create_context(&info);
  if (s->context == NULL) {
    *error = (vt_error){VT_NO_MEMORY, "cannot start the server: out of memory or file handles"};
    return false;
  }
  bool good =
      listen_on(s, address, port > 0 ? port : DEFAULT_PORT) || (port == 0 && listen_on(s, address, 0));
  if (!good) {
    error->code = VT_IO_FAILED;
    snprintf(error->message, sizeof error->message,
        "cannot listen on %.200s port %d: is it in use, or the address not of this machine?", address,
        port > 0 ? port : DEFAULT_PORT);
    return false;
  }
  s->door.port = lws_get_vhost_listen_port(s->host);
  return true;
}

static void announce(const service *s) {
  const char *address = s->options->address != NULL ? s->options->address : "127.0.0.1";
  char url[512], name[256] = "";
  // "Every address of this machine" is none that can be opened.
  if ((strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0) &&
      gethostname(name, sizeof name - 1) == 0)
    address = name;
  bool v6 = strchr(address, ':') != NULL;
  snprintf(url, sizeof url, "http://%s%.200s%s:%d/%s%s", v6 ? "[" : "", address, v6 ? "]" : "", s->door.port,
      s->door.token[0] != '\0' ? "?token=" : "", s->door.token);
  if (s->options->ready != NULL) s->options->ready(url, s->options->context);
}

// What is still being recorded is kept.
static bool end_recording(service *s, vt_error *error) {
  char folder[1000];
  if (!tape_end(&s->sim, folder, sizeof folder, error)) return false;
  if (folder[0] != '\0' && s->options->recorded != NULL) s->options->recorded(folder, s->options->context);
  return true;
}

bool server_run(const server_options *options, vt_error *error) {
  service *s = calloc(1, sizeof *s);
  if (s == NULL) {
    *error = (vt_error){VT_NO_MEMORY, "out of memory"};
    return false;
  }
  s->options = options;
  s->all.sim = &s->sim;
  simulator_options about = {options->scene, options->overrides, options->override_count, options->paused,
      options->recordings != NULL ? options->recordings : "runs"};
  bool good = simulator_init(&s->sim, &about, error);
  if (good) {
    good = open_port(s, error);
    s->sim.mail.wake = wake;
    s->sim.mail.context = s;
    good = good && simulator_start(&s->sim, error);
    if (good) {
      announce(s);
      watch(&s->watch);
      while (!s->stopping && lws_service(s->context, 0) >= 0) {}
    }
    // The simulation first: it wakes the service.
    simulator_stop(&s->sim);
    if (s->context != NULL) lws_context_destroy(s->context);
    good = good && end_recording(s, error);
    simulator_free(&s->sim);
  }
  bytes_free(&s->all.out);
  free(s);
  return good;
}
