// Ctrl-C and SIGTERM during a run: the first asks it to end, the second ends the process.
#ifndef VENTOUSE_CLI_INTERRUPT_H
#define VENTOUSE_CLI_INTERRUPT_H

#include <stdbool.h>

// First of all in main(): until then the signals wait, so that threads of libraries, which are started before
// it (OpenBLAS does), never accept them.
void begin_interrupts(void);

void watch_interrupts(void);
// The number of the signal that asked the run to end, 0 if none did.
int interrupted(void);
// How long ago that was, in s; 0 if none did.
double seconds_since_interrupt(void);

// For a program with several threads: from now on the signals wait, in this thread and those that it starts,
// until `take_interrupt` is called, and no handler ever is. METIS sets handlers of its own, for all threads,
// while one of them orders the nodes of a body (src/sparse/metis_signals.h).
void hold_interrupts(void);
// Whether one has come; after the first the next ends the process.
bool take_interrupt(void);

#endif
