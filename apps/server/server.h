// `ventouse view`: a simulation, and the page that shows it.
#ifndef VENTOUSE_SERVER_H
#define VENTOUSE_SERVER_H

#include <ventouse/base.h>

typedef struct server_options {
  const char *scene;
  const char *const *overrides;
  int override_count;
  const char *address; // NULL: 127.0.0.1
  int port;            // 0: 8765, or any free one if that is taken
  bool paused;
  const char *recordings;                              // folder for what people record; NULL: runs
  bool (*stop)(void);                                  // asked five times a second
  void (*ready)(const char *url, void *context);       // called once, when the page can be opened
  void (*recorded)(const char *folder, void *context); // called at the end if a recording was under way
  void *context;
} server_options;

// Serves until told to stop. False with one line in the error if it could not begin, or if a recording under
// way at the end could not be kept.
bool server_run(const server_options *options, vt_error *error);

#endif
