// Ctrl-C and SIGTERM during a run: the first asks it to end, the second ends the process.
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static volatile sig_atomic_t caught;
static struct timespec caught_at;

static void note(int signal_number) {
  clock_gettime(CLOCK_MONOTONIC, &caught_at);
  caught = signal_number;
}

void watch_interrupts(void) {
  const int numbers[] = {SIGINT, SIGTERM};
  for (int i = 0; i < 2; ++i) {
    struct sigaction old, new = {.sa_handler = note};
    sigemptyset(&new.sa_mask);
    new.sa_flags = (int)SA_RESETHAND;
    // A shell that starts us in the background has Ctrl-C ignored: leave it so.
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    sigaction(numbers[i], &new, NULL);
  }
}

int interrupted(void) { return caught; }

double seconds_since_interrupt(void) {
  struct timespec now;
  if (caught == 0) return 0;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - caught_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - caught_at.tv_nsec);
}
