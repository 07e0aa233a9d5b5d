// The pattern of W: which blocks of rows are coupled, because they share a body that can be moved.
#include "base/error.h"
#include "solver/rows_insides.h"

#include <string.h>

// Of W: 1 GB, 11,585 rows that are all coupled. Beyond, a step would take minutes (docs/solver.md).
static const size_t MAX_VALUES = (size_t)1 << 27;

// The blocks that share a mobile body with block i, ascending and without repetition, into `list`; each
// body's rows are ascending, so that its blocks are too. Returns how many.
static int coupled_blocks(const vt_rows_builder *b, int i, int *list, int *mark) {
  const vt_rows *rows = b->rows;
  const vt_block *block = &rows->system.blocks[i];
  int count = 0, last_row = block->row + vt_block_rows(block);
  bool sorted = true;
  list[count++] = i;
  mark[i] = i + 1;
  for (int k = rows->start[block->row]; k < rows->start[last_row]; ++k) {
    int body = rows->terms[k].body;
    if (!vt_is_mobile(&b->bodies[body]) || (k > rows->start[block->row] && rows->terms[k - 1].body == body))
      continue;
    const vt_body_part *part = &b->parts[body];
    for (int r = 0; r < part->count; ++r)
      if (mark[part->rows[r].block] != i + 1) {
        mark[part->rows[r].block] = i + 1;
        list[count++] = part->rows[r].block;
        sorted = false;
      }
  }
  if (sorted) return count;
  // Marks in ascending order are the sorted list.
  count = 0;
  for (int j = 0; j < rows->system.block_count; ++j)
    if (mark[j] == i + 1) list[count++] = j;
  return count;
}

// Whether two blocks are on the same bodies, in the same order, one of which can be moved: then they are
// coupled with the same blocks.
static bool are_alike(const vt_rows_builder *b, int i, int j) {
  const vt_rows *rows = b->rows;
  const vt_block *x = &rows->system.blocks[i], *y = &rows->system.blocks[j];
  int k = rows->start[x->row], k_end = rows->start[x->row + vt_block_rows(x)];
  int l = rows->start[y->row], l_end = rows->start[y->row + vt_block_rows(y)];
  bool mobile = false;
  while (k < k_end && l < l_end) {
    int body = rows->terms[k].body;
    if (rows->terms[l].body != body) return false;
    mobile = mobile || vt_is_mobile(&b->bodies[body]);
    while (k < k_end && rows->terms[k].body == body) ++k;
    while (l < l_end && rows->terms[l].body == body) ++l;
  }
  return mobile && k == k_end && l == l_end;
}

// Values of W that are set to 0 at once: 1 MB, some 0.1 ms where the memory is not mapped yet.
enum { CLEARED = 1 << 17 };

typedef struct clearing {
  double *w;
  size_t values;
} clearing;

static void clear_piece(void *context, int piece) {
  const clearing *c = context;
  size_t first = (size_t)piece * CLEARED, left = c->values - first;
  memset(c->w + first, 0, (left < CLEARED ? left : CLEARED) * sizeof *c->w);
}

// Ranges of columns and room for values; neighbouring blocks make one range.
bool vt_rows_lay_out(vt_rows_builder *b) {
  vt_system *s = &b->rows->system;
  int *list = VT_TAKE(b->arena, int, s->block_count, b->error),
      *mark = VT_TAKE(b->arena, int, s->block_count, b->error);
  if (list == NULL || mark == NULL) return false;
  size_t values = 0, ranges = 0;
  for (int round = 0; round < 2; ++round) { // count, then fill
    memset(mark, 0, sizeof *mark * (size_t)s->block_count);
    values = ranges = 0;
    for (int i = 0, count = 0; i < s->block_count; ++i) {
      vt_block *block = &s->blocks[i];
      int last = -1;
      if (i == 0 || !are_alike(b, i, i - 1)) count = coupled_blocks(b, i, list, mark);
      block->first_range = (int)ranges;
      block->width = 0;
      block->values = values;
      for (int k = 0; k < count; ++k) {
        const vt_block *other = &s->blocks[list[k]];
        if (other->row != last) {
          if (round == 1) s->ranges[ranges] = (vt_range){other->row, 0};
          ++ranges;
        }
        if (round == 1) s->ranges[ranges - 1].count += vt_block_rows(other);
        block->width += vt_block_rows(other);
        last = other->row + vt_block_rows(other);
      }
      block->range_count = (int)ranges - block->first_range;
      values += (size_t)vt_block_rows(block) * (size_t)block->width;
    }
    if (round == 1) break;
    if (values > MAX_VALUES)
      return vt_fail(b->error, VT_NO_MEMORY,
          "W of %d rows in contact takes %zu MB, at most %zu MB are allowed", s->row_count,
          values * sizeof *s->w >> 20, MAX_VALUES * sizeof *s->w >> 20);
    s->ranges = VT_TAKE(b->arena, vt_range, ranges, b->error);
    s->w = VT_TAKE(b->arena, double, values, b->error);
    if (s->ranges == NULL || s->w == NULL) return false;
  }
  clearing c = {s->w, values};
  vt_pool_run(s->pool, 1 + (int)(values / CLEARED), clear_piece, &c);
  return true;
}

// A block knows the columns of all that are coupled with it, and they know its own. So as blocks are gone
// through in order, each later one reads on in its rows where the one before stopped.
bool vt_rows_mirror(const vt_rows_builder *b) {
  const vt_system *s = &b->rows->system;
  size_t *read = VT_TAKE(b->arena, size_t, s->block_count, b->error);
  if (read == NULL) return false;
  memset(read, 0, sizeof *read * (size_t)s->block_count);
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    size_t rows = (size_t)vt_block_rows(block), width = (size_t)block->width;
    double *w = s->w + block->values;
    for (int k = 0; k < block->range_count; ++k) {
      vt_range range = s->ranges[block->first_range + k];
      for (int c = range.first; c < range.first + range.count;) {
        int j = b->row_block[c];
        const vt_block *other = &s->blocks[j];
        size_t columns = (size_t)vt_block_rows(other), stride = (size_t)other->width;
        const double *from = s->w + other->values + read[j];
        for (size_t r = 0; r < rows && j > i; ++r)
          for (size_t x = 0; x < columns; ++x) w[r * width + x] = from[x * stride + r];
        if (j > i) read[j] += rows;
        w += columns;
        c += (int)columns;
      }
    }
  }
  return true;
}
