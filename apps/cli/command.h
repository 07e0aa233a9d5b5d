// What every command of the program is made of, and what they share.
#ifndef VENTOUSE_CLI_COMMAND_H
#define VENTOUSE_CLI_COMMAND_H

#include <ventouse/ventouse.h>

#include <stddef.h>

enum {
  EXIT_DONE = 0,            // ran, and every expectation held
  EXIT_EXPECTATION = 1,     // an expectation did not hold
  EXIT_BAD_INPUT = 2,       // bad input, or the output could not be written
  EXIT_COULD_NOT_GO_ON = 3, // the simulation failed, its last good state is in the run folder; not converged
  EXIT_SIGNAL = 128         // plus the number of the signal that ended a run
};

typedef enum option_kind {
  OPTION_FLAG,   // bool
  OPTION_TEXT,   // const char *
  OPTION_NUMBER, // double, above 0
  OPTION_COUNT,  // int, above 0
  OPTION_LIST    // text_list, may be given several times
} option_kind;

typedef struct text_list {
  int count;
  const char **items; // freed with free_options
} text_list;

// One option; its value goes to an offset in the settings struct of its command.
typedef struct option {
  const char *name;     // without the dashes
  const char *argument; // how help calls the value; NULL for a flag
  option_kind kind;
  size_t offset;
  const char *help;
} option;

typedef struct command {
  const char *name;
  const char *argument; // how help calls the one positional argument; NULL if there is none
  bool optional;        // the positional argument may be left out
  const char *summary;  // for the list of commands
  const char *details;  // for `help COMMAND`, may be NULL
  const option *options;
  int option_count;
  int (*run)(const struct command *self, int argc, char **argv); // argv[0] is the command; an exit code
} command;

extern const command run_command, check_command, view_command, render_command, gallery_command,
    haptics_command, solve_contact_command, bench_command, help_command, version_command;

// The table of main.c, in the order help lists it; ends with NULL.
extern const command *const all_commands[];
const command *find_command(const char *name);

// options.c: fills settings from the arguments, and *positional (NULL when absent). False after a line on
// standard error.
bool parse_options(const command *self, int argc, char **argv, void *settings, const char **positional);
void free_options(const command *self, void *settings);

// One line on standard error: "ventouse: ...".
void complain(const char *format, ...) VT_PRINTF(1, 2);

// suggest.c: the word nearest to `word` if it is near enough to be meant, else NULL.
const char *suggest(const char *word, const char *const *words, int count);

// warnings.c: what is legal in a scene but surely a slip, on standard error; and a name filled up with spaces
// to a number of characters.
void print_warnings(const vt_scene *scene, const vt_world *world);
void print_name(const char *name, int width);

// help.c
void print_help(const command *self);
void print_overview(void);
// version.c: one BLAS thread, as the threads are the simulation's own.
void quiet_blas(void);

#endif
