// Contact problems from anywhere: Signorini's law and Coulomb's exact cone on a given compliance.
//
//     u = W f + q,    0 <= f_n _|_ u_n >= 0,    |f_t| <= mu f_n,  f_t = -mu f_n u_t/|u_t| where u_t != 0
//
// Contact i owns rows 3i (normal), 3i + 1 and 3i + 2 (tangents). W need not be exactly symmetric.
#ifndef VENTOUSE_SOLVE_H
#define VENTOUSE_SOLVE_H

#include <ventouse/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vt_contact_problem {
  int contact_count;
  // W in full, by columns (3m x 3m), or NULL where blocks are given:
  double *dense;
  // W by 3x3 blocks, by rows of blocks: block k, from block_start[i] to block_start[i + 1], stands in block
  // column block_columns[k] (ascending within a row) and its nine numbers by columns in blocks + 9 k.
  int *block_start; // m + 1
  int *block_columns;
  double *blocks;
  double *q;        // 3m
  double *friction; // mu, m
} vt_contact_problem;

typedef struct vt_contact_options {
  double tolerance; // of the residual; 1e-8 by default
  int iterations;   // at most; 10,000 by default
} vt_contact_options;

VT_API vt_contact_options vt_contact_options_default(void);

typedef struct vt_contact_result {
  int iterations;
  double residual; // largest violation of gap, force or cone, as a force, relative to the largest force
  bool converged;
} vt_contact_result;

// Solves into f (3m numbers), which holds the guess before. False with the error set if the problem makes no
// sense; a solution that did not converge is no error.
VT_API bool vt_solve_contact(const vt_contact_problem *problem, const vt_contact_options *options, double *f,
    vt_contact_result *result, vt_error *error);

// Reads the whitespace-separated text format of Siconos's test problems (docs/contact-problems.md): dense
// (storage 0) and block-sparse (storage 1). NULL with one clear line when something is wrong.
VT_API vt_contact_problem *vt_contact_problem_load(const char *path, vt_error *error);
VT_API void vt_contact_problem_destroy(vt_contact_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
