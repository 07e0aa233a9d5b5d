// Numbers as text: the fewest digits that read back to the same bits, with a point in every locale.
#include "record/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Joins whatever the locale puts between digits (one byte or several) to one point; returns the new length.
static size_t use_point(char *text) {
  size_t length = 0;
  for (const char *from = text; *from != '\0';) {
    if (strchr("0123456789+-e", *from) != NULL) {
      text[length++] = *from++;
    } else {
      text[length++] = '.';
      while (*from != '\0' && strchr("0123456789+-e", *from) == NULL) ++from;
    }
  }
  text[length] = '\0';
  return length;
}

static size_t write_special(char *text, double value) {
  const char *word = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  memcpy(text, word, strlen(word) + 1);
  return strlen(word);
}

size_t vt_number_exact(char *text, double value) {
  if (!isfinite(value)) return write_special(text, value);
  for (int digits = 15; digits <= 17; ++digits) {
    snprintf(text, VT_NUMBER_SIZE, "%.*g", digits, value);
    if (digits == 17 || strtod(text, NULL) == value) break;
  }
  return use_point(text);
}

size_t vt_number_short(char *text, double value, int digits) {
  if (!isfinite(value)) return write_special(text, value);
  snprintf(text, VT_NUMBER_SIZE, "%.*g", digits, value == 0 ? 0.0 : value);
  return use_point(text);
}
