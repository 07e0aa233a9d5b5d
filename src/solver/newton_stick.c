// Newton's method with the contacts that stick eliminated.
//
// In a patch where soft bodies lie on each other most contacts stick, and which ones hardly changes from step
// to step of Newton's method. The rows h of those that do are linear, u = 0, and are eliminated once, with
// a little damping e of their own; over the rows l of all others is left
//
//     W' = W_ll - Y^T Y,   Y = L^-1 W_hl,   L L^T = W_hh + e,
//
// a system of the same kind that is a fraction of the size, and whole steps (newton.c) are taken on that.
// Back in the whole, a contact may turn out to slip or open after all. It is released without another factor:
// with G = L^-1 E of its rows E, their displacement is a force y more on the rows of L, and
//
//     W'_rr = (G^T G)^-1 - e,  W'_rl = (G^T G)^-1 G^T Y,  W'_ll + Y^T G (G^T G)^-1 G^T Y
//
// join the others. The damping is about the iterate, so that it is gone when forces come to rest.
#include "solver/newton_stick.h"

#include "sparse/blas.h"
#include "sparse/cholesky.h"

#include <math.h>
#include <string.h>

enum {
  LEAST_HELD = 90,  // rows: fewer are not worth it
  MAX_ROUNDS = 12,  // of the elimination with one factor
  INNER_STEPS = 20, // whole steps on what is left, in a round
};

static const double FIRMLY = 0.8;     // of what friction bears: contacts that carry more are not eliminated
static const double HELD_SHARE = 0.3; // of all rows: from here on it is worth it
static const double RELEASED_SHARE = 0.7; // of held rows that may be released
static const double DAMPING = 1e-4;       // of a held row's own compliance
static const double INNER_AIM = 0.3;      // of the aim: what is left is solved to that
static const double ENOUGH = 0.5;         // of the residual: what a round that releases nothing must come to

static const double ONE = 1, ZERO = 0, MINUS = -1;
static const int STEP = 1;

typedef struct elimination {
  const vt_system *s;
  vt_newton *n;
  vt_arena *arena;
  vt_error *error;
  int held, loose, released, room; // rows
  int *rows;                       // held ones, loose ones
  int *blocks;                     // loose ones, then those that were released
  int loose_blocks, released_blocks;
  int *place;   // per block: of its first row among the held ones; -1 for loose and released blocks
  int *left;    // released rows: places among the held ones
  double *l;    // held x held
  double *y;    // held x loose
  double *own;  // loose x loose: W'
  double *damp; // held: e, m/N
  double *g;    // held x room
  double *z;    // held: L^-1 u; then forces
} elimination;

// Whether a contact sticks and friction bears `share` of what it could at most.
static bool sticks(const vt_block *block, const double *f, const double *u, double share) {
  if (block->kind != VT_BLOCK_CONTACT || vt_block_is_inert(block)) return false;
  double pressed = f[0] - u[0] / block->own[0][0];
  double t1 = f[1] - u[1] / block->tangent, t2 = f[2] - u[2] / block->tangent;
  return pressed > 0 && sqrt(t1 * t1 + t2 * t2) < share * block->friction * pressed;
}

// ---------------------------------------------------------------- the factor

// Which rows are held; false where there is no room.
static bool sort_blocks(elimination *e) {
  const vt_system *s = e->s;
  e->rows = VT_TAKE(e->arena, int, s->row_count, e->error);
  e->blocks = VT_TAKE(e->arena, int, 2 * (size_t)s->block_count, e->error);
  if (e->rows == NULL || e->blocks == NULL) return false;
  e->place = e->blocks + s->block_count;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    bool hold = sticks(block, e->n->f + block->row, e->n->u + block->row, FIRMLY);
    e->place[i] = hold ? e->held : -1;
    if (!hold) e->blocks[e->loose_blocks++] = i;
    for (int r = 0; r < 3 && hold; ++r) e->rows[e->held++] = block->row + r;
  }
  for (int k = 0; k < e->loose_blocks; ++k) {
    const vt_block *block = &s->blocks[e->blocks[k]];
    for (int r = 0; r < vt_block_rows(block); ++r) e->rows[e->held + e->loose++] = block->row + r;
  }
  return true;
}

// A row of a block of W, spread over n->line; or that back to zeros.
static void spread(const elimination *e, const vt_block *block, int r, bool back) {
  const double *w = e->s->w + block->values + (size_t)r * (size_t)block->width;
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = e->s->ranges[block->first_range + k];
    size_t bytes = sizeof *w * (size_t)range.count;
    if (back)
      memset(e->n->line + range.first, 0, bytes);
    else
      memcpy(e->n->line + range.first, w, bytes);
    w += range.count;
  }
}

// Columns of the lower triangle of W_hh + e, and W_hl and the upper triangle of W_ll.
static void fill(elimination *e) {
  size_t held = (size_t)e->held, loose = (size_t)e->loose;
  for (int i = 0; i < e->s->block_count; ++i) {
    const vt_block *block = &e->s->blocks[i];
    for (int r = 0; r < vt_block_rows(block) && e->place[i] >= 0; ++r) {
      size_t k = (size_t)(e->place[i] + r);
      spread(e, block, r, false);
      for (size_t c = k; c < held; ++c) e->l[k * held + c] = e->n->line[e->rows[c]];
      e->damp[k] = DAMPING * e->l[k * held + k];
      e->l[k * held + k] += e->damp[k];
      spread(e, block, r, true);
    }
  }
  size_t k = 0;
  for (int n = 0; n < e->loose_blocks; ++n) {
    const vt_block *block = &e->s->blocks[e->blocks[n]];
    for (int r = 0; r < vt_block_rows(block); ++r, ++k) {
      spread(e, block, r, false);
      for (size_t c = 0; c < held; ++c) e->y[k * held + c] = e->n->line[e->rows[c]];
      for (size_t c = 0; c <= k; ++c) e->own[k * loose + c] = e->n->line[e->rows[held + c]];
      spread(e, block, r, true);
    }
  }
}

static void mirror(size_t n, double *a) {
  for (size_t j = 0; j < n; ++j)
    for (size_t i = 0; i < j; ++i) a[i * n + j] = a[j * n + i];
}

// L, Y and W'. *done is false where W is not positive definite.
static bool eliminate(elimination *e, bool *done) {
  size_t held = (size_t)e->held, loose = (size_t)e->loose;
  e->room = (int)(RELEASED_SHARE * e->held);
  e->l = e->n->jacobian; // which has rows x rows
  e->y = e->l + held * held;
  e->own = e->y + held * loose;
  e->damp = VT_TAKE(e->arena, double, 2 * held, e->error);
  e->g = VT_TAKE(e->arena, double, held *(size_t)e->room, e->error);
  e->left = VT_TAKE(e->arena, int, e->room, e->error);
  if (e->damp == NULL || e->g == NULL || e->left == NULL) return false;
  e->z = e->damp + held;
  fill(e);
  *done = vt_cholesky_factor(e->held, e->l, e->s->pool, e->s->asked) == 0;
  if (!*done) return true;
  vt_cholesky_forward(e->held, e->l, e->loose, e->y, e->s->pool);
  vt_cholesky_subtract(e->held, e->loose, e->y, e->own, e->s->pool);
  mirror(loose, e->own);
  return true;
}

// ---------------------------------------------------------------- released contacts

// Releases held contacts that do not stick at the iterate; false where they are too many.
static bool release(elimination *e, int *count) {
  const vt_system *s = e->s;
  *count = 0;
  for (int i = 0; i < s->block_count; ++i) {
    const vt_block *block = &s->blocks[i];
    int at = e->place[i], three = 3, below = e->held - at;
    if (at < 0 || sticks(block, e->n->f + block->row, e->n->u + block->row, 1)) continue;
    if (e->released + 3 > e->room) return false;
    double *g = e->g + (size_t)e->released * (size_t)e->held;
    memset(g, 0, 3 * sizeof *g * (size_t)e->held);
    for (int r = 0; r < 3; ++r) {
      g[r * e->held + at + r] = 1;
      e->left[e->released++] = at + r;
    }
    dtrsm_("L", "L", "N", "N", &below, &three, &ONE, e->l + (size_t)at * (size_t)(e->held + 1), &e->held,
        g + at, &e->held);
    e->blocks[e->loose_blocks + e->released_blocks++] = i;
    e->place[i] = -1;
    ++*count;
  }
  return true;
}

// ---------------------------------------------------------------- what is left

// What is left, as a system: loose rows, then released ones.
typedef struct left_over {
  vt_system s;
  vt_range range;
  double *b; // released x released: C with C C^T = G^T G
  double *h; // released x loose: C^-1 G^T Y
  double *t; // released: C^-1 G^T z
  double *x; // released: scratch
} left_over;

static bool make_room(elimination *e, left_over *m) {
  size_t k = (size_t)(e->loose + e->released), v = (size_t)e->released;
  *m = (left_over){.range = {0, (int)k}};
  m->s = (vt_system){.row_count = (int)k,
      .block_count = e->loose_blocks + e->released_blocks,
      .pool = e->s->pool,
      .asked = e->s->asked,
      .ranges = &m->range,
      .least_scale = fmax(vt_system_scale(e->s, e->n->f), e->s->least_scale)};
  m->s.blocks = VT_TAKE(e->arena, vt_block, m->s.block_count, e->error);
  m->s.q = VT_TAKE(e->arena, double, 2 * k, e->error);
  m->s.w = VT_TAKE(e->arena, double, k *k, e->error);
  m->b = VT_TAKE(e->arena, double, v *(v + (size_t)e->loose + 2), e->error);
  if (m->s.blocks == NULL || m->s.q == NULL || m->s.w == NULL || m->b == NULL) return false;
  m->s.f = m->s.q + k;
  m->h = m->b + v * v;
  m->t = m->h + v * (size_t)e->loose;
  m->x = m->t + v;
  return true;
}

// C, C^-1 G^T Y and C^-1 G^T z; false where released rows depend on each other.
static bool factor_released(elimination *e, left_over *m) {
  int v = e->released;
  if (v == 0) return true;
  dsyrk_("L", "T", &v, &e->held, &ONE, e->g, &e->held, &ZERO, m->b, &v);
  if (vt_cholesky_factor(v, m->b, NULL, NULL) != 0) return false;
  if (e->loose > 0) {
    dgemm_("T", "N", &v, &e->loose, &e->held, &ONE, e->g, &e->held, e->y, &e->held, &ZERO, m->h, &v);
    dtrsm_("L", "L", "N", "N", &v, &e->loose, &ONE, m->b, &v, m->h, &v);
  }
  dgemv_("T", &e->held, &v, &ONE, e->g, &e->held, e->z, &STEP, &ZERO, m->t, &STEP);
  dtrsv_("L", "N", "N", &v, m->b, &v, m->t, &STEP);
  return true;
}

// W' over loose and released rows, all of it.
static void fill_remainder(elimination *e, left_over *m) {
  int v = e->released, k = m->s.row_count;
  size_t loose = (size_t)e->loose, wide = (size_t)k;
  double *w = m->s.w, *corner = w + loose * wide + loose;
  for (size_t j = 0; j < loose; ++j) memcpy(w + j * wide, e->own + j * loose, sizeof *w * loose);
  if (v == 0) return;
  if (e->loose > 0) {
    dsyrk_("U", "T", &e->loose, &v, &ONE, m->h, &v, &ONE, w, &k);
    for (size_t j = 0; j < loose; ++j)
      memcpy(w + j * wide + loose, m->h + j * (size_t)v, sizeof *w * (size_t)v);
    dtrsm_("L", "L", "T", "N", &v, &e->loose, &ONE, m->b, &v, w + loose, &k); // C^-T C^-1 G^T Y
    for (size_t j = 0; j < loose; ++j)
      for (size_t i = loose; i < wide; ++i) w[i * wide + j] = w[j * wide + i];
  }
  for (int j = 0; j < v; ++j)
    for (int i = 0; i < v; ++i) corner[(size_t)j * wide + (size_t)i] = i == j;
  dtrsm_("L", "L", "N", "N", &v, &v, &ONE, m->b, &v, corner, &k);
  dtrsm_("L", "L", "T", "N", &v, &v, &ONE, m->b, &v, corner, &k);
  for (int j = 0; j < v; ++j) corner[(size_t)j * (wide + 1)] -= e->damp[e->left[j]];
  mirror(wide, w);
}

static void copy_blocks(elimination *e, left_over *m) {
  int row = 0, k = m->s.row_count;
  for (int n = 0; n < m->s.block_count; ++n) {
    vt_block *block = &m->s.blocks[n];
    *block = e->s->blocks[e->blocks[n]];
    for (int r = 0; r < vt_block_rows(block); ++r) m->s.f[row + r] = e->n->f[block->row + r];
    block->row = row;
    block->first_range = 0;
    block->range_count = 1;
    block->width = k;
    block->values = (size_t)row * (size_t)k;
    row += vt_block_rows(block);
  }
}

// The displacements where forces stay as they are: u = W' f + q with the held rows at rest.
static void fill_free(elimination *e, left_over *m) {
  int v = e->released, k = m->s.row_count;
  double *q = m->s.q;
  for (int i = 0; i < e->loose; ++i) q[i] = e->n->u[e->rows[e->held + i]];
  if (e->loose > 0) {
    dgemv_("T", &e->held, &e->loose, &MINUS, e->y, &e->held, e->z, &STEP, &ONE, q, &STEP);
    if (v > 0) dgemv_("T", &v, &e->loose, &ONE, m->h, &v, m->t, &STEP, &ONE, q, &STEP);
  }
  if (v > 0) {
    memcpy(q + e->loose, m->t, sizeof *q * (size_t)v);
    dtrsv_("L", "T", "N", &v, m->b, &v, q + e->loose, &STEP);
  }
  dgemv_("T", &k, &k, &MINUS, m->s.w, &k, m->s.f, &STEP, &ONE, q, &STEP);
}

// The forces of held rows that go with those of the others, all into n->f.
static void give_back(elimination *e, left_over *m) {
  int v = e->released;
  double *change = m->s.q, *y = m->x; // the free displacements are not needed any more
  for (int n = 0, row = 0; n < m->s.block_count; ++n) {
    const vt_block *block = &e->s->blocks[e->blocks[n]];
    for (int r = 0; r < vt_block_rows(block); ++r, ++row) {
      change[row] = m->s.f[row] - e->n->f[block->row + r];
      e->n->f[block->row + r] = m->s.f[row];
    }
  }
  if (v > 0) { // y = C^-T (C^-1 change + C^-1 G^T z + C^-1 G^T Y change)
    memcpy(y, change + e->loose, sizeof *y * (size_t)v);
    dtrsv_("L", "N", "N", &v, m->b, &v, y, &STEP);
    for (int i = 0; i < v; ++i) y[i] += m->t[i];
    if (e->loose > 0) dgemv_("N", &v, &e->loose, &ONE, m->h, &v, change, &STEP, &ONE, y, &STEP);
    dtrsv_("L", "T", "N", &v, m->b, &v, y, &STEP);
  }
  for (int i = 0; i < e->held; ++i) e->z[i] = -e->z[i];
  if (e->loose > 0)
    dgemv_("N", &e->held, &e->loose, &MINUS, e->y, &e->held, change, &STEP, &ONE, e->z, &STEP);
  if (v > 0) dgemv_("N", &e->held, &v, &ONE, e->g, &e->held, y, &STEP, &ONE, e->z, &STEP);
  dtrsv_("L", "T", "N", &e->held, e->l, &e->held, e->z, &STEP);
  for (int i = 0; i < e->s->block_count; ++i)
    for (int r = 0; r < 3 && e->place[i] >= 0; ++r) e->n->f[e->s->blocks[i].row + r] += e->z[e->place[i] + r];
}

// One round: whole steps on what is left from n->f on. *done is false where it breaks down.
static bool take_round(elimination *e, double tolerance, double aim, bool *done) {
  vt_arena_mark mark = vt_arena_get_mark(e->arena);
  left_over m;
  vt_newton room = {0};
  int steps = INNER_STEPS;
  if (!make_room(e, &m)) return false;
  for (int k = 0; k < e->held; ++k) e->z[k] = e->n->u[e->rows[k]];
  dtrsv_("L", "N", "N", &e->held, e->l, &e->held, e->z, &STEP);
  *done = factor_released(e, &m);
  if (*done && m.s.row_count > 0) {
    fill_remainder(e, &m);
    copy_blocks(e, &m);
    fill_free(e, &m);
    if (!vt_newton_prepare(&m.s, &room, e->arena, e->error)) return false;
    vt_newton_apply(&m.s, 0, m.s.f, room.u);
    double residual = vt_system_residual(&m.s, m.s.f, room.u);
    if (!vt_newton_whole(&m.s, INNER_AIM * tolerance, INNER_AIM * aim, 1e-2, 0, &steps, &residual, &room,
            e->arena, e->error))
      return false;
  }
  if (*done) give_back(e, &m);
  vt_arena_go_back(e->arena, mark);
  return true;
}

bool vt_newton_sticking(const vt_system *s, double tolerance, double aim, int *steps, double *residual,
    vt_newton *n, vt_arena *arena, vt_error *error) {
  if (!vt_newton_prepare(s, n, arena, error)) return false;
  if (s->rigid != NULL || n->groups.count > 1) return true;
  vt_arena_mark mark = vt_arena_get_mark(arena);
  elimination e = {.s = s, .n = n, .arena = arena, .error = error};
  memcpy(n->f, s->f, sizeof *n->f * (size_t)s->row_count);
  vt_newton_apply(s, 0, n->f, n->u);
  if (!sort_blocks(&e)) return false;
  bool done = e.held >= LEAST_HELD && e.held >= HELD_SHARE * s->row_count;
  if (done) vt_count_work(s->asked, vt_newton_factor_work(s->row_count));
  if (done && !eliminate(&e, &done)) return false;
  double now = *residual;
  for (int round = 0, joined; done && round<MAX_ROUNDS && * steps> 0; ++round, --*steps) {
    double before = now;
    if (vt_is_stopped(s->asked) || *residual <= aim) break;
    if (!take_round(&e, tolerance, aim, &done)) return false;
    if (!done) break;
    vt_newton_apply(s, 0, n->f, n->u);
    if (!vt_newton_keep_better(s, n, n->u, &now, residual) || !release(&e, &joined)) break;
    if (joined == 0 && !(now < ENOUGH * before)) break;
  }
  vt_arena_go_back(arena, mark);
  return true;
}
