// Islands among rigid bodies, and where W is written down: which blocks hang together, each as a system of
// its own, and a part of one with the rest as it is.
#include "solver/islands.h"

#include "check.h"

enum { BODIES = 7, BLOCKS = 9, ROWS = 3 * BLOCKS };

// Bodies of each block, -1 for what cannot be moved: 0, 3 and 4 hang together, so do 1 and 6, 2 and 5 stand
// alone, and the last block moves nothing.
static const int pairs[BLOCKS][2] = {
    {3, -1}, {6, 1}, {-1, 2}, {0, 3}, {5, -1}, {4, 0}, {-1, 1}, {2, -1}, {-1, -1}};

typedef struct sample {
  vt_system system;
  vt_block blocks[BLOCKS];
  vt_rigid_row rows[ROWS];
  double q[ROWS], f[ROWS], u[ROWS], motion[6 * BODIES];
  double w[ROWS * ROWS];
  vt_range ranges[BLOCKS * BLOCKS];
  vt_arena *arena;
  vt_selection chosen;
} sample;

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static void make(sample *s) {
  vt_error error = {0};
  unsigned seed = 7;
  *s = (sample){.arena = vt_arena_create(1 << 16, &error)};
  for (int i = 0; i < BLOCKS; ++i) {
    s->blocks[i] = (vt_block){.kind = VT_BLOCK_CONTACT, .row = 3 * i, .friction = 0.5};
    for (int row = 3 * i; row < 3 * i + 3; ++row)
      for (int side = 0; side < 2; ++side) {
        s->rows[row].body[side] = pairs[i][side];
        for (int e = 0; e < 6 && pairs[i][side] >= 0; ++e)
          s->rows[row].along[side][e] = random_number(&seed) + (e == row % 3);
      }
  }
  for (int row = 0; row < ROWS; ++row) {
    s->q[row] = row % 3 == 0 ? -1 - random_number(&seed) : 0.3 * random_number(&seed);
    s->f[row] = row % 3 == 0 ? 1 + random_number(&seed) : random_number(&seed);
  }
  s->system = (vt_system){.row_count = ROWS,
      .block_count = BLOCKS,
      .blocks = s->blocks,
      .q = s->q,
      .f = s->f,
      .rigid = s->rows,
      .rigid_bodies = BODIES,
      .rigid_motion = s->motion};
  vt_system_prepare(&s->system);
  CHECK(vt_selection_begin(&s->chosen, &s->system, s->arena, &error));
}

static bool share_body(int i, int j) {
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b)
      if (pairs[i][a] >= 0 && pairs[i][a] == pairs[j][b]) return true;
  return i == j;
}

// W in place of J: what its columns do, one by one.
static void write_w(sample *s) {
  double unit[ROWS] = {0}, column[ROWS];
  int ranges = 0;
  size_t values = 0;
  for (int i = 0; i < BLOCKS; ++i) {
    vt_block *block = &s->blocks[i];
    block->first_range = ranges;
    block->values = values;
    for (int j = 0; j < BLOCKS; ++j)
      if (share_body(i, j)) s->ranges[ranges++] = (vt_range){3 * j, 3};
    block->range_count = ranges - block->first_range;
    block->width = 3 * block->range_count;
    values += 3 * (size_t)block->width;
  }
  for (int c = 0; c < ROWS; ++c) {
    unit[c] = 1;
    vt_system_apply(&s->system, unit, column);
    unit[c] = 0;
    for (int i = 0; i < BLOCKS; ++i)
      for (int k = 0; k < s->blocks[i].range_count; ++k) {
        vt_range range = s->ranges[s->blocks[i].first_range + k];
        if (c < range.first || c >= range.first + 3) continue;
        for (int r = 0; r < 3; ++r)
          s->w[s->blocks[i].values + (size_t)(r * s->blocks[i].width + 3 * k + c - range.first)] =
              column[3 * i + r] - s->q[3 * i + r];
      }
  }
  s->system.rigid = NULL;
  s->system.w = s->w;
  s->system.ranges = s->ranges;
  vt_system_prepare(&s->system);
}

static void choose(sample *s, int without) {
  vt_selection_clear(&s->chosen, &s->system);
  for (int i = 0; i < BLOCKS; ++i) {
    s->chosen.chosen[i] = i != without;
    s->chosen.blocks += i != without;
    s->chosen.rows += i != without ? 3 : 0;
  }
}

static bool is_island(const vt_islands *islands, int k, int count, const int *blocks) {
  bool same = islands->start[k + 1] - islands->start[k] == count;
  for (int i = 0; i < count && same; ++i) same = islands->blocks[islands->start[k] + i] == blocks[i];
  return same;
}

// In the order of their first blocks. Without the block between 0 and 3 the first one falls apart.
static void check_islands(sample *s) {
  vt_error error = {0};
  vt_islands islands;
  choose(s, -1);
  CHECK(vt_islands_find(&islands, &s->system, &s->chosen, s->arena, &error));
  CHECK(islands.count == 5);
  CHECK(is_island(&islands, 0, 3, (int[]){0, 3, 5}) && is_island(&islands, 1, 2, (int[]){1, 6}));
  CHECK(is_island(&islands, 2, 2, (int[]){2, 7}) && is_island(&islands, 3, 1, (int[]){4}));
  CHECK(is_island(&islands, 4, 1, (int[]){8}));
  choose(s, 3);
  CHECK(vt_islands_find(&islands, &s->system, &s->chosen, s->arena, &error));
  CHECK(islands.count == 6);
  CHECK(is_island(&islands, 0, 1, (int[]){0}) && is_island(&islands, 4, 1, (int[]){5}));
}

// An island moves as it does in the whole, and its forces come back to their places.
static void check_extract(sample *s) {
  vt_error error = {0};
  vt_islands islands;
  vt_system small;
  double u[ROWS], worst = 0;
  choose(s, -1);
  CHECK(vt_islands_find(&islands, &s->system, &s->chosen, s->arena, &error));
  vt_system_apply(&s->system, s->f, s->u);
  for (int k = 0; k < islands.count; ++k) {
    CHECK(vt_island_extract(&islands, k, &s->system, 5, &small, s->arena, &error));
    static const int bodies[] = {3, 2, 1, 1, 0};
    if (s->system.rigid != NULL) CHECK(small.rigid_bodies == bodies[k]);
    if (s->system.rigid == NULL) CHECK(small.least_scale == 5);
    vt_system_apply(&small, small.f, u);
    double own = vt_island_residual(&islands, k, &s->system, s->u, 5);
    CHECK_CLOSE(vt_system_residual(&small, small.f, u), own, 1e-12);
    worst = fmax(worst, own);
    for (int row = 0; row < small.row_count; ++row) {
      int at = 3 * islands.blocks[islands.start[k] + row / 3] + row % 3;
      CHECK_NEAR(u[row], s->u[at], 1e-12);
      small.f[row] = 100 + at;
    }
    double keep[ROWS];
    memcpy(keep, s->f, sizeof keep);
    vt_island_give_back(&islands, k, &small, &s->system);
    for (int i = 0; i < BLOCKS; ++i) {
      bool own_block = false;
      for (int j = islands.start[k]; j < islands.start[k + 1]; ++j) own_block |= islands.blocks[j] == i;
      for (int row = 3 * i; row < 3 * i + 3; ++row) CHECK(s->f[row] == (own_block ? 100 + row : keep[row]));
    }
    memcpy(s->f, keep, sizeof keep);
  }
  // The largest force is below 5.
  CHECK_CLOSE(
      5 * worst, vt_system_scale(&s->system, s->f) * vt_system_residual(&s->system, s->f, s->u), 1e-12);
}

// With the blocks around 4 alone, what the others do to it stays: changes of its forces move it as they do in
// the whole.
static void check_part(sample *s) {
  vt_error error = {0};
  vt_islands part;
  vt_system small;
  double u[ROWS], least[BLOCKS], keep[ROWS];
  memcpy(keep, s->f, sizeof keep);
  for (int row = 15; row < 18; ++row) s->f[row] = 0; // of 4 on 0: the only one violated by much
  vt_system_apply(&s->system, s->f, s->u);
  for (int i = 0; i < BLOCKS; ++i) least[i] = vt_block_violation(&s->blocks[i], s->f + 3 * i, s->u + 3 * i);
  CHECK(vt_island_around(&part, &s->system, s->u, 0.999 * least[5], 0, s->arena, &error));
  for (int k = 0, at = 0; k < BLOCKS; ++k)
    if (least[k] > 0.999 * least[5]) CHECK(part.blocks[at++] == k);
  // A ring of bodies around block 5 is 4 and 0, with block 3; the next one has 3, and block 0.
  for (int i = 0; i < BLOCKS; ++i)
    for (int row = 3 * i; row < 3 * i + 3; ++row) s->u[row] = i == 5 ? s->u[row] : 0, s->f[row] *= i == 5;
  s->u[15] = -1;
  CHECK(vt_island_around(&part, &s->system, s->u, 1e-6, 1, s->arena, &error));
  CHECK(part.count == 1 && is_island(&part, 0, 2, (int[]){3, 5}));
  CHECK(vt_island_around(&part, &s->system, s->u, 1e-6, 2, s->arena, &error));
  CHECK(is_island(&part, 0, 3, (int[]){0, 3, 5}));
  CHECK(vt_island_around(&part, &s->system, s->u, 1e-6, 1, s->arena, &error));
  memcpy(s->f, keep, sizeof keep);
  vt_system_apply(&s->system, s->f, s->u);
  CHECK(vt_island_extract(&part, 0, &s->system, 0, &small, s->arena, &error));
  CHECK(vt_island_freeze(&part, 0, &s->system, s->u, &small, s->arena, &error));
  for (int row = 0; row < 6; ++row) small.f[row] += 0.1 * row;
  vt_system_apply(&small, small.f, u);
  vt_island_give_back(&part, 0, &small, &s->system);
  vt_system_apply(&s->system, s->f, s->u);
  for (int row = 0; row < 6; ++row) CHECK_NEAR(u[row], s->u[(row < 3 ? 9 : 12) + row], 1e-12);
  memcpy(s->f, keep, sizeof keep);
}

// All laws hold in the end, of every island.
static void check_solution(sample *s) {
  vt_error error = {0};
  vt_solve_result result;
  vt_solve_options options = {.tolerance = 1e-9, .iterations = 1000, .plain = 5};
  CHECK(vt_system_solve(&s->system, &options, s->arena, &result, &error));
  CHECK(result.converged);
  vt_system_apply(&s->system, s->f, s->u);
  CHECK(vt_system_residual(&s->system, s->f, s->u) <= 1e-9);
}

int main(void) {
  static sample s;
  make(&s);
  check_islands(&s);
  check_extract(&s);
  check_part(&s);
  write_w(&s);
  check_islands(&s);
  check_extract(&s);
  check_solution(&s);
  vt_arena_destroy(s.arena);
  return check_report();
}
