// The inside of the union detector, shared by its files.
#ifndef VT_CAVITY_UNION_INSIDES_H
#define VT_CAVITY_UNION_INSIDES_H

#include "cavity/union.h"
#include "geometry/arrangement.h"

#define VT_SEAL_MAX 6   // directions that one point is moved in: three of two bodies each
#define VT_SEAL_FACES 3 // parts of one body that a point is near: an inner corner has three

// How far the direction to another surface may leave the normal cone of a vertex or edge that is moved, as
// the sine of the angle. Closest points of two surfaces lie in the cones of both; 30 degrees more let the
// soft or curved surroundings move along, and keep fine meshes from folding sideways.
#define VT_SEAL_SINE 0.5

// Of the reach: points that are nearer tell no direction, the normals do.
#define VT_SEAL_TOUCHING 1e-3

// Of the reach: a point that other surfaces have moved so far through this one need not be moved again.
#define VT_SEAL_DONE 0.99

// Where a point of a surface is near others, and so moved through them.
typedef struct vt_seal_move {
  bool released; // inside a ring that seals: it is near others, but has air in between
  int foot;      // the feature of the nearest other that it is nearest to
  int count;
  int others[VT_SEAL_MAX];         // bodies, the nearest face first; one may be there several times
  double gaps[VT_SEAL_MAX];        // m
  double reaches[VT_SEAL_MAX];     // m: contact distance + sealing distance
  vt_vec3 directions[VT_SEAL_MAX]; // unit, towards and into the other
} vt_seal_move;

// A point added on an edge, where it is near an edge of another.
typedef struct vt_seal_point {
  int edge;
  double share; // of the edge, from its first vertex to its second
  vt_seal_move move;
} vt_seal_point;

// One body: its true surface, and the moved one that enters the arrangement.
typedef struct vt_sealed {
  const vt_collider *collider;
  int body;
  double reach;        // m, the largest of those it was moved by; 0 if it is near nothing
  double *sagittas;    // m, by triangle: how far the body may lie off it
  bool filmed;         // some of it has a film of air on it
  bool *breached;      // by vertex: beside an edge along which a film meets other air; NULL if there is none
  vt_seal_move *moves; // by vertex of the true surface; NULL until it is near something
  vt_seal_point *points;
  size_t point_count, point_room;
  // The moved surface: the vertices of the true one, then the points added.
  int vertex_count, triangle_count;
  vt_vec3 *vertices; // m
  int *triangles;    // 3 per triangle
  int *sources;      // by triangle: that of the true surface
} vt_sealed;

// Two bodies, or one with itself, and the pairs of their triangles whose boxes are within reach.
typedef struct vt_union_meeting {
  int a, b;
  vt_contact_settings settings;
  double reach;    // m
  bool rounded;    // one of them bends: they may touch where their triangles do not
  int (*pairs)[2]; // of one body: without those that have a vertex in common
  size_t count, room;
} vt_union_meeting;

typedef struct vt_union_search {
  vt_sealed *bodies;
  int count;
  vt_contact_rule rule;
  const void *user;
  const vt_film *const *film; // by body and vertex; NULL if nothing is known
  bool tight;                 // no vertex stays inside a film
  int *groups;                // by body: the first body of the group it is in
  vt_union_meeting *meetings;
  size_t meeting_count, meeting_room;
  vt_arena *arena;
  vt_error *error;
} vt_union_search;

// union_move.c: another surface that a point is near, the nearest first; and how far the point is moved, m.
void vt_seal_add(vt_seal_move *move, int other, double gap, double reach, vt_vec3 direction);
vt_vec3 vt_seal_displacement(const vt_seal_move *move);

// union_meeting.c: whether two bodies may seal against each other; a new meeting of them, NULL on failure;
// and their groups made one.
bool vt_union_pair(const vt_union_search *search, int a, int b, vt_contact_settings *settings);
const vt_union_meeting *vt_union_meet(
    vt_union_search *search, int a, int b, const vt_contact_settings *settings);
void vt_union_join(vt_union_search *search, int a, int b);

// union_near.c: which vertices are near which bodies. Fills meetings, moves, reach and groups.
bool vt_union_near(vt_union_search *search);
// Of a point on an edge: adds the faces of another body that it is near and not yet moved through.
void vt_union_near_point(
    const vt_union_search *search, int body, int other, double reach, vt_seal_point *point);

// union_release.c: vertices inside rings that seal stay where they are.
bool vt_union_release(vt_union_search *search);

// union_edges.c: which edges are near edges of others where the moved vertices do not make
// them cross. Fills points.
bool vt_union_edges(vt_union_search *search);

// union_surface.c: the moved surface with the points added.
bool vt_union_surface(vt_union_search *search, vt_sealed *body);
// The point of the true surface that a vertex of the moved one is.
vt_cavity_vertex vt_union_point(const vt_sealed *body, int vertex);
// The same of a place on the moved surface.
vt_cavity_vertex vt_union_place(const vt_sealed *body, const vt_place *place);

// union_mesh.c: components of the union of a group as cavities, and shares of triangles. `members` are the
// bodies by surface of the arrangement.
bool vt_union_collect(vt_union_search *search, const int *members, int member_count, const vt_arrangement *a,
    vt_detected *found);

#endif
