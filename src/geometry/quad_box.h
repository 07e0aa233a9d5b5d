// Boxes in floats, four side by side: the nodes of trees with four children, compared in one go.
#ifndef VT_GEOMETRY_QUAD_BOX_H
#define VT_GEOMETRY_QUAD_BOX_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// Four numbers side by side, and the answers to four comparisons: all bits set for yes.
typedef float vt_lanes __attribute__((vector_size(16)));
typedef int32_t vt_answers __attribute__((vector_size(16)));

typedef struct vt_float_box {
  float low[3], high[3];
} vt_float_box;

// The boxes of a node's four children; those that are missing are around nothing.
typedef struct vt_quad {
  float low[3][4], high[3][4];
} vt_quad;

static const vt_float_box vt_box_nothing = {
    {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static inline vt_lanes vt_lanes_load(const float x[4]) {
  vt_lanes l;
  memcpy(&l, x, sizeof l);
  return l;
}

static inline vt_lanes vt_lanes_of(float x) { return (vt_lanes){x, x, x, x}; }

// Bit k for answer k.
static inline unsigned vt_answer_bits(vt_answers a) {
#ifdef __SSE__
  return (unsigned)__builtin_ia32_movmskps((vt_lanes)a);
#else
  return (unsigned)((a[0] & 1) | (a[1] & 2) | (a[2] & 4) | (a[3] & 8));
#endif
}

static inline void vt_quad_set(vt_quad *q, int k, const vt_float_box *b) {
  for (int axis = 0; axis < 3; ++axis) {
    q->low[axis][k] = b->low[axis];
    q->high[axis][k] = b->high[axis];
  }
}

static inline vt_float_box vt_quad_join(const vt_quad *q) {
  vt_float_box b;
  for (int axis = 0; axis < 3; ++axis) {
    b.low[axis] = q->low[axis][0], b.high[axis] = q->high[axis][0];
    for (int k = 1; k < 4; ++k) {
      b.low[axis] = q->low[axis][k] < b.low[axis] ? q->low[axis][k] : b.low[axis];
      b.high[axis] = q->high[axis][k] > b.high[axis] ? q->high[axis][k] : b.high[axis];
    }
  }
  return b;
}

#endif
