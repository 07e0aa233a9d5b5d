// Symmetric sparse matrices of 3x3 blocks.
#include "sparse/block_matrix.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

static int compare_ints(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

// Collects, for one column, the rows >= column of all groups the node is in; mark[i] == column + 1 when seen.
static int collect_column(int column, const int *node_start, const int *node_groups, const int *start,
    const int *nodes, int *mark, int *rows) {
  int count = 0;
  rows[count++] = column;
  mark[column] = column + 1;
  for (int k = node_start[column]; k < node_start[column + 1]; ++k) {
    int group = node_groups[k];
    for (int m = start[group]; m < start[group + 1]; ++m) {
      int row = nodes[m];
      if (row > column && mark[row] != column + 1) {
        mark[row] = column + 1;
        rows[count++] = row;
      }
    }
  }
  qsort(rows + 1, (size_t)(count - 1), sizeof *rows, compare_ints);
  return count;
}

// The blocks of each row left of the diagonal, by ascending columns.
static bool list_left(vt_block_pattern *p, vt_error *error) {
  p->left_start = VT_NEW(int, p->size + 1, error);
  p->left = VT_NEW(vt_left_block, p->block_count - p->size, error);
  int *next = VT_NEW(int, p->size, error);
  bool done = p->left_start != NULL && p->left != NULL && next != NULL;
  for (int j = 0; j < p->size && done; ++j)
    for (int k = p->start[j] + 1; k < p->start[j + 1]; ++k) ++p->left_start[p->rows[k] + 1];
  for (int i = 0; i < p->size && done; ++i) {
    next[i] = p->left_start[i];
    p->left_start[i + 1] += p->left_start[i];
  }
  for (int j = 0; j < p->size && done; ++j)
    for (int k = p->start[j] + 1; k < p->start[j + 1]; ++k)
      p->left[next[p->rows[k]]++] = (vt_left_block){k, j};
  free(next);
  return done;
}

bool vt_block_pattern_build(vt_block_pattern *pattern, int size, const int *start, const int *nodes,
    int group_count, vt_error *error) {
  *pattern = (vt_block_pattern){0};
  int *node_start = VT_NEW(int, size + 2, error);
  int *node_groups = VT_NEW(int, start[group_count], error);
  int *mark = VT_NEW(int, size, error);
  int *column_rows = VT_NEW(int, size, error);
  pattern->size = size;
  pattern->start = VT_NEW(int, size + 1, error);
  size_t capacity = 0;
  bool done = false;
  if (!node_start || !node_groups || !mark || !column_rows || !pattern->start) goto out;

  // Groups by node, by counting.
  for (int k = 0; k < start[group_count]; ++k) ++node_start[nodes[k] + 2];
  for (int i = 0; i < size; ++i) node_start[i + 2] += node_start[i + 1];
  for (int g = 0; g < group_count; ++g)
    for (int k = start[g]; k < start[g + 1]; ++k) node_groups[node_start[nodes[k] + 1]++] = g;

  for (int j = 0; j < size; ++j) {
    int count = collect_column(j, node_start, node_groups, start, nodes, mark, column_rows);
    if (count > INT_MAX / 16 - pattern->block_count) {
      vt_fail(error, VT_BAD_INPUT, "the stiffness matrix has more than %d blocks", INT_MAX / 16);
      goto out;
    }
    if (!VT_RESERVE(&pattern->rows, &capacity, pattern->block_count + count, error)) goto out;
    for (int k = 0; k < count; ++k) pattern->rows[pattern->block_count + k] = column_rows[k];
    pattern->block_count += count;
    pattern->start[j + 1] = pattern->block_count;
  }
  done = list_left(pattern, error);

out:
  free(node_start);
  free(node_groups);
  free(mark);
  free(column_rows);
  if (!done) vt_block_pattern_free(pattern);
  return done;
}

void vt_block_pattern_free(vt_block_pattern *pattern) {
  free(pattern->start);
  free(pattern->rows);
  free(pattern->left_start);
  free(pattern->left);
  *pattern = (vt_block_pattern){0};
}

int vt_block_find(const vt_block_pattern *pattern, int row, int column) {
  assert(row >= column);
  int low = pattern->start[column], high = pattern->start[column + 1] - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (pattern->rows[middle] == row) return middle;
    if (pattern->rows[middle] < row) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

void vt_block_multiply(const vt_block_pattern *pattern, const vt_mat3 *blocks, const vt_vec3 *x, vt_vec3 *y) {
  for (int i = 0; i < pattern->size; ++i) y[i] = vt_v3(0, 0, 0);
  for (int j = 0; j < pattern->size; ++j) {
    int k = pattern->start[j];
    vt_vec3 sum = vt_mat_apply(blocks[k], x[j]);
    for (++k; k < pattern->start[j + 1]; ++k) {
      int i = pattern->rows[k];
      y[i] = vt_add(y[i], vt_mat_apply(blocks[k], x[j]));
      sum = vt_add(sum, vt_mat_apply_transposed(blocks[k], x[i]));
    }
    y[j] = vt_add(y[j], sum);
  }
}

// ---------------------------------------------------------------- products in parallel

// Columns of a product: parts of as many blocks, each with a sum of its own, which are added up in their
// order.
typedef struct product {
  const vt_block_pattern *pattern;
  const vt_mat3 *blocks;
  const vt_vec3 *x;
  vt_vec3 *y;
  vt_vec3 *partial; // of part 1 and on
  int parts, adding;
} product;

enum { PIECE_BLOCKS = 4000, MAX_PIECES = 4 };

int vt_block_partial(const vt_block_pattern *p) {
  int parts = p->block_count / PIECE_BLOCKS;
  if (parts > MAX_PIECES) parts = MAX_PIECES;
  return parts > 1 ? (parts - 1) * p->size : 0;
}

// The first column whose blocks begin with number `block` or later.
static int column_at(const vt_block_pattern *p, long long block) {
  int low = 0, high = p->size;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (p->start[middle] < block) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void multiply_columns(void *context, int index) {
  const product *m = context;
  const vt_block_pattern *p = m->pattern;
  int first = column_at(p, (long long)p->block_count * index / m->parts),
      end = index + 1 < m->parts ? column_at(p, (long long)p->block_count * (index + 1) / m->parts) : p->size;
  vt_vec3 *y = index == 0 ? m->y : m->partial + (size_t)(index - 1) * (size_t)p->size;
  for (int i = 0; i < p->size; ++i) y[i] = vt_v3(0, 0, 0);
  for (int j = first; j < end; ++j) {
    int k = p->start[j];
    vt_vec3 sum = vt_mat_apply(m->blocks[k], m->x[j]);
    for (++k; k < p->start[j + 1]; ++k) {
      int i = p->rows[k];
      y[i] = vt_add(y[i], vt_mat_apply(m->blocks[k], m->x[j]));
      sum = vt_add(sum, vt_mat_apply_transposed(m->blocks[k], m->x[i]));
    }
    y[j] = vt_add(y[j], sum);
  }
}

static void add_parts(void *context, int index) {
  const product *m = context;
  size_t size = (size_t)m->pattern->size;
  int end = vt_part_start((int)size, m->adding, index + 1);
  for (int i = vt_part_start((int)size, m->adding, index); i < end; ++i)
    for (int n = 0; n + 1 < m->parts; ++n)
      m->y[i] = vt_add(m->y[i], m->partial[(size_t)n * size + (size_t)i]);
}

void vt_block_multiply_shared(const vt_block_pattern *p, const vt_mat3 *blocks, const vt_vec3 *x, vt_vec3 *y,
    vt_vec3 *partial, vt_pool *pool) {
  product m = {p, blocks, x, y, partial, 1 + vt_block_partial(p) / (p->size > 0 ? p->size : 1),
      vt_part_count(p->size) > 4 ? 4 : 1};
  vt_pool_run(pool, m.parts, multiply_columns, &m);
  if (m.parts > 1) vt_pool_run(pool, m.adding, add_parts, &m);
}
