// Keeps what METIS does to signals from the program.
//
// While it works METIS takes SIGTERM and SIGABRT for failures of its own: a SIGTERM then ends the ordering
// and nobody hears of it, and afterwards the program's handlers are good for one signal only. Between the two
// calls below SIGTERM waits, for this thread, and then all is as it was. Handlers belong to the whole
// process, so one ordering is made at a time; and a thread of the program's that accepts SIGTERM while
// another one makes a model meets METIS's: such a program blocks it in all its threads and takes it with
// sigwait(), to which handlers do not matter (apps/cli/interrupt.c).
#ifndef VT_SPARSE_METIS_SIGNALS_H
#define VT_SPARSE_METIS_SIGNALS_H

#include <signal.h>

typedef struct vt_kept_signals {
  sigset_t mask;
  struct sigaction terminate, abort;
} vt_kept_signals;

void vt_keep_signals(vt_kept_signals *kept);
void vt_give_signals_back(const vt_kept_signals *kept);

#endif
