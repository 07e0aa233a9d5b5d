// Eigenvalues and eigenvectors of symmetric 3x3 matrices.
#ifndef VT_BASE_EIGEN_H
#define VT_BASE_EIGEN_H

#include "base/vec.h"

// Turns a into a diagonal matrix, vectors^T a vectors, in no order; vectors is a rotation.
void vt_eigen_rotate(vt_mat3 *a, vt_mat3 *vectors);

// a = vectors * diag(values) * vectors^T; values descend and vectors is a rotation (determinant +1). Cyclic
// Jacobi: slower than closed formulas but accurate to rounding for any spacing of the eigenvalues.
void vt_eigen_symmetric(vt_mat3 a, vt_vec3 *values, vt_mat3 *vectors);

#endif
