// A page of several runs: cards and pictures that are there, and runs that could not be.
#include <ventouse/record.h>

#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) exit(2);
  fputs(text, file);
  if (fclose(file) != 0) exit(2);
}

static void read_page(char *page, size_t size) {
  FILE *file = fopen("index.html", "rb");
  page[file == NULL ? 0 : fread(page, 1, size - 1, file)] = '\0';
  if (file != NULL) fclose(file);
}

int main(void) {
  char folder[] = "/tmp/ventouse-gallery-XXXXXX";
  static char page[1 << 16];
  vt_error error = {0};
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 2;
  CHECK(mkdir("a b", 0777) == 0 && mkdir("old", 0777) == 0);
  put("a b/card.html", "<h2>card of a</h2>");
  put("a b/picture.png", "not looked into");
  put("old/card.html", "<h2>card of old</h2>");
  put("old/picture.png", "not looked into");
  vt_gallery_run runs[] = {{"a b", NULL}, {"old", "could <not> be"}, {"none", NULL}};
  CHECK(vt_gallery_write(".", "Runs & more", runs, 3, &error));
  read_page(page, sizeof page);
  CHECK_CONTAINS(page, "<h1>Runs &amp; more</h1>");
  CHECK_CONTAINS(page, "<h2>card of a</h2>");
  CHECK_CONTAINS(page, "<img src=\"a%20b/picture.png\"");
  CHECK_CONTAINS(page, "<b>No run</b> could &lt;not&gt; be");
  CHECK_CONTAINS(page, "<b>No run</b> it has no card");
  CHECK(strstr(page, "card of old") == NULL && strstr(page, "old/picture.png") == NULL);
  CHECK(!vt_gallery_write("a b/card.html", "t", runs, 3, &error));
  CHECK_CONTAINS(error.message, "a b/card.html/index.html");
  if (chdir("/") != 0) return 2;
  char command[80];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  return check_report();
}
