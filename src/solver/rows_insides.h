// What filling W shares among its files: the rows on each body, and how it moves under them.
#ifndef VT_SOLVER_ROWS_INSIDES_H
#define VT_SOLVER_ROWS_INSIDES_H

#include "solver/rows.h"

// A row's part on one body, with its place in the body's own list of rows.
typedef struct vt_body_row {
  int row, block;
  int first, count; // terms (of this body; they stand together)
  bool wide;        // of a cavity
  int packed;       // where its terms begin in the part's packed ones, if it is not wide
  double *moved; // C H^T: of the compliance's nodes; of all nodes for a wide row; or of the rigid body, and
                 // after these six numbers of the nodes it bends at
} vt_body_row;

// A term of a row on a deformable body, as small as it gets: W is filled from these.
typedef struct vt_packed_term {
  vt_vec3 linear;
  int at; // 3 times the node's place in the compliance
} vt_packed_term;

// What the rows on one body have in common.
typedef struct vt_body_part {
  int count;
  vt_body_row *rows;      // ascending
  int pieces;             // in which threads share them out
  const vt_made *made;    // of a deformable body: its compliance
  vt_packed_term *packed; // of a deformable body
  const int *place;       // of a quasi-rigid body: per node, its place among those that rows touch
  size_t size;            // 3 for each node that it is of
  vt_error error;         // of finding how the body moves
} vt_body_part;

typedef struct vt_rows_builder {
  vt_rows *rows;
  const vt_mobile *bodies;
  int body_count;
  double h;
  vt_arena *arena;
  vt_error *error;
  vt_body_part *parts; // per body
  int *row_block;      // row -> block
  int body;            // whose part of W is being added
  int *columns;        // scratch: row -> its column in the block at hand; row_count for each piece
} vt_rows_builder;

static inline bool vt_is_mobile(const vt_mobile *m) { return m->deformable != NULL || m->inverse_mass > 0; }

// rows.c: the distinct nodes that rows touch, those of wide rows left out; -1 on failure.
int vt_rows_list_nodes(const vt_rows_builder *b, int body, int **nodes);

// rows_rigid.c: how a rigid or quasi-rigid body is moved by each row. Failure is left in the body's part.
void vt_rows_move_rigid(const vt_rows_builder *b, int body);

// rows_pattern.c: which blocks are coupled, as ranges of columns, and room for W, all 0.
bool vt_rows_lay_out(vt_rows_builder *b);

// The blocks of W after the diagonal, from those before it.
bool vt_rows_mirror(const vt_rows_builder *b);

#endif
