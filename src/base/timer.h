// Wall-clock time for profiles.
#ifndef VT_BASE_TIMER_H
#define VT_BASE_TIMER_H

// Seconds since some fixed moment; never goes backwards.
double vt_now(void);

#endif
