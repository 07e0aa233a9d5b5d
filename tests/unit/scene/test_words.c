// Hints for misspelt words, and paths.
#include <stdlib.h>

#include "check.h"
#include "scene/complaint.h"
#include "scene/files.h"
#include "scene/hint.h"

static void test_distance(void) {
  CHECK(vt_word_distance("", "") == 0);
  CHECK(vt_word_distance("mass", "mass") == 0);
  CHECK(vt_word_distance("masss", "mass") == 1);
  CHECK(vt_word_distance("", "mass") == 4);
  CHECK(vt_word_distance("mass", "") == 4);
  CHECK(vt_word_distance("yuong", "young") == 1); // neighbours swapped
  CHECK(vt_word_distance("kitten", "sitting") == 3);
  CHECK(vt_word_distance("saturday", "sunday") == 3);
  char long_word[1000];
  memset(long_word, 'a', sizeof long_word);
  long_word[sizeof long_word - 1] = '\0';
  CHECK(vt_word_distance(long_word, long_word) == 0);
  CHECK(vt_word_distance(long_word, "") == 64);
}

static void test_hints(void) {
  vt_hint hint;
  vt_hint_start(&hint, "silicon");
  vt_hint_offer(&hint, "steel");
  vt_hint_offer(&hint, "silicone");
  CHECK(strcmp(vt_hint_text(&hint), "; did you mean 'silicone'?") == 0);
  vt_hint_start(&hint, "rubber");
  CHECK(strcmp(vt_hint_text(&hint), "; there is none") == 0);
  vt_hint_start(&hint, "rubber");
  vt_hint_offer(&hint, "steel");
  CHECK(strcmp(vt_hint_text(&hint), "; there is: steel") == 0);
  vt_hint_start(&hint, "rubber");
  vt_hint_offer(&hint, "steel");
  vt_hint_offer(&hint, "silicone");
  CHECK(strcmp(vt_hint_text(&hint), "; there are: steel, silicone") == 0);
  vt_hint_start(&hint, "rubber");
  for (int i = 0; i < 100; ++i) vt_hint_offer(&hint, "polypropylene");
  const char *text = vt_hint_text(&hint);
  CHECK(strlen(text) < 300);
  CHECK(strcmp(text + strlen(text) - 3, "...") == 0);
}

static void test_found(void) {
  CHECK(strcmp(vt_found("4e6Pa").text, "4e6Pa") == 0);
  CHECK(strcmp(vt_found("a\nb\x7f").text, "a b ") == 0);
  CHECK(strcmp(vt_found("a\xff").text, "a?") == 0);
  CHECK(strcmp(vt_found("\xc3\xa9").text, "\xc3\xa9") == 0);
  char text[200];
  for (size_t i = 0; i < sizeof text; i += 2) memcpy(text + i, "\xc3\xa9", 2);
  text[sizeof text - 2] = '\0';
  for (int shift = 0; shift < 2; ++shift) { // cut between letters whatever the place
    memmove(text + shift, text, sizeof text - 2);
    if (shift) text[0] = 'a';
    text[sizeof text - 2 + (size_t)shift] = '\0';
    vt_found_text found = vt_found(text);
    size_t length = strlen(found.text);
    CHECK(strcmp(found.text + length - 3, "...") == 0);
    CHECK(((length - 3 - (size_t)shift) % 2) == 0);
  }
}

static void check_join(const char *from, const char *path, const char *wanted) {
  vt_error error = {0};
  char *joined = vt_join_path(from, path, &error);
  CHECK(joined != NULL && strcmp(joined, wanted) == 0);
  free(joined);
}

static void test_paths(void) {
  check_join("scene.xml", "a.msh", "a.msh");
  check_join("scenes/scene.xml", "a.msh", "scenes/a.msh");
  check_join("scenes/scene.xml", "../meshes/a.msh", "scenes/../meshes/a.msh");
  check_join("/x/scene.xml", "/y/a.msh", "/y/a.msh");
  check_join("/scene.xml", "a.msh", "/a.msh");
  CHECK(vt_same_path("a.xml", "a.xml"));
  CHECK(vt_same_path("a.xml", "./a.xml"));
  CHECK(vt_same_path("b/../a.xml", "a.xml"));
  CHECK(vt_same_path("b/c/../../a.xml", "a.xml"));
  CHECK(vt_same_path("b//a.xml", "b/a.xml"));
  CHECK(vt_same_path("../a.xml", "x/../../a.xml"));
  CHECK(vt_same_path("/b/a.xml", "/b/./a.xml"));
  CHECK(!vt_same_path("../a.xml", "a.xml"));
  CHECK(!vt_same_path("a.xml", "b.xml"));
  CHECK(!vt_same_path("b/a.xml", "a.xml"));
  CHECK(!vt_same_path("/a.xml", "a.xml"));
  CHECK(!vt_same_path("aa.xml", "a.xml"));
}

int main(void) {
  test_distance();
  test_hints();
  test_found();
  test_paths();
  return check_report();
}
