// Scenes of rigid bodies.
//
// There is always a solution: some motion opens every contact by more than it slips (apart, and every layer
// lifted by a multiple of that), W = H C H^T with a C whose symmetric part is positive definite, and q is a
// gap of at least 0 and a motion. f . (W f + q) <= 0 then bounds all forces, and Brouwer's theorem does the
// rest (Acary, Cadoux, Lemarechal and Malick 2011).
#include "rigid.h"

#include <stdlib.h>
#include <string.h>

static const double STEP = 0.01; // s

int rigid_add_box(rigid_scene *s, vt_vec3 centre, vt_vec3 half, shaking shake, unsigned long long *random) {
  rigid_body *b = &s->bodies[s->body_count];
  double mass = 500 * 8 * half.x * half.y * half.z, third = mass / 3;
  const double inertia[3] = {third * (half.y * half.y + half.z * half.z),
      third * (half.x * half.x + half.z * half.z), third * (half.x * half.x + half.y * half.y)};
  *b = (rigid_body){.centre = centre, .half = half};
  for (int k = 0; k < 6; ++k) {
    b->compliance[7 * k] = STEP * STEP / (k < 3 ? mass : inertia[k - 3]);
    b->free[k] = STEP * 2 * (k < 3 ? shake.velocity : shake.spin) * generate_random(random);
  }
  b->free[2] -= STEP * STEP * 9.81;
  return s->body_count++;
}

static double along(vt_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

void rigid_touch(rigid_scene *s, int a, int b, int axis, int points, double gap) {
  const rigid_body *above = &s->bodies[a], *below = b >= 0 ? &s->bodies[b] : NULL;
  double low[2], high[2];
  int across[2] = {(axis + 1) % 3, (axis + 2) % 3};
  for (int k = 0; k < 2; ++k) {
    double middle = along(above->centre, across[k]), half = along(above->half, across[k]);
    low[k] = middle - half;
    high[k] = middle + half;
    if (below == NULL) continue;
    low[k] = fmax(low[k], along(below->centre, across[k]) - along(below->half, across[k]));
    high[k] = fmin(high[k], along(below->centre, across[k]) + along(below->half, across[k]));
    if (high[k] - low[k] < 1e-3) return;
  }
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j) {
      double at[3];
      at[across[0]] = low[0] + (high[0] - low[0]) * i / (points - 1);
      at[across[1]] = low[1] + (high[1] - low[1]) * j / (points - 1);
      at[axis] = along(above->centre, axis) - along(above->half, axis);
      s->contacts[s->contact_count++] =
          (rigid_row){a, b, vt_v3(at[0], at[1], at[2]), vt_v3(axis == 0, axis == 1, axis == 2), gap};
    }
}

void rigid_skew(rigid_scene *s, double share, unsigned long long *random) {
  s->skew = true;
  for (int i = 0; i < s->body_count; ++i) {
    double *c = s->bodies[i].compliance;
    for (int j = 0; j < 6; ++j)
      for (int k = 0; k < j; ++k) {
        double skew = 2 * share * generate_random(random) * sqrt(c[7 * j] * c[7 * k]);
        c[6 * j + k] += skew;
        c[6 * k + j] -= skew;
      }
  }
}

// ---------------------------------------------------------------- W

typedef struct gradient {
  int body[2];
  double h[2][6];
} gradient;

static gradient gradient_of(const rigid_scene *s, const rigid_row *row, vt_vec3 d) {
  gradient g = {.body = {row->a, row->b}};
  for (int side = 0; side < 2; ++side) {
    if (g.body[side] < 0) continue;
    double sign = side == 0 ? 1 : -1;
    vt_vec3 arm = vt_sub(row->at, s->bodies[g.body[side]].centre), turn = vt_cross(arm, d);
    const double h[6] = {d.x, d.y, d.z, turn.x, turn.y, turn.z};
    for (int k = 0; k < 6; ++k) g.h[side][k] = sign * h[k];
  }
  return g;
}

// Normal and two tangents.
static void frame_of(vt_vec3 n, vt_vec3 frame[3]) {
  vt_vec3 other = fabs(n.x) < 0.6 ? vt_v3(1, 0, 0) : vt_v3(0, 1, 0);
  frame[0] = n;
  frame[1] = vt_normalized(vt_cross(n, other));
  frame[2] = vt_cross(n, frame[1]);
}

static double product(const rigid_scene *s, const gradient *a, const gradient *b) {
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      if (a->body[i] < 0 || a->body[i] != b->body[j]) continue;
      const double *c = s->bodies[a->body[i]].compliance;
      for (int k = 0; k < 6; ++k)
        for (int l = 0; l < 6; ++l) sum += a->h[i][k] * c[6 * k + l] * b->h[j][l];
    }
  return sum;
}

static double free_displacement(const rigid_scene *s, const gradient *g) {
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 6 && g->body[i] >= 0; ++k) sum += g->h[i][k] * s->bodies[g->body[i]].free[k];
  return sum;
}

// The same rows in coordinates in which C is the identity.
static void hand_out_rows(const rigid_scene *s, const gradient *g, problem *p) {
  p->bodies = s->body_count;
  p->j = calloc((size_t)p->rows, sizeof *p->j);
  for (int r = 0; r < p->rows; ++r)
    for (int side = 0; side < 2; ++side) {
      int body = p->j[r].body[side] = g[r].body[side];
      for (int k = 0; k < 6 && body >= 0; ++k)
        p->j[r].along[side][k] = g[r].h[side][k] * sqrt(s->bodies[body].compliance[7 * k]);
    }
}

problem *rigid_problem(const rigid_scene *s) {
  problem *p = problem_create(0, s->contact_count, s->scalar_count);
  size_t n = (size_t)p->rows;
  gradient *g = calloc(n, sizeof *g);
  for (int i = 0; i < s->contact_count; ++i) {
    vt_vec3 frame[3];
    frame_of(s->contacts[i].normal, frame);
    for (int k = 0; k < 3; ++k) g[3 * i + k] = gradient_of(s, &s->contacts[i], frame[k]);
    p->system.q[3 * i] = s->contacts[i].gap;
  }
  for (int i = 0; i < s->scalar_count; ++i) {
    g[3 * s->contact_count + i] = gradient_of(s, &s->scalars[i], s->scalars[i].normal);
    p->system.q[3 * s->contact_count + i] = s->scalars[i].gap;
  }
  for (size_t i = 0; i < n; ++i) {
    p->system.q[i] += free_displacement(s, &g[i]);
    for (size_t j = 0; j < n; ++j) p->w[i * n + j] = product(s, &g[i], &g[j]);
  }
  if (!s->skew) hand_out_rows(s, g, p);
  free(g);
  return p;
}

// ---------------------------------------------------------------- scenes

// At rest, shaken a little, or one in five bodies hit.
static shaking shaking_of(int variant, unsigned long long *random) {
  if (variant % 3 == 0) return (shaking){0, 0};
  if (variant % 3 == 1) return (shaking){0.05, 0.5};
  return generate_random(random) < -0.3 ? (shaking){1, 5} : (shaking){0, 0};
}

void rigid_wall(rigid_scene *s, int columns, int rows, int points, int variant, unsigned long long *random) {
  const vt_vec3 half = {0.1, 0.05, 0.04};
  double gap = variant % 2 == 0 ? 0 : 1e-5;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double shift = row % 2 == 0 ? 0 : half.x;
      vt_vec3 centre = {2 * half.x * column + shift, 0, half.z * (2 * row + 1)};
      int brick = rigid_add_box(s, centre, half, shaking_of(variant, random), random);
      double mine = gap * (1 + generate_random(random));
      if (row == 0) rigid_touch(s, brick, -1, 2, points, mine);
      for (int k = 0; k < columns && row > 0; ++k)
        rigid_touch(s, brick, (row - 1) * columns + k, 2, points, mine);
      if (variant % 4 == 3 && column > 0) rigid_touch(s, brick, brick - 1, 0, 2, 2 * mine); // its neighbour
    }
}

void rigid_tower(rigid_scene *s, int height, int points, int variant, unsigned long long *random) {
  double top = 0;
  for (int k = 0; k < height; ++k) {
    double size = 0.05 * pow(10, variant % 4 == 0 ? 0 : 0.6 * generate_random(random)); // weights by 60
    vt_vec3 half = {size, size * (1 + 0.3 * generate_random(random)), 0.04};
    vt_vec3 centre = {0.03 * generate_random(random), 0.03 * generate_random(random), top + half.z};
    int box = rigid_add_box(s, centre, half, shaking_of(variant, random), random);
    rigid_touch(s, box, box - 1, 2, points, variant % 2 == 0 ? 0 : 1e-5 * (0.5 + generate_random(random)));
    top += 2 * half.z;
  }
}

// Points around the middle of a contact, across its normal.
static void heap_touch(
    rigid_scene *s, int a, int b, vt_vec3 at, vt_vec3 normal, int points, unsigned long long *random) {
  vt_vec3 frame[3];
  frame_of(normal, frame);
  for (int k = 0; k < points && s->contact_count < RIGID_ROWS; ++k) {
    double angle = 2 * VT_PI * k / points, arm = points > 1 ? 0.02 : 0;
    vt_vec3 place = vt_madd(vt_madd(at, arm * cos(angle), frame[1]), arm * sin(angle), frame[2]);
    double gap = 1e-5 * (0.6 + generate_random(random));
    s->contacts[s->contact_count++] = (rigid_row){a, b, place, normal, gap};
  }
}

void rigid_heap(rigid_scene *s, int bodies, int points, unsigned long long *random) {
  const double size = 0.05, shares[3] = {1, 0.8, 0.6};
  int side = (int)ceil(cbrt(bodies));
  for (int i = 0; i < bodies; ++i) {
    int x = i % side, y = i / side % side, z = i / (side * side);
    vt_vec3 centre = {2 * size * (x + 0.4 * generate_random(random)),
        2 * size * (y + 0.4 * generate_random(random)), 2 * size * (z + 0.4 * generate_random(random))};
    vt_vec3 half = vt_v3(size * shares[i % 3], size * shares[i / 3 % 3], size * shares[i / 5 % 3]);
    rigid_add_box(s, centre, half, (shaking){0.2, 2}, random);
    const int place[3] = {x, y, z}, before[3] = {i - 1, i - side, i - side * side};
    for (int axis = 0; axis < 3; ++axis) {
      vt_vec3 normal = vt_v3(axis == 0, axis == 1, axis == 2);
      if (place[axis] == 0) heap_touch(s, i, -1, vt_madd(centre, -size, normal), normal, points, random);
      if (place[axis] == side - 1 && axis < 2)
        heap_touch(s, i, -1, vt_madd(centre, size, normal), vt_scale(-1, normal), points, random);
      if (place[axis] == 0) continue;
      vt_vec3 from = s->bodies[before[axis]].centre;
      normal = vt_normalized(vt_sub(centre, from));
      heap_touch(s, i, before[axis], vt_scale(0.5, vt_add(centre, from)), normal, points, random);
    }
  }
}
