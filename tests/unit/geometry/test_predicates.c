// Exact signs against whole numbers of any length, on points chosen so that the determinants are 0 or nearly
// so.
#include "check.h"
#include "samples.h"

#include "geometry/exact.h"
#include "geometry/predicates.h"

#include <stdlib.h>

// ---------------------------------------------------------------- whole numbers, written digit by digit

#define DIGITS 80 // of 16 bits

// In two's complement, so unlike the one under test: no sign, no length.
typedef struct number {
  uint16_t digits[DIGITS];
} number;

static number from_integer(int64_t x) {
  number n;
  for (int i = 0; i < DIGITS; ++i) n.digits[i] = (uint16_t)(i < 4 ? x >> 16 * i : x >> 63);
  return n;
}

static number plus(number a, number b) {
  uint32_t carry = 0;
  for (int i = 0; i < DIGITS; ++i) {
    carry += (uint32_t)a.digits[i] + b.digits[i];
    a.digits[i] = (uint16_t)carry;
    carry >>= 16;
  }
  return a;
}

static number negative(number a) {
  for (int i = 0; i < DIGITS; ++i) a.digits[i] = (uint16_t)~a.digits[i];
  return plus(a, from_integer(1));
}

static number times(number a, number b) {
  number c = from_integer(0);
  for (int i = 0; i < DIGITS; ++i) {
    uint32_t carry = 0;
    for (int j = 0; i + j < DIGITS; ++j) {
      carry += (uint32_t)c.digits[i + j] + (uint32_t)a.digits[i] * b.digits[j] % 65536;
      c.digits[i + j] = (uint16_t)carry;
      carry = (carry >> 16) + ((uint32_t)a.digits[i] * b.digits[j] >> 16);
    }
  }
  return c;
}

static int sign_of(number a) {
  if (a.digits[DIGITS - 1] >> 15) return -1;
  for (int i = 0; i < DIGITS; ++i)
    if (a.digits[i] != 0) return 1;
  return 0;
}

// A determinant of n x n by its first row.
static number determinant(const number *m, int n) {
  if (n == 1) return m[0];
  number total = from_integer(0), minor[9];
  for (int column = 0; column < n; ++column) {
    for (int r = 1, k = 0; r < n; ++r)
      for (int c = 0; c < n; ++c)
        if (c != column) minor[k++] = m[r * n + c];
    number term = times(m[column], determinant(minor, n - 1));
    total = plus(total, column % 2 ? negative(term) : term);
  }
  return total;
}

// ---------------------------------------------------------------- planes as in school: n . x = d

typedef struct plane {
  number n[3], d;
} plane;

static number coordinate(const vt_vec3 *a, int k) {
  return from_integer((int64_t)(k == 0 ? a->x : k == 1 ? a->y : a->z));
}

static plane make_plane(const vt_vec3 p[3]) {
  plane result;
  number u[3], v[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = plus(coordinate(&p[1], k), negative(coordinate(&p[0], k)));
    v[k] = plus(coordinate(&p[2], k), negative(coordinate(&p[0], k)));
  }
  result.d = from_integer(0);
  for (int k = 0; k < 3; ++k) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    result.n[k] = plus(times(u[i], v[j]), negative(times(u[j], v[i])));
    result.d = plus(result.d, times(result.n[k], coordinate(&p[0], k)));
  }
  return result;
}

// n . x - d
static number height(const plane *p, const vt_vec3 *x) {
  number h = negative(p->d);
  for (int k = 0; k < 3; ++k) h = plus(h, times(p->n[k], coordinate(x, k)));
  return h;
}

static int true_orient(const vt_vec3 p[3], const vt_vec3 *x) {
  plane plane_p = make_plane(p);
  return sign_of(height(&plane_p, x));
}

// The point of the line as a ratio: x = (p(a) b - p(b) a) / (p(a) - p(b)).
static int true_crossing(const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3], const vt_vec3 s[3]) {
  plane planes[2] = {make_plane(p), make_plane(s)};
  number pa = height(&planes[0], a), pb = height(&planes[0], b), w = plus(pa, negative(pb));
  number h = negative(times(planes[1].d, w));
  for (int k = 0; k < 3; ++k) {
    number x = plus(times(pa, coordinate(b, k)), negative(times(pb, coordinate(a, k))));
    h = plus(h, times(planes[1].n[k], x));
  }
  return sign_of(h);
}

static int true_turn(const vt_vec3 (*p)[3]) {
  number m[9];
  for (int r = 0; r < 3; ++r) {
    plane q = make_plane(p[r]);
    for (int k = 0; k < 3; ++k) m[3 * r + k] = q.n[k];
  }
  return sign_of(determinant(m, 3));
}

// The 4 x 4 determinant of rows (n, -d) is s(x) det(p, q, r) with x where p, q and r meet.
static int true_meeting(const vt_vec3 (*p)[3]) {
  number m[16];
  for (int r = 0; r < 4; ++r) {
    plane q = make_plane(p[r]);
    for (int k = 0; k < 3; ++k) m[4 * r + k] = q.n[k];
    m[4 * r + 3] = negative(q.d);
  }
  return sign_of(determinant(m, 4));
}

// ---------------------------------------------------------------- points

static double whole(uint64_t *seed, double below) { return floor(below * sample(seed)); }

static vt_vec3 random_point(uint64_t *seed, double below) {
  double x = whole(seed, below), y = whole(seed, below);
  return vt_v3(x, y, whole(seed, below));
}

// A point in the plane through p, u and v by small whole multiples, off by up to `off` in each direction.
static vt_vec3 near_plane(uint64_t *seed, vt_vec3 p, vt_vec3 u, vt_vec3 v, double off) {
  double a = whole(seed, 7) - 3, b = whole(seed, 7) - 3;
  vt_vec3 x = vt_madd(vt_madd(p, a, u), b, v);
  vt_vec3 by =
      vt_v3(whole(seed, 2 * off + 1) - off, whole(seed, 2 * off + 1) - off, whole(seed, 2 * off + 1) - off);
  return vt_add(x, by);
}

static void test_exact(void) {
  uint64_t seed = 3;
  for (int trial = 0; trial < 2000; ++trial) {
    double x[6];
    for (int k = 0; k < 6; ++k)
      x[k] = whole(&seed, ldexp(1, 1 + (int)whole(&seed, 62))) * (sample(&seed) < 0.5 ? -1 : 1);
    // x0 x1 x2 x3 - x4 x5 x5 + x0 and its opposite
    vt_exact e[6], product = vt_exact_from(1), other, sum;
    number n[6], product_n = from_integer(1);
    for (int k = 0; k < 6; ++k) {
      e[k] = vt_exact_from(x[k]);
      n[k] = from_integer((int64_t)x[k]);
      if (k < 4) product = vt_exact_mul(&product, &e[k]);
      if (k < 4) product_n = times(product_n, n[k]);
    }
    other = vt_exact_mul(&e[4], &e[5]);
    other = vt_exact_mul(&other, &e[5]);
    sum = vt_exact_sub(&product, &other);
    sum = vt_exact_add(&sum, &e[0]);
    number sum_n = plus(plus(product_n, negative(times(times(n[4], n[5]), n[5]))), n[0]);
    CHECK(sum.sign == sign_of(sum_n));
    for (int i = 0; i < VT_EXACT_WORDS; ++i) { // all digits of the absolute value
      number size = sign_of(sum_n) < 0 ? negative(sum_n) : sum_n;
      uint64_t word = 0;
      for (int k = 3; k >= 0; --k) word = word << 16 | size.digits[4 * i + k];
      CHECK((i < sum.count ? sum.words[i] : 0) == word);
    }
    vt_exact zero = vt_exact_sub(&sum, &sum);
    CHECK(zero.sign == 0 && zero.count == 0);
    CHECK_CLOSE(vt_exact_value(&product), x[0] * x[1] * x[2] * x[3], 1e-15);
  }
}

static void test_orient(uint64_t *seed, double size, double off, int *zeros, int *others) {
  vt_vec3 middle = vt_v3(0.5 * size, 0.5 * size, 0.5 * size);
  vt_vec3 u = vt_sub(random_point(seed, size / 16), random_point(seed, size / 16)),
          v = vt_sub(random_point(seed, size / 16), random_point(seed, size / 16));
  vt_vec3 x[4];
  for (int k = 0; k < 4; ++k) x[k] = near_plane(seed, middle, u, v, off);
  int sign = vt_orient3d(&x[0], &x[1], &x[2], &x[3]);
  CHECK(sign == true_orient(x, &x[3]));
  CHECK(vt_orient3d(&x[1], &x[0], &x[2], &x[3]) == -sign);
  double value = vt_orient3d_value(&x[0], &x[1], &x[2], &x[3]);
  CHECK((value > 0) - (value < 0) == sign);
  ++*(sign == 0 ? zeros : others);
}

// Planes through points near one point: lines and planes meet close to each other.
static void test_meeting(uint64_t *seed, double size, double off, int *zeros, int *others) {
  vt_vec3 middle = random_point(seed, size / 2), planes[4][3], ends[2];
  middle = vt_add(middle, vt_v3(0.25 * size, 0.25 * size, 0.25 * size));
  for (int k = 0; k < 4; ++k) {
    vt_vec3 u = vt_sub(random_point(seed, size / 16), random_point(seed, size / 16)),
            v = vt_sub(random_point(seed, size / 16), random_point(seed, size / 16));
    for (int i = 0; i < 3; ++i) planes[k][i] = near_plane(seed, middle, u, v, off);
  }
  vt_vec3 u = vt_sub(random_point(seed, size / 8), random_point(seed, size / 8));
  ends[0] = vt_add(middle, u);
  ends[1] = vt_sub(middle, vt_add(u, vt_v3(off, 0, -off)));
  int crossing = vt_crossing_side(&ends[0], &ends[1], planes[0], planes[1]);
  CHECK(crossing == true_crossing(&ends[0], &ends[1], planes[0], planes[1]));
  double value = vt_crossing_value(&ends[0], &ends[1], planes[0], planes[1]);
  CHECK((value > 0) - (value < 0) == crossing);
  int meeting = vt_meeting_side(planes[0], planes[1], planes[2], planes[3]);
  // Expanding by the last column or swapping rows gives the same determinant up to its known sign.
  CHECK(meeting == true_meeting((const vt_vec3(*)[3])planes));
  CHECK(vt_normals_turn(planes[0], planes[1], planes[2]) == true_turn((const vt_vec3(*)[3])planes));
  ++*(crossing == 0 ? zeros : others);
  ++*(meeting == 0 ? zeros : others);
}

// Three planes whose normals lie nearly in a plane.
static void test_turn(uint64_t *seed, double size, double off, int *zeros, int *others) {
  vt_vec3 axis = vt_sub(random_point(seed, size / 16), random_point(seed, size / 16)), planes[3][3];
  for (int k = 0; k < 3; ++k) {
    planes[k][0] = random_point(seed, size / 2);
    planes[k][0] = vt_add(planes[k][0], vt_v3(0.25 * size, 0.25 * size, 0.25 * size));
    planes[k][1] = vt_add(planes[k][0], axis);
    planes[k][1].x += whole(seed, 2 * off + 1) - off;
    planes[k][2] = random_point(seed, size);
  }
  int turn = vt_normals_turn(planes[0], planes[1], planes[2]);
  CHECK(turn == true_turn((const vt_vec3(*)[3])planes));
  ++*(turn == 0 ? zeros : others);
}

// The sides and signs in words: above is positive, and so on.
static void test_meaning(void) {
  const vt_vec3 floor_plane[3] = {{0, 0, 4}, {8, 0, 4}, {0, 8, 4}},
                wall[3] = {{5, 0, 0}, {5, 8, 0}, {5, 0, 8}};
  const vt_vec3 other[3] = {{0, 3, 0}, {0, 3, 8}, {8, 3, 0}}, last[3] = {{2, 0, 0}, {2, 8, 0}, {2, 0, 8}};
  const vt_vec3 up = {1, 1, 9}, down = {3, 3, 1};
  CHECK(vt_orient3d(&floor_plane[0], &floor_plane[1], &floor_plane[2], &up) == 1);
  CHECK(vt_orient3d(&floor_plane[0], &floor_plane[1], &floor_plane[2], &down) == -1);
  // The line meets the floor at x = 2.25, behind the wall, in front of `last`.
  CHECK(vt_crossing_side(&up, &down, floor_plane, wall) == -1);
  CHECK(vt_crossing_side(&down, &up, floor_plane, wall) == 1); // times the side of its first end, below
  CHECK(vt_crossing_side(&up, &down, floor_plane, last) == 1);
  int turn = vt_normals_turn(floor_plane, wall, other);
  CHECK(turn == vt_normals_turn(wall, other, floor_plane) &&
        turn == -vt_normals_turn(wall, floor_plane, other));
  CHECK(turn * vt_meeting_side(floor_plane, wall, other, last) == 1); // (5, 3, 4)
}

int main(void) {
  test_exact();
  test_meaning();
  uint64_t seed = 1;
  int zeros = 0, others = 0;
  for (int trial = 0; trial < 600; ++trial)
    for (int bits = 8; bits <= VT_GRID_BITS; bits += 8)
      for (int off = 0; off <= 3; ++off) {
        test_orient(&seed, ldexp(1, bits), off, &zeros, &others);
        if (trial % 10 != 0) continue;
        test_meeting(&seed, ldexp(1, bits), off, &zeros, &others);
        test_turn(&seed, ldexp(1, bits), off, &zeros, &others);
      }
  printf("%d zeros, %d others\n", zeros, others);
  CHECK(zeros > 1000 && others > 1000);
  return check_report();
}
