// What bodies are described with: curves over time, frames, kinds, elements and
// materials, regions and points.
#ifndef VENTOUSE_BODY_H
#define VENTOUSE_BODY_H

#include <ventouse/base.h>
#include <ventouse/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a step is taken in time (docs/time.md).
typedef enum vt_integrator {
  VT_INTEGRATOR_EULER,  // implicit Euler: of first order, takes energy out of all that vibrates
  VT_INTEGRATOR_NEWMARK // of second order, takes energy only out of what the step does not resolve
} vt_integrator;

// ---------------------------------------------------------------- things that change over time

typedef enum vt_interpolation {
  VT_LINEAR, // straight between keys
  VT_SMOOTH, // cubic with continuous velocity, at rest at both ends, never beyond its keys
  VT_STEP    // holds the last key
} vt_interpolation;

// A number over time, held constant before the first and after the last key. Without keys it is 1.
typedef struct vt_curve {
  vt_interpolation interpolation;
  int count;
  const double *times; // s, increasing
  const double *values;
} vt_curve;

// A pose over time.
typedef struct vt_pose_keys {
  vt_interpolation interpolation;
  int count;
  const double *times; // s, increasing
  const vt_pose *poses;
} vt_pose_keys;

// ---------------------------------------------------------------- frames

typedef enum vt_joint {
  VT_JOINT_FREE,  // follows pose keys
  VT_JOINT_HINGE, // turns about an axis by a curve in radians
  VT_JOINT_SLIDE  // moves along an axis by a curve in metres
} vt_joint;

// A moving coordinate system nothing can resist: pose in the world = parent's pose * pose * joint motion.
// A robot arm is a chain of frames.
typedef struct vt_frame_def {
  const char *name;
  int parent;   // an earlier frame, or -1 for the world
  vt_pose pose; // in the parent
  vt_joint joint;
  vt_vec3 axis;      // hinge and slide
  vt_curve motion;   // hinge (rad) and slide (m); without keys they rest at 0
  vt_pose_keys keys; // free; without keys it rests at the identity
} vt_frame_def;

VT_API vt_frame_def vt_frame_def_default(void);

// ---------------------------------------------------------------- bodies

typedef enum vt_body_kind {
  VT_BODY_DEFORMABLE,
  VT_BODY_RIGID,
  VT_BODY_DRIVEN,
  VT_BODY_FIXED,
  VT_BODY_QUASI_RIGID
} vt_body_kind;

// How a deformable body turns strain into force; docs/body.md has the table of accuracy and cost.
typedef enum vt_element {
  VT_ELEMENT_AUTO,          // by the mesh: tetrahedra of four nodes SMOOTHED, of ten TET10, hexahedra HEX8
  VT_ELEMENT_TET4,          // plain linear tetrahedra: the cheapest; too stiff in bending and near nu = 0.5
  VT_ELEMENT_TET4_NODAL,    // linear tetrahedra with volume changes averaged at nodes
  VT_ELEMENT_TET4_SMOOTHED, // linear tetrahedra with strains averaged at edges and volume changes at nodes
  VT_ELEMENT_TET10,         // quadratic tetrahedra (a mesh of four-node ones gets middle nodes)
  VT_ELEMENT_HEX8           // trilinear hexahedra with mean dilatation
} vt_element;

// How stress follows from strain (docs/body.md). Both are the same linear law for small strains.
typedef enum vt_law {
  VT_LAW_COROTATED,  // linear in the stretch: the default
  VT_LAW_NEO_HOOKEAN // of rubber up to strains of 1 or so
} vt_law;

typedef struct vt_material {
  double young;             // Pa, above 0
  double poisson;           // in [0, 0.5)
  double density;           // kg/m^3, used where no mass is given
  double mass_damping;      // 1/s, Rayleigh's a in D = a M + b K
  double stiffness_damping; // s, Rayleigh's b
  vt_law law;               // COROTATED by default
} vt_material;

// The silicone of the 2022 paper: 4 MPa, 0.45, 1100 kg/m^3, no damping.
VT_API vt_material vt_material_default(void);

// ---------------------------------------------------------------- regions

typedef enum vt_region_kind {
  VT_REGION_ALL,
  VT_REGION_BOX,
  VT_REGION_SPHERE,
  VT_REGION_GROUP
} vt_region_kind;

// Nodes of a body, in the coordinates of its mesh at rest. A triangle belongs to a box or sphere if its three
// corners do, to a group if it is listed there.
typedef struct vt_region {
  vt_region_kind kind;
  vt_vec3 min, max;  // box, m
  vt_vec3 center;    // sphere, m
  double radius;     // m
  const char *group; // name of a group of the mesh
} vt_region;

// ---------------------------------------------------------------- bodies of each kind

// A cloud of points as the collision surface of a rigid, quasi-rigid, driven or fixed body, in place of
// triangles (docs/points.md). Cavities do not see it.
typedef struct vt_points_def {
  int count;              // four at least
  const vt_vec3 *points;  // m, in mesh coordinates, at different places; NULL: even samples of the mesh
  const vt_vec3 *normals; // outwards, of length 1; NULL: found from the points
  uint64_t seed;          // of the samples: the same seed, the same points
  int controls;           // places that contacts are looked for at, up to `count`; 0: one for 8 points
} vt_points_def;

// Every body carries a closed collision surface and may carry a finer visual surface. Given none, a
// deformable body uses its boundary, any other its mesh; the visual surface is the collision surface.
typedef struct vt_deformable_def {
  const char *name;
  const vt_mesh *mesh; // cells
  vt_pose pose;
  vt_vec3 velocity; // m/s
  vt_material material;
  vt_element element;
  double mass;              // kg in total; 0: from the density
  bool gravity;             // true by default
  const vt_mesh *collision; // closed triangles in the same coordinates as mesh, or NULL
  const vt_mesh *visual;    // triangles in the same coordinates as mesh, or NULL
  const char *surface;      // a word that contact rules know it by, or NULL
  bool self_contact;        // false by default
} vt_deformable_def;

typedef struct vt_rigid_def {
  const char *name;
  const vt_mesh *mesh; // closed triangles (a volume mesh lends its boundary)
  vt_pose pose;
  vt_vec3 velocity;         // m/s, of the centre of mass
  vt_vec3 angular_velocity; // rad/s, in the world
  double mass;              // kg; 0: from the density
  double density;           // kg/m^3; 1000 by default
  bool inertia_given;       // else from the closed mesh
  vt_vec3 center;           // m, in mesh coordinates, with inertia_given
  vt_mat3 inertia;          // kg m^2 about the centre, along the mesh's axes, with inertia_given
  bool gravity;             // true by default
  const vt_mesh *visual;    // or NULL
  const char *surface;      // a word that contact rules know it by, or NULL
  // N s/m; 0 (the default): it has inertia. Else it has none, and moves as fast as forces push it against
  // this viscosity: b v = f, and turns by that over mass times its inertia (docs/points.md).
  double viscosity;
  // Points to touch others with, or NULL: by the mesh. With these and inertia_given there need not be a mesh.
  const vt_points_def *points;
} vt_rigid_def;

// What a force on one control point of a surface from points does to the others.
typedef enum vt_points_compliance {
  VT_COMPLIANCE_HALF_SPACE, // as on an elastic half space (Boussinesq), by E and nu
  VT_COMPLIANCE_GAUSSIAN    // falling with the distance, by a stiffness and a width
} vt_points_compliance;

// A stiff body: it moves as a rigid one does and bends besides, linearly, about its own moving axes. Of the
// material only Young's modulus, Poisson's ratio, density and stiffness damping count, and the density only
// where `rigid` has no mass: docs/quasi-rigid.md.
typedef struct vt_quasi_rigid_def {
  vt_rigid_def rigid; // its motion; the mesh has cells, and the density is the material's
  vt_material material;
  vt_element element;
  const vt_mesh *collision; // closed triangles in the same coordinates as the mesh, or NULL
  const vt_region *held;    // nodes that do not bend, as where it is gripped; NULL: none
  const vt_region *touched; // nodes that forces bend it at; elsewhere it is rigid; NULL: all of its surface
  int modes;                // its lowest ones that ring, without held nodes; 0: it bends without inertia
  double mode_damping;      // of these, ratio to critical, beside the material's stiffness damping
  // With rigid.points there are no elements: it is displaced about its control points, where it is touched.
  // The mesh need not have cells then, and element, collision, held, touched and modes do not count.
  vt_points_compliance compliance;
  double stiffness; // N/m, Gaussian: of a control point on its own
  double width;     // m, Gaussian: where exp(-r^2 / width^2) has fallen to 1/e
} vt_quasi_rigid_def;

// A body moved by a frame, or one that never moves (frame -1: a fixed body).
typedef struct vt_driven_def {
  const char *name;
  const vt_mesh *mesh; // closed triangles
  vt_pose pose;        // in the frame
  int frame;
  const vt_mesh *visual;
  const char *surface;         // a word that contact rules know it by, or NULL
  const vt_points_def *points; // to touch others with, or NULL: by the mesh; with a cloud no mesh is needed
} vt_driven_def;

VT_API vt_deformable_def vt_deformable_def_default(void);
VT_API vt_quasi_rigid_def vt_quasi_rigid_def_default(void);
VT_API vt_rigid_def vt_rigid_def_default(void);
VT_API vt_driven_def vt_driven_def_default(void);

// ---------------------------------------------------------------- regions and points

VT_API vt_region vt_region_all(void);
VT_API vt_region vt_region_box(vt_vec3 min, vt_vec3 max);
VT_API vt_region vt_region_sphere(vt_vec3 center, double radius);
VT_API vt_region vt_region_group(const char *name);

// A point that moves with a body (position in its mesh's coordinates; of a deformable body, the nearest point
// of its cells) or with a frame (position in the frame), or that is fixed in the world (both -1).
typedef struct vt_point {
  int body;
  int frame;
  vt_vec3 position; // m
} vt_point;

#ifdef __cplusplus
}
#endif

#endif
