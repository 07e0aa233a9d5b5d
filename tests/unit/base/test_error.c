// Errors are one line, and the first one is kept.
#include "base/error.h"

#include "check.h"

int main(void) {
  vt_error error = {0};
  CHECK(!vt_fail(&error, VT_BAD_INPUT, "%s:%d: found %s", "a\nb.xml", 7, "x"));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK(strcmp(error.message, "a b.xml:7: found x") == 0);
  vt_fail(&error, VT_NO_MEMORY, "later");
  CHECK(error.code == VT_BAD_INPUT && strstr(error.message, "later") == NULL);
  vt_error cut = {0};
  char name[3000];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  vt_fail(&cut, VT_BAD_INPUT, "%s", name);
  CHECK(strlen(cut.message) == sizeof cut.message - 1);
  CHECK(vt_version()[0] != '\0');
  return check_report();
}
