// A list of cases: scenes with some of their attributes changed, each with a name of its own.
#ifndef VENTOUSE_CLI_CASES_H
#define VENTOUSE_CLI_CASES_H

#include <stdbool.h>

// One line of the list, `NAME | SCENE | PATH=VALUE | ...`, cut up; the parts are in its one block of memory.
typedef struct scene_case {
  char *name;     // the block
  char *scene;    // file, relative to that of the list
  char **changes; // as of --set, in order
  int change_count;
  int line; // of the list, from 1
} scene_case;

typedef struct case_list {
  scene_case *items;
  int count;
} case_list;

// Reads the list; one that is not there is empty. Empty lines and those that begin with # are left out. False
// after a line on standard error, with nothing in it.
bool case_list_read(case_list *list, const char *path);
void case_list_free(case_list *list);

#endif
