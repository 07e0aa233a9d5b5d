// Contact problems given by callers, as a system of contact blocks.
#include "base/misuse.h"
#include "solver/system.h"

#include <ventouse/solve.h>

#include <math.h>
#include <stdlib.h>

vt_contact_options vt_contact_options_default(void) {
  return (vt_contact_options){.tolerance = 1e-8, .iterations = 10000};
}

void vt_contact_problem_destroy(vt_contact_problem *problem) {
  if (problem == NULL) return;
  free(problem->dense);
  free(problem->block_start);
  free(problem->block_columns);
  free(problem->blocks);
  free(problem->q);
  free(problem->friction);
  free(problem);
}

static bool check_problem(const vt_contact_problem *p, vt_error *error) {
  int m = p->contact_count;
  if (m < 0 || m > 1000000)
    return vt_fail(error, VT_BAD_INPUT, "the number of contacts is %d, expected 0 to 1,000,000", m);
  bool blocks = p->block_start != NULL && p->block_columns != NULL && p->blocks != NULL;
  if (m > 0 && (p->friction == NULL || p->q == NULL || (p->dense == NULL && !blocks)))
    return vt_fail(error, VT_BAD_INPUT, "found no %s, expected those of %d contacts",
        p->friction == NULL ? "friction"
        : p->q == NULL      ? "q"
                            : "W, in full or by blocks",
        m);
  for (int i = 0; i < m; ++i)
    if (!(p->friction[i] >= 0 && isfinite(p->friction[i])))
      return vt_fail(
          error, VT_BAD_INPUT, "friction of contact %d is %g, expected 0 or above", i, p->friction[i]);
  for (int r = 0; r < 3 * m; ++r)
    if (!isfinite(p->q[r])) return vt_fail(error, VT_BAD_INPUT, "q of row %d is not finite", r);
  if (p->dense != NULL || m == 0) return true;
  for (int i = 0; i < m; ++i)
    for (int k = p->block_start[i]; k < p->block_start[i + 1]; ++k) {
      int column = p->block_columns[k];
      if (column < 0 || column >= m || (k > p->block_start[i] && column <= p->block_columns[k - 1]))
        return vt_fail(error, VT_BAD_INPUT,
            "block row %d names block column %d, expected ascending columns below %d", i, column, m);
    }
  return true;
}

// Ranges and rows of W; neighbouring block columns make one range.
static bool fill_dense(const vt_contact_problem *p, vt_system *s, vt_error *error) {
  int n = s->row_count;
  s->ranges = VT_NEW(vt_range, 1, error);
  s->w = VT_NEW(double, (size_t)n *(size_t)n, error);
  if (s->ranges == NULL || s->w == NULL) return false;
  s->ranges[0] = (vt_range){0, n};
  for (int i = 0; i < s->block_count; ++i) {
    s->blocks[i].range_count = 1;
    s->blocks[i].width = n;
    s->blocks[i].values = 3 * (size_t)i * (size_t)n;
  }
  for (size_t r = 0; r < (size_t)n; ++r)
    for (size_t c = 0; c < (size_t)n; ++c) s->w[r * (size_t)n + c] = p->dense[c * (size_t)n + r];
  return true;
}

static bool fill_blocks(const vt_contact_problem *p, vt_system *s, vt_error *error) {
  int count = p->block_start[s->block_count];
  s->ranges = VT_NEW(vt_range, count, error);
  s->w = VT_NEW(double, 9 * (size_t)count, error);
  if (s->ranges == NULL || s->w == NULL) return false;
  int ranges = 0;
  for (int i = 0; i < s->block_count; ++i) {
    vt_block *block = &s->blocks[i];
    int first = p->block_start[i], last = p->block_start[i + 1];
    block->first_range = ranges;
    block->width = 3 * (last - first);
    block->values = 9 * (size_t)first;
    for (int k = first; k < last; ++k) {
      if (k > first && p->block_columns[k] == p->block_columns[k - 1] + 1) {
        s->ranges[ranges - 1].count += 3;
      } else {
        s->ranges[ranges++] = (vt_range){3 * p->block_columns[k], 3};
      }
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          s->w[block->values + (size_t)(r * block->width + 3 * (k - first) + c)] =
              p->blocks[9 * (size_t)k + (size_t)(3 * c + r)];
    }
    block->range_count = ranges - block->first_range;
  }
  return true;
}

bool vt_solve_contact(const vt_contact_problem *p, const vt_contact_options *options, double *f,
    vt_contact_result *result, vt_error *error) {
  VT_NEED_OR_FAIL(
      p != NULL && options != NULL && (f != NULL || p->contact_count == 0) && result != NULL, error, false);
  *result = (vt_contact_result){.converged = true};
  if (!check_problem(p, error)) return false;
  if (p->contact_count == 0) return true;
  vt_system s = {.row_count = 3 * p->contact_count, .block_count = p->contact_count, .q = p->q, .f = f};
  vt_arena *arena = vt_arena_create(4 * sizeof(double) * (size_t)s.row_count, error);
  s.blocks = VT_NEW(vt_block, s.block_count, error);
  bool done = arena != NULL && s.blocks != NULL;
  for (int i = 0; i < s.block_count && done; ++i)
    s.blocks[i] = (vt_block){.kind = VT_BLOCK_CONTACT, .row = 3 * i, .friction = p->friction[i]};
  done = done && (p->dense != NULL ? fill_dense(p, &s, error) : fill_blocks(p, &s, error));
  if (done) vt_system_prepare(&s);
  for (int i = 0; i < s.block_count && done; ++i)
    if (!(s.blocks[i].own[0][0] > 0 && s.blocks[i].own[1][1] + s.blocks[i].own[2][2] > 0))
      done = vt_fail(error, VT_BAD_INPUT,
          "contact %d: its compliance is %g along the normal and %g across, expected above 0", i,
          s.blocks[i].own[0][0], 0.5 * (s.blocks[i].own[1][1] + s.blocks[i].own[2][2]));
  if (done) {
    vt_solve_options inner = {.tolerance = options->tolerance, .iterations = options->iterations, .plain = 5};
    vt_solve_result solved;
    done = vt_system_solve(&s, &inner, arena, &solved, error);
    if (done) *result = (vt_contact_result){solved.iterations, solved.residual, solved.converged};
  }
  vt_arena_destroy(arena);
  free(s.blocks);
  free(s.ranges);
  free(s.w);
  return done;
}
