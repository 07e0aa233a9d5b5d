// What the numeric phase needs to know and never changes: where numbers go, which supernodes take from which,
// and branches of the elimination tree that have nothing to do with each other.
#include "sparse/numeric.h"

#include <stdlib.h>

// ---------------------------------------------------------------- where numbers go

// The place of a row in a supernode's list, by bisection; the row is there.
static int find_row(const cholmod_factor *l, int supernode, int row) {
  const int *pi = l->pi, *s = l->s;
  int low = pi[supernode], high = pi[supernode + 1] - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (s[middle] < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - pi[supernode];
}

// A node's three unknowns stand together in the factor, so that a block is found by its first number.
static vt_block_place place_block(
    const cholmod_factor *l, const int *supernode_of, const int *place, int free_row, int free_column) {
  const int *super = l->super, *pi = l->pi, *px = l->px;
  if (free_row < 0 || free_column < 0) return (vt_block_place){.at = -1};
  int row = place[3 * free_row], column = place[3 * free_column];
  bool transposed = row < column;
  if (transposed) {
    int swap = row;
    row = column;
    column = swap;
  }
  int k = supernode_of[column], height = pi[k + 1] - pi[k];
  long long at = px[k] + find_row(l, k, row) + (long long)(column - super[k]) * height;
  return (vt_block_place){at, height, transposed};
}

// Walks the rows of supernode d below its diagonal, one stretch per supernode above it; visit is called for
// each.
typedef struct walk {
  vt_plan *plan;
  const cholmod_factor *l;
  const int *supernode_of;
  int *count;    // updates per supernode, then the next free place
  size_t *room;  // numbers in the largest update of each supernode
  size_t *tall;  // rows of its tallest
  double *work;  // multiplications in each supernode
  size_t mapped; // rows mapped so far
  bool fill;
} walk;

static void walk_rows(walk *w, int d) {
  const int *super = w->l->super, *pi = w->l->pi, *s = w->l->s;
  int width = super[d + 1] - super[d], height = pi[d + 1] - pi[d];
  for (int first = width; first < height;) {
    int k = w->supernode_of[s[pi[d] + first]], last = first;
    while (last < height && s[pi[d] + last] < super[k + 1]) ++last;
    if (w->fill) {
      w->plan->updates[w->count[k]] = (vt_update){d, first, last, (int)w->mapped};
      for (int r = first; r < height; ++r)
        w->plan->maps[w->mapped + (size_t)(r - first)] = find_row(w->l, k, s[pi[d] + r]);
    }
    ++w->count[k];
    w->mapped += (size_t)(height - first);
    size_t numbers = (size_t)(height - first) * (size_t)(last - first);
    if (numbers > w->room[k]) w->room[k] = numbers;
    if ((size_t)(height - first) > w->tall[k]) w->tall[k] = (size_t)(height - first);
    w->work[k] += (double)numbers * width;
    first = last;
  }
}

// Multiplications in the supernode itself.
static double own_work(const cholmod_factor *l, int k) {
  const int *super = l->super, *pi = l->pi;
  double width = super[k + 1] - super[k], height = pi[k + 1] - pi[k];
  return 0.5 * width * width * (height - 2 * width / 3);
}

// ---------------------------------------------------------------- branches

// A branch is a supernode and all below it in the elimination tree: a stretch of supernodes, as they are in
// postorder. The tree is cut, the largest branch first, until none has more than a share of all work.
enum { SHARES = 12 };

static int parent_of(const cholmod_factor *l, const int *supernode_of, int k) {
  const int *super = l->super, *pi = l->pi, *s = l->s;
  int width = super[k + 1] - super[k];
  return pi[k + 1] - pi[k] > width ? supernode_of[s[pi[k] + width]] : -1;
}

// Parts the branch below its top supernode, which is above all branches from now on. lowest: the first
// supernode of each.
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
  int supernodes = (int)w->l->nsuper;
  int *parent = VT_NEW(int, supernodes, error), *lowest = VT_NEW(int, supernodes, error);
  double *below = VT_NEW(double, supernodes, error), all = 0;
  plan->branches = VT_NEW(vt_branch, supernodes, error);
  plan->alone = VT_NEW(bool, supernodes, error);
  bool done = parent && lowest && below && plan->branches && plan->alone;
  for (int k = 0; k < supernodes && done; ++k) lowest[k] = k;
  for (int k = 0; k < supernodes && done; ++k) {
    all += w->work[k];
    below[k] += w->work[k];
    parent[k] = parent_of(w->l, w->supernode_of, k);
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
  free(parent);
  free(lowest);
  free(below);
  return done;
}

// Every branch has a workspace of its own, and so has every panel of the supernodes above them.
static void share_workspace(walk *w) {
  vt_plan *plan = w->plan;
  const int *super = w->l->super, *pi = w->l->pi;
  for (int n = 0; n < plan->branch_count; ++n) {
    vt_branch *b = &plan->branches[n];
    size_t max = 0;
    for (int k = b->first; k <= b->last; ++k) {
      size_t height = (size_t)(pi[k + 1] - pi[k]); // for solving
      if (w->room[k] > max) max = w->room[k];
      if (height > max) max = height;
    }
    b->workspace = plan->workspace;
    plan->workspace += max;
  }
  size_t panels = 0, above = 0;
  for (int k = 0; k < (int)w->l->nsuper; ++k) {
    if (!plan->alone[k]) continue;
    size_t own = (size_t)((super[k + 1] - super[k] + VT_PANEL - 1) / VT_PANEL);
    if (own > panels) panels = own;
    if (w->tall[k] > plan->tallest) plan->tallest = w->tall[k];
    if ((size_t)(pi[k + 1] - pi[k]) > above) above = (size_t)(pi[k + 1] - pi[k]);
  }
  if (panels * VT_PANEL * plan->tallest > above) above = panels * VT_PANEL * plan->tallest;
  if (above > plan->workspace) plan->workspace = above; // branches are done by then
}

// ---------------------------------------------------------------- all of it

bool vt_plan_init(vt_plan *plan, const cholmod_factor *l, const vt_block_pattern *pattern,
    const int *free_index, const int *place, const int *supernode_of, vt_error *error) {
  int supernodes = (int)l->nsuper;
  *plan = (vt_plan){0};
  plan->places = VT_NEW(vt_block_place, pattern->block_count, error);
  plan->update_start = VT_NEW(int, supernodes + 1, error);
  int *count = VT_NEW(int, supernodes, error);
  size_t *room = VT_NEW(size_t, supernodes, error), *tall = VT_NEW(size_t, supernodes, error);
  double *work = VT_NEW(double, supernodes, error);
  bool done = plan->places && plan->update_start && count && room && tall && work;
  for (int j = 0; j < pattern->size && done; ++j)
    for (int b = pattern->start[j]; b < pattern->start[j + 1]; ++b)
      plan->places[b] = place_block(l, supernode_of, place, free_index[pattern->rows[b]], free_index[j]);

  walk w = {.plan = plan,
      .l = l,
      .supernode_of = supernode_of,
      .count = count,
      .room = room,
      .tall = tall,
      .work = work};
  for (int d = 0; d < supernodes && done; ++d) walk_rows(&w, d);
  for (int k = 0; k < supernodes && done; ++k) work[k] += own_work(l, k);
  for (int k = 0; k < supernodes && done; ++k) {
    plan->update_start[k + 1] = plan->update_start[k] + count[k];
    count[k] = plan->update_start[k];
  }
  if (done) {
    plan->updates = VT_NEW(vt_update, plan->update_start[supernodes], error);
    plan->maps = VT_NEW(int, w.mapped, error);
    done = plan->updates != NULL && plan->maps != NULL;
  }
  done = done && find_branches(&w, error);
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
  *plan = (vt_plan){0};
}
