// The part of `ventouse bench` that has the papers' tables of computation times, with ours beside theirs.
#ifndef VENTOUSE_CLI_BENCH_PAPERS_H
#define VENTOUSE_CLI_BENCH_PAPERS_H

#include <ventouse/ventouse.h>

typedef struct bench_papers_settings {
  const char *folder; // of the scenes
  int steps;          // of a row at most; 0: as many as the papers
  double seconds;     // after which a scene is left
  double yardstick;   // ms: yardstick_ms; 0: not known
  bool json;
} bench_papers_settings;

enum { BENCH_TABLES = 4 };

// The name of a table, as a row is asked for.
const char *bench_table_name(int table);

// Measures the rows of a table and prints them; `first`: the first of all rows. An exit code.
int bench_table(const bench_papers_settings *settings, int table, bool first);

#endif
