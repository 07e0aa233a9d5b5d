// The parts of the server by themselves: who may come in, what messages mean, what a reader of the mailbox
// gets.
#include "check.h"

#include <server/control.h>
#include <server/gate.h>
#include <server/mailbox.h>

#include <stdlib.h>

static void check_gate(void) {
  gate g = {.loopback = true, .port = 8765};
  CHECK(gate_is_loopback("127.0.0.1") && gate_is_loopback("127.9.9.9") && gate_is_loopback("localhost"));
  CHECK(gate_is_loopback("::1"));
  CHECK(!gate_is_loopback("0.0.0.0") && !gate_is_loopback("192.168.1.2") &&
        !gate_is_loopback("127.0.0.1.evil"));
  CHECK(!gate_is_loopback("127.0.0.300") && !gate_is_loopback(""));
  CHECK(gate_host_ok(&g, "127.0.0.1:8765") && gate_host_ok(&g, "localhost:8765") &&
        gate_host_ok(&g, "[::1]:8765"));
  CHECK(!gate_host_ok(&g, "127.0.0.1") && !gate_host_ok(&g, "127.0.0.1:8766") && !gate_host_ok(&g, ""));
  CHECK(!gate_host_ok(&g, "evil.example:8765") && !gate_host_ok(&g, "localhost.evil.example:8765"));
  CHECK(!gate_host_ok(&g, "[::1") && !gate_host_ok(&g, "127.0.0.1:8765x"));
  CHECK(gate_origin_ok(&g, "localhost:8765", "") &&
        gate_origin_ok(&g, "localhost:8765", "http://localhost:8765"));
  CHECK(!gate_origin_ok(&g, "localhost:8765", "https://localhost:8765"));
  CHECK(!gate_origin_ok(&g, "localhost:8765", "http://127.0.0.1:8765"));
  CHECK(!gate_origin_ok(&g, "localhost:8765", "null") &&
        !gate_origin_ok(&g, "localhost:8765", "http://evil.example"));
  CHECK(gate_token_ok(&g, "") && gate_token_ok(&g, "anything"));
  gate open = {.port = 8765}, other = {.port = 8765};
  CHECK(gate_make_token(&open) && gate_make_token(&other));
  CHECK(strlen(open.token) == GATE_TOKEN_LENGTH && strcmp(open.token, other.token) != 0);
  CHECK(gate_token_ok(&open, open.token) && !gate_token_ok(&open, other.token) && !gate_token_ok(&open, ""));
  char longer[GATE_TOKEN_LENGTH + 2];
  snprintf(longer, sizeof longer, "%sx", open.token);
  CHECK(!gate_token_ok(&open, longer));
  longer[GATE_TOKEN_LENGTH - 1] = '\0';
  CHECK(!gate_token_ok(&open, longer));
}

static control said(const char *text) { return control_parse(text, strlen(text)); }

static void check_control(void) {
  CHECK(said("{\"type\":\"hello\",\"layers\":[\"visual\",\"contacts\"]}").layers ==
        (LAYER_VISUAL | LAYER_CONTACTS));
  CHECK(said("{\"type\":\"hello\",\"layers\":[\"collision\"]}").layers == (LAYER_COLLISION | LAYER_VISUAL));
  CHECK(said("{\"type\":\"ack\",\"frame\":12}").number == 12);
  control c = said("{\"type\":\"speed\",\"value\":0.5}");
  CHECK(c.kind == CONTROL_REQUEST && c.ask.kind == REQUEST_SPEED && c.ask.value[0] == 0.5);
  c = said("{\"type\":\"set\",\"name\":\"gravity\",\"value\":[1,2,3]}");
  CHECK(c.ask.kind == REQUEST_SET && c.ask.value[2] == 3 && strcmp(c.ask.name, "gravity") == 0);
  c = said("{\"type\":\"frame\",\"frame\":1,\"position\":[1,2,3],\"rotation\":[2,0,0,0]}");
  CHECK(c.ask.kind == REQUEST_FRAME && c.ask.index == 1 && c.ask.pose.rotation.w == 1 &&
        c.ask.pose.position.z == 3);
  c = said("{\"type\":\"pull\",\"body\":0,\"triangle\":5,\"weights\":[0.2,0.3,0.5],\"target\":[0,0,1],"
           "\"stiffness\":10}");
  CHECK(c.kind == CONTROL_REQUEST && c.ask.triangle == 5 && c.ask.value[5] == 1 && c.ask.value[6] == 10);
  CHECK(said("{\"type\":\"pull\",\"body\":0,\"triangle\":5,\"weights\":[0.2,0.3,9],\"target\":[0,0,1],"
             "\"stiffness\":10}")
            .kind == CONTROL_BAD);
  CHECK(said("{\"type\":\"play\"} x").kind == CONTROL_BAD);
  CHECK(said("{\"type\":\"play\",\"type\":\"play\"}").kind == CONTROL_BAD);
}

static void check_inbox(void) {
  inbox *box = malloc(sizeof *box);
  request r = {.kind = REQUEST_SPEED};
  if (!CHECK(box != NULL && inbox_init(box))) return;
  for (int i = 0; i < 1000; ++i) {
    r.value[0] = i;
    CHECK(inbox_put(box, &r));
  }
  CHECK(box->count == 1 && inbox_take(box, 0, &r) && r.value[0] == 999);
  CHECK(!inbox_take(box, 0, &r) && !inbox_take(box, 0.01, &r));
  r.kind = REQUEST_STEP;
  int put = 0;
  while (put < 1000 && inbox_put(box, &r)) ++put;
  CHECK(put == INBOX_ROOM);
  inbox_close(box);
  CHECK(inbox_closing(box) && !inbox_take(box, -1, &r));
  inbox_free(box);
  free(box);
}

static void publish(mailbox *box, int64_t step, double a, double b) {
  bytes scratch = {0};
  mailbox_begin(box, step, 0.01 * (double)step);
  bytes_f32(&scratch, a);
  mailbox_put(box, SECTION_VISUAL, 0, 1, &scratch);
  bytes_clear(&scratch);
  bytes_f32(&scratch, b);
  mailbox_put(box, SECTION_VISUAL, 1, 1, &scratch);
  mailbox_end(box);
  bytes_free(&scratch);
}

static uint32_t sections(const bytes *message) { return message->size > 15 ? message->data[12] : 99; }

static void check_mailbox(void) {
  mailbox box;
  bytes scene = {0}, geometry = {0}, out = {0};
  reader r = {.layers = LAYER_VISUAL}, late = {.layers = LAYER_VISUAL}, blind = {.layers = LAYER_NODES};
  if (!CHECK(mailbox_init(&box))) return;
  bytes_add(&scene, "{}", 2);
  CHECK(mailbox_new_scene(&box, &scene, &geometry, 3));
  CHECK(!mailbox_read_frame(&box, &r, 1, &out)); // has not read the scene
  CHECK(mailbox_read_scene(&box, &r, &out) && !mailbox_read_scene(&box, &r, &out));
  mailbox_read_scene(&box, &late, &out);
  mailbox_read_scene(&box, &blind, &out);

  publish(&box, 1, 1, 1);
  bytes_clear(&out);
  CHECK(mailbox_read_frame(&box, &r, 1, &out) && sections(&out) == 2 && out.size % 8 == 0);
  bytes_clear(&out);
  CHECK(!mailbox_read_frame(&box, &r, 2, &out)); // nothing new
  publish(&box, 2, 1, 2);
  CHECK(
      mailbox_read_frame(&box, &r, 2, &out) && sections(&out) == 1 && out.data[24] == 2); // only what changed
  publish(&box, 3, 1, 3);
  publish(&box, 4, 5, 3);
  bytes_clear(&out);
  CHECK(mailbox_read_frame(&box, &late, 1, &out) && sections(&out) == 2); // who missed frames gets it all
  bytes_clear(&out);
  CHECK(mailbox_read_frame(&box, &blind, 1, &out) && sections(&out) == 0); // none of its layers

  // Samples: all that were missed, up to the ring's size.
  for (int i = 0; i < 10; ++i) mailbox_sample(&box, (double[]){i, 0, 0}, 3);
  bytes_clear(&out);
  CHECK(mailbox_read_frame(&box, &late, 2, &out) && sections(&out) == 1 && out.size == 40 + 16 + 10 * 24);
  for (int i = 0; i < 10000; ++i) mailbox_sample(&box, (double[]){i, 0, 0}, 3);
  int got = 0;
  for (bytes_clear(&out); mailbox_read_frame(&box, &late, 3, &out); bytes_clear(&out))
    got += (int)((out.size - 56) / 24);
  CHECK(got == 4096);
  mailbox_new_epoch(&box);
  CHECK(!mailbox_read_frame(&box, &late, 4, &out)); // what is here is of before the reset
  publish(&box, 0, 1, 2);
  bytes_clear(&out);
  CHECK(mailbox_read_frame(&box, &late, 4, &out) && out.data[8] == 2 && out.data[24] == 0);
  mailbox_free(&box);
  bytes_free(&scene);
  bytes_free(&geometry);
  bytes_free(&out);
}

int main(void) {
  check_gate();
  check_control();
  check_inbox();
  check_mailbox();
  return check_report();
}
