// `ventouse run` with live tracks: what it refuses, a run by the clock with a sender in another process,
// which is recorded, and the same run again from that: the same tables, byte by byte.
#include "check.h"
#include "refused.h"
#include "spawn.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A port that was free a moment ago.
static int free_port(void) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  socklen_t size = sizeof a;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  CHECK(s >= 0 && bind(s, (struct sockaddr *)&a, sizeof a) == 0);
  CHECK(getsockname(s, (struct sockaddr *)&a, &size) == 0);
  close(s);
  return ntohs(a.sin_port);
}

static void write_scene(int port) {
  char text[1000];
  snprintf(text, sizeof text,
      "<scene name='tracked' dt='0.01' duration='0.6'><environment gravity='0 0 0'/>\n"
      "<frame name='wrist'/><rigid name='box' mass='0.1'><box size='0.04 0.04 0.04'/></rigid>\n"
      "<coupling name='grip' body='box' frame='wrist' stiffness='100' damping='1'/>\n"
      "<track dtrack='%d' ease='0.1'><follow frame='wrist' body='0'/></track>\n"
      "<sensor name='felt' link='grip'/></scene>\n",
      port);
  write_file("tracked.xml", text);
}

// Sends until it is ended: some 60 a second, with garbage between them.
static void send_forever(int port) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  for (int k = 0;; ++k) {
    char text[200];
    int size = snprintf(
        text, sizeof text, "fr %d\r\n6d 1 [0 1.0][%d 0 0 0 0 0][1 0 0 0 1 0 0 0 1]\r\n", k, 20 + k % 7);
    (void)!sendto(s, text, (size_t)size, 0, (struct sockaddr *)&there, sizeof there);
    if (k % 5 == 0) (void)!sendto(s, "noise", 5, 0, (struct sockaddr *)&there, sizeof there);
    nanosleep(&(struct timespec){0, 16000000}, NULL);
  }
}

int main(int argc, char **argv) {
  begin(argc, argv);
  int port = free_port();
  write_scene(port);
  write_file("plain.xml", "<scene><fixed name='f'><box size='1 1 1'/></fixed></scene>");
  refuse("run plain.xml --tracks-out a", "found no live <track>, expected one to record");
  refuse("run plain.xml --tracks-in a", "found no live <track>, expected one to replay");
  refuse("run tracked.xml --tracks-in none", "none/track_0_0.csv");
  pid_t sender = fork();
  if (sender == 0) send_forever(port);
  outcome o = run("run tracked.xml --out live --tracks-out heard");
  kill(sender, SIGKILL);
  waitpid(sender, NULL, 0);
  CHECK(o.code == 0 && o.err[0] == '\0');
  CHECK_CONTAINS(o.out, "listens on UDP port");
  long long datagrams = 0, late = 0, refused = 0;
  const char *told = strstr(o.out, "track 0: ");
  CHECK(told != NULL &&
        sscanf(told, "track 0: %lld datagrams, %lld late, %lld refused", &datagrams, &late, &refused) == 3);
  CHECK(datagrams > 0 && late == 0); // a machine that has no time for the sender sends few
  printf("| %lld datagrams, %lld refused in 0.6 s |\n", datagrams, refused);
  CHECK(exists("heard/track_0_0.csv"));
  o = run("run tracked.xml --out again --tracks-in heard");
  CHECK(o.code == 0 && o.err[0] == '\0');
  char *live = read_file("live/forces.csv"), *again = read_file("again/forces.csv");
  CHECK(live != NULL && again != NULL && strcmp(live, again) == 0 && count_lines(live) > 30);
  free(live);
  free(again);
  end();
  return check_report();
}
