// The compliance between control points of a surface, by a formula instead of elements.
//
// The displacement of i by a force on j is u_i = phi_ij S_i S_j f_j (Le Garrec et al. 2006, (13)):
//
//     half space:  phi = c / sqrt(r^2 + s_i + s_j) (1 + n_i . n_j) / 2,   c = (1 - nu^2) / (pi E)
//     Gaussian:    phi = c exp(-r^2 / w^2),                              c = 1 / K
//
// Of the half space (Boussinesq) s is such that a patch of area A on its own has the mean displacement that
// an even pressure on a circle of this area gives, 16 (1 - nu^2) / (3 pi^2 E a); S lets tangential forces
// find the compliance of Cerruti's solution, averaged over directions, (2 - nu) / (2 (1 - nu)) of the normal
// one; normals that look away from each other keep the two sides of a body apart. All of them are positive
// definite, whatever the places: 1 / sqrt(r^2 + s_i + s_j) is a sum over t of exp(-t^2 s_i) exp(-t^2 s_j)
// exp(-t^2 r^2), each factor of which is, so is 1 + n_i . n_j, and products of such matrices entry by entry
// are too (Schur).
#ifndef VT_BODY_KERNEL_H
#define VT_BODY_KERNEL_H

#include "base/vec.h"
#include "geometry/skin.h"

typedef struct vt_kernel_point {
  vt_vec3 place;  // m
  vt_vec3 normal; // 0 where it does not matter
  double square;  // m^2: s
} vt_kernel_point;

typedef struct vt_kernel {
  int count;
  vt_kernel_point *points;
  double scale;        // c: m^2/N of the half space, m/N of the Gaussian
  double width;        // m: of the Gaussian; 0: half space
  double across;       // sqrt of the tangential compliance over the normal one: S across the normal
  const vt_skin *skin; // of the points
  double range;        // m: beyond this from all forces displacements are not looked at
} vt_kernel;

// Of a skin, which must outlive it.
bool vt_kernel_half_space(
    vt_kernel *kernel, const vt_skin *skin, double young, double poisson, vt_error *error);
bool vt_kernel_gaussian(
    vt_kernel *kernel, const vt_skin *skin, double stiffness, double width, vt_error *error);
void vt_kernel_free(vt_kernel *kernel);

// phi between two points.
static inline double vt_kernel_phi(const vt_kernel *kernel, int i, int j) {
  const vt_kernel_point *a = &kernel->points[i], *b = &kernel->points[j];
  vt_vec3 apart = vt_sub(a->place, b->place);
  double square = vt_dot(apart, apart);
  if (kernel->width > 0) return kernel->scale * exp(-square / (kernel->width * kernel->width));
  return 0.5 * kernel->scale * (1 + vt_dot(a->normal, b->normal)) / sqrt(square + a->square + b->square);
}

// S of a point times a vector.
static inline vt_vec3 vt_kernel_shape(const vt_kernel *kernel, int i, vt_vec3 v) {
  if (kernel->across == 1) return v;
  vt_vec3 n = kernel->points[i].normal;
  return vt_madd(vt_scale(kernel->across, v), (1 - kernel->across) * vt_dot(n, v), n);
}

#endif
