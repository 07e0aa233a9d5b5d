// Numbers by chance, the same for the same seed on every machine.
#ifndef VT_TESTS_CHANCE_H
#define VT_TESTS_CHANCE_H

#include <math.h>
#include <stdint.h>

// splitmix64 (Steele, Lea and Flood 2014).
static inline uint64_t chance_draw(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// From 0 to below 1.
static inline double chance_share(uint64_t *state) {
  return (double)(chance_draw(state) >> 11) / 9007199254740992.0;
}

static inline double chance_between(uint64_t *state, double low, double high) {
  return low + (high - low) * chance_share(state);
}

// Between two powers of ten, all of them as likely.
static inline double chance_power(uint64_t *state, double low, double high) {
  return pow(10, chance_between(state, low, high));
}

// 0 to count - 1.
static inline int chance_pick(uint64_t *state, int count) {
  return (int)(chance_draw(state) % (uint64_t)count);
}

#endif
