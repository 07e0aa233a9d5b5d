// Ctrl-C and SIGTERM during a run: the first asks it to end, the second ends the process.
#ifndef VENTOUSE_CLI_INTERRUPT_H
#define VENTOUSE_CLI_INTERRUPT_H

void watch_interrupts(void);
// The number of the signal that asked the run to end, 0 if none did.
int interrupted(void);
// How long ago that was, in s; 0 if none did.
double seconds_since_interrupt(void);

#endif
