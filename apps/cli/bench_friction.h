// The part of `ventouse bench` that compares the exact cone of friction with pyramids.
#ifndef VENTOUSE_CLI_BENCH_FRICTION_H
#define VENTOUSE_CLI_BENCH_FRICTION_H

#include <stdbool.h>

// `folder` is that of the scenes. An exit code.
int bench_friction(const char *folder, bool json);

#endif
