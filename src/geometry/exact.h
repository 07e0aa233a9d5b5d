// Integers of up to 512 bits: the fallback of the exact predicates where rounding leaves a doubt.
#ifndef VT_GEOMETRY_EXACT_H
#define VT_GEOMETRY_EXACT_H

#include <stdint.h>

#define VT_EXACT_WORDS 8

typedef struct vt_exact {
  int sign;                       // -1, 0 or 1
  int count;                      // words in use; the highest is not 0
  uint64_t words[VT_EXACT_WORDS]; // the absolute value, lowest first
} vt_exact;

// A whole number below 2^63 in size.
vt_exact vt_exact_from(double number);

// The caller knows that the result has at most 512 bits.
vt_exact vt_exact_add(const vt_exact *a, const vt_exact *b);
vt_exact vt_exact_sub(const vt_exact *a, const vt_exact *b);
vt_exact vt_exact_mul(const vt_exact *a, const vt_exact *b);

// To the precision of a double.
double vt_exact_value(const vt_exact *a);

#endif
