// Every public function is called with bad arguments: it answers harmlessly, and in debug builds, where
// nobody asks otherwise, it ends the program.
#include "misuse.h"

#include "base/misuse.h"

#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool ends;

bool vt_misuse_ends(void) { return ends; }

static char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1, 200000);
  if (CHECK(file != NULL && text != NULL)) text[fread(text, 1, 199999, file)] = '\0';
  if (file != NULL) fclose(file);
  return text;
}

// Whether one of the sources has the call.
static bool is_called(const glob_t *sources, char *const *texts, const char *call) {
  for (size_t i = 0; i < sources->gl_pathc; ++i)
    if (strstr(texts[i], call) != NULL) return true;
  return false;
}

// The functions of a header that no source calls are told; returns how many it has: names before a bracket on
// lines that are marked as public.
static int check_header(const char *path, const glob_t *sources, char *const *texts) {
  int count = 0;
  char *text = read_text(path);
  for (char *at = strstr(text, "\nVT_API "); at != NULL; at = strstr(at + 1, "\nVT_API ")) {
    char *end = at + 8 + strcspn(at + 8, "("), *name = end;
    while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z') || (name[-1] >= '0' && name[-1] <= '9'))
      --name;
    char call[100];
    snprintf(call, sizeof call, "%.*s(", (int)(end - name), name);
    if (!CHECK(is_called(sources, texts, call))) printf("  %s of %s is called by no test\n", call, path);
    ++count;
  }
  free(text);
  return count;
}

// Every function of every public header is called in a file beside this one.
static void check_all_called(void) {
  glob_t headers, sources;
  char *texts[8] = {NULL};
  int count = 0;
  if (!CHECK(glob(VT_SOURCE_DIR "/include/ventouse/*.h", 0, NULL, &headers) == 0)) return;
  if (!CHECK(glob(VT_SOURCE_DIR "/tests/robust/api/misuse_*.c", 0, NULL, &sources) == 0)) return;
  if (!CHECK(sources.gl_pathc <= 8)) return;
  for (size_t i = 0; i < sources.gl_pathc; ++i) texts[i] = read_text(sources.gl_pathv[i]);
  for (size_t h = 0; h < headers.gl_pathc; ++h) count += check_header(headers.gl_pathv[h], &sources, texts);
  CHECK(headers.gl_pathc > 10 && count > 160);
  for (size_t i = 0; i < sources.gl_pathc; ++i) free(texts[i]);
  globfree(&headers);
  globfree(&sources);
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
  CHECK(misuse_haptics() == 0);
  CHECK(misuse_track() == 0);
  check_end();
  return check_report();
}
