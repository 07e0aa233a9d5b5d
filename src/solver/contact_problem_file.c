// Reading contact problems in the text format of Siconos's test problems (docs/contact-problems.md).
#include "base/misuse.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/cursor.h"

#include <ventouse/solve.h>

#include <stdlib.h>

static bool read_count(vt_cursor *cursor, const char *what, int64_t max, int *value) {
  int64_t number;
  if (!vt_cursor_integer(cursor, what, 0, max, &number)) return false;
  *value = (int)number;
  return true;
}

// Numbers one after the other. Each needs a digit and a space, so that no more memory is
// taken than the file can fill.
static double *read_numbers(vt_cursor *cursor, size_t count, const char *what) {
  if (!vt_cursor_room(cursor, (int64_t)count, 2, what)) return NULL;
  double *values = VT_NEW(double, count, cursor->error);
  for (size_t k = 0; k < count && values != NULL; ++k)
    if (!vt_cursor_number(cursor, what, &values[k])) {
      free(values);
      return NULL;
    }
  return values;
}

static bool expect_count(vt_cursor *cursor, const char *what, int wanted) {
  int found;
  if (!read_count(cursor, what, INT32_MAX, &found)) return false;
  return found == wanted || vt_cursor_fail(cursor, "%s is %d, expected %d", what, found, wanted);
}

// Storage 0: the sizes again, then all numbers by columns.
static bool read_dense(vt_cursor *cursor, vt_contact_problem *p) {
  int n = 3 * p->contact_count;
  if (!expect_count(cursor, "the number of rows", n) || !expect_count(cursor, "the number of columns", n))
    return false;
  p->dense = read_numbers(cursor, (size_t)n * (size_t)n, "an entry of W");
  return p->dense != NULL;
}

// The sizes of block rows or columns, summed up: 3, 6, 9, ...
static bool read_sizes(vt_cursor *cursor, int count) {
  for (int i = 0; i < count; ++i)
    if (!expect_count(cursor, "the end of a block row or column", 3 * (i + 1))) return false;
  return true;
}

// Each block by its number, then by columns.
static bool read_block_values(vt_cursor *cursor, vt_contact_problem *p, int count) {
  if (!vt_cursor_room(cursor, 10 * (int64_t)count, 2, "an entry of W")) return false;
  p->blocks = VT_NEW(double, 9 * (size_t)count, cursor->error);
  if (p->blocks == NULL) return false;
  for (int k = 0; k < count; ++k) {
    if (!expect_count(cursor, "the number of a block", k)) return false;
    for (int e = 0; e < 9; ++e)
      if (!vt_cursor_number(cursor, "an entry of W", &p->blocks[9 * (size_t)k + (size_t)e])) return false;
  }
  return true;
}

// Storage 1: the numbers of blocks, the ends of block rows and columns, then where each row of blocks begins
// and the column of each block, then the blocks.
static bool read_blocks(vt_cursor *cursor, vt_contact_problem *p) {
  int m = p->contact_count, count, starts, columns;
  if (!read_count(cursor, "the number of blocks", INT32_MAX / 9, &count) ||
      !expect_count(cursor, "the number of block rows", m) ||
      !expect_count(cursor, "the number of block columns", m) || !read_sizes(cursor, m) ||
      !read_sizes(cursor, m) || !read_count(cursor, "the number of row starts", INT32_MAX, &starts) ||
      !read_count(cursor, "the number of column indices", INT32_MAX, &columns))
    return false;
  if (starts != m + 1 || columns != count)
    return vt_cursor_fail(cursor, "there are %d row starts and %d column indices, expected %d and %d", starts,
        columns, m + 1, count);
  if (!vt_cursor_room(cursor, count, 2, "blocks")) return false;
  p->block_start = VT_NEW(int, m + 1, cursor->error);
  p->block_columns = VT_NEW(int, count, cursor->error);
  if (p->block_start == NULL || p->block_columns == NULL) return false;
  for (int i = 0; i <= m; ++i) {
    if (!read_count(cursor, "where a block row begins", count, &p->block_start[i])) return false;
    if (p->block_start[i] < (i == 0 ? 0 : p->block_start[i - 1]) || (i == 0 && p->block_start[0] != 0) ||
        (i == m && p->block_start[m] != count))
      return vt_cursor_fail(cursor, "block row %d begins at %d, expected ascending numbers from 0 to %d", i,
          p->block_start[i], count);
  }
  for (int k = 0; k < count; ++k)
    if (!read_count(cursor, "the column of a block", m - 1, &p->block_columns[k])) return false;
  return read_block_values(cursor, p, count);
}

static bool read_problem(vt_cursor *cursor, vt_contact_problem *p) {
  int storage, dimension;
  if (!read_count(cursor, "the dimension", 100, &dimension)) return false;
  if (dimension != 3) return vt_cursor_fail(cursor, "the dimension is %d, expected 3", dimension);
  if (!read_count(cursor, "the number of contacts", 1000000, &p->contact_count) ||
      !read_count(cursor, "the storage", 100, &storage))
    return false;
  if (storage > 1)
    return vt_cursor_fail(cursor, "the storage is %d, expected 0 (dense) or 1 (block-sparse)", storage);
  int n = 3 * p->contact_count;
  if (!expect_count(cursor, "the number of rows", n) || !expect_count(cursor, "the number of columns", n))
    return false;
  if (!(storage == 0 ? read_dense(cursor, p) : read_blocks(cursor, p))) return false;
  p->q = read_numbers(cursor, (size_t)n, "an entry of q");
  if (p->q == NULL) return false;
  p->friction = read_numbers(cursor, (size_t)p->contact_count, "a friction coefficient");
  if (p->friction == NULL) return false;
  vt_word rest = vt_cursor_word(cursor);
  double more; // some files end with one more number, which says nothing of the problem
  if (vt_word_number(rest, &more)) rest = vt_cursor_word(cursor);
  char shown[40];
  return rest.length == 0 ||
         vt_cursor_fail(cursor, "found '%s' after the last number", vt_word_show(rest, shown));
}

vt_contact_problem *vt_contact_problem_load(const char *path, vt_error *error) {
  VT_NEED_OR_FAIL(path != NULL, error, NULL);
  size_t size = 0;
  char *bytes = vt_read_file(path, "a contact problem", &size, error);
  vt_contact_problem *problem = bytes == NULL ? NULL : VT_NEW(vt_contact_problem, 1, error);
  vt_locale locale;
  bool done = problem != NULL && vt_locale_begin(&locale, error);
  if (done) {
    vt_cursor cursor = vt_cursor_open(path, bytes, size, error);
    done = read_problem(&cursor, problem);
    vt_locale_end(&locale);
  }
  free(bytes);
  if (done) return problem;
  vt_contact_problem_destroy(problem);
  return NULL;
}
