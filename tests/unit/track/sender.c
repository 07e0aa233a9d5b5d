// A sender in another process.
#include "sender.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 60000 };

static bool read_all(int from, void *to, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = read(from, (char *)to + done, size - done);
    if (got <= 0) return false;
    done += (size_t)got;
  }
  return true;
}

static bool write_all(int to, const void *from, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t put = write(to, (const char *)from + done, size - done);
    if (put <= 0) return false;
    done += (size_t)put;
  }
  return true;
}

static void serve(int orders, int answers, int port) {
  static char bytes[ROOM];
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int sockets[2] = {socket(AF_INET, SOCK_DGRAM, 0), socket(AF_INET, SOCK_DGRAM, 0)};
  uint32_t order[2];
  while (read_all(orders, order, sizeof order) && order[1] <= ROOM && read_all(orders, bytes, order[1])) {
    ssize_t sent =
        sendto(sockets[order[0] & 1], bytes, order[1], 0, (const struct sockaddr *)&there, sizeof there);
    char good = sent == (ssize_t)order[1];
    if (!write_all(answers, &good, 1)) break;
  }
  _exit(0);
}

bool sender_start(sender *s, int port) {
  int orders[2], answers[2];
  if (pipe(orders) != 0 || pipe(answers) != 0) return false;
  s->process = fork();
  if (s->process == 0) {
    close(orders[1]);
    close(answers[0]);
    serve(orders[0], answers[1], port);
  }
  close(orders[0]);
  close(answers[1]);
  s->orders = orders[1];
  s->answers = answers[0];
  return s->process > 0;
}

bool sender_send(const sender *s, int socket, const void *bytes, size_t size) {
  uint32_t order[2] = {(uint32_t)socket, (uint32_t)size};
  char good = 0;
  return write_all(s->orders, order, sizeof order) && write_all(s->orders, bytes, size) &&
         read_all(s->answers, &good, 1) && good;
}

void sender_stop(sender *s) {
  close(s->orders);
  close(s->answers);
  waitpid(s->process, NULL, 0);
}
