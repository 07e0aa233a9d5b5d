// Eigenvalues and eigenvectors of symmetric 3x3 matrices, by cyclic Jacobi rotations.
#include "base/eigen.h"

// Turns rows and columns p and q of a symmetric matrix so that its entry there becomes 0, and the vectors
// with them; r is the third. Of a only the upper triangle and what mirrors it are kept. Inlined, as p and q
// are known where it is called.
static inline void rotate(double a[3][3], double v[3][3], int p, int q, int r) {
  double off = a[p][q];
  if (off == 0) return;
  double theta = (a[q][q] - a[p][p]) / (2 * off);
  double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(1 + theta * theta));
  double c = 1 / sqrt(1 + t * t), s = t * c;
  double rp = a[r][p], rq = a[r][q];
  a[p][p] -= t * off;
  a[q][q] += t * off;
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
  for (int k = 0; k < 3; ++k) {
    double kp = v[k][p], kq = v[k][q];
    v[k][p] = c * kp - s * kq;
    v[k][q] = s * kp + c * kq;
  }
}

void vt_eigen_rotate(vt_mat3 *a, vt_mat3 *vectors) {
  double scale = 0;
  *vectors = vt_mat_identity();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) scale = fmax(scale, fabs(a->m[i][j]));
  // Convergence is quadratic: five sweeps are more than any 3x3 matrix needs, the bound is for NaN.
  for (int sweep = 0; sweep < 12; ++sweep) {
    double off = fabs(a->m[0][1]) + fabs(a->m[0][2]) + fabs(a->m[1][2]);
    if (off <= 1e-17 * scale) break;
    rotate(a->m, vectors->m, 0, 1, 2);
    rotate(a->m, vectors->m, 0, 2, 1);
    rotate(a->m, vectors->m, 1, 2, 0);
  }
}

void vt_eigen_symmetric(vt_mat3 a, vt_vec3 *values, vt_mat3 *vectors) {
  vt_mat3 v;
  vt_eigen_rotate(&a, &v);
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2 - i; ++j)
      if (a.m[order[j]][order[j]] < a.m[order[j + 1]][order[j + 1]]) {
        int swap = order[j];
        order[j] = order[j + 1];
        order[j + 1] = swap;
      }
  *values = vt_v3(a.m[order[0]][order[0]], a.m[order[1]][order[1]], a.m[order[2]][order[2]]);
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c) vectors->m[k][c] = v.m[k][order[c]];
  if (vt_mat_det(*vectors) < 0)
    for (int k = 0; k < 3; ++k) vectors->m[k][2] = -vectors->m[k][2];
}
