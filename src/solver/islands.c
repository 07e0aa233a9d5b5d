// Islands: connected components of coupled blocks.
#include "solver/islands.h"

#include <math.h>
#include <string.h>

// The root of a tree of bodies or blocks, with path halving.
static int root_of(int *parent, int child) {
  while (parent[child] != child) child = parent[child] = parent[parent[child]];
  return child;
}

// Whether they were apart.
static bool join(int *parent, int a, int b) {
  a = root_of(parent, a);
  b = root_of(parent, b);
  if (a != b) parent[a > b ? a : b] = a > b ? b : a;
  return a != b;
}

static const int *bodies_of(const vt_system *s, int block) { return s->rigid[s->blocks[block].row].body; }

static void join_bodies(const vt_system *s, const vt_selection *chosen, int *parent) {
  for (int b = 0; b < s->rigid_bodies; ++b) parent[b] = b;
  for (int i = 0; i < s->block_count; ++i) {
    const int *body = bodies_of(s, i);
    if (chosen->chosen[i] && body[0] >= 0 && body[1] >= 0) join(parent, body[0], body[1]);
  }
}

// Chosen blocks that W couples, until all hang together, as the first one tells where W is full; `block_of`
// is scratch, one for each row.
static void join_blocks(const vt_system *s, const vt_selection *chosen, int *parent, int *block_of) {
  for (int i = 0; i < s->block_count; ++i) {
    parent[i] = i;
    for (int r = 0; r < vt_block_rows(&s->blocks[i]); ++r) block_of[s->blocks[i].row + r] = i;
  }
  int apart = chosen->blocks;
  for (int i = 0; i < s->block_count && apart > 1; ++i) {
    const vt_block *block = &s->blocks[i];
    for (int k = 0; k < block->range_count && chosen->chosen[i]; ++k) {
      vt_range range = s->ranges[block->first_range + k];
      for (int c = range.first, j; c < range.first + range.count; c += vt_block_rows(&s->blocks[j])) {
        j = block_of[c];
        if (chosen->chosen[j] && join(parent, i, j)) --apart;
      }
    }
  }
}

bool vt_islands_find(
    vt_islands *islands, const vt_system *s, const vt_selection *chosen, vt_arena *arena, vt_error *error) {
  size_t roots = (size_t)(s->rigid != NULL ? s->rigid_bodies : s->block_count);
  size_t blocks = (size_t)chosen->blocks, rows = (size_t)(s->rigid != NULL ? 0 : s->row_count);
  int *parent = VT_TAKE(arena, int, roots, error), *of = VT_TAKE(arena, int, s->block_count, error),
      *block_of = VT_TAKE(arena, int, rows, error);
  *islands = (vt_islands){.start = VT_TAKE(arena, int, blocks + 1, error),
      .blocks = VT_TAKE(arena, int, blocks, error),
      .number = VT_TAKE(arena, int, roots, error)};
  if (!parent || !of || !block_of || !islands->start || !islands->blocks || !islands->number) return false;
  if (s->rigid != NULL) {
    join_bodies(s, chosen, parent);
  } else {
    join_blocks(s, chosen, parent, block_of);
  }
  for (size_t k = 0; k < roots; ++k) islands->number[k] = -1; // of the island of a root, for now
  memset(islands->start, 0, sizeof *islands->start * (blocks + 1));
  for (int i = 0; i < s->block_count; ++i) {
    if (!chosen->chosen[i]) continue;
    int some = i;
    if (s->rigid != NULL) some = bodies_of(s, i)[0] >= 0 ? bodies_of(s, i)[0] : bodies_of(s, i)[1];
    int *number = some >= 0 ? &islands->number[root_of(parent, some)] : NULL;
    of[i] = number == NULL || *number < 0 ? islands->count++ : *number; // one that nothing moves is alone
    if (number != NULL) *number = of[i];
    ++islands->start[of[i] + 1];
  }
  for (int k = 0; k < islands->count; ++k) islands->start[k + 1] += islands->start[k];
  for (int i = 0; i < s->block_count; ++i)
    if (chosen->chosen[i]) islands->blocks[islands->start[of[i]]++] = i;
  for (int k = islands->count; k > 0; --k) islands->start[k] = islands->start[k - 1];
  islands->start[0] = 0;
  for (int b = 0; b < s->rigid_bodies; ++b) islands->number[b] = -1;
  return true;
}

double vt_island_residual(
    const vt_islands *islands, int island, const vt_system *s, const double *u, double scale) {
  double worst = 0;
  for (int k = islands->start[island]; k < islands->start[island + 1]; ++k) {
    const vt_block *block = &s->blocks[islands->blocks[k]];
    worst = fmax(worst, vt_block_violation(block, s->f + block->row, u + block->row));
  }
  return scale > 0 ? worst / scale : worst;
}

// Rows with the island's own numbers of bodies.
static void copy_row(
    const vt_islands *islands, const vt_rigid_row *from, vt_rigid_row *to, vt_system *small) {
  *to = *from;
  for (int side = 0; side < 2; ++side) {
    if (from->body[side] < 0) continue;
    int *number = &islands->number[from->body[side]];
    if (*number < 0) *number = small->rigid_bodies++;
    to->body[side] = *number;
  }
}

// The same with a part of W.
static bool extract_soft(const vt_islands *islands, int island, const vt_system *s, double scale,
    vt_system *small, vt_arena *arena, vt_error *error) {
  vt_selection chosen;
  if (!vt_selection_begin(&chosen, s, arena, error)) return false;
  for (int k = islands->start[island]; k < islands->start[island + 1]; ++k) {
    int i = islands->blocks[k];
    chosen.chosen[i] = true;
    ++chosen.blocks;
    chosen.rows += vt_block_rows(&s->blocks[i]);
  }
  if (!vt_subsystem_extract(s, &chosen, small, arena, error)) return false;
  small->least_scale = scale;
  return true;
}

bool vt_island_extract(const vt_islands *islands, int island, const vt_system *s, double scale,
    vt_system *small, vt_arena *arena, vt_error *error) {
  if (s->rigid == NULL) return extract_soft(islands, island, s, scale, small, arena, error);
  int first = islands->start[island], end = islands->start[island + 1], rows = 0;
  for (int k = first; k < end; ++k) rows += vt_block_rows(&s->blocks[islands->blocks[k]]);
  *small = (vt_system){.row_count = rows,
      .block_count = end - first,
      .pool = s->pool,
      .asked = s->asked,
      .least_scale = scale};
  vt_rigid_row *rigid = VT_TAKE(arena, vt_rigid_row, rows, error);
  small->blocks = VT_TAKE(arena, vt_block, end - first, error);
  small->q = VT_TAKE(arena, double, 2 * (size_t)rows, error);
  if (rigid == NULL || small->blocks == NULL || small->q == NULL) return false;
  small->f = small->q + rows;
  for (int k = first, row = 0; k < end; ++k) {
    const vt_block *from = &s->blocks[islands->blocks[k]];
    small->blocks[k - first] = *from;
    small->blocks[k - first].row = row;
    for (int r = from->row; r < from->row + vt_block_rows(from); ++r, ++row) {
      copy_row(islands, &s->rigid[r], &rigid[row], small);
      small->q[row] = s->q[r];
      small->f[row] = s->f[r];
    }
  }
  for (int k = first; k < end; ++k) // so that none is numbered as the next one begins
    for (int side = 0; side < 2; ++side) {
      int body = bodies_of(s, islands->blocks[k])[side];
      if (body >= 0) islands->number[body] = -1;
    }
  small->rigid = rigid;
  small->rigid_motion = VT_TAKE(arena, double, 6 * (size_t)small->rigid_bodies, error);
  return small->rigid_motion != NULL;
}

void vt_island_give_back(const vt_islands *islands, int island, const vt_system *small, const vt_system *s) {
  for (int k = islands->start[island], row = 0; k < islands->start[island + 1]; ++k) {
    const vt_block *block = &s->blocks[islands->blocks[k]];
    for (int r = 0; r < vt_block_rows(block); ++r) s->f[block->row + r] = small->f[row++];
  }
}

// ---------------------------------------------------------------- a part of an island

bool vt_island_around(vt_islands *islands, const vt_system *s, const double *u, double least, int rings,
    vt_arena *arena, vt_error *error) {
  bool *chosen = VT_TAKE(arena, bool, s->block_count, error);
  bool *near = VT_TAKE(arena, bool, s->rigid_bodies, error);
  *islands = (vt_islands){.count = 1,
      .start = VT_TAKE(arena, int, 2, error),
      .blocks = VT_TAKE(arena, int, s->block_count, error),
      .number = VT_TAKE(arena, int, s->rigid_bodies, error)};
  if (!chosen || !near || !islands->start || !islands->blocks || !islands->number) return false;
  memset(near, 0, sizeof *near * (size_t)s->rigid_bodies);
  for (int b = 0; b < s->rigid_bodies; ++b) islands->number[b] = -1;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    chosen[i] = vt_block_violation(block, s->f + block->row, u + block->row) > least;
  }
  for (int ring = 0; ring < rings; ++ring) {
    for (int i = 0; i < s->block_count; ++i)
      for (int side = 0; side < 2; ++side)
        if (chosen[i] && bodies_of(s, i)[side] >= 0) near[bodies_of(s, i)[side]] = true;
    for (int i = 0; i < s->block_count; ++i)
      for (int side = 0; side < 2; ++side)
        if (bodies_of(s, i)[side] >= 0 && near[bodies_of(s, i)[side]]) chosen[i] = true;
  }
  islands->start[0] = islands->start[1] = 0;
  for (int i = 0; i < s->block_count; ++i)
    if (chosen[i]) islands->blocks[islands->start[1]++] = i;
  return true;
}

bool vt_island_freeze(const vt_islands *islands, int island, const vt_system *s, const double *u,
    vt_system *small, vt_arena *arena, vt_error *error) {
  double *own = VT_TAKE(arena, double, small->row_count, error);
  if (own == NULL) return false;
  vt_system_apply(small, small->f, own);
  for (int k = islands->start[island], row = 0; k < islands->start[island + 1]; ++k) {
    const vt_block *block = &s->blocks[islands->blocks[k]];
    for (int r = 0; r < vt_block_rows(block); ++r, ++row) small->q[row] += u[block->row + r] - own[row];
  }
  return true;
}
