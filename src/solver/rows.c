// The Delassus operator W between constraint rows, body by body.
//
// On a deformable body the compliance of the distinct nodes that rows touch is computed once
// (sparse/compliance.h); what is left per row are a few products. The cost grows with the nodes in contact,
// not with rows times mesh size. A cavity's row touches hundreds of nodes, which would all have to be
// included; it takes one solve with the factor instead, which gives the displacement of every node. A
// quasi-rigid body's compliance is known, and is read where rows touch it.
#include "solver/rows_insides.h"

#include "base/error.h"
#include "body/tangent.h"

#include <string.h>

// Rows of one body, for a job.
typedef struct body_job {
  const vt_rows_builder *b;
  int body;
} body_job;

// Fewer rows are computed faster by one thread. Each number is written once, so their
// number changes no result.
enum { PIECE_ROWS = 16, MAX_PIECES = 16 };

// ---------------------------------------------------------------- rows by body

// Runs of terms of one body within each row; counted first, then listed.
static bool list_rows(vt_rows_builder *b) {
  const vt_rows *rows = b->rows;
  for (int round = 0; round < 2; ++round) {
    for (int row = 0; row < rows->system.row_count; ++row)
      for (int k = rows->start[row]; k < rows->start[row + 1];) {
        int body = rows->terms[k].body, first = k;
        while (k < rows->start[row + 1] && rows->terms[k].body == body) ++k;
        if (!vt_is_mobile(&b->bodies[body])) continue;
        vt_body_part *part = &b->parts[body];
        int block = b->row_block[row];
        bool wide = rows->system.blocks[block].kind == VT_BLOCK_GAS && b->bodies[body].deformable != NULL;
        if (round == 1) part->rows[part->count] = (vt_body_row){row, block, first, k - first, wide, 0, NULL};
        ++part->count;
      }
    for (int body = 0; body < b->body_count && round == 0; ++body) {
      b->parts[body].rows = VT_TAKE(b->arena, vt_body_row, b->parts[body].count, b->error);
      if (b->parts[body].rows == NULL) return false;
      b->parts[body].count = 0;
    }
  }
  return true;
}

// ---------------------------------------------------------------- C H^T of each row

int vt_rows_list_nodes(const vt_rows_builder *b, int body, int **nodes) {
  vt_body_part *part = &b->parts[body];
  const vt_row_term *terms = b->rows->terms;
  const vt_mobile *m = &b->bodies[body];
  int node_count = m->bending != NULL ? m->bending->count : m->deformable->model->mesh->node_count;
  int distinct = 0;
  bool *listed = VT_TAKE(b->arena, bool, node_count, &part->error);
  *nodes = VT_TAKE(b->arena, int, node_count, &part->error);
  if (listed == NULL || *nodes == NULL) return -1;
  memset(listed, 0, sizeof *listed * (size_t)node_count);
  for (int r = 0; r < part->count; ++r)
    for (int k = part->rows[r].first; k < part->rows[r].first + part->rows[r].count; ++k)
      if (!part->rows[r].wide && terms[k].node >= 0 && !listed[terms[k].node]) {
        listed[terms[k].node] = true;
        (*nodes)[distinct++] = terms[k].node;
      }
  return distinct;
}

// One solve for a row that touches many nodes.
static void move_wide(const vt_rows_builder *b, int body, const vt_body_row *row) {
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

// How many rows from r on, up to `end` and three, are of one block and on the same nodes: those of a contact.
static int rows_alike(const vt_rows_builder *b, const vt_body_part *part, int r, int end) {
  const vt_body_row *first = &part->rows[r];
  int alike = 1;
  while (alike < 3 && r + alike < end) {
    const vt_body_row *row = &part->rows[r + alike];
    if (row->block != first->block || row->wide || row->count != first->count) break;
    int k = 0;
    while (k < row->count && b->rows->terms[row->first + k].node == b->rows->terms[first->first + k].node)
      ++k;
    if (k < row->count) break;
    ++alike;
  }
  return alike;
}

// C H^T of rows on the same nodes: each column of C is read once for all of them.
static void move_narrow(
    const vt_rows_builder *b, const vt_body_part *part, const vt_body_row *rows, int count) {
  const vt_compliance *c = &part->made->compliance;
  double h2 = b->h * b->h;
  size_t size = part->size;
  for (int r = 0; r < count; ++r) memset(rows[r].moved, 0, size * sizeof *rows[r].moved);
  for (int k = 0; k < rows->count; ++k) {
    const double *column = c->values + 3 * (size_t)c->place[b->rows->terms[rows->first + k].node] * size;
    vt_vec3 along[3] = {{0, 0, 0}};
    for (int r = 0; r < count; ++r) {
      along[r] = vt_scale(h2, b->rows->terms[rows[r].first + k].linear);
      if (part->made->turned) along[r] = vt_mat_apply_transposed(part->made->turn, along[r]);
    }
    if (count == 3) {
      double *m0 = rows[0].moved, *m1 = rows[1].moved, *m2 = rows[2].moved;
      for (size_t i = 0; i < size; ++i) {
        double x = column[i], y = column[size + i], z = column[2 * size + i];
        m0[i] += along[0].x * x + along[0].y * y + along[0].z * z;
        m1[i] += along[1].x * x + along[1].y * y + along[1].z * z;
        m2[i] += along[2].x * x + along[2].y * y + along[2].z * z;
      }
      continue;
    }
    for (int r = 0; r < count; ++r)
      for (size_t i = 0; i < size; ++i)
        rows[r].moved[i] +=
            along[r].x * column[i] + along[r].y * column[size + i] + along[r].z * column[2 * size + i];
  }
  for (int r = 0; r < count && part->made->turned; ++r) {
    vt_vec3 *turned = (vt_vec3 *)rows[r].moved;
    for (int i = 0; i < c->count; ++i) turned[i] = vt_mat_apply(part->made->turn, turned[i]);
  }
}

// Wide rows are all in the first piece: they share the factor's workspace.
static void move_rows(void *context, int index) {
  const body_job *job = context;
  const vt_rows_builder *b = job->b;
  const vt_body_part *part = &b->parts[job->body];
  if (index == 0) {
    for (int r = 0; r < part->count; ++r)
      if (part->rows[r].wide) move_wide(b, job->body, &part->rows[r]);
    return;
  }
  int end = vt_part_start(part->count, part->pieces, index);
  for (int r = vt_part_start(part->count, part->pieces, index - 1), alike; r < end; r += alike) {
    alike = part->rows[r].wide ? 1 : rows_alike(b, part, r, end);
    if (!part->rows[r].wide && !vt_is_interrupted(b->rows->system.asked))
      move_narrow(b, part, &part->rows[r], alike);
  }
}

static bool pack_terms(const vt_rows_builder *b, vt_body_part *part) {
  int count = 0;
  for (int r = 0; r < part->count; ++r)
    if (!part->rows[r].wide) count += part->rows[r].count;
  part->packed = VT_TAKE(b->arena, vt_packed_term, count, &part->error);
  if (part->packed == NULL) return false;
  count = 0;
  for (int r = 0; r < part->count; ++r) {
    vt_body_row *row = &part->rows[r];
    if (row->wide) continue;
    row->packed = count;
    for (int k = row->first; k < row->first + row->count; ++k) {
      const vt_row_term *t = &b->rows->terms[k];
      part->packed[count++] = (vt_packed_term){t->linear, 3 * part->made->compliance.place[t->node]};
    }
  }
  return true;
}

// h^2 A^-1 over the distinct nodes that rows touch, then one sparse product per row.
static void move_deformable(const vt_rows_builder *b, int body) {
  vt_body_part *part = &b->parts[body];
  vt_deformable *d = b->bodies[body].deformable;
  vt_pool *pool = b->rows->system.pool;
  int *nodes, distinct = vt_rows_list_nodes(b, body, &nodes);
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
  if (!pack_terms(b, part)) return;
  body_job job = {b, body};
  vt_pool_run(pool, 1 + part->pieces, move_rows, &job);
}

static void move_body(void *context, int body) {
  const vt_rows_builder *b = context;
  vt_body_part *part = &b->parts[body];
  if (part->count == 0) return;
  part->pieces = 1 + (part->count - 1) / PIECE_ROWS;
  if (part->pieces > MAX_PIECES) part->pieces = MAX_PIECES;
  if (b->bodies[body].deformable != NULL) {
    move_deformable(b, body);
  } else {
    vt_rows_move_rigid(b, body);
  }
}

// H_i (C H^T)_j on one body.
static double product(const vt_rows_builder *b, const vt_body_row *row, const vt_body_row *other) {
  const vt_made *made = b->parts[b->body].made; // NULL for a rigid body
  const int *place = made != NULL ? made->compliance.place : b->parts[b->body].place;
  const double *bent = other->moved + (made != NULL ? 0 : 6);
  double sum = 0;
  for (int k = row->first; k < row->first + row->count; ++k) {
    const vt_row_term *t = &b->rows->terms[k];
    const double *at = t->node < 0 ? other->moved : bent + 3 * (other->wide ? t->node : place[t->node]);
    sum += t->linear.x * at[0] + t->linear.y * at[1] + t->linear.z * at[2];
    if (t->node < 0) sum += t->angular.x * at[3] + t->angular.y * at[4] + t->angular.z * at[5];
  }
  return sum;
}

// The entry of W between two rows: the terms of one by the motion of the other. A wide row gives the motion,
// so that the few terms of the other are gone through; of two wide rows the first does.
static double coupling(const vt_rows_builder *b, const vt_body_row *rows, int i, int j) {
  bool swap = rows[j].wide != rows[i].wide ? rows[j].wide : rows[i].wide && j < i;
  return swap ? product(b, &rows[i], &rows[j]) : product(b, &rows[j], &rows[i]);
}

// ---------------------------------------------------------------- W

// The entries of W of three rows with another, all of one deformable body and none of them wide.
static vt_vec3 product_of_three(
    const vt_body_part *part, const vt_body_row *three, const vt_body_row *other) {
  const vt_packed_term *t = part->packed + other->packed;
  const double *m0 = three[0].moved, *m1 = three[1].moved, *m2 = three[2].moved;
  vt_vec3 sum = {0, 0, 0};
  for (int k = 0; k < other->count; ++k) {
    vt_vec3 l = t[k].linear;
    const double *a = m0 + t[k].at, *b = m1 + t[k].at, *c = m2 + t[k].at;
    sum.x += l.x * a[0] + l.y * a[1] + l.z * a[2];
    sum.y += l.x * b[0] + l.y * b[1] + l.z * b[2];
    sum.z += l.x * c[0] + l.y * c[1] + l.z * c[2];
  }
  return sum;
}

// Adds one body's part to pairs of its rows with those of their own block and of blocks before: W is
// symmetric, and vt_rows_mirror fills in the rest.
static void add_rows(void *context, int index) {
  const vt_rows_builder *b = context;
  const vt_body_part *part = &b->parts[b->body];
  vt_system *s = &b->rows->system;
  int *column_of = b->columns + (size_t)index * (size_t)s->row_count; // in the block at hand
  int last_block = -1, end = vt_part_start(part->count, part->pieces, index + 1);
  for (int i = vt_part_start(part->count, part->pieces, index); i < end;) {
    const vt_body_row *row = &part->rows[i];
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
    size_t width = (size_t)block->width;
    double *w = s->w + block->values + (size_t)(row->row - block->row) * width;
    bool three = !row->wide && part->packed != NULL && i + 2 < end && row[2].block == row->block;
    int beyond = block->row + vt_block_rows(block);
    for (int j = 0; j < part->count && part->rows[j].row < beyond; ++j) {
      int column = column_of[part->rows[j].row];
      if (!three || part->rows[j].wide) {
        for (int r = 0; r < (three ? 3 : 1); ++r)
          w[(size_t)r * width + (size_t)column] += coupling(b, part->rows, i + r, j);
      } else {
        vt_vec3 sums = product_of_three(part, row, &part->rows[j]);
        w[column] += sums.x;
        w[width + (size_t)column] += sums.y;
        w[2 * width + (size_t)column] += sums.z;
      }
    }
    i += three ? 3 : 1;
  }
}

bool vt_rows_delassus(
    vt_rows *rows, const vt_mobile *bodies, int body_count, double h, vt_arena *arena, vt_error *error) {
  vt_system *s = &rows->system;
  vt_rows_builder b = {
      .rows = rows, .bodies = bodies, .body_count = body_count, .h = h, .arena = arena, .error = error};
  if (s->row_count == 0) return true;
  b.parts = VT_TAKE(arena, vt_body_part, body_count, error);
  b.row_block = VT_TAKE(arena, int, s->row_count, error);
  b.columns = VT_TAKE(arena, int, (size_t)s->row_count *MAX_PIECES, error);
  if (b.parts == NULL || b.row_block == NULL || b.columns == NULL) return false;
  memset(b.parts, 0, sizeof *b.parts * (size_t)body_count);
  for (int i = 0; i < s->block_count; ++i)
    for (int r = 0; r < vt_block_rows(&s->blocks[i]); ++r) b.row_block[s->blocks[i].row + r] = i;
  if (!list_rows(&b) || !vt_rows_lay_out(&b)) return false;
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
  bool mirrored = vt_rows_mirror(&b);
  vt_arena_go_back(arena, mark);
  if (!mirrored) return false;
  return !vt_is_interrupted(s->asked) || vt_fail(error, VT_STOPPED, "it was asked to stop");
}
