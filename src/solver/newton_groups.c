// Rows that W couples with the same others, for the factor of Newton's method.
#include "solver/newton_step.h"

#include <string.h>

static bool are_alike(const vt_system *s, const vt_block *a, const vt_block *b) {
  if (a->range_count != b->range_count) return false;
  const vt_range *x = s->ranges + a->first_range, *y = s->ranges + b->first_range;
  for (int k = 0; k < a->range_count; ++k)
    if (x[k].first != y[k].first || x[k].count != y[k].count) return false;
  return true;
}

// Numbers groups by their first blocks, and lists these in `first`. Returns how many there are.
static int number_groups(const vt_system *s, int *group_of, int *first) {
  int count = 0;
  for (int i = 0; i < s->block_count; ++i) {
    int g = i > 0 && are_alike(s, &s->blocks[i], &s->blocks[i - 1]) ? group_of[i - 1] : 0;
    while (g < count && !are_alike(s, &s->blocks[i], &s->blocks[first[g]])) ++g;
    if (g == count) first[count++] = i;
    group_of[i] = g;
  }
  return count;
}

static bool is_coupled(const vt_system *s, const vt_block *a, const vt_block *b) {
  for (int k = 0; k < a->range_count; ++k) {
    vt_range range = s->ranges[a->first_range + k];
    if (b->row >= range.first && b->row < range.first + range.count) return true;
  }
  return false;
}

// Blocks in the order of their groups, and how many rows come before each group.
static void list_blocks(const vt_system *s, vt_newton *n, const int *size) {
  int *start = n->groups.start, count = n->groups.count, listed = 0;
  for (int i = 0; i < s->block_count; ++i) n->group_of[i] = n->groups.order[n->group_of[i]];
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < s->block_count; ++i)
      if (n->group_of[i] == k) n->by_group[listed++] = i;
  start[0] = 0;
  for (int g = 0; g < count; ++g) start[n->groups.order[g] + 1] = size[g];
  for (int k = 0; k < count; ++k) start[k + 1] += start[k];
}

static bool order_groups(
    const vt_system *s, vt_newton *n, int count, const int *first, vt_arena *arena, vt_error *error) {
  int *size = VT_TAKE(arena, int, count, error);
  bool *coupled = VT_TAKE(arena, bool, (size_t)count *(size_t)count, error);
  if (size == NULL || coupled == NULL) return false;
  memset(size, 0, sizeof *size * (size_t)count);
  for (int i = 0; i < s->block_count; ++i) size[n->group_of[i]] += vt_block_rows(&s->blocks[i]);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      coupled[i * count + j] = is_coupled(s, &s->blocks[first[i]], &s->blocks[first[j]]) ||
                               is_coupled(s, &s->blocks[first[j]], &s->blocks[first[i]]);
  if (!vt_groups_order(&n->groups, count, size, coupled, arena, error)) return false;
  list_blocks(s, n, size);
  return true;
}

bool vt_newton_find_groups(const vt_system *s, vt_newton *n, vt_arena *arena, vt_error *error) {
  size_t blocks = (size_t)s->block_count;
  int *first = VT_TAKE(arena, int, blocks, error);
  n->group_of = VT_TAKE(arena, int, 2 * blocks, error);
  if (first == NULL || n->group_of == NULL) return false;
  n->by_group = n->group_of + blocks;
  int count = number_groups(s, n->group_of, first);
  if (!order_groups(s, n, count, first, arena, error)) return false;
  n->work = vt_groups_work(&n->groups);
  if (count == 1 || n->work < 1) return true;
  n->work = 1;
  memset(n->group_of, 0, sizeof *n->group_of * blocks);
  return order_groups(s, n, 1, first, arena, error);
}
