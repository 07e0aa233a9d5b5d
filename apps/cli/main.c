// The ventouse program: a table of commands.
#include "command.h"
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const command *const all_commands[] = {&run_command, &check_command, &view_command, &render_command,
    &gallery_command, &haptics_command, &solve_contact_command, &bench_command, &help_command,
    &version_command, NULL};

void complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("ventouse: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

const command *find_command(const char *name) {
  const char *names[16];
  int count = 0;
  for (; all_commands[count] != NULL; ++count) {
    names[count] = all_commands[count]->name;
    if (strcmp(name, names[count]) == 0) return all_commands[count];
  }
  const char *meant = suggest(name, names, count);
  if (meant != NULL)
    complain("unknown command \"%s\": did you mean \"%s\"?", name, meant);
  else
    complain("unknown command \"%s\": `ventouse help` lists the commands", name);
  return NULL;
}

// A reader that went away (| head) is no failure; a disk that is full is.
static int finish_output(int code) {
  errno = 0;
  bool bad = fflush(stdout) != 0 || ferror(stdout) != 0;
  if (!bad || errno == EPIPE || errno == 0) return code;
  complain("cannot write to standard output: %s", strerror(errno));
  return code == EXIT_DONE ? EXIT_BAD_INPUT : code;
}

int main(int argc, char **argv) {
  begin_interrupts();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); // a file beyond the limit is then an error like a full disk
  quiet_blas();
  if (argc < 2) {
    complain("expected a command: `ventouse help` lists them");
    return EXIT_BAD_INPUT;
  }
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
  if (strcmp(name, "--version") == 0) name = "version";
  const command *chosen = find_command(name);
  if (chosen == NULL) return EXIT_BAD_INPUT;
  for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; ++i) {
    if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
    print_help(chosen);
    return finish_output(EXIT_DONE);
  }
  return finish_output(chosen->run(chosen, argc - 1, argv + 1));
}
