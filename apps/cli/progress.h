// A line that tells how far a run is, on a terminal only.
#ifndef VENTOUSE_CLI_PROGRESS_H
#define VENTOUSE_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct progress {
  bool shown;
  double duration; // s, simulated
  double began;    // s on the clock
  double told;     // s on the clock, when the line was last written
} progress;

double clock_seconds(void);
progress progress_begin(double duration, bool quiet);
// Writes the line again if the last time is a tenth of a second ago.
void progress_tell(progress *p, double time);
// Clears the line.
void progress_end(progress *p);

#endif
