// Ctrl-C and SIGTERM during a run: the first asks it to end, the second ends the process.
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void note(int signal_number) { caught = signal_number; }

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
