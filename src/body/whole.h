// The nodes of a body as one: mass, centre, inertia, and the six rigid motions.
#ifndef VT_BODY_WHOLE_H
#define VT_BODY_WHOLE_H

#include "body/deformable.h"

typedef struct vt_whole {
  vt_vec3 center;          // m, of mass
  double mass;             // kg
  vt_mat3 inverse_inertia; // 1/(kg m^2), about the centre
} vt_whole;

vt_whole vt_weigh_nodes(const vt_deformable_model *model);

// R of a node at an arm from the centre of mass: three translations, three rotations.
void vt_rigid_motions(vt_vec3 arm, double r[3][6]);

// a A^-1 with A = R^T M R
void vt_whole_divide(const vt_whole *whole, double a[6]);

// Takes from displacements of all nodes what has momentum or angular momentum.
void vt_whole_take_out(const vt_whole *whole, const vt_deformable_model *model, vt_vec3 *displacements);

#endif
