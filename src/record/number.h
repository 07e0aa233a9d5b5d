// Numbers as text: the fewest digits that read back to the same bits, with a point in every locale.
#ifndef VT_RECORD_NUMBER_H
#define VT_RECORD_NUMBER_H

#include <stddef.h>

#define VT_NUMBER_SIZE 40 // bytes that hold any number as text

// Writes value into text (VT_NUMBER_SIZE bytes) so that it reads back exactly; returns its length.
// Infinite values are "inf" and "-inf", what is no number is "nan".
size_t vt_number_exact(char *text, double value);

// The same with at most `digits` significant digits, for people.
size_t vt_number_short(char *text, double value, int digits);

#endif
