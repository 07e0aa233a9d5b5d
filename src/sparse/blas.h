// The routines of BLAS and LAPACK that this room and the solver call, by their Fortran
// names, which every BLAS has.
#ifndef VT_SPARSE_BLAS_H
#define VT_SPARSE_BLAS_H

void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m,
    const int *n, const double *alpha, const double *a, const int *lda, double *b, const int *ldb);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
    const double *alpha, const double *a, const int *lda, const double *b, const int *ldb, const double *beta,
    double *c, const int *ldc);
void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha,
    const double *a, const int *lda, const double *beta, double *c, const int *ldc);
void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *a,
    const int *lda, double *x, const int *incx);
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a,
    const int *lda, const double *x, const int *incx, const double *beta, double *y, const int *incy);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
void dpstrf_(const char *uplo, const int *n, double *a, const int *lda, int *piv, int *rank,
    const double *tol, double *work, int *info);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
    const int *ipiv, double *b, const int *ldb, int *info);
void dsygv_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
    double *b, const int *ldb, double *w, double *work, const int *lwork, int *info);

#endif
