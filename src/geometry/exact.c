// Integers of up to 512 bits as sign and absolute value.
#include "geometry/exact.h"

#include <assert.h>
#include <math.h>

__extension__ typedef unsigned __int128 wide;

static void trim(vt_exact *a) {
  while (a->count > 0 && a->words[a->count - 1] == 0) --a->count;
  if (a->count == 0) a->sign = 0;
}

vt_exact vt_exact_from(double number) {
  vt_exact a = {(number > 0) - (number < 0), number != 0, {(uint64_t)fabs(number)}};
  return a;
}

static int compare_sizes(const vt_exact *a, const vt_exact *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; --i)
    if (a->words[i] != b->words[i]) return a->words[i] < b->words[i] ? -1 : 1;
  return 0;
}

// |a| + |b| with the sign of a.
static vt_exact add_sizes(const vt_exact *a, const vt_exact *b) {
  const vt_exact *longer = a->count >= b->count ? a : b, *shorter = longer == a ? b : a;
  vt_exact sum = {a->sign, longer->count, {0}};
  uint64_t carry = 0;
  for (int i = 0; i < longer->count; ++i) {
    wide s = (wide)longer->words[i] + (i < shorter->count ? shorter->words[i] : 0) + carry;
    sum.words[i] = (uint64_t)s;
    carry = (uint64_t)(s >> 64);
  }
  if (carry > 0) {
    assert(sum.count < VT_EXACT_WORDS);
    sum.words[sum.count++] = carry;
  }
  return sum;
}

// |a| - |b| with the sign of a, where |a| >= |b|.
static vt_exact subtract_sizes(const vt_exact *a, const vt_exact *b) {
  vt_exact rest = {a->sign, a->count, {0}};
  uint64_t borrow = 0;
  for (int i = 0; i < a->count; ++i) {
    wide d = (wide)a->words[i] - (i < b->count ? b->words[i] : 0) - borrow;
    rest.words[i] = (uint64_t)d;
    borrow = (uint64_t)(d >> 64) & 1;
  }
  trim(&rest);
  return rest;
}

vt_exact vt_exact_add(const vt_exact *a, const vt_exact *b) {
  if (a->sign == 0) return *b;
  if (b->sign == 0) return *a;
  if (a->sign == b->sign) return add_sizes(a, b);
  return compare_sizes(a, b) >= 0 ? subtract_sizes(a, b) : subtract_sizes(b, a);
}

vt_exact vt_exact_sub(const vt_exact *a, const vt_exact *b) {
  vt_exact minus = *b;
  minus.sign = -minus.sign;
  return vt_exact_add(a, &minus);
}

vt_exact vt_exact_mul(const vt_exact *a, const vt_exact *b) {
  vt_exact product = {a->sign * b->sign, 0, {0}};
  if (product.sign == 0) return product;
  for (int i = 0; i < a->count; ++i) {
    uint64_t carry = 0;
    for (int j = 0; j <= b->count; ++j) {
      wide s = j < b->count ? (wide)a->words[i] * b->words[j] : 0;
      if (i + j >= VT_EXACT_WORDS) {
        assert(s == 0 && carry == 0);
        break;
      }
      s += product.words[i + j];
      s += carry;
      product.words[i + j] = (uint64_t)s;
      carry = (uint64_t)(s >> 64);
    }
  }
  product.count = VT_EXACT_WORDS;
  trim(&product);
  return product;
}

double vt_exact_value(const vt_exact *a) {
  double value = 0;
  for (int i = a->count - 1; i >= 0; --i) value = value * 0x1p64 + (double)a->words[i];
  return a->sign * value;
}
