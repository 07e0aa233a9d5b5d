// docs/cli.md shows what `ventouse help` says, word for word, for the program and each command.
#include "check.h"
#include "spawn.h"

#include <stdlib.h>

// The commands of the overview: the indented first words after "Commands:".
static int list_commands(const char *overview, char names[][32], int largest) {
  int count = 0;
  const char *at = strstr(overview, "Commands:\n");
  if (at == NULL) return 0;
  for (at += 10; strncmp(at, "  ", 2) == 0 && count < largest; at = strchr(at, '\n') + 1)
    if (sscanf(at, " %31s", names[count]) == 1) ++count;
  return count;
}

int main(int argc, char **argv) {
  char names[20][32];
  begin(argc, argv);
  char *page = read_file(VT_SOURCE_DIR "/docs/cli.md");
  CHECK(page != NULL);
  outcome o = run("help");
  CHECK(page != NULL && strstr(page, o.out) != NULL);
  int count = list_commands(o.out, names, 20);
  CHECK(count >= 5);
  for (int i = 0; i < count; ++i) {
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "help %s", names[i]);
    o = run(arguments);
    CHECK(o.code == 0 && o.out[0] != '\0');
    if (!CHECK(page != NULL && strstr(page, o.out) != NULL)) printf("  docs/cli.md lacks:\n%s", o.out);
    snprintf(arguments, sizeof arguments, "%s --help", names[i]);
    outcome same = run(arguments);
    CHECK(same.code == 0 && strcmp(same.out, o.out) == 0);
  }
  free(page);
  end();
  return check_report();
}
