// Numbers as text read back to the same bits, in every locale.
#include "check.h"

#include "record/number.h"

#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <float.h>
#include <stdbool.h>

static void test_exact(void) {
  const double values[] = {
      0, -0.0, 0.1, 1.0 / 3, 1e300, -2.5e-300, DBL_MIN, DBL_TRUE_MIN, DBL_MAX, 101325, 1e15, 1e16 + 2};
  char text[VT_NUMBER_SIZE];
  for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
    CHECK(vt_number_exact(text, values[i]) == strlen(text));
    double back = strtod(text, NULL);
    CHECK(memcmp(&back, &values[i], sizeof back) == 0);
  }
  uint64_t bits = 88172645463325252u; // any bits, by xorshift
  for (int i = 0; i < 100000; ++i) {
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    double value, back;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    vt_number_exact(text, value);
    back = strtod(text, NULL);
    if (back != value) CHECK(back == value);
  }
  vt_number_exact(text, 0.1);
  CHECK(strcmp(text, "0.1") == 0);
  vt_number_exact(text, NAN);
  CHECK(strcmp(text, "nan") == 0);
  vt_number_exact(text, -INFINITY);
  CHECK(strcmp(text, "-inf") == 0);
  vt_number_short(text, 3.14159265, 3);
  CHECK(strcmp(text, "3.14") == 0);
  vt_number_short(text, -0.0, 3);
  CHECK(strcmp(text, "0") == 0);
}

// With a locale that writes a comma, where the system has one.
static void test_locale(void) {
  const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
  bool found = false;
  for (int i = 0; i < 4 && !found; ++i) found = setlocale(LC_NUMERIC, names[i]) != NULL;
  char text[VT_NUMBER_SIZE];
  vt_number_exact(text, -1234.5e-12);
  CHECK(strcmp(text, "-1.2345e-09") == 0);
  setlocale(LC_NUMERIC, "C");
}

int main(void) {
  test_exact();
  test_locale();
  return check_report();
}
