// A small test harness: CHECKs count failures and go on; a test program ends with `return check_report();`.
#ifndef VT_TESTS_CHECK_H
#define VT_TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

// Under a sanitizer, where all is four to five times as slow and memory is what is looked at, tests that
// refine steps run the coarse ones only.
#ifdef __has_feature // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static int check_passed, check_failed;

static inline int check_that(int holds, const char *file, int line, const char *what) {
  if (holds) {
    ++check_passed;
  } else {
    ++check_failed;
    printf("%s:%d: failed: %s\n", file, line, what);
  }
  return holds;
}

static inline int check_near(
    double a, double b, double tolerance, const char *file, int line, const char *what) {
  int holds = fabs(a - b) <= tolerance; // false for NaN
  check_that(holds, file, line, what);
  if (!holds) printf("  %.17g against %.17g, off by %.3g, allowed %.3g\n", a, b, fabs(a - b), tolerance);
  return holds;
}

static inline int check_text(const char *text, const char *part, const char *file, int line) {
  int holds = text != NULL && strstr(text, part) != NULL;
  check_that(holds, file, line, "text contains");
  if (!holds) printf("  \"%s\" does not contain \"%s\"\n", text == NULL ? "(null)" : text, part);
  return holds;
}

#define CHECK(condition) check_that((condition) != 0, __FILE__, __LINE__, #condition)
// |a - b| <= tolerance, absolute.
#define CHECK_NEAR(a, b, tolerance) check_near(a, b, tolerance, __FILE__, __LINE__, #a " near " #b)
// |a - b| <= tolerance * |b|.
#define CHECK_CLOSE(a, b, tolerance)                                                                         \
  check_near(a, b, (tolerance)*fabs(b), __FILE__, __LINE__, #a " close to " #b)
#define CHECK_CONTAINS(text, part) check_text(text, part, __FILE__, __LINE__)

static inline int check_report(void) {
  printf("%d passed, %d failed\n", check_passed, check_failed);
  return check_failed == 0 && check_passed > 0 ? 0 : 1;
}

#endif
