// Keeps what METIS does to signals from the program.
#include "sparse/metis_signals.h"

#include <pthread.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

void vt_keep_signals(vt_kept_signals *kept) {
  sigset_t waiting;
  sigemptyset(&waiting);
  sigaddset(&waiting, SIGTERM);
  pthread_mutex_lock(&one_at_a_time);
  pthread_sigmask(SIG_BLOCK, &waiting, &kept->mask);
  sigaction(SIGTERM, NULL, &kept->terminate);
  sigaction(SIGABRT, NULL, &kept->abort);
}

void vt_give_signals_back(const vt_kept_signals *kept) {
  sigaction(SIGTERM, &kept->terminate, NULL);
  sigaction(SIGABRT, &kept->abort, NULL);
  pthread_sigmask(SIG_SETMASK, &kept->mask, NULL);
  pthread_mutex_unlock(&one_at_a_time);
}
