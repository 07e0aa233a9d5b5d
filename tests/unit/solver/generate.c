// Generated constraint systems.
#include "generate.h"
#include "rigid.h"
#include "soft.h"

#include <math.h>
#include <stdlib.h>

static const struct {
  const char *name;
  int size;
  bool solvable;
} kinds[KIND_COUNT] = {{"walls of boxes", 100, true}, {"towers of boxes", 100, true}, {"heaps", 100, true},
    {"every contact doubled", 100, true}, {"coplanar patches", 100, true}, {"nearly rigid plates", 100, true},
    {"mixed stiffness", 100, true}, {"gas rows", 100, true}, {"scalar rows", 100, true},
    {"unsymmetric by 1e-3", 100, true}, {"noise of 1e-3 in W", 60, false}};

const char *kind_name(kind which) { return kinds[which].name; }
int kind_size(kind which) { return kinds[which].size; }
bool kind_is_solvable(kind which) { return kinds[which].solvable; }

double generate_random(unsigned long long *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

bool generate_is_warm(int index) { return index % 2 == 1; }

void generate_other_free_values(const problem *p, int index, double *q) {
  unsigned long long random = (unsigned long long)index;
  for (int r = 0; r < p->rows; ++r) q[r] = p->system.q[r] * (0.9 + 0.05 * generate_random(&random));
  for (int r = 0; r < p->gas_count; ++r) q[r] = p->system.q[r];
}

// From `least` to `usual`, small ones more often; the last but one of a kind has the size `largest`.
static int size_of(kind which, int index, double least, double usual, int largest) {
  if (index == kinds[which].size - 2) return largest;
  double share = 10.0 * (index / 10) / kinds[which].size;
  return (int)lround(least + (usual - least) * share * share);
}

static void set_friction(problem *p, int index, unsigned long long *random) {
  static const double values[4] = {0, 0.3, 0.5, 1};
  for (int i = 0; i < p->contact_count; ++i)
    p->system.blocks[p->gas_count + i].friction =
        index % 5 < 4 ? values[index % 5] : values[(int)(4 * (0.5 + generate_random(random)))];
}

// ---------------------------------------------------------------- scalar rows

// Springs, cables, motors and bars from body to body and to the ground. What free motion starts from
// satisfies all of them, so that they do not contradict each other nor the contacts.
static void add_rows(rigid_scene *s, unsigned long long *random) {
  for (int i = 0; i < s->body_count; ++i) {
    vt_vec3 direction =
        vt_v3(generate_random(random), generate_random(random), generate_random(random) + 0.6);
    vt_vec3 at = vt_madd(s->bodies[i].centre, 0.03, direction);
    double slack = i % 4 == 1 ? -1e-5 : 0;
    s->scalars[s->scalar_count++] =
        (rigid_row){i, i % 3 == 0 ? i - 1 : -1, at, vt_normalized(direction), slack};
  }
}

static void set_rows(problem *p) {
  for (int i = 0; i < p->scalar_count; ++i) {
    vt_block *block = &p->system.blocks[p->contact_count + i];
    size_t r = (size_t)block->row;
    double own = p->w[r * (size_t)(p->rows + 1)];
    block->lower = -INFINITY;
    block->upper = INFINITY;
    if (i % 4 == 0) block->compliance = own * (i % 8 == 0 ? 0.1 : 10);     // spring
    if (i % 4 == 1) block->upper = 0;                                      // cable
    if (i % 4 == 2) block->lower = -3, block->upper = i % 8 == 2 ? 3 : -3; // motor, N
  }
}

// ---------------------------------------------------------------- kinds

// What a problem is made of: its kind and number, and any number for what varies besides.
typedef struct recipe {
  kind which;
  int index, variant;
  unsigned long long *random;
} recipe;

static problem *make_rigid(kind shape, const recipe *r, double skew) {
  rigid_scene *s = calloc(1, sizeof *s);
  bool largest = r->index == kinds[r->which].size - 2;
  int points = r->variant % 7 == 3 && !largest ? 3 : 2;
  if (shape == KIND_WALLS) {
    int columns = size_of(r->which, r->index, 2, 6, 15), rows = size_of(r->which, r->index, 2, 7, 5);
    rigid_wall(s, columns, rows, points, r->variant, r->random);
  } else if (shape == KIND_TOWERS) {
    rigid_tower(s, size_of(r->which, r->index, 2, 25, 60), points, r->variant, r->random);
  } else {
    rigid_heap(s, size_of(r->which, r->index, 3, 36, 64), 1 + r->variant % 3, r->random);
  }
  if (skew > 0) rigid_skew(s, skew, r->random);
  if (r->which == KIND_ROWS) add_rows(s, r->random);
  problem *p = rigid_problem(s);
  if (r->which == KIND_ROWS) set_rows(p);
  free(s);
  return p;
}

// One of the other kinds by turns, smaller.
static problem *make_other(const recipe *r, double skew) {
  if (r->variant % 4 < 3) return make_rigid((kind)(KIND_WALLS + r->variant % 4), r, skew);
  problem *p = r->variant % 8 == 3 ? soft_patch(size_of(r->which, r->index, 3, 9, 16), r->random)
                                   : soft_plate(size_of(r->which, r->index, 3, 9, 12), r->variant, r->random);
  if (skew > 0) soft_skew(p, skew, r->random);
  return p;
}

static void add_noise(problem *p, unsigned long long *random) {
  for (int k = 0; k < p->rows * p->rows; ++k) p->w[k] *= 1 + 2e-3 * generate_random(random);
  free(p->j);
  p->j = NULL;
}

static problem *make(const recipe *r) {
  switch (r->which) {
  case KIND_WALLS:
  case KIND_TOWERS:
  case KIND_HEAPS:
    return make_rigid(r->which, r, 0);
  case KIND_ROWS:
    return make_rigid(KIND_HEAPS, r, 0);
  case KIND_PATCHES:
    return soft_patch(size_of(r->which, r->index, 3, 14, 32), r->random);
  case KIND_PLATES:
    return soft_plate(size_of(r->which, r->index, 3, 12, 17), r->variant, r->random);
  case KIND_MIXED:
    return soft_mixed(size_of(r->which, r->index, 4, 120, 200), r->variant, r->random);
  case KIND_GAS:
    return soft_gas(1 + r->variant % 3, size_of(r->which, r->index, 6, 40, 100), r->variant / 3, r->random);
  case KIND_SKEW:
    return make_other(r, 1e-3);
  default:
    return make_other(r, 0);
  }
}

problem *generate(kind which, int index) {
  unsigned long long random = (unsigned long long)which * 1000003ull + (unsigned long long)index;
  for (int k = 0; k < 4; ++k) generate_random(&random);
  recipe r = {which, index, (int)(1e6 * (0.5 + generate_random(&random))), &random};
  problem *p = make(&r);
  set_friction(p, index, &random);
  if (which == KIND_DOUBLED) {
    problem *twice = problem_double(p);
    problem_destroy(p);
    p = twice;
  }
  if (which == KIND_NOISY) add_noise(p, &random);
  problem_finish(p, p->j != NULL && r.variant % 5 < 3);
  return p;
}
