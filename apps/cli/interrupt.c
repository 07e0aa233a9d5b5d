// Ctrl-C and SIGTERM during a run: the first asks it to end, the second ends the process.
#include "interrupt.h"

#include <signal.h>
#include <time.h>

static volatile sig_atomic_t caught;
static struct timespec caught_at;
static sigset_t held;

static const int numbers[] = {SIGINT, SIGTERM};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static void note(int signal_number) {
  clock_gettime(CLOCK_MONOTONIC, &caught_at);
  caught = signal_number;
}

// ---------------------------------------------------------------- before main()

static sigset_t given; // what the program was started with
static bool waiting;

static void wait_first(void) {
  sigset_t both;
  sigemptyset(&both);
  for (int i = 0; i < NUMBERS; ++i) sigaddset(&both, numbers[i]);
  waiting = pthread_sigmask(SIG_BLOCK, &both, &given) == 0;
}

// The loader calls these before the constructors of libraries.
__attribute__((used, section(".preinit_array"))) static void (*const before_libraries)(void) = wait_first;

void begin_interrupts(void) {
  if (waiting) pthread_sigmask(SIG_SETMASK, &given, NULL);
  waiting = false;
}

// ---------------------------------------------------------------- during a run

// A shell that starts us in the background has Ctrl-C ignored: it is left so.
static bool is_ignored(int number) {
  struct sigaction now;
  return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void watch_interrupts(void) {
  for (int i = 0; i < NUMBERS; ++i) {
    struct sigaction new = {.sa_handler = note};
    sigemptyset(&new.sa_mask);
    new.sa_flags = (int)SA_RESETHAND;
    if (!is_ignored(numbers[i])) sigaction(numbers[i], &new, NULL);
  }
}

void hold_interrupts(void) {
  sigemptyset(&held);
  for (int i = 0; i < NUMBERS; ++i)
    if (!is_ignored(numbers[i])) sigaddset(&held, numbers[i]);
  pthread_sigmask(SIG_BLOCK, &held, NULL);
}

bool take_interrupt(void) {
  const struct timespec at_once = {0};
  int number = caught == 0 ? sigtimedwait(&held, NULL, &at_once) : 0;
  if (number > 0) {
    note(number);
    pthread_sigmask(SIG_UNBLOCK, &held, NULL);
  }
  return caught != 0;
}

int interrupted(void) { return caught; }

double seconds_since_interrupt(void) {
  struct timespec now;
  if (caught == 0) return 0;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - caught_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - caught_at.tv_nsec);
}
