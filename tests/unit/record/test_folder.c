// A run folder appears whole or not at all, and takes nobody else's place.
#include "check.h"

#include "record/folder.h"
#include "record/tree.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <dirent.h>

static char root[256];

static char *at(const char *name) {
  static char paths[6][600];
  static int next;
  char *path = paths[next++ % 6];
  snprintf(path, sizeof paths[0], "%s/%s", root, name);
  return path;
}

static void put(const char *folder, const char *name, const char *text) {
  char path[700];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (file == NULL) return;
  fputs(text, file);
  fclose(file);
}

static bool holds(const char *path, const char *text) {
  char line[100] = "";
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  if (fgets(line, sizeof line, file) == NULL) line[0] = '\0';
  fclose(file);
  return strcmp(line, text) == 0;
}

static int entries(const char *path) {
  DIR *listing = opendir(path);
  int count = -2;
  if (listing == NULL) return -1;
  while (readdir(listing) != NULL) ++count;
  closedir(listing);
  return count;
}

// A whole run with one file that tells which run it is.
static bool run(const char *target, const char *mark, bool exchange, vt_error *error) {
  vt_folder folder;
  bool good = vt_folder_create(&folder, target, error);
  if (good) {
    put(folder.partial, "summary.json", "{\"ventouse\": 1}");
    put(folder.partial, "steps.csv", mark);
    good = vt_folder_publish(&folder, exchange, error);
  }
  vt_folder_destroy(&folder);
  return good;
}

static void test_new_and_replaced(void) {
  for (int exchange = 0; exchange < 2; ++exchange) {
    vt_error error = {0};
    CHECK(run(at("a/b/cup/"), "first", exchange, &error));
    CHECK(holds(at("a/b/cup/steps.csv"), "first"));
    put(at("a/b/cup"), "notes.txt", "mine");
    put(at("a/b/cup"), "report.html", "old report");
    CHECK(run(at("a/b/cup"), "second", exchange, &error));
    CHECK(holds(at("a/b/cup/steps.csv"), "second"));
    CHECK(holds(at("a/b/cup/notes.txt"), "mine"));
    CHECK(!holds(at("a/b/cup/report.html"), "old report"));
    CHECK(entries(at("a/b")) == 1);
    vt_tree_remove(at("a"));
    CHECK(entries(root) == 0);
  }
}

static void refuse(const char *target, const char *why) {
  vt_error error = {0};
  int before = entries(root);
  CHECK(!run(target, "new", true, &error));
  CHECK_CONTAINS(error.message, why);
  CHECK(strchr(error.message, '\n') == NULL);
  CHECK(entries(root) == before);
}

static void test_refused(void) {
  mkdir(at("work"), 0777);
  put(at("work"), "thesis.tex", "precious");
  refuse(at("work"), "found a folder that is not a run");
  put(at("work"), "summary.json", "{\"tool\": \"other\"}");
  refuse(at("work"), "found a folder that is not a run");
  CHECK(holds(at("work/thesis.tex"), "precious"));
  put(root, "file", "text");
  refuse(at("file"), "found a file");
  refuse(at("file/inside"), "cannot");
  refuse(at("new/deep/."), "no name for the run folder");
  refuse("/proc/nowhere/run", "cannot make the folder");
  vt_tree_remove(at("work"));
  vt_tree_remove(at("file"));
}

static void test_empty_and_link(void) {
  vt_error error = {0};
  mkdir(at("empty"), 0777);
  CHECK(run(at("empty"), "new", true, &error));
  CHECK(symlink(at("empty"), at("link")) == 0);
  CHECK(run(at("link"), "newer", true, &error));
  CHECK(holds(at("empty/steps.csv"), "newer"));
  struct stat facts;
  CHECK(lstat(at("link"), &facts) == 0 && S_ISLNK(facts.st_mode));
  vt_tree_remove(at("link"));
  CHECK(entries(at("empty")) == 2); // a link is removed, not what it stands for
  vt_tree_remove(at("empty"));
}

static void test_given_up(void) {
  vt_error error = {0};
  vt_folder folder;
  CHECK(vt_folder_create(&folder, at("x/y/cup"), &error));
  put(folder.partial, "steps.csv", "half");
  vt_folder_destroy(&folder);
  CHECK(entries(root) == 0); // the parents made for it are gone too
}

// A killed process leaves its hidden folder; the next run removes it, but not that of a living one.
static void test_killed(void) {
  vt_error error = {0};
  CHECK(run(at("cup"), "old", true, &error));
  int ready[2];
  CHECK(pipe(ready) == 0);
  pid_t child = fork();
  if (child == 0) {
    vt_folder folder;
    bool good = vt_folder_create(&folder, at("cup"), &error);
    put(folder.partial, "steps.csv", "half");
    if (write(ready[1], good ? "y" : "n", 1) != 1) _exit(1);
    pause();
    _exit(1);
  }
  char answer = 'n';
  CHECK(read(ready[0], &answer, 1) == 1 && answer == 'y');
  CHECK(run(at("cup"), "new", true, &error));
  CHECK(entries(root) == 2); // the run and the living one's folder
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  CHECK(entries(root) == 2);
  CHECK(holds(at("cup/steps.csv"), "new"));
  CHECK(run(at("cup"), "newer", true, &error));
  CHECK(entries(root) == 1);
  CHECK(holds(at("cup/steps.csv"), "newer"));
  close(ready[0]);
  close(ready[1]);
  vt_tree_remove(at("cup"));
}

// Killed between the two renames of a system without exchange: the old run comes back.
static void test_moved_aside(void) {
  vt_error error = {0};
  vt_folder folder;
  CHECK(run(at("cup"), "old", true, &error));
  CHECK(rename(at("cup"), at(".cup.old-999999")) == 0);
  CHECK(vt_folder_create(&folder, at("cup"), &error));
  CHECK(holds(at("cup/steps.csv"), "old"));
  vt_folder_destroy(&folder);
  CHECK(entries(root) == 1);
  // Names that only look alike are left alone.
  mkdir(at(".cup.partial-notes"), 0777);
  mkdir(at(".cupboard.partial-999999"), 0777);
  CHECK(run(at("cup"), "new", true, &error));
  CHECK(entries(root) == 3);
  vt_tree_remove(at(".cup.partial-notes"));
  vt_tree_remove(at(".cupboard.partial-999999"));
  vt_tree_remove(at("cup"));
}

int main(void) {
  snprintf(
      root, sizeof root, "%s/ventouse-folder-XXXXXX", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
  if (mkdtemp(root) == NULL) return 1;
  test_new_and_replaced();
  test_refused();
  test_empty_and_link();
  test_given_up();
  test_killed();
  test_moved_aside();
  CHECK(entries(root) == 0);
  rmdir(root);
  return check_report();
}
