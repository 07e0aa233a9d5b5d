// The tangent of a deformable body, A = M + h D + h^2 K, with its factor: made, kept over steps
// and rotated with the body.
//
// The elastic force of a step is exact; A is only its linearisation within the step. So A need not be that of
// the present positions, and making it is most of a step's cost. It is kept while the body hardly changes its
// shape, however it rotates as a whole: with Q the rotation since it was made, A = Q A_made Q^T.
//
// When it is made anew follows from the state alone, which includes the positions it was made at: a world
// restored from a snapshot makes the same one again, to the bit.
#ifndef VT_BODY_TANGENT_H
#define VT_BODY_TANGENT_H

#include "base/asked.h"
#include "body/deformable.h"

// Which stiffness a step is taken with (docs/body.md, docs/time.md).
vt_tangent vt_deformable_tangent(const vt_deformable *body);

// Makes A for a step of h seconds ready, with body->element_state that of the present positions.
bool vt_deformable_ready_tangent(vt_deformable *body, double h, vt_pool *pool, vt_error *error);

// u = A^-1 u.
void vt_deformable_solve(const vt_deformable *body, vt_vec3 *u, vt_pool *pool);

// y = K x, K being that of A; x and y are not the same.
void vt_deformable_apply_stiffness(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y, vt_pool *pool);
// y = A x, of x as if it were 0 at nodes that are not prescribed.
void vt_deformable_apply_held(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y);
// y = A x at prescribed nodes, of x as if it were 0 there; y is left as it is at the others.
void vt_deformable_held_rows(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y, vt_pool *pool);

// The compliance of `count` distinct nodes at least, as body->made.compliance has it until the next call;
// kept as long as A is. Scratch memory is taken from the arena. It fails where it is interrupted.
bool vt_deformable_ready_compliance(vt_deformable *body, const int *nodes, int count, vt_pool *pool,
    const vt_asked *asked, vt_arena *arena, vt_error *error);

#endif
