// A sender in another process, which sends what it is told and says when it has: on loopback the datagram is
// then with the receiver, so that tests do not hang on the clock.
#ifndef VT_TESTS_SENDER_H
#define VT_TESTS_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct sender {
  pid_t process;
  int orders, answers; // pipes
} sender;

bool sender_start(sender *s, int port);
// From its first or second socket.
bool sender_send(const sender *s, int socket, const void *bytes, size_t size);
void sender_stop(sender *s);

#endif
