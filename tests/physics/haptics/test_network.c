// A device in another process, by UDP over the loopback, with the threads and the clock: it feels the ground,
// while every fifth datagram is lost, others come twice, late or as garbage, and a second client knocks; then
// it vanishes. Times are generous: other work may go on beside it.
#include "held.h"
#include "wire.h"

#include "check.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { IN = 88, OUT = 72, TICKS = 500, MOST_TICKS = 5000 };

static void datagram(unsigned char bytes[IN], unsigned sequence, double z, const char *token) {
  memset(bytes, 0, IN);
  memcpy(bytes, "VTHI", 4);
  put(bytes + 4, 4, 1);
  put(bytes + 8, 4, sequence);
  put_double(bytes + 32, z);
  put_double(bytes + 40, 1);
  if (token != NULL) memcpy(bytes + 72, token, 16);
}

static int dial(int port) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
  if (s < 0 || fcntl(s, F_SETFL, O_NONBLOCK) != 0 || connect(s, (struct sockaddr *)&there, sizeof there) != 0)
    _exit(9);
  return s;
}

static double wall(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned chance(void) {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

static double force_of(const unsigned char bytes[OUT]) {
  unsigned long long bits = 0;
  double value;
  for (int k = 7; k >= 0; --k) bits = bits << 8 | bytes[32 + k];
  memcpy(&value, &bits, 8);
  return value;
}

// 2 mm into the ground and the contact distance, less what the first datagram that came through had, by 1000
// N/m.
static bool is_felt(double force) { return fabs(force - 2.05) < 0.1; }

// The other process. Its exit code: 0 if it felt the ground, and the second client nothing.
static int be_client(int port, const char *token, bool mean, bool heard) {
  int s = dial(port), other = mean ? dial(port) : -1, answers = 0, strange = 0;
  double force = 0;
  int ramp = 0;
  unsigned char bytes[IN], old[IN], answer[256];
  datagram(old, 1, 0, token);
  // Longer where other work beside it keeps the loop from its times.
  for (unsigned k = 1; k <= TICKS || (heard && k <= MOST_TICKS && !is_felt(force)); ++k) {
    double z = -0.007 * (ramp < 200 ? ramp / 200.0 : 1);
    ramp += answers > 0; // it begins where the loop takes hold of it
    datagram(bytes, k, z, token);
    if (!mean || chance() % 5 != 0) (void)!send(s, bytes, IN, 0);
    if (mean && chance() % 7 == 0) (void)!send(s, bytes, IN, 0);
    if (mean && chance() % 5 == 0) (void)!send(s, old, IN, 0); // late: one of before
    if (mean && chance() % 3 == 0) memcpy(old, bytes, IN);
    if (mean) {
      datagram(bytes, k, 0.5, token);
      if (k > 50) (void)!send(other, bytes, IN, 0);
      for (int i = 0; i < IN; ++i) bytes[i] = (unsigned char)chance();
      (void)!send(s, bytes, chance() % (IN + 1), 0);
      (void)!send(s, bytes, IN, 0);
    }
    while (recv(s, answer, sizeof answer, 0) == OUT) {
      force = force_of(answer);
      ++answers;
    }
    strange += mean && recv(other, answer, sizeof answer, 0) > 0;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  bool good = answers > TICKS / 10 && is_felt(force) && strange == 0;
  if (!good) printf("client: %d answers, %.3f N in the end, %d to the second\n", answers, force, strange);
  fflush(stdout);
  _exit(good ? 0 : 1);
}

typedef struct after {
  pid_t child;
  int status;
  double gone, faded; // s: when the client ended, when nothing was felt any more; 0: not yet
  double deepest;     // m
} after;

static bool watch(const vt_world *world, const vt_haptics_moment *m, void *context) {
  (void)world;
  after *a = context;
  a->deepest = fmin(a->deepest, m->device.pose.position.z);
  if (a->gone == 0 && waitpid(a->child, &a->status, WNOHANG) == a->child) a->gone = m->time;
  if (a->gone > 0 && a->faded == 0 && m->share == 0) a->faded = m->time + 1e-9;
  return a->faded == 0 || m->time < a->faded + 0.05;
}

static void feel(const char *token, bool knows, bool mean) {
  vt_error error = {0};
  vt_coupling_def coupling = vt_coupling_def_default();
  coupling.damping = 1;
  held h = hold(2e-3, coupling);
  vt_device device = {0};
  vt_haptics_def def = vt_haptics_def_default();
  def.relative = true;
  CHECK(vt_device_network(&device, &(vt_network_def){NULL, 0, token}, &error));
  vt_haptics *haptics = vt_haptics_create(h.y.world, &device, &def, &error);
  if (!CHECK(haptics != NULL)) exit(1);
  int port = vt_device_network_facts(&device).port;
  fflush(stdout);
  after a = {.child = fork()};
  if (a.child == 0) be_client(port, knows ? token : NULL, mean, knows || token == NULL);
  double began = wall();
  CHECK(vt_haptics_run(haptics, 20, watch, &a, &error));
  CHECK(wall() - began < 19); // its client's end is seen
  vt_network_facts n = vt_device_network_facts(&device);
  vt_haptics_report r = vt_haptics_get_report(haptics);
  printf("taken %lld, late %lld, refused %lld, of others %lld; lost %lld; faded %.0f ms after it ended; "
         "ticks %lld, "
         "missed %lld\n",
      n.received, n.late, n.refused, n.foreign, r.losses, 1e3 * (a.faded - a.gone), r.ticks, r.missed);
  if (knows || token == NULL) {
    CHECK(WIFEXITED(a.status) && WEXITSTATUS(a.status) == 0);
    CHECK(n.clients == 1 && n.received > TICKS / 4 && a.deepest > -0.0071);
    CHECK(a.faded - a.gone < 0.1 + 0.05); // 50 ms for other work beside it
    if (mean) CHECK(n.late > 20 && n.refused > TICKS && n.foreign > TICKS / 2);
  } else {
    CHECK(n.clients == 0 && n.refused == TICKS && r.largest_force == 0 && WEXITSTATUS(a.status) == 1);
  }
  vt_haptics_destroy(haptics);
  vt_device_close(&device);
  yard_free(&h.y);
}

static void test_refused(void) {
  static const struct {
    vt_network_def def;
    const char *why;
  } bad[] = {{{"0.0.0.0", 0, NULL}, "expected a token of 16 characters"},
      {{"nowhere", 0, NULL}, "found address"}, {{NULL, 70000, NULL}, "found port 70000"},
      {{NULL, 0, "short"}, "found a token of 5 characters"}};
  for (int k = 0; k < 4; ++k) {
    vt_error error = {0};
    vt_device device = {0};
    CHECK(!vt_device_network(&device, &bad[k].def, &error));
    CHECK_CONTAINS(error.message, bad[k].why);
  }
  // A port that is taken.
  vt_error error = {0};
  vt_device a = {0}, b = {0};
  CHECK(vt_device_network(&a, &(vt_network_def){NULL, 0, NULL}, &error) && a.open(a.context, &error));
  vt_network_def same = {NULL, vt_device_network_facts(&a).port, NULL};
  CHECK(vt_device_network(&b, &same, &error) && !b.open(b.context, &error));
  CHECK_CONTAINS(error.message, "cannot listen on UDP port");
  vt_device_close(&a);
  vt_device_close(&b);
}

int main(void) {
  test_refused();
  feel(NULL, false, false);
  feel(NULL, false, true);
  feel("0123456789abcdef", true, false);
  feel("0123456789abcdef", false, false);
  return check_report();
}
