// A device on the network: what a driver does, with a simulated hand in place of a motor (docs/haptics.md).
//   haptic_client PORT [SECONDS [ADDRESS [TOKEN]]]
// Sends where the hand is and is told what it feels, 1000 times a second. For machines of little-endian
// order.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

typedef struct to_ventouse { // 88 bytes
  char magic[4];
  uint32_t version, sequence, buttons;
  double position[3], rotation[4]; // m; w, x, y, z
  char token[16];
} to_ventouse;

typedef struct from_ventouse { // 72 bytes
  char magic[4];
  uint32_t version, sequence, answers;
  double force[3], torque[3]; // N, N m
  char unused[8];
} from_ventouse;

int main(int argc, char **argv) {
  double seconds = argc > 2 ? atof(argv[2]) : 2, z = 0, v = 0, largest = 0; // s, m, m/s, N
  struct sockaddr_in there = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argc > 1 ? argv[1] : "0"))};
  int s = socket(AF_INET, SOCK_DGRAM, 0), answers = 0, silent = 0;
  if (argc < 2 || inet_pton(AF_INET, argc > 3 ? argv[3] : "127.0.0.1", &there.sin_addr) != 1 || s < 0 ||
      fcntl(s, F_SETFL, O_NONBLOCK) != 0 || connect(s, (struct sockaddr *)&there, sizeof there) != 0) {
    fprintf(stderr, "usage: haptic_client PORT [SECONDS [ADDRESS [TOKEN]]]\n");
    return 1;
  }
  to_ventouse out = {.magic = {'V', 'T', 'H', 'I'}, .version = 1, .rotation = {1, 0, 0, 0}};
  from_ventouse in = {.sequence = 0};
  if (argc > 4) memcpy(out.token, argv[4], strlen(argv[4]) < 16 ? strlen(argv[4]) : 16);
  struct timespec due;
  clock_gettime(CLOCK_MONOTONIC, &due);
  for (int k = 0; k < 1000 * seconds; ++k) {
    from_ventouse got;
    ++silent;
    while (recv(s, &got, sizeof got, 0) == sizeof got)
      if (memcmp(got.magic, "VTHO", 4) == 0 && (int32_t)(got.sequence - in.sequence) > 0) {
        in = got; // the latest; what comes late is left
        ++answers;
        silent = 0;
      }
    if (silent > 20) in.force[2] *= 0.95; // nobody there: let go softly
    // 0.3 kg that a spring of 500 N/m draws down by 15 mm, damped by 10 N s/m; a real driver reads its
    // encoders.
    double goal = k < 500 ? -0.015 * k / 500 : -0.015, push = 500 * (goal - z) - 10 * v + in.force[2];
    v += 1e-3 * push / 0.3;
    z += 1e-3 * v;
    if (in.force[2] > largest) largest = in.force[2];
    out.position[2] = z;
    ++out.sequence;
    (void)!send(s, &out, sizeof out, 0);
    due.tv_nsec += 1000000;
    due.tv_sec += due.tv_nsec / 1000000000;
    due.tv_nsec %= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
  printf("sent %u, answers %d, felt %.3f N at most and %.3f N in the end, at %.2f mm\n", out.sequence,
      answers, largest, in.force[2], 1e3 * z);
  return answers > 0 ? 0 : 1;
}
