// `ventouse haptics` from outside: what it prints and writes, what it refuses, and the clients of examples/
// in other processes.
#include "check.h"
#include "refused.h"
#include "spawn.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static outcome o;

static const char *const scene =
    "<scene name='held box' dt='0.002' duration='0.2'>\n"
    "  <environment gravity='0 0 0'/><contact friction='0.3'/>\n"
    "  <fixed name='ground' position='0 0 -0.01'><box size='0.6 0.6 0.02'/></fixed>\n"
    "  <rigid name='box' mass='0.015' position='0 0 0.025'><box size='0.04 0.04 0.04'/></rigid>\n"
    "  <frame name='hand' position='0 0 0.025'><key time='0'/><key time='0.1' position='0 0 "
    "-0.01'/></frame>\n"
    "  <coupling name='grip' body='box' frame='hand' stiffness='1000' damping='1'/>\n"
    "</scene>\n";

static void test_refused(void) {
  refuse("haptics held.xml --device glove", "found \"glove\", expected hand, replay:FILE or udp:PORT");
  refuse("haptics held.xml --device replay:none.csv", "none.csv");
  refuse("haptics held.xml --device udp:x", "found port \"x\"");
  refuse("haptics held.xml --device udp:0 --lockstep", "expected one without a clock");
  refuse("haptics held.xml --coupling string", "found \"string\"");
  refuse("haptics free.xml", "found no coupling");
  refuse("haptics held.xml --rate 1", "found a rate of 1 Hz");
  write_file("holes.csv", "time,x,y,z\n0,0,0,0\n0.1,,0,0\n");
  refuse("haptics held.xml --device replay:holes.csv", "holes.csv:3: found \"\" for x, expected a number");
  refuse("haptics held.xml --lockstep --out none/h.csv", "cannot write none/h.csv");
}

// A hand that is recorded can be played, and the same run is the same file.
static void test_record(void) {
  o = run("haptics held.xml --lockstep --out a.csv");
  CHECK(o.code == 0 && o.err[0] == '\0');
  CHECK_CONTAINS(o.out, "held box: 100 steps, 0.2 s");
  CHECK(run("haptics held.xml --lockstep --out b.csv").code == 0);
  char *a = read_file("a.csv"), *b = read_file("b.csv");
  CHECK(a != NULL && b != NULL && strcmp(a, b) == 0 && count_lines(a) == 101);
  CHECK(!exists("a.csv.part"));
  o = run("haptics held.xml --lockstep --device replay:a.csv");
  CHECK(o.code == 0 && o.err[0] == '\0');
  // The clip is pushed on by a recorded hand, which feels some 15 N (docs/haptics.md).
  o = run("haptics " VT_SOURCE_DIR "/scenes/clip.xml --lockstep --time 0.6 --device replay:" VT_SOURCE_DIR
          "/scenes/clip_hand.csv");
  double felt = 0;
  const char *at = strstr(o.out, "largest force ");
  CHECK(o.code == 0 && at != NULL && sscanf(at, "largest force %lf", &felt) == 1 && felt > 11 && felt < 19);
  o = run("haptics held.xml --time 0.1");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "device late by");
  free(a);
  free(b);
}

// Starts a server on a port that is free, and a client for so many seconds; what the client says.
static bool feel(
    const char *client, const char *more, double seconds, double *largest, double *last, int *answers) {
  int port = 0, sent = 0;
  char token[40] = "", command[1200], line[300] = "", arguments[200];
  snprintf(arguments, sizeof arguments, "haptics held.xml --device udp:0 --time 120 %s", more);
  FILE *said = fopen("said.txt", "w+");
  pid_t child = start(arguments, fileno(said), 0);
  for (int k = 0; k < 1000 && port == 0; ++k) {
    nanosleep(&(struct timespec){0, 10000000}, NULL);
    char *text = read_file("said.txt"), *at = text != NULL ? strstr(text, "UDP port ") : NULL;
    if (at != NULL && strchr(at, '\n') != NULL) sscanf(at, "UDP port %d, token %39s", &port, token);
    free(text);
  }
  snprintf(command, sizeof command, "%s %d %g 127.0.0.1 %s", client, port, seconds, token);
  FILE *pipe = popen(command, "r");
  bool good = pipe != NULL && fgets(line, sizeof line, pipe) != NULL;
  good = pipe != NULL && pclose(pipe) == 0 && good;
  kill(child, SIGTERM);
  o = finish(child);
  fclose(said);
  char *text = read_file("said.txt");
  CHECK(o.code == 143 && text != NULL);
  good = good && text != NULL && strstr(text, "clients 1") != NULL;
  free(text);
  unlink("said.txt");
  return good && sscanf(line, "sent %d, answers %d, felt %lf N at most and %lf N", &sent, answers, largest,
                     last) == 4;
}

// 10 mm into the ground, shared by springs of 500 and 1000 N/m; two thirds of it while it still swings.
// Client and server go by the clock: where other work keeps one of them from it for a while, what is felt
// fades, and they get another, longer, try.
static void test_clients(const char *c_client) {
  char python[600];
  snprintf(python, sizeof python, "python3 %s/examples/haptic_client.py", VT_SOURCE_DIR);
  for (int k = 0; k < 3; ++k) {
    double largest = 0, last = 0;
    int answers = 0;
    bool good = false;
    for (double seconds = 0.8; seconds < 15 && !good; seconds *= 2.5) {
      good = feel(
          k == 1 ? python : c_client, k == 2 ? "--address 0.0.0.0" : "", seconds, &largest, &last, &answers);
      printf("%s, %g s: %d answers, %.2f N\n", k == 1 ? "python" : "C", seconds, answers, last);
      good = good && answers > 100 && last > 2 && last < 5 && largest < 8;
    }
    CHECK(good);
  }
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  begin(argc, argv);
  write_file("held.xml", scene);
  write_file("free.xml", "<scene dt='0.01' duration='0.1'><rigid name='box' mass='0.2'><box size='0.04 0.04 "
                         "0.04'/></rigid></scene>\n");
  test_refused();
  test_record();
  test_clients(argv[2]);
  end();
  return check_report();
}
