// DTrack's text and OSC: what they say, what is refused, and in what order and from whom they are taken.
#include "check.h"
#include "chance.h"
#include "track/dtrack.h"
#include "track/osc.h"
#include "track/receiver.h"

#include <arpa/inet.h>
#include <stdlib.h>

// The example of ART's manual has these lines; the numbers of the second finger are ours.
#define BODY                                                                                                 \
  "6d 1 [2 1.000][326.848 -187.216 109.503 -160.4704 -3.6963 -7.0913]"                                       \
  "[-0.940508 -0.339238 -0.019025 0.333599 -0.932599 0.137735 -0.064467 0.123194 0.990286]\r\n"
#define UNIT "[1 0 0 0 1 0 0 0 1]"
#define HAND                                                                                                 \
  "gl 1 [0 1.000 1 2][100 0 0][0 1 0 -1 0 0 0 0 1][10 0 0]" UNIT "[11.6 23.7 -42.9 39.6 -22.6 59.4]"         \
  "[0 20 5]" UNIT "[9 18 -24.5 27 -73.2 46]\r\n"

static bool parse(const char *text, vt_dtrack *data) { return vt_dtrack_parse(text, strlen(text), data); }

static void check_dtrack(void) {
  vt_dtrack d;
  CHECK(parse("fr 21753\r\nts 39596.024831\r\n6dcal 4\r\n" BODY "3d 1 [79 1.0][1 2 3]\r\n" HAND, &d));
  CHECK(d.counted && d.frame == 21753 && d.timed && d.time == 39596.024831);
  CHECK(d.body_count == 1 && d.bodies[0].id == 2 && d.bodies[0].seen);
  CHECK_NEAR(d.bodies[0].pose.position.y, -187.216, 0);
  // The matrix is told by columns: the first three numbers are where the x axis points.
  vt_vec3 x = vt_quat_rotate(d.bodies[0].pose.rotation, vt_v3(1, 0, 0));
  CHECK_NEAR(vt_norm(vt_sub(x, vt_v3(-0.940508, -0.339238, -0.019025))), 0, 2e-6);
  CHECK(d.hand_count == 1 && d.hands[0].right && d.hands[0].finger_count == 2);
  // Fingers are told in the axes of the hand, which is turned by 90 degrees about z.
  CHECK_NEAR(vt_norm(vt_sub(d.hands[0].fingers[0].pose.position, vt_v3(100, 10, 0))), 0, 1e-12);
  CHECK_NEAR(vt_norm(vt_sub(d.hands[0].fingers[1].pose.position, vt_v3(80, 0, 5))), 0, 1e-12);
  CHECK(d.hands[0].fingers[0].outer == -42.9 && d.hands[0].fingers[0].inner == -22.6);
  CHECK(parse("fr 1\n6d 0\n", &d) && d.body_count == 0);
  CHECK(parse("fr 2\n6d 1 [0 -1.000][0 0 0 0 0 0][0 0 0 0 0 0 0 0 0]\n", &d) && !d.bodies[0].seen);
  static const char *const bad[] = {"", "hello\n", "fr\n", "fr -1\n", "fr 1.5\n", "fr 1 2\n", "fr 1\nfr 2\n",
      "fr 99999999999\n", "6d 1\n", "6d 2 [0 1.0][0 0 0 0 0 0]" UNIT "\n",
      "6d 1 [0 1.0][0 0 0 0 0]" UNIT "\n", "6d 1 [0 1.0][0 0 nan 0 0 0]" UNIT "\n",
      "6d 1 [0 1.0][0 0 inf 0 0 0]" UNIT "\n", "6d 1 [0 1.0][0 0 0 0 0 0][1 0 0 0 1 0 0 0 -1]\n",
      "6d 1 [0 1.0][0 0 0 0 0 0][2 0 0 0 2 0 0 0 2]\n", "6d 1 [0.5 1.0][0 0 0 0 0 0]" UNIT "\n",
      "6d 1 [0 1.0][0 0 0 0 0 0]" UNIT " more\n", "6d 65\n",
      "gl 1 [0 1.0 2 1][0 0 0]" UNIT "[0 0 0]" UNIT "[1 2 3 4 5 6]\n", "gl 1 [0 1.0 1 6][0 0 0]" UNIT "\n",
      "gl 1 [0 1.0 1 1e20][0 0 0]" UNIT "\n", "6d 1 [1e20 1.0][0 0 0 0 0 0]" UNIT "\n",
      "gl 1 [0 1.0 1 1][0 0 0]" UNIT "[0 0 0]" UNIT "[1 2 3 4 5]\n"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) CHECK(!parse(bad[k], &d));
}

// ---------------------------------------------------------------- OSC

static void put(unsigned char *b, size_t *n, const void *bytes, size_t size) {
  memcpy(b + *n, bytes, size);
  *n += size;
  while (*n % 4 != 0) b[(*n)++] = 0;
}

static void put_text(unsigned char *b, size_t *n, const char *text) { put(b, n, text, strlen(text) + 1); }

static void put_float(unsigned char *b, size_t *n, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits = htonl(bits);
  put(b, n, &bits, 4);
}

static size_t make_message(unsigned char *b, const char *address, int count, const float *values) {
  char types[20] = ",";
  size_t n = 0;
  for (int k = 0; k < count; ++k) strcat(types, "f");
  put_text(b, &n, address);
  put_text(b, &n, types);
  for (int k = 0; k < count; ++k) put_float(b, &n, values[k]);
  return n;
}

static size_t make_bundle(unsigned char *b, uint64_t time, const unsigned char *inner, size_t size) {
  size_t n = 0;
  uint32_t words[3] = {htonl((uint32_t)(time >> 32)), htonl((uint32_t)time), htonl((uint32_t)size)};
  put_text(b, &n, "#bundle");
  put(b, &n, words, 12);
  put(b, &n, inner, size);
  return n;
}

typedef struct heard {
  int count;
  vt_osc_message last;
} heard;

static void hear(void *context, const vt_osc_message *m) {
  heard *h = context;
  ++h->count;
  h->last = *m;
}

static void check_osc(void) {
  const float pose[7] = {1, 2, 3, 1, 0, 0, 0};
  unsigned char b[400], outer[500];
  heard h = {0};
  size_t n = make_message(b, "/hand", 7, pose);
  CHECK(vt_osc_parse(b, n, hear, &h) && h.count == 1 && h.last.numbers && h.last.count == 7);
  CHECK(h.last.values[2] == 3 && strcmp(h.last.address, "/hand") == 0);
  size_t m = make_bundle(outer, 0x100000002u, b, n);
  CHECK(vt_osc_parse(outer, m, hear, &h) && h.count == 2 && h.last.time == 0x100000002u);
  for (size_t k = 0; k < m; ++k) CHECK(!vt_osc_parse(outer, k, hear, &h) || k == 16); // 16: an empty bundle
  CHECK(h.count == 2);
  n = make_message(b, "hand", 1, pose);
  CHECK(!vt_osc_parse(b, n, hear, &h)); // an address begins with /
  n = make_message(b, "/hand", 1, pose);
  b[9] = 'x'; // a type that nobody knows
  CHECK(!vt_osc_parse(b, n, hear, &h));
  b[9] = 'i';
  CHECK(vt_osc_parse(b, n, hear, &h) && h.last.values[0] == 0x3f800000);
  b[7] = 1; // padding that is not zero
  CHECK(!vt_osc_parse(b, n, hear, &h));
  for (n = 16, m = 1; m <= 8; ++m) { // bundles in bundles, the innermost empty
    CHECK(vt_osc_parse(outer, n, hear, &h) == (m <= VT_OSC_DEPTH));
    memcpy(b, outer, n);
    n = make_bundle(outer, 1, b, n);
  }
}

// ---------------------------------------------------------------- order and senders

static struct sockaddr_in from(const char *address, int port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, address, &a.sin_addr);
  return a;
}

static void check_order(void) {
  vt_error error = {0};
  vt_track_def t = vt_track_def_default();
  t.source = VT_TRACK_DTRACK;
  vt_follow_def d = vt_follow_def_default();
  d.frame = 0;
  d.body = 2;
  vt_follow f;
  vt_receiver r;
  vt_track_facts facts = {0};
  CHECK(vt_follow_init(&f, &t, &d, false, &error) && vt_receiver_init(&r, &t, &error));
  struct sockaddr_in a = from("127.0.0.1", 1000), b = from("127.0.0.1", 1001);
  static const struct {
    double time;
    const char *text;
    bool second;
    int taken, late, foreign, refused;
  } order[] = {
      {0.00, "fr 10\n" BODY, false, 1, 0, 0, 0}, {0.01, "fr 12\n" BODY, false, 2, 0, 0, 0},
      {0.01, "fr 11\n" BODY, false, 2, 1, 0, 0}, // overtaken
      {0.02, "fr 12\n" BODY, false, 2, 2, 0, 0}, // twice
      {0.02, "fr 13\n" BODY, true, 2, 2, 1, 0},  // another sender
      {0.03, "fr 13\n6d 1 [2", false, 2, 2, 1, 1}, {0.04, "fr 4294967295\n" BODY, false, 2, 3, 1, 1},
      {0.30, "fr 3\n" BODY, false, 3, 3, 1, 1}, // silent for longer than the hold: it began anew
      {0.31, "fr 4\n6d 0\n", false, 4, 3, 1, 1},
      {0.90, "fr 99\n" BODY, true, 5, 3, 1, 1}, // the first one has left
  };
  for (size_t k = 0; k < sizeof order / sizeof *order; ++k) {
    strcpy(r.bytes, order[k].text);
    vt_receiver_take(&r, &t, order[k].time, strlen(order[k].text), order[k].second ? &b : &a, &f, 1, &facts);
    CHECK(facts.datagrams == order[k].taken && facts.late == order[k].late);
    CHECK(facts.foreign == order[k].foreign && facts.refused == order[k].refused);
  }
  CHECK(f.fresh && facts.merged == 3);
  vt_receiver_free(&r);
  vt_follow_free(&f);
}

// Bytes by chance, and good datagrams with some of them changed, do no harm.
static void check_noise(void) {
  static const char good[] = "fr 10\r\nts 1.5\r\n" BODY HAND;
  const float pose[7] = {1, 2, 3, 1, 0, 0, 0};
  uint64_t seed = 11;
  vt_dtrack d;
  heard h = {0};
  for (int k = 0; k < 20000; ++k) {
    char text[sizeof good];
    unsigned char b[128];
    memcpy(text, good, sizeof good);
    size_t n = make_message(b, "/a", 7, pose);
    for (int i = chance_pick(&seed, 6); i >= 0; --i) {
      text[chance_pick(&seed, (int)sizeof good - 1)] = (char)chance_draw(&seed);
      b[chance_pick(&seed, (int)n)] = (unsigned char)chance_draw(&seed);
    }
    if (vt_dtrack_parse(text, sizeof good - 1, &d))
      for (int i = 0; i < d.body_count; ++i) CHECK(vt_is_finite(d.bodies[i].pose.position));
    vt_osc_parse(b, n, hear, &h);
  }
}

int main(void) {
  check_dtrack();
  check_osc();
  check_order();
  check_noise();
  return check_report();
}
