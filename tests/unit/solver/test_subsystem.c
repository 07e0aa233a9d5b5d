// Some blocks of a system as a system of their own: its products are those of the whole, restricted.
#include "solver/subsystem.h"

#include "check.h"

#include <stdlib.h>

enum { BLOCKS = 30, MOST = 3 * BLOCKS };

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

typedef struct sample {
  vt_block blocks[BLOCKS];
  vt_range ranges[BLOCKS * BLOCKS];
  double w[MOST * MOST], q[MOST], f[MOST];
  bool coupled[BLOCKS][BLOCKS];
  vt_system system;
} sample;

static void make_pattern(sample *p, unsigned *seed, double share) {
  for (int i = 0; i < BLOCKS; ++i)
    for (int j = 0; j <= i; ++j)
      p->coupled[i][j] = p->coupled[j][i] = i == j || random_number(seed) + 0.5 < share;
}

// Contacts and scalar rows by turns, coupled by chance with a share of the others; neighbouring blocks have
// one range together.
static void sample_make(sample *p, unsigned seed, double share) {
  int row = 0, ranges = 0;
  size_t values = 0;
  memset(p, 0, sizeof *p);
  make_pattern(p, &seed, share);
  for (int i = 0; i < BLOCKS; ++i) {
    p->blocks[i] = (vt_block){.kind = i % 3 == 2 ? VT_BLOCK_SCALAR : VT_BLOCK_CONTACT, .row = row};
    p->blocks[i].friction = 0.01 * i;
    row += vt_block_rows(&p->blocks[i]);
  }
  for (int i = 0; i < BLOCKS; ++i) {
    vt_block *block = &p->blocks[i];
    block->first_range = ranges;
    block->values = values;
    for (int j = 0; j < BLOCKS; ++j) {
      if (!p->coupled[i][j]) continue;
      int count = vt_block_rows(&p->blocks[j]);
      if (j == 0 || !p->coupled[i][j - 1]) p->ranges[ranges++] = (vt_range){p->blocks[j].row, 0};
      p->ranges[ranges - 1].count += count;
      block->width += count;
    }
    block->range_count = ranges - block->first_range;
    values += (size_t)(block->width * vt_block_rows(block));
  }
  for (size_t k = 0; k < values; ++k) p->w[k] = random_number(&seed);
  for (int r = 0; r < row; ++r) p->q[r] = random_number(&seed);
  p->system = (vt_system){.row_count = row,
      .block_count = BLOCKS,
      .blocks = p->blocks,
      .ranges = p->ranges,
      .w = p->w,
      .q = p->q,
      .f = p->f};
}

// Chooses blocks by chance, and gives them forces; all others have none.
static void choose(sample *p, vt_selection *chosen, unsigned *seed, double share) {
  memset(p->f, 0, sizeof p->f);
  for (int i = 0; i < BLOCKS; ++i) {
    if (random_number(seed) + 0.5 >= share) continue;
    const vt_block *block = &p->blocks[i];
    chosen->chosen[i] = true;
    ++chosen->blocks;
    chosen->rows += vt_block_rows(block);
    for (int r = 0; r < vt_block_rows(block); ++r) p->f[block->row + r] = random_number(seed);
  }
}

// The order of sums differs: off by rounding times some ninety terms of a quarter.
static void check_extraction(unsigned seed, double fill, double share) {
  static sample p;
  static double whole[MOST], part[MOST];
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_selection chosen;
  vt_system small;
  sample_make(&p, seed, fill);
  CHECK(vt_selection_begin(&chosen, &p.system, arena, &error));
  choose(&p, &chosen, &seed, share);
  CHECK(vt_subsystem_extract(&p.system, &chosen, &small, arena, &error));
  CHECK(small.block_count == chosen.blocks && small.row_count == chosen.rows);
  vt_system_apply(&p.system, p.f, whole);
  vt_system_apply(&small, small.f, part);
  int rows = 0;
  for (int r = 0; r < p.system.row_count; ++r) {
    int to = chosen.sub_row[r];
    if (to < 0) continue;
    CHECK(to == rows++); // in the same order
    CHECK(small.q[to] == p.q[r] && small.f[to] == p.f[r]);
    CHECK_NEAR(part[to], whole[r], 1e-14);
  }
  CHECK(rows == chosen.rows);
  for (int i = 0, k = 0; i < BLOCKS; ++i)
    if (chosen.chosen[i]) CHECK(small.blocks[k].friction == p.blocks[i].friction && ++k <= chosen.blocks);
  vt_arena_destroy(arena);
}

// A sparse system stays sparse, a filled one becomes whole rows.
static void check_storage(void) {
  static sample p;
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  for (int full = 0; full < 2; ++full) {
    unsigned seed = 4;
    vt_selection chosen;
    vt_system small;
    sample_make(&p, seed, full ? 0.8 : 0.05);
    CHECK(vt_selection_begin(&chosen, &p.system, arena, &error));
    choose(&p, &chosen, &seed, 0.7);
    CHECK(vt_subsystem_extract(&p.system, &chosen, &small, arena, &error));
    CHECK((vt_system_fill(&small) == 1) == full);
    if (!full) CHECK(vt_system_fill(&small) < 0.3);
  }
  vt_arena_destroy(arena);
}

// Blocks with a force are chosen, and those whose law is violated by more than the tolerance.
static void check_choice(void) {
  static sample p;
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_selection chosen;
  double u[MOST];
  sample_make(&p, 8, 0);
  for (int i = 0; i < BLOCKS; ++i) {
    vt_block *block = &p.blocks[i];
    block->lower = 0, block->upper = INFINITY;
    block->own[0][0] = block->own[1][1] = block->own[2][2] = block->tangent = 1;
    for (int r = 0; r < vt_block_rows(block); ++r) u[block->row + r] = p.q[block->row + r] = 0.5;
  }
  CHECK(vt_selection_begin(&chosen, &p.system, arena, &error));
  CHECK(vt_selection_add_violated(&chosen, &p.system, u, 1e-3) == 0);
  p.f[p.blocks[3].row + 1] = 1; // the scale too
  u[p.blocks[7].row] = -2e-3;
  u[p.blocks[8].row] = -2e-3;
  u[p.blocks[10].row] = -0.5e-3;
  CHECK(vt_selection_add_violated(&chosen, &p.system, u, 1e-3) == 3);
  CHECK(chosen.chosen[3] && chosen.chosen[7] && chosen.chosen[8] && chosen.rows == 7);
  CHECK(vt_selection_add_violated(&chosen, &p.system, u, 1e-3) == 0);
  CHECK(vt_selection_add_violated(&chosen, &p.system, u, 1e-4) == 1 && chosen.chosen[10]);
  vt_selection_clear(&chosen, &p.system);
  CHECK(chosen.blocks == 0 && chosen.rows == 0 && !chosen.chosen[3]);
  vt_arena_destroy(arena);
}

int main(void) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    check_extraction(seed, 1, 0.5); // dense
    check_extraction(seed, 0.4, 0.8);
    check_extraction(seed, 0.05, 0.6); // sparse
    check_extraction(seed, 0.05, 1);
    check_extraction(seed, 0.2, 0);
  }
  check_storage();
  check_choice();
  return check_report();
}
