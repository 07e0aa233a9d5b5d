// A line that tells how far a run is, on a terminal only.
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress progress_begin(double duration, bool quiet) {
  double now = clock_seconds();
  return (progress){!quiet && isatty(STDERR_FILENO), duration, now, now};
}

// 7 s, 2:05 or 1:02:05
static void format_time(char *text, size_t size, double seconds) {
  long whole = seconds > 1e9 ? 1000000000 : (long)(seconds + 0.5);
  if (whole < 60)
    snprintf(text, size, "%ld s", whole);
  else if (whole < 3600)
    snprintf(text, size, "%ld:%02ld", whole / 60, whole % 60);
  else
    snprintf(text, size, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
}

void progress_tell(progress *p, double time) {
  if (!p->shown) return;
  double now = clock_seconds(), elapsed = now - p->began;
  if (now - p->told < 0.1 || time <= 0) return;
  p->told = now;
  char spent[32], left[32];
  format_time(spent, sizeof spent, elapsed);
  format_time(left, sizeof left, elapsed * (p->duration - time) / time);
  fprintf(stderr, "\r%3.0f%%  %.4g of %.4g s  elapsed %s  left %s  %.3g x real time\033[K",
      100 * time / p->duration, time, p->duration, spent, left, time / elapsed);
  fflush(stderr);
}

void progress_end(progress *p) {
  if (!p->shown) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
}
