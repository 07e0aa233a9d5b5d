// Constraint rows: the compliance W between them, body by body.
//
// On a deformable body the compliance of the distinct nodes that rows touch is found once
// (sparse/compliance.h); what is left per row is a handful of products. The cost grows with the nodes in
// contact, not with rows times mesh. A cavity's row touches hundreds of nodes and would drag them all in; it
// takes one solve with the factor instead, which tells how far every node moves.
#include "solver/rows.h"

#include "base/error.h"
#include "body/tangent.h"

#include <string.h>

// A row's part on one body, with its place in the body's own list of rows.
typedef struct body_row {
  int row, block;
  int first, count; // terms (of this body; they stand together)
  bool wide;        // of a cavity
  double *moved;    // C H^T: of the compliance's nodes; of all nodes for a wide row; or of the rigid body
} body_row;

// What the rows on one body have in common.
typedef struct body_part {
  int count;
  body_row *rows;      // ascending
  int pieces;          // in which threads share them out
  const vt_made *made; // of a deformable body: its compliance
  size_t size;         // 3 for each node that it is of
  vt_error error;      // of finding how the body moves
} body_part;

typedef struct builder {
  vt_rows *rows;
  const vt_mobile *bodies;
  int body_count;
  double h;
  vt_arena *arena;
  vt_error *error;
  body_part *parts; // per body
  int *row_block;   // row -> block
  int body;         // whose part of W is being added
  int *columns;     // scratch: row -> its column in the block at hand; row_count for each piece
} builder;

// Rows of one body, for a job.
typedef struct body_job {
  const builder *b;
  int body;
} body_job;

// Fewer rows are not worth a thread's while; as each number is written once, their number changes nothing.
enum { PIECE_ROWS = 16, MAX_PIECES = 16 };

// Of W: 1 GB, 11,585 rows that are all coupled. Beyond, a step would take minutes (docs/solver.md).
static const size_t MAX_VALUES = (size_t)1 << 27;

static bool is_mobile(const vt_mobile *m) { return m->deformable != NULL || m->inverse_mass > 0; }

// ---------------------------------------------------------------- rows by body

// Runs of terms of one body within each row; counted first, then listed.
static bool list_rows(builder *b) {
  const vt_rows *rows = b->rows;
  for (int round = 0; round < 2; ++round) {
    for (int row = 0; row < rows->system.row_count; ++row)
      for (int k = rows->start[row]; k < rows->start[row + 1];) {
        int body = rows->terms[k].body, first = k;
        while (k < rows->start[row + 1] && rows->terms[k].body == body) ++k;
        if (!is_mobile(&b->bodies[body])) continue;
        body_part *part = &b->parts[body];
        int block = b->row_block[row];
        bool wide = rows->system.blocks[block].kind == VT_BLOCK_GAS;
        if (round == 1) part->rows[part->count] = (body_row){row, block, first, k - first, wide, NULL};
        ++part->count;
      }
    for (int body = 0; body < b->body_count && round == 0; ++body) {
      b->parts[body].rows = VT_TAKE(b->arena, body_row, b->parts[body].count, b->error);
      if (b->parts[body].rows == NULL) return false;
      b->parts[body].count = 0;
    }
  }
  return true;
}

// ---------------------------------------------------------------- C H^T of each row

// The distinct nodes that rows touch, those of wide rows left out; -1 on failure.
static int list_nodes(const builder *b, int body, int **nodes) {
  body_part *part = &b->parts[body];
  const vt_row_term *terms = b->rows->terms;
  int node_count = b->bodies[body].deformable->model->mesh->node_count, distinct = 0;
  bool *listed = VT_TAKE(b->arena, bool, node_count, &part->error);
  *nodes = VT_TAKE(b->arena, int, node_count, &part->error);
  if (listed == NULL || *nodes == NULL) return -1;
  memset(listed, 0, sizeof *listed * (size_t)node_count);
  for (int r = 0; r < part->count; ++r)
    for (int k = part->rows[r].first; k < part->rows[r].first + part->rows[r].count; ++k)
      if (!part->rows[r].wide && !listed[terms[k].node]) {
        listed[terms[k].node] = true;
        (*nodes)[distinct++] = terms[k].node;
      }
  return distinct;
}

// One solve for a row that touches many nodes.
static void move_wide(const builder *b, int body, const body_row *row) {
  const vt_deformable *d = b->bodies[body].deformable;
  int node_count = d->model->mesh->node_count;
  vt_vec3 *moved = (vt_vec3 *)row->moved;
  memset(moved, 0, sizeof *moved * (size_t)node_count);
  for (int k = row->first; k < row->first + row->count; ++k) {
    const vt_row_term *t = &b->rows->terms[k];
    moved[t->node] = vt_madd(moved[t->node], b->h * b->h, t->linear);
  }
  vt_deformable_solve(d, moved, b->rows->system.pool);
}

static void move_narrow(const builder *b, const body_part *part, const body_row *row) {
  const vt_row_term *terms = b->rows->terms;
  const vt_compliance *c = &part->made->compliance;
  double h2 = b->h * b->h, *moved = row->moved;
  size_t size = part->size;
  memset(moved, 0, size * sizeof *moved);
  for (int k = row->first; k < row->first + row->count; ++k) {
    const double *column = c->values + 3 * (size_t)c->place[terms[k].node] * size;
    vt_vec3 along = vt_scale(h2, terms[k].linear);
    if (part->made->turned) along = vt_mat_apply_transposed(part->made->turn, along);
    for (size_t i = 0; i < size; ++i)
      moved[i] += along.x * column[i] + along.y * column[size + i] + along.z * column[2 * size + i];
  }
  vt_vec3 *turned = (vt_vec3 *)moved;
  for (int i = 0; i < c->count && part->made->turned; ++i)
    turned[i] = vt_mat_apply(part->made->turn, turned[i]);
}

// Wide rows are all in the first piece: they share the factor's workspace.
static void move_rows(void *context, int index) {
  const body_job *job = context;
  const builder *b = job->b;
  const body_part *part = &b->parts[job->body];
  if (index == 0) {
    for (int r = 0; r < part->count; ++r)
      if (part->rows[r].wide) move_wide(b, job->body, &part->rows[r]);
    return;
  }
  int end = vt_part_start(part->count, part->pieces, index);
  for (int r = vt_part_start(part->count, part->pieces, index - 1); r < end; ++r)
    if (!part->rows[r].wide && !vt_is_interrupted(b->rows->system.asked))
      move_narrow(b, part, &part->rows[r]);
}

// h^2 A^-1 over the distinct nodes that rows touch, then one sparse product per row.
static void move_deformable(const builder *b, int body) {
  body_part *part = &b->parts[body];
  vt_deformable *d = b->bodies[body].deformable;
  vt_pool *pool = b->rows->system.pool;
  int *nodes, distinct = list_nodes(b, body, &nodes);
  if (distinct < 0) return;
  if (!vt_deformable_ready_compliance(
          d, nodes, distinct, pool, b->rows->system.asked, b->arena, &part->error))
    return;
  part->made = &d->made;
  part->size = 3 * (size_t)d->made.compliance.count;
  for (int r = 0; r < part->count; ++r) {
    size_t numbers = part->rows[r].wide ? 3 * (size_t)d->model->mesh->node_count : part->size;
    part->rows[r].moved = VT_TAKE(b->arena, double, numbers, &part->error);
    if (part->rows[r].moved == NULL) return;
  }
  body_job job = {b, body};
  vt_pool_run(pool, 1 + part->pieces, move_rows, &job);
}

static void move_rigid(const builder *b, int body) {
  body_part *part = &b->parts[body];
  const vt_mobile *m = &b->bodies[body];
  double h2 = b->h * b->h;
  double *moved = VT_TAKE(b->arena, double, 6 * (size_t)part->count, &part->error);
  if (moved == NULL) return;
  for (int r = 0; r < part->count; ++r) {
    vt_vec3 linear = {0, 0, 0}, angular = {0, 0, 0};
    for (int k = part->rows[r].first; k < part->rows[r].first + part->rows[r].count; ++k) {
      linear = vt_add(linear, b->rows->terms[k].linear);
      angular = vt_add(angular, b->rows->terms[k].angular);
    }
    linear = vt_scale(h2 * m->inverse_mass, linear);
    angular = vt_scale(h2, vt_mat_apply(m->inverse_inertia, angular));
    part->rows[r].moved = moved + 6 * r;
    memcpy(part->rows[r].moved, (double[6]){linear.x, linear.y, linear.z, angular.x, angular.y, angular.z},
        6 * sizeof(double));
  }
}

static void move_body(void *context, int body) {
  const builder *b = context;
  body_part *part = &b->parts[body];
  if (part->count == 0) return;
  part->pieces = 1 + (part->count - 1) / PIECE_ROWS;
  if (part->pieces > MAX_PIECES) part->pieces = MAX_PIECES;
  if (b->bodies[body].deformable != NULL) {
    move_deformable(b, body);
  } else {
    move_rigid(b, body);
  }
}

// H_i (C H^T)_j on one body.
static double product(const builder *b, const body_row *row, const body_row *other) {
  const vt_made *made = b->parts[b->body].made; // NULL for a rigid body
  const int *place = made != NULL ? made->compliance.place : NULL;
  double sum = 0;
  for (int k = row->first; k < row->first + row->count; ++k) {
    const vt_row_term *t = &b->rows->terms[k];
    const double *at =
        t->node < 0 ? other->moved : other->moved + 3 * (other->wide ? t->node : place[t->node]);
    sum += t->linear.x * at[0] + t->linear.y * at[1] + t->linear.z * at[2];
    if (t->node < 0) sum += t->angular.x * at[3] + t->angular.y * at[4] + t->angular.z * at[5];
  }
  return sum;
}

// The entry of W between two rows: the terms of one by the motion of the other. A wide row gives the motion,
// so that the few terms of the other are gone through; of two wide rows the first does.
static double coupling(const builder *b, const body_row *rows, int i, int j) {
  bool swap = rows[j].wide != rows[i].wide ? rows[j].wide : rows[i].wide && j < i;
  return swap ? product(b, &rows[i], &rows[j]) : product(b, &rows[j], &rows[i]);
}

// ---------------------------------------------------------------- the pattern of W

// The blocks that share a mobile body with block i, ascending and without repetition, into `list`; each
// body's rows are ascending, so that its blocks are too. Returns how many.
static int coupled_blocks(const builder *b, int i, int *list, int *mark) {
  const vt_rows *rows = b->rows;
  const vt_block *block = &rows->system.blocks[i];
  int count = 0, last_row = block->row + vt_block_rows(block);
  bool sorted = true;
  list[count++] = i;
  mark[i] = i + 1;
  for (int k = rows->start[block->row]; k < rows->start[last_row]; ++k) {
    int body = rows->terms[k].body;
    if (!is_mobile(&b->bodies[body]) || (k > rows->start[block->row] && rows->terms[k - 1].body == body))
      continue;
    const body_part *part = &b->parts[body];
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
static bool are_alike(const builder *b, int i, int j) {
  const vt_rows *rows = b->rows;
  const vt_block *x = &rows->system.blocks[i], *y = &rows->system.blocks[j];
  int k = rows->start[x->row], k_end = rows->start[x->row + vt_block_rows(x)];
  int l = rows->start[y->row], l_end = rows->start[y->row + vt_block_rows(y)];
  bool mobile = false;
  while (k < k_end && l < l_end) {
    int body = rows->terms[k].body;
    if (rows->terms[l].body != body) return false;
    mobile = mobile || is_mobile(&b->bodies[body]);
    while (k < k_end && rows->terms[k].body == body) ++k;
    while (l < l_end && rows->terms[l].body == body) ++l;
  }
  return mobile && k == k_end && l == l_end;
}

// Ranges of columns and room for values; neighbouring blocks make one range.
static bool lay_out(builder *b) {
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
  memset(s->w, 0, values * sizeof *s->w);
  return true;
}

// ---------------------------------------------------------------- W

// Adds one body's part to pairs of its rows with all of them.
static void add_rows(void *context, int index) {
  const builder *b = context;
  const body_part *part = &b->parts[b->body];
  vt_system *s = &b->rows->system;
  int *column_of = b->columns + (size_t)index * (size_t)s->row_count; // in the block at hand
  int last_block = -1, end = vt_part_start(part->count, part->pieces, index + 1);
  for (int i = vt_part_start(part->count, part->pieces, index); i < end; ++i) {
    const body_row *row = &part->rows[i];
    vt_block *block = &s->blocks[row->block];
    if (vt_is_interrupted(s->asked)) return;
    if (row->block != last_block) { // where columns are in this block
      int at = 0;
      for (int k = 0; k < block->range_count; ++k) {
        vt_range range = s->ranges[block->first_range + k];
        for (int c = 0; c < range.count; ++c) column_of[range.first + c] = at++;
      }
      last_block = row->block;
    }
    double *w = s->w + block->values + (size_t)(row->row - block->row) * (size_t)block->width;
    for (int j = 0; j < part->count; ++j) w[column_of[part->rows[j].row]] += coupling(b, part->rows, i, j);
  }
}

bool vt_rows_delassus(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error) {
  vt_system *s = &rows->system;
  builder b = {
      .rows = rows, .bodies = bodies, .body_count = body_count, .h = h, .arena = arena, .error = error};
  if (s->row_count == 0) return true;
  b.parts = VT_TAKE(arena, body_part, body_count, error);
  b.row_block = VT_TAKE(arena, int, s->row_count, error);
  b.columns = VT_TAKE(arena, int, (size_t)s->row_count *MAX_PIECES, error);
  if (b.parts == NULL || b.row_block == NULL || b.columns == NULL) return false;
  memset(b.parts, 0, sizeof *b.parts * (size_t)body_count);
  for (int i = 0; i < s->block_count; ++i)
    for (int r = 0; r < vt_block_rows(&s->blocks[i]); ++r) b.row_block[s->blocks[i].row + r] = i;
  if (!list_rows(&b) || !lay_out(&b)) return false;
  vt_arena_mark mark = vt_arena_get_mark(arena); // W stays; how bodies move does not
  vt_pool_run(s->pool, body_count, move_body, &b);
  for (int body = 0; body < body_count; ++body)
    if (b.parts[body].error.code != VT_OK) {
      *error = b.parts[body].error;
      return false;
    }
  // A row may be of two bodies: one after the other adds its part.
  for (b.body = 0; b.body < body_count; ++b.body)
    if (b.parts[b.body].count > 0) vt_pool_run(s->pool, b.parts[b.body].pieces, add_rows, &b);
  vt_arena_go_back(arena, mark);
  return !vt_is_interrupted(s->asked) || vt_fail(error, VT_STOPPED, "it was asked to stop");
}
