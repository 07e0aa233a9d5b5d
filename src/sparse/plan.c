// The plan of the numeric phase, which never changes: where numbers go, which supernodes update which, and
// branches of the elimination tree that are independent of each other.
#include "sparse/numeric.h"

#include <stdlib.h>

// ---------------------------------------------------------------- where numbers go

// Which of a supernode's rows a place is, by bisection; it is one of them.
static int find_row(const vt_symbolic *y, int supernode, int place) {
  int low = y->row_start[supernode], high = y->row_start[supernode + 1] - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (y->rows[middle] < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - y->row_start[supernode];
}

static vt_block_place place_block(const vt_symbolic *y, int row, int column) {
  if (row < 0 || column < 0) return (vt_block_place){.at = -1};
  bool transposed = row < column;
  if (transposed) {
    int swap = row;
    row = column;
    column = swap;
  }
  int k = y->supernode_of[column], height = vt_supernode_height(y, k);
  long long at =
      (long long)y->value_start[k] + 3 * find_row(y, k, row) + 3 * (long long)(column - y->first[k]) * height;
  return (vt_block_place){at, height, transposed};
}

// Walks the rows of supernode d below its diagonal: one run of rows per supernode above it.
typedef struct walk {
  vt_plan *plan;
  const vt_symbolic *y;
  int *count;    // updates per supernode, then the next free place
  size_t *room;  // numbers in the largest update of each supernode
  size_t *tall;  // unknowns in the rows of its tallest
  double *work;  // multiplications in each supernode
  size_t mapped; // rows mapped so far
  bool fill;
} walk;

static void walk_rows(walk *w, int d) {
  const vt_symbolic *y = w->y;
  const int *rows = y->rows + y->row_start[d];
  int width = y->first[d + 1] - y->first[d], height = y->row_start[d + 1] - y->row_start[d];
  for (int first = width; first < height;) {
    int k = y->supernode_of[rows[first]], last = first;
    while (last < height && rows[last] < y->first[k + 1]) ++last;
    if (w->fill) {
      w->plan->updates[w->count[k]] = (vt_update){d, first, last, w->mapped};
      for (int r = first; r < height; ++r)
        w->plan->maps[w->mapped + (size_t)(r - first)] = find_row(y, k, rows[r]);
    }
    ++w->count[k];
    w->mapped += (size_t)(height - first);
    size_t tall = 3 * (size_t)(height - first), numbers = tall * 3 * (size_t)(last - first);
    if (numbers > w->room[k]) w->room[k] = numbers;
    if (tall > w->tall[k]) w->tall[k] = tall;
    w->work[k] += 3.0 * (double)numbers * width;
    first = last;
  }
}

// Multiplications in the supernode itself.
static double own_work(const vt_symbolic *y, int k) {
  double width = vt_supernode_width(y, k), height = vt_supernode_height(y, k);
  return 0.5 * width * width * (height - 2 * width / 3);
}

// ---------------------------------------------------------------- branches

// A branch is a supernode with all its descendants in the elimination tree: contiguous, as supernodes are in
// postorder. The tree is cut, the largest branch first, until no branch has more than a share of all work.
enum { SHARES = 12 };

// Splits a branch below its top supernode, which is above all branches from now on. lowest: the first
// supernode of each branch.
static void part_branch(vt_plan *plan, int number, const int *parent, const int *lowest) {
  vt_branch whole = plan->branches[number];
  plan->branches[number] = plan->branches[--plan->branch_count];
  plan->alone[whole.last] = true;
  for (int k = whole.first; k < whole.last; ++k)
    if (parent[k] == whole.last)
      plan->branches[plan->branch_count++] = (vt_branch){.first = lowest[k], .last = k};
}

static int by_work(const void *a, const void *b) {
  double x = ((const vt_branch *)a)->work, y = ((const vt_branch *)b)->work;
  return x != y ? (x < y ? 1 : -1) : ((const vt_branch *)a)->first - ((const vt_branch *)b)->first;
}

static bool find_branches(walk *w, vt_error *error) {
  vt_plan *plan = w->plan;
  int supernodes = w->y->supernode_count;
  const int *parent = w->y->parent;
  int *lowest = VT_NEW(int, supernodes, error);
  double *below = VT_NEW(double, supernodes, error), all = 0;
  plan->branches = VT_NEW(vt_branch, supernodes, error);
  plan->alone = VT_NEW(bool, supernodes, error);
  bool done = lowest && below && plan->branches && plan->alone;
  for (int k = 0; k < supernodes && done; ++k) lowest[k] = k;
  for (int k = 0; k < supernodes && done; ++k) {
    all += w->work[k];
    below[k] += w->work[k];
    if (parent[k] < 0) {
      plan->branches[plan->branch_count++] = (vt_branch){.first = lowest[k], .last = k};
      continue;
    }
    below[parent[k]] += below[k];
    if (lowest[k] < lowest[parent[k]]) lowest[parent[k]] = lowest[k];
  }
  for (int n = 0; done && n < plan->branch_count;) {
    if (below[plan->branches[n].last] * SHARES > all) {
      part_branch(plan, n, parent, lowest);
      n = 0;
    } else {
      ++n;
    }
  }
  for (int n = 0; done && n < plan->branch_count; ++n) plan->branches[n].work = below[plan->branches[n].last];
  if (done) qsort(plan->branches, (size_t)plan->branch_count, sizeof *plan->branches, by_work);
  free(lowest);
  free(below);
  return done;
}

// The columns above the branches.
static bool count_above(vt_plan *plan, const vt_symbolic *y, vt_error *error) {
  plan->above = VT_NEW(int, y->size, error);
  for (int k = 0; k < y->supernode_count && plan->above != NULL; ++k)
    for (int i = y->first[k]; i < y->first[k + 1]; ++i)
      plan->above[i] = plan->alone[k] ? plan->above_count++ : -1;
  return plan->above != NULL;
}

// Every branch has a workspace of its own, and so has every panel of the supernodes above them.
static void share_workspace(walk *w) {
  vt_plan *plan = w->plan;
  const vt_symbolic *y = w->y;
  for (int n = 0; n < plan->branch_count; ++n) {
    vt_branch *b = &plan->branches[n];
    size_t max = 0, above = 3 * (size_t)plan->above_count;
    for (int k = b->first; k <= b->last; ++k) {
      size_t height = above + (size_t)vt_supernode_height(y, k); // for solving
      if (w->room[k] > max) max = w->room[k];
      if (height > max) max = height;
    }
    b->workspace = plan->workspace;
    plan->workspace += max;
  }
  size_t panels = 0, above = 0;
  for (int k = 0; k < y->supernode_count; ++k) {
    if (!plan->alone[k]) continue;
    size_t own = (size_t)((y->first[k + 1] - y->first[k] + VT_PANEL - 1) / VT_PANEL);
    if (own > panels) panels = own;
    if (w->tall[k] > plan->tallest) plan->tallest = w->tall[k];
    if ((size_t)vt_supernode_height(y, k) > above) above = (size_t)vt_supernode_height(y, k);
  }
  if (panels * 3 * VT_PANEL * plan->tallest > above) above = panels * 3 * VT_PANEL * plan->tallest;
  if (above > plan->workspace) plan->workspace = above; // branches are done by then
}

// ---------------------------------------------------------------- all of it

bool vt_plan_init(
    vt_plan *plan, const vt_symbolic *y, const vt_block_pattern *pattern, const int *place, vt_error *error) {
  int supernodes = y->supernode_count;
  *plan = (vt_plan){0};
  plan->places = VT_NEW(vt_block_place, pattern->block_count, error);
  plan->update_start = VT_NEW(int, supernodes + 1, error);
  int *count = VT_NEW(int, supernodes, error);
  size_t *room = VT_NEW(size_t, supernodes, error), *tall = VT_NEW(size_t, supernodes, error);
  double *work = VT_NEW(double, supernodes, error);
  bool done = plan->places && plan->update_start && count && room && tall && work;
  for (int j = 0; j < pattern->size && done; ++j)
    for (int b = pattern->start[j]; b < pattern->start[j + 1]; ++b)
      plan->places[b] = place_block(y, place[pattern->rows[b]], place[j]);

  walk w = {.plan = plan, .y = y, .count = count, .room = room, .tall = tall, .work = work};
  for (int d = 0; d < supernodes && done; ++d) walk_rows(&w, d);
  for (int k = 0; k < supernodes && done; ++k) work[k] += own_work(y, k);
  for (int k = 0; k < supernodes && done; ++k) {
    plan->update_start[k + 1] = plan->update_start[k] + count[k];
    count[k] = plan->update_start[k];
  }
  if (done) {
    plan->updates = VT_NEW(vt_update, plan->update_start[supernodes], error);
    plan->maps = VT_NEW(int, w.mapped, error);
    done = plan->updates != NULL && plan->maps != NULL;
  }
  done = done && find_branches(&w, error) && count_above(plan, y, error);
  if (done) share_workspace(&w);
  w.mapped = 0;
  w.fill = true;
  for (int d = 0; d < supernodes && done; ++d) walk_rows(&w, d);
  free(count);
  free(room);
  free(tall);
  free(work);
  if (!done) vt_plan_free(plan);
  return done;
}

void vt_plan_free(vt_plan *plan) {
  free(plan->places);
  free(plan->update_start);
  free(plan->updates);
  free(plan->maps);
  free(plan->branches);
  free(plan->alone);
  free(plan->above);
  *plan = (vt_plan){0};
}
