// Eliminating bilateral rows.
//
// In Gauss-Seidel sweeps a chain of links and the contacts under it hand the same force back and forth: each
// contact is solved as if its own bar were free. With B the bilateral rows and c the others,
//
//     f_B = -(W_BB)^-1 (q_B + W_Bc f_c),    W' = W_cc - W_cB W_BB^-1 W_Bc,    q' = q_c - W_cB W_BB^-1 q_B,
//
// contacts see the compliance of the whole chain, and what is left has only the laws of contacts: eight bars
// linked in a row on the ground take a few sweeps instead of a thousand. Two bilateral blocks are never
// coupled with each other, as joints on the same body, and a pull on it, are rows of one block
// (rows/joints.c): each is eliminated by itself.
#include "solver/condense.h"
#include "solver/dot.h"
#include "sparse/blas.h"

#include <math.h>
#include <string.h>

typedef struct condenser {
  const vt_system *full;
  vt_system *small;
  int *new_row;   // row of `full` -> row of `small`, -1 for bilateral rows
  int *row_block; // row of `full` -> block of `full`
  int *mark;      // per row of `full`
  double *line;   // scratch: a row of `small` spread out
} condenser;

static bool is_bilateral(const vt_block *block) { return block->kind == VT_BLOCK_BILATERAL; }

// Where a block's own entry of its row r for a column begins; the column is one of its columns.
static const double *entry(const vt_system *s, const vt_block *block, int r, int column) {
  const double *w = s->w + block->values + (size_t)(r * block->width);
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    if (column >= range.first && column < range.first + range.count) return w + (column - range.first);
    w += range.count;
  }
  return NULL;
}

// ---------------------------------------------------------------- the pattern

// Marks the columns that a block is coupled with, through bilateral blocks too.
static void mark_columns(const condenser *c, const vt_block *block, int stamp) {
  const vt_system *s = c->full;
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    for (int col = range.first; col < range.first + range.count; ++col) {
      if (c->mark[col] == stamp) continue;
      c->mark[col] = stamp;
      const vt_block *other = &s->blocks[c->row_block[col]];
      if (is_bilateral(other) && col == other->row && !is_bilateral(block)) mark_columns(c, other, stamp);
    }
  }
}

// Ranges of the small system: counted, then filled.
static bool lay_out(condenser *c, vt_arena *arena, vt_error *error) {
  const vt_system *s = c->full;
  vt_system *small = c->small;
  size_t ranges = 0, values = 0;
  int stamp = 0;
  memset(c->mark, 0, sizeof *c->mark * (size_t)s->row_count);
  for (int round = 0; round < 2; ++round) {
    ranges = values = 0;
    for (int i = 0, n = 0; i < s->block_count; ++i) {
      if (is_bilateral(&s->blocks[i])) continue;
      vt_block *block = &small->blocks[n++];
      mark_columns(c, &s->blocks[i], ++stamp);
      block->first_range = (int)ranges;
      block->values = values;
      block->width = 0;
      int last = -2;
      for (int col = 0; col < s->row_count; ++col) {
        if (c->mark[col] != stamp || c->new_row[col] < 0) continue;
        if (c->new_row[col] != last + 1) {
          if (round == 1) small->ranges[ranges] = (vt_range){c->new_row[col], 0};
          ++ranges;
        }
        if (round == 1) ++small->ranges[ranges - 1].count;
        last = c->new_row[col];
        ++block->width;
      }
      block->range_count = (int)ranges - block->first_range;
      values += (size_t)vt_block_rows(block) * (size_t)block->width;
    }
    if (round == 1) return true;
    small->ranges = VT_TAKE(arena, vt_range, ranges, error);
    small->w = VT_TAKE(arena, double, values, error);
    if (small->ranges == NULL || small->w == NULL) return false;
  }
  return true;
}

// ---------------------------------------------------------------- values

// The response of a bilateral block: W_cB W_BB^-1 W_Bc for the other rows, and its forces with none on
// them; without the rows that keep the force of the guess.
typedef struct answer {
  int first, count; // columns of `full` are listed from first on; those not bilateral, ascending
  double *between;  // count x count
  double *forces;   // rows
} answer;

// The other triangle of a symmetric matrix.
static void mirror(double *a, int count) {
  size_t n = (size_t)count;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < i; ++j) a[j * n + i] = a[i * n + j];
}

static bool find_answer(
    const condenser *c, const vt_block *block, const int *list, answer *a, vt_arena *arena, vt_error *error) {
  const vt_system *s = c->full;
  const vt_bilateral *b = block->bilateral;
  const double one = 1, zero = 0;
  size_t rows = (size_t)b->rows, count = (size_t)a->count;
  a->between = VT_TAKE(arena, double, count *count, error);
  a->forces = VT_TAKE(arena, double, rows, error);
  vt_arena_mark mark = vt_arena_get_mark(arena);
  double *u = VT_TAKE(arena, double, rows, error), *reduced = VT_TAKE(arena, double, rows *count, error);
  const double **columns = VT_TAKE(arena, const double *, count, error);
  if (!a->between || !a->forces || !u || !reduced || !columns) return false;
  for (size_t k = 0; k < count; ++k) columns[k] = entry(s, block, 0, list[(size_t)a->first + k]);
  vt_bilateral_reduce(b, columns, (size_t)block->width, a->count, reduced);
  if (a->count > 0) {
    int lead = b->rank > 0 ? b->rank : 1;
    dsyrk_("U", "T", &a->count, &b->rank, &one, reduced, &lead, &zero, a->between, &a->count);
  }
  mirror(a->between, a->count);
  const double *guess = s->f + block->row, *own = entry(s, block, 0, block->row);
  for (size_t r = 0; r < rows; ++r) {
    u[r] = s->q[block->row + (int)r];
    for (size_t k = 0; k < rows; ++k) u[r] += own[r * (size_t)block->width + k] * guess[k];
  }
  vt_bilateral_change(b, u, guess, a->forces);
  for (size_t r = 0; r < rows; ++r) a->forces[r] += guess[r];
  vt_arena_go_back(arena, mark);
  return true;
}

// Where a row of `full` is in the list of an answer.
static size_t place_of(const answer *a, const int *list, int row) {
  int low = 0, high = a->count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (list[a->first + middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return (size_t)low;
}

// One row of W' and q' from the rows of W.
static void fill_row(
    condenser *c, int block, int r, const answer *answers, const int *list, double *to, double *q) {
  const vt_system *s = c->full;
  const vt_block *b = &s->blocks[block];
  *q = s->q[b->row + r];
  const double *from = s->w + b->values + (size_t)(r * b->width);
  const vt_block *new_block = &c->small->blocks[c->mark[block]];
  for (int k = 0; k < new_block->range_count; ++k) {
    vt_range range = c->small->ranges[new_block->first_range + k];
    memset(c->line + range.first, 0, sizeof *c->line * (size_t)range.count);
  }
  for (int k = 0; k < b->range_count; ++k) {
    vt_range range = s->ranges[b->first_range + k];
    for (int col = range.first; col < range.first + range.count; ++col) {
      const vt_block *other = &s->blocks[c->row_block[col]];
      double value = from[col - range.first];
      if (!is_bilateral(other)) {
        c->line[c->new_row[col]] += value;
      } else if (col == other->row) { // its columns stand together from here on
        const answer *a = &answers[c->row_block[col]];
        const double *w = from + (col - range.first);
        const double *between = a->between + place_of(a, list, b->row + r) * (size_t)a->count;
        *q += vt_dot_rows(w, a->forces, other->bilateral->rows);
        for (int j = 0; j < a->count; ++j) c->line[c->new_row[list[a->first + j]]] -= between[j];
      }
    }
    from += range.count;
  }
  for (int k = 0; k < new_block->range_count; ++k) {
    vt_range range = c->small->ranges[new_block->first_range + k];
    memcpy(to, c->line + range.first, sizeof *to * (size_t)range.count);
    to += range.count;
  }
}

// The columns of each bilateral block that are not bilateral; how many in all.
static int list_columns(const vt_system *s, const condenser *c, answer *answers, int *list) {
  int count = 0;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    if (!is_bilateral(block)) continue;
    if (answers != NULL) answers[i].first = count;
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = s->ranges[block->first_range + k];
      for (int col = range.first; col < range.first + range.count; ++col) {
        if (c->new_row[col] < 0) continue;
        if (list != NULL) list[count] = col;
        ++count;
      }
    }
    if (answers != NULL) answers[i].count = count - answers[i].first;
  }
  return count;
}

static bool fill(condenser *c, vt_arena *arena, vt_error *error) {
  const vt_system *s = c->full;
  answer *answers = VT_TAKE(arena, answer, s->block_count, error);
  int *list = VT_TAKE(arena, int, list_columns(s, c, NULL, NULL), error);
  if (answers == NULL || list == NULL) return false;
  list_columns(s, c, answers, list);
  for (int i = 0; i < s->block_count; ++i)
    if (is_bilateral(&s->blocks[i]) && !find_answer(c, &s->blocks[i], list, &answers[i], arena, error))
      return false;
  for (int i = 0, n = 0; i < s->block_count; ++i) {
    if (is_bilateral(&s->blocks[i])) continue;
    vt_block *block = &c->small->blocks[n];
    c->mark[i] = n++; // the pattern is done: now block of `full` -> block of `small`
    for (int r = 0; r < vt_block_rows(block); ++r)
      fill_row(c, i, r, answers, list, c->small->w + block->values + (size_t)(r * block->width),
          &c->small->q[block->row + r]);
  }
  return true;
}

static bool condense(condenser *c, vt_arena *arena, vt_error *error) {
  const vt_system *s = c->full;
  vt_system *small = c->small;
  *small = (vt_system){.pool = s->pool, .asked = s->asked};
  c->new_row = VT_TAKE(arena, int, s->row_count, error);
  c->row_block = VT_TAKE(arena, int, s->row_count, error);
  c->mark = VT_TAKE(arena, int, s->row_count, error);
  c->line = VT_TAKE(arena, double, s->row_count, error);
  small->blocks = VT_TAKE(arena, vt_block, s->block_count, error);
  small->q = VT_TAKE(arena, double, s->row_count, error);
  small->f = VT_TAKE(arena, double, s->row_count, error);
  if (!c->new_row || !c->row_block || !c->mark || !c->line || !small->blocks || !small->q || !small->f)
    return false;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    for (int r = 0; r < vt_block_rows(block); ++r) {
      c->row_block[block->row + r] = i;
      c->new_row[block->row + r] = is_bilateral(block) ? -1 : small->row_count + r;
      if (!is_bilateral(block)) small->f[small->row_count + r] = s->f[block->row + r];
    }
    if (is_bilateral(block)) continue;
    small->blocks[small->block_count] = *block;
    small->blocks[small->block_count++].row = small->row_count;
    small->row_count += vt_block_rows(block);
  }
  return lay_out(c, arena, error) && fill(c, arena, error);
}

// ---------------------------------------------------------------- solving

static bool is_worth_it(const vt_system *s) {
  for (int i = 0; i < s->block_count; ++i)
    if (is_bilateral(&s->blocks[i]) && s->blocks[i].width > s->blocks[i].bilateral->rows) return true;
  return false;
}

bool vt_system_solve_condensed(vt_system *s, const vt_solve_options *options, vt_arena *arena,
    vt_solve_result *result, vt_error *error) {
  if (!is_worth_it(s)) return vt_system_solve(s, options, arena, result, error);
  vt_system small;
  condenser c = {.full = s, .small = &small};
  double *u = VT_TAKE(arena, double, s->row_count, error);
  if (u == NULL || !condense(&c, arena, error)) return false;
  vt_system_prepare(&small);
  if (!vt_system_solve(&small, options, arena, result, error)) return false;
  for (int row = 0; row < s->row_count; ++row)
    if (c.new_row[row] >= 0) s->f[row] = small.f[c.new_row[row]];
  vt_system_solve_bilateral(s, s->f);
  vt_system_apply(s, s->f, u);
  result->residual = vt_system_residual(s, s->f, u);
  result->converged = result->residual <= options->tolerance;
  return true;
}
