// `ventouse help`: what the program and its commands can do.
#include "command.h"

#include <stdio.h>
#include <string.h>

void print_overview(void) {
  printf("Ventouse %s simulates suction between soft bodies.\n\n", vt_version());
  printf("Usage: ventouse COMMAND [OPTIONS]\n\nCommands:\n");
  for (const command *const *c = all_commands; *c != NULL; ++c)
    printf("  %-14s %s\n", (*c)->name, (*c)->summary);
  printf("\nExit codes:\n"
         "  0    done, and every expectation held\n"
         "  1    an expectation did not hold\n"
         "  2    bad input, or the output could not be written; nothing is left behind\n"
         "  3    the simulation could not go on; the last good state is in the run folder\n"
         "  130  ended by Ctrl-C (143: by SIGTERM); what was done is in the run folder\n"
         "\n`ventouse help COMMAND` tells more about a command.\n");
}

// In lines of at most 100 characters.
static void print_usage(const command *self) {
  int width = printf("Usage: ventouse %s", self->name);
  if (self->argument != NULL) width += printf(self->optional ? " [%s]" : " %s", self->argument);
  for (int i = 0; i < self->option_count; ++i) {
    const option *o = &self->options[i];
    char text[80];
    int length = snprintf(text, sizeof text, " [--%s%s%s]%s", o->name, o->argument != NULL ? " " : "",
        o->argument != NULL ? o->argument : "", o->kind == OPTION_LIST ? "..." : "");
    if (width + length > 100) width = printf("\n ") - 1;
    width += printf("%s", text);
  }
}

void print_help(const command *self) {
  print_usage(self);
  printf("\n\n%s.\n", self->summary);
  if (self->details != NULL) printf("\n%s", self->details);
  if (self->option_count > 0) printf("\nOptions:\n");
  for (int i = 0; i < self->option_count; ++i) {
    const option *o = &self->options[i];
    char left[64];
    snprintf(left, sizeof left, "--%s %s", o->name, o->argument != NULL ? o->argument : "");
    printf("  %-18s %s\n", left, o->help);
  }
}

static int run_help(const command *self, int argc, char **argv) {
  const char *name;
  if (!parse_options(self, argc, argv, NULL, &name)) return EXIT_BAD_INPUT;
  if (name == NULL) {
    print_overview();
    return EXIT_DONE;
  }
  const command *about = find_command(name);
  if (about == NULL) return EXIT_BAD_INPUT;
  print_help(about);
  return EXIT_DONE;
}

const command help_command = {.name = "help",
    .argument = "COMMAND",
    .optional = true,
    .summary = "Tells what the program or one of its commands can do",
    .run = run_help};
