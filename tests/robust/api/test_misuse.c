// Every public function is called with bad arguments: it answers harmlessly, and in debug builds, where
// nobody asks otherwise, it ends the program.
#include "misuse.h"

#include "base/misuse.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool ends;

bool vt_misuse_ends(void) { return ends; }

static char *read_text(const char *path) {
  char full[512];
  snprintf(full, sizeof full, "%s/%s", VT_SOURCE_DIR, path);
  FILE *file = fopen(full, "r");
  char *text = calloc(1, 200000);
  if (CHECK(file != NULL && text != NULL)) text[fread(text, 1, 199999, file)] = '\0';
  if (file != NULL) fclose(file);
  return text;
}

// Names before a bracket on lines that are marked as public.
static void check_all_called(void) {
  static const char *const headers[] = {"base", "mesh", "model", "world", "scene", "record", "solve"},
                           *const sources[] = {"misuse_model.c", "misuse_world.c", "misuse_files.c"};
  char *tests[3], path[100];
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    snprintf(path, sizeof path, "tests/robust/api/%s", sources[i]);
    tests[i] = read_text(path);
  }
  for (size_t h = 0; h < sizeof headers / sizeof *headers; ++h) {
    snprintf(path, sizeof path, "include/ventouse/%s.h", headers[h]);
    char *text = read_text(path);
    for (char *at = strstr(text, "\nVT_API "); at != NULL; at = strstr(at + 1, "\nVT_API ")) {
      size_t length = strcspn(at + 8, "(");
      char *end = at + 8 + length, *name = end;
      while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z') || (name[-1] >= '0' && name[-1] <= '9'))
        --name;
      char call[100];
      snprintf(call, sizeof call, "%.*s(", (int)(end - name), name);
      bool found = false;
      for (int i = 0; i < 3; ++i) found |= strstr(tests[i], call) != NULL;
      if (!CHECK(found)) printf("  %s is called by no test\n", call);
      ++count;
    }
    free(text);
  }
  CHECK(count > 150);
  for (int i = 0; i < 3; ++i) free(tests[i]);
}

// In a child, as it may end.
static void check_end(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    ends = true;
    if (freopen("/dev/null", "w", stderr) == NULL) _exit(2);
    _exit(vt_model_body_count(NULL));
  }
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
#ifdef NDEBUG
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#else
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#endif
}

int main(void) {
  check_all_called();
  CHECK(misuse_model() == 0);
  CHECK(misuse_world() == 0);
  CHECK(misuse_files() == 0);
  check_end();
  return check_report();
}
