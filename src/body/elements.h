// Finite elements as strain points: forces, energy and stiffness of a deformable body.
//
// Every element kind comes down to points at which the deformation gradient F = sum of x_a B_a^T is measured
// from a few nodes, each with a volume and with the two Lame coefficients it carries. A linear tetrahedron is
// one point. Locking is cured by measuring the volume change (lambda) at fewer, wider points than the shear
// (mu): the mean of a cell, or the surroundings of a node; and bending stiffness of linear tetrahedra by
// averaging F around edges (Liu's smoothed finite elements). The force is always the exact gradient of the
// sum of the points' energies.
#ifndef VT_BODY_ELEMENTS_H
#define VT_BODY_ELEMENTS_H

#include "base/pool.h"
#include "body/corotated.h"
#include "sparse/block_matrix.h"

#include <ventouse/body.h>

typedef struct vt_strain_point {
  double volume; // m^3 at rest
  double mu;     // Pa
  double lambda; // Pa
  double root;   // of volume times mu, or times lambda where there is no shear
} vt_strain_point;

// One place in a list of contributions: point p's nodes a and b (as positions in point_nodes).
typedef struct vt_pair {
  int point, a, b;
} vt_pair;

// Constant after building.
typedef struct vt_elements {
  vt_law law; // COROTATED as built; the owner may change it before the first vt_element_state_init
  int node_count, point_count;
  vt_strain_point *points;
  int *start;           // point_count + 1: where a point's nodes begin in the two arrays below
  int *point_nodes;     // ascending within a point
  vt_vec3 *gradients;   // B_a, 1/m
  double volume;        // m^3
  double *node_volumes; // m^3: each node's share of the volume, for lumping mass
  double rounding;      // J^1/2: of sqrt(2 energy), from sums over nodes; see vt_elements_rounding
  double rounding_far;  // J^1/2 per m that nodes are from the world's origin: the same, from their places
  vt_block_pattern pattern;
  int *block_start; // block_count + 1: contributions to each block of K
  int *bulk_start;  // block_count: where those of points without shear begin, which come last
  vt_pair *pairs;
  double bulk_ratio; // lambda / mu of the points that have both; 0 where there are none
  int *node_start;   // node_count + 1: contributions to each node's force
  int *node_terms;   // positions in point_nodes
} vt_elements;

// The points of a mesh for an element kind that fits it (not AUTO), with Lame coefficients from Young's
// modulus and Poisson's ratio.
bool vt_elements_build(vt_elements *elements, const vt_mesh *mesh, vt_element kind, double young,
    double poisson, vt_error *error);
void vt_elements_free(vt_elements *elements);

// What one evaluation leaves behind, per point. Room for most of it is made once per world. What only one
// evaluation or one stiffness needs may be lent: it is most of the memory, and the next world's turn to use.
typedef struct vt_element_state {
  vt_mat3 *bases;   // what the stiffness follows from, point_count: R where it is held, else F
  double *energies; // J, point_count
  bool *inverted;   // det F < 0, point_count
  vt_vec3 *forces;  // on each entry of point_nodes, N; lent
  // What the stiffness is summed up from: of the warped tangent by vt_elements_stiffness, from the bases, and
  // lent; else by vt_elements_forces, and kept.
  bool kept;         // has room of its own for it
  bool spread;       // it is that of the bases
  vt_mat3 *turnings; // Z times volume over root^2, point_count; unused by the warped tangent
  vt_vec3 *rotated;  // root R B_a, for each entry of point_nodes
  // Of the neo-Hookean law, else NULL:
  vt_vec3 *cofactors; // root of volume times lambda, times dJ/dF B_a, for each entry of point_nodes
  double *margins;    // N/m^2 times m^3, point_count: see neo_hookean.h
  // While the body is untangled (untangle.h): points of a region share one rotation.
  bool shared;        // whether there are such
  int *region;        // point_count: which region, or -1
  vt_mat3 *rotations; // VT_MAX_REGIONS
  bool own_forces;    // `forces` is not lent
} vt_element_state;

#define VT_MAX_REGIONS 32 // that are untangled at the same time; others wait

// Without what may be lent; then all tangents but the warped one need vt_element_state_keep, and any
// evaluation vt_element_state_lend, which takes the rest from an arena until that is reset. NULL takes it
// back.
bool vt_element_state_init_lean(vt_element_state *state, const vt_elements *elements, vt_error *error);
bool vt_element_state_keep(vt_element_state *state, const vt_elements *elements, vt_error *error);
bool vt_element_state_lend(
    vt_element_state *state, const vt_elements *elements, vt_arena *arena, vt_error *error);
// With room of its own for everything.
bool vt_element_state_init(vt_element_state *state, const vt_elements *elements, vt_error *error);
void vt_element_state_free(vt_element_state *state);

// Forces at positions x (N, per node), and what the stiffness needs, into the state.
void vt_elements_forces(const vt_elements *elements, const vt_vec3 *x, vt_tangent tangent,
    vt_element_state *state, vt_vec3 *forces, vt_pool *pool);

// The blocks of K at the positions of the last vt_elements_forces.
void vt_elements_stiffness(
    const vt_elements *elements, vt_element_state *state, vt_tangent tangent, vt_mat3 *blocks, vt_pool *pool);

double vt_elements_energy(const vt_elements *elements, const vt_vec3 *x); // J

// A bound (J) on how far rounding puts an energy (J) off, of a body whose nodes are within `reach` (m) of the
// world's origin.
//
// sqrt(2 energy) is a norm of the strains: points weigh with volume times stiffness, the greatest of which is
// c = 2 mu + 3 lambda. Strains off by d change it by at most r = sqrt(sum of V c d^2), and the energy by at
// most r sqrt(2 energy) + r^2 / 2. With u half the distance from 1 to the next number, places are off by u
// times the reach, which makes a strain of u reach sum |B_a|; and the sum for F of n nodes, differences and
// products included, by n u sum |x_a - x_0| |B_a|. That a strain is the difference of F and R, both near 1,
// is less than this. So r = u (rounding + reach rounding_far), by the rest shape: where cells are stretched
// so far that it makes a difference, the energy itself is far above.
double vt_elements_rounding(const vt_elements *elements, double energy, double reach);

#endif
