// Every malformed scene gives exactly one line that says where and what.
#include <stdlib.h>
#include <unistd.h>

#include <ventouse/scene.h>

#include "bad_scene_table.h"
#include "check.h"

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) exit(2);
  fputs(text, file);
  if (fclose(file) != 0) exit(2);
}

static void check_bad(const bad_scene *bad) {
  write_text("scene.xml", bad->text);
  if (bad->other != NULL) write_text("other.xml", bad->other);
  vt_error error = {0};
  vt_scene *scene = vt_scene_load("scene.xml", &bad->override, bad->override != NULL, &error);
  int before = check_failed;
  CHECK(scene == NULL);
  CHECK(error.code == VT_BAD_INPUT);
  CHECK(strncmp(error.message, bad->start, strlen(bad->start)) == 0);
  CHECK(strpbrk(error.message, "\n\r\t") == NULL);
  for (int i = 0; i < 3; ++i)
    if (bad->words[i] != NULL) CHECK_CONTAINS(error.message, bad->words[i]);
  if (check_failed > before) printf("  in \"%s\": %s\n", bad->title, error.message);
  if (getenv("VERBOSE") != NULL) printf("%s\n", error.message);
  vt_scene_destroy(scene);
  unlink("scene.xml");
  unlink("other.xml");
}

// Includes nested one deeper than allowed, and a file above the limit.
static void check_limits(void) {
  for (int i = 0; i < 20; ++i) {
    char path[32], text[80];
    snprintf(path, sizeof path, "nest%d.xml", i);
    snprintf(text, sizeof text, "<scene><include file=\"nest%d.xml\"/></scene>", i + 1);
    write_text(path, text);
  }
  vt_error error = {0};
  CHECK(vt_scene_load("nest0.xml", NULL, 0, &error) == NULL);
  CHECK_CONTAINS(error.message, "nest15.xml:1: includes within includes");
  for (int i = 0; i < 20; ++i) {
    char path[32];
    snprintf(path, sizeof path, "nest%d.xml", i);
    unlink(path);
  }
  FILE *file = fopen("large.xml", "wb");
  if (file == NULL) exit(2);
  fputs("<scene>", file);
  for (int i = 0; i < 17 << 10; ++i) fprintf(file, "%1024s", "");
  fputs("</scene>", file);
  fclose(file);
  CHECK(vt_scene_load("large.xml", NULL, 0, &error) == NULL);
  CHECK_CONTAINS(error.message, "large.xml: cannot be read: the file is larger than 16 MB");
  unlink("large.xml");
  CHECK(vt_scene_load("nowhere.xml", NULL, 0, &error) == NULL);
  CHECK_CONTAINS(error.message, "nowhere.xml: cannot be read: No such file");
  CHECK(vt_scene_load(".", NULL, 0, &error) == NULL);
  CHECK_CONTAINS(error.message, "cannot be read");
}

int main(void) {
  char folder[] = "/tmp/ventouse-bad-scenes-XXXXXX";
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 2;
  const bad_scene_table *tables[] = {
      &bad_words, &bad_bodies, &bad_contact, &bad_air, &bad_tracks, &bad_vacuum};
  int count = 0;
  for (int k = 0; k < (int)(sizeof tables / sizeof *tables); ++k)
    for (int i = 0; i < tables[k]->count; ++i, ++count) check_bad(&tables[k]->scenes[i]);
  check_limits();
  if (chdir("/") != 0 || rmdir(folder) != 0) return 2;
  printf("%d malformed scenes\n", count);
  return check_report();
}
