// The active blocks of a system, as a system of their own.
#include "solver/subsystem.h"

#include <math.h>
#include <string.h>

enum {
  SIFT_ROWS = 400, // from here on blocks are sifted
  SIFTING = 8,     // sweeps for that
};

static const double MOSTLY_FILLED = 0.3; // from here on rows are stored whole

double vt_system_fill(const vt_system *s) {
  if (s->rigid != NULL)
    return s->row_count > 0 ? fmin(24.0 / s->row_count, 1) : 0; // two bodies, there and back
  double filled = 0, all = (double)s->row_count * s->row_count;
  for (int i = 0; i < s->block_count; ++i)
    filled += (double)s->blocks[i].width * vt_block_rows(&s->blocks[i]);
  return all > 0 ? filled / all : 0;
}

bool vt_selection_begin(vt_selection *chosen, const vt_system *s, vt_arena *arena, vt_error *error) {
  *chosen = (vt_selection){.chosen = VT_TAKE(arena, bool, s->block_count, error),
      .sub_row = VT_TAKE(arena, int, s->row_count, error)};
  if (chosen->chosen == NULL || chosen->sub_row == NULL) return false;
  vt_selection_clear(chosen, s);
  return true;
}

void vt_selection_clear(vt_selection *chosen, const vt_system *s) {
  memset(chosen->chosen, 0, sizeof *chosen->chosen * (size_t)s->block_count);
  chosen->blocks = chosen->rows = 0;
}

int vt_selection_add_violated(vt_selection *chosen, const vt_system *s, const double *u, double tolerance) {
  int before = chosen->blocks;
  double scale = vt_system_scale(s, s->f);
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    if (chosen->chosen[i]) continue;
    bool wanted = false;
    for (int r = 0; r < vt_block_rows(block); ++r) wanted = wanted || s->f[block->row + r] != 0;
    if (!wanted && !(vt_block_violation(block, s->f + block->row, u + block->row) > tolerance * scale))
      continue;
    chosen->chosen[i] = true;
    ++chosen->blocks;
    chosen->rows += vt_block_rows(block);
  }
  return chosen->blocks - before;
}

void vt_selection_sift(
    vt_selection *chosen, vt_system *s, double *u, const vt_solve_options *options, vt_solve_result *result) {
  if (chosen->rows < SIFT_ROWS) return;
  for (int k = 0; k < SIFTING && result->iterations < options->iterations; ++k, ++result->iterations)
    vt_system_sweep(s, s->f);
  vt_selection_clear(chosen, s);
  vt_system_apply(s, s->f, u);
  vt_selection_add_violated(chosen, s, u, options->tolerance);
}

// ---------------------------------------------------------------- extraction

// Blocks with their new rows, free values and forces.
static void copy_blocks(const vt_system *s, vt_selection *chosen, vt_system *small) {
  int row = 0, count = 0;
  for (int r = 0; r < s->row_count; ++r) chosen->sub_row[r] = -1;
  for (int i = 0; i < s->block_count; ++i) {
    if (!chosen->chosen[i]) continue;
    vt_block *block = &small->blocks[count++];
    *block = s->blocks[i];
    block->row = row;
    for (int r = 0; r < vt_block_rows(block); ++r, ++row) {
      chosen->sub_row[s->blocks[i].row + r] = row;
      small->q[row] = s->q[s->blocks[i].row + r];
      small->f[row] = s->f[s->blocks[i].row + r];
    }
  }
}

static bool copy_rigid(
    const vt_system *s, const vt_selection *chosen, vt_system *small, vt_arena *arena, vt_error *error) {
  vt_rigid_row *rigid = VT_TAKE(arena, vt_rigid_row, chosen->rows, error);
  if (rigid == NULL) return false;
  for (int r = 0; r < s->row_count; ++r)
    if (chosen->sub_row[r] >= 0) rigid[chosen->sub_row[r]] = s->rigid[r];
  small->rigid = rigid;
  small->rigid_bodies = s->rigid_bodies;
  small->rigid_motion = s->rigid_motion;
  return true;
}

// How the new columns of a block run together; counts where ranges is NULL. Returns the number of ranges.
static int join_ranges(
    const vt_system *s, const vt_selection *chosen, const vt_block *block, vt_range *ranges, int *width) {
  int count = 0, last = -2;
  *width = 0;
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    for (int c = range.first; c < range.first + range.count; ++c) {
      int column = chosen->sub_row[c];
      if (column < 0) continue;
      if (column != last + 1) {
        ++count;
        if (ranges != NULL) ranges[count - 1] = (vt_range){column, 0};
      }
      if (ranges != NULL) ++ranges[count - 1].count;
      last = column;
      ++*width;
    }
  }
  return count;
}

// Ranges of columns, and where values begin; counted first.
static bool lay_out(const vt_system *s, const vt_selection *chosen, vt_system *small, vt_arena *arena,
    size_t *values, vt_error *error) {
  size_t ranges = 0, sparse = 0, n = (size_t)chosen->rows;
  int width;
  for (int i = 0; i < s->block_count; ++i)
    if (chosen->chosen[i]) {
      ranges += (size_t)join_ranges(s, chosen, &s->blocks[i], NULL, &width);
      sparse += (size_t)width * (size_t)vt_block_rows(&s->blocks[i]);
    }
  bool dense = (double)sparse >= MOSTLY_FILLED * (double)n * (double)n;
  small->ranges = VT_TAKE(arena, vt_range, dense ? 1 : ranges, error);
  if (small->ranges == NULL) return false;
  if (dense) small->ranges[0] = (vt_range){0, chosen->rows};
  ranges = *values = 0;
  for (int i = 0, count = 0; i < s->block_count; ++i) {
    if (!chosen->chosen[i]) continue;
    vt_block *block = &small->blocks[count++];
    block->first_range = dense ? 0 : (int)ranges;
    block->range_count =
        dense ? 1 : join_ranges(s, chosen, &s->blocks[i], small->ranges + ranges, &block->width);
    if (dense) block->width = chosen->rows;
    block->values = *values;
    ranges += (size_t)block->range_count;
    *values += (size_t)block->width * (size_t)vt_block_rows(block);
  }
  return true;
}

// Chosen rows of the large system side by side, in order; they are so in the small one too.
static int find_runs(const vt_system *s, const vt_selection *chosen, vt_range *runs) {
  int count = 0;
  for (int r = 0; r < s->row_count; ++r) {
    if (chosen->sub_row[r] < 0) continue;
    if (r == 0 || chosen->sub_row[r - 1] < 0) runs[count++] = (vt_range){r, 0};
    ++runs[count - 1].count;
  }
  return count;
}

typedef struct extraction {
  const vt_system *s;
  const vt_selection *chosen;
  const vt_range *runs; // of chosen rows
  int run_count;
  double *line; // as long as a row of the small W, zeros
} extraction;

// One row of the small W: what is chosen of a row of W, at its new columns in the line, then its ranges.
static void fill_row(
    const extraction *e, const vt_block *from, int r, const vt_system *small, const vt_block *block) {
  const double *w = e->s->w + from->values + (size_t)(r * from->width);
  double *to = small->w + block->values + (size_t)(r * block->width);
  for (int k = 0, run = 0; k < from->range_count; ++k) {
    vt_range range = e->s->ranges[from->first_range + k];
    int end = range.first + range.count;
    while (run < e->run_count && e->runs[run].first + e->runs[run].count <= range.first) ++run;
    for (int n = run; n < e->run_count && e->runs[n].first < end; ++n) {
      int first = e->runs[n].first, last = first + e->runs[n].count;
      if (first < range.first) first = range.first;
      if (last > end) last = end;
      memcpy(
          e->line + e->chosen->sub_row[first], w + (first - range.first), sizeof *w * (size_t)(last - first));
    }
    w += range.count;
  }
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = small->ranges[block->first_range + k];
    memcpy(to, e->line + range.first, sizeof *to * (size_t)range.count);
    memset(e->line + range.first, 0, sizeof *to * (size_t)range.count);
    to += range.count;
  }
}

bool vt_subsystem_extract(
    const vt_system *s, vt_selection *chosen, vt_system *small, vt_arena *arena, vt_error *error) {
  size_t n = (size_t)chosen->rows, values;
  *small = (vt_system){
      .row_count = chosen->rows, .block_count = chosen->blocks, .pool = s->pool, .asked = s->asked};
  small->blocks = VT_TAKE(arena, vt_block, chosen->blocks, error);
  small->q = VT_TAKE(arena, double, n, error);
  small->f = VT_TAKE(arena, double, n, error);
  double *line = VT_TAKE(arena, double, n, error);
  vt_range *runs = VT_TAKE(arena, vt_range, chosen->blocks, error);
  if (!small->blocks || !small->q || !small->f || !line || !runs) return false;
  copy_blocks(s, chosen, small);
  if (s->rigid != NULL) return copy_rigid(s, chosen, small, arena, error);
  if (!lay_out(s, chosen, small, arena, &values, error)) return false;
  small->w = VT_TAKE(arena, double, values, error);
  if (small->w == NULL) return false;
  memset(line, 0, n * sizeof *line);
  extraction e = {s, chosen, runs, find_runs(s, chosen, runs), line};
  for (int i = 0, count = 0; i < s->block_count; ++i) {
    if (!chosen->chosen[i]) continue;
    for (int r = 0; r < vt_block_rows(&s->blocks[i]); ++r)
      fill_row(&e, &s->blocks[i], r, small, &small->blocks[count]);
    ++count;
  }
  return true;
}
