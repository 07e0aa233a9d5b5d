// Runs the ventouse program as a user does and looks at what it says and leaves behind.
#ifndef VT_TESTS_CLI_SPAWN_H
#define VT_TESTS_CLI_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

enum { MAX_OUTPUT = 65536 };

typedef struct outcome {
  int code;   // exit code, or -1
  int signal; // that ended it, or 0
  char out[MAX_OUTPUT], err[MAX_OUTPUT];
} outcome;

// The program and the folder it runs in, set by begin().
extern const char *program;
extern char folder[256];

// Makes the folder and goes there; argv[1] is the program.
void begin(int argc, char **argv);
// Removes the folder.
void end(void);

// Starts `program arguments`, split at blanks. Its outputs go to files `out` and `err` of the parent of
// folder, or standard output to `out_to` where given. A limit above 0 is RLIMIT_FSIZE in bytes.
pid_t start(const char *arguments, int out_to, long limit);
outcome finish(pid_t child);
outcome run(const char *arguments);

void write_file(const char *name, const char *text);
char *read_file(const char *name); // to be freed; NULL if there is none
bool exists(const char *name);
// Entries of a folder, hidden ones included; -1 if there is none.
int count_entries(const char *name);
// Waits until a hidden partial folder stands in `parent`, and with `file` in it of at least so many bytes.
bool wait_for_partial(const char *parent, const char *file, long bytes);
int count_lines(const char *text);

// Scenes: a soft block that hangs and ends soon, and one that would take minutes.
extern const char *const short_scene, *const long_scene;

#endif
