// A picture of a report's replay, by a headless Chromium.
#ifndef VENTOUSE_CLI_PICTURE_H
#define VENTOUSE_CLI_PICTURE_H

#include <stdbool.h>

typedef struct picture {
  const char *report; // whole path of report.html
  const char *wanted; // what is to be seen: the part after # of the page's address (viewer/src/replay.ts)
  int width, height;  // pixels
  const char *out;    // PNG file
} picture;

// False after a line on standard error; then the file is as it was.
bool draw_picture(const picture *wanted);

#endif
