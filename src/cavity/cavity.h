// Cavities: pockets of air that bodies enclose, as closed meshes carried by the bodies' surfaces.
//
// Finding them is geometry only (union.h, floodfill.h); what a cavity remembers is handed on from one
// detection to the next by follow.h; the law of the gas inside is gas.h.
#ifndef VT_CAVITY_CAVITY_H
#define VT_CAVITY_CAVITY_H

#include "base/memory.h"
#include "base/vec.h"
#include "contact/contact.h"

// A vertex of a cavity's mesh: a point of a body's surface.
typedef struct vt_cavity_vertex {
  int body;
  int corners[3];    // vertices of the body's collision surface
  double weights[3]; // sum to 1; an unused corner repeats the first with weight 0
} vt_cavity_vertex;

// A triangle of a cavity's mesh. On the border `source` is -1.
typedef struct vt_cavity_triangle {
  int vertices[3]; // of the cavity's own; facing out of the air, into the bodies
  int body;        // whose surface it is part of; -1 on the border
  int source;      // the triangle of that surface; -1 on the border
} vt_cavity_triangle;

// What the pressure in a seal adds to a cavity, or subtracts, beyond where its mesh ends (band.h): an area of
// one surface opposite a point of the other. The two are vertices of the cavity that are no part of its mesh.
typedef struct vt_cavity_tie {
  int on, foot; // of the cavity's own: on the surface whose film says where pressure ends, and opposite
  vt_vec3 area; // m^2, towards the foot; away from it where the mesh has too much
} vt_cavity_tie;

// One cavity. Its mesh is closed: vertices on the border between two bodies are there once per body, with
// border triangles between, which come last.
typedef struct vt_cavity {
  int id;                         // stays with it from step to step
  int chamber;                    // the declared chamber it is; -1 for one that contact encloses
  int first_vertex, vertex_count; // those of its mesh, then those of its ties
  int first_triangle, triangle_count;
  int first_tie, tie_count;
  int border_count; // triangles
  bool flat;     // no detection finds it any more, but its seal holds: it keeps its last mesh, areas and air
  bool born;     // it follows none, and its air was measured by its mesh alone
  bool withdrew; // its film has withdrawn from the outside since: what opened took its air along
  double amount; // mol of air
  double film;   // mol of it that came out of the film in its seal since; below 0: that went into it
  double polytropic;   // s, the polytropic constant of the gas law (gas.h)
  double exponent;     // k of the gas law
  double dead;         // m^3 beyond its own volume
  double pressure;     // Pa, absolute, at the end of the last step
  double volume;       // m^3, at the end of the last step
  double filled;       // m^3 that its air filled then, with dead volume, if it was another cavity's too
  double max_pressure; // Pa, absolute: above it air escaped in the last step; infinite where none does
  double area;         // m^2: of its mouth, or of a chamber's surface
  double border_area;  // m^2
  double border_found; // m^2, as it was last found
  int state;           // a vt_cavity_state
} vt_cavity;

// All cavities of a world, with their meshes one after the other. Part of a world's state: copied by
// snapshots.
typedef struct vt_cavities {
  int count, vertex_count, triangle_count, tie_count;
  int next_id;
  vt_cavity *items;
  vt_cavity_vertex *vertices;
  vt_cavity_triangle *triangles;
  vt_cavity_tie *ties;
  size_t item_room, vertex_room, triangle_room, tie_room;
} vt_cavities;

void vt_cavities_clear(vt_cavities *cavities); // keeps the room
// A copy in arena memory.
bool vt_cavities_set_aside(const vt_cavities *from, vt_cavities *to, vt_arena *arena, vt_error *error);
void vt_cavities_free(vt_cavities *cavities);

// A new empty cavity at the end, which vertices and triangles are then added to; NULL on failure.
vt_cavity *vt_cavities_begin(vt_cavities *cavities, vt_error *error);
int vt_cavities_add_vertex(vt_cavities *cavities, vt_cavity_vertex vertex, vt_error *error); // -1 on failure
bool vt_cavities_add_triangle(vt_cavities *cavities, vt_cavity_triangle triangle, vt_error *error);

// Air has come to a cavity from elsewhere or gone there, and it has `amount` now, mol. Of what has gone the
// film's has its share.
void vt_cavity_set_air(vt_cavity *cavity, double amount);

// Whether a cavity touches both bodies, or the first where the second is -1; never without the first.
bool vt_cavity_is_of(const vt_cavities *cavities, int cavity, const int owners[2]);

// Takes the ties of all cavities off; and gives them new ones, `counts` by cavity: two vertices each, one
// after the other in `ends`, with an area each.
void vt_cavities_untie(vt_cavities *cavities);
bool vt_cavities_tie(vt_cavities *cavities, const int *counts, const vt_cavity_vertex *ends,
    const vt_vec3 *areas, vt_error *error);

// Whether a vertex is one of its body's surface, as nearly all are.
static inline bool vt_cavity_is_corner(const vt_cavity_vertex *v) {
  return v->weights[0] == 1 && v->weights[1] == 0 && v->weights[2] == 0;
}

// Where a vertex is; `surfaces` gives the vertices of collision surfaces by body.
static inline vt_vec3 vt_cavity_position(const vt_cavity_vertex *v, const vt_vec3 *const *surfaces) {
  const vt_vec3 *at = surfaces[v->body];
  if (vt_cavity_is_corner(v)) return at[v->corners[0]];
  vt_vec3 p = vt_scale(v->weights[0], at[v->corners[0]]);
  p = vt_madd(p, v->weights[1], at[v->corners[1]]);
  return vt_madd(p, v->weights[2], at[v->corners[2]]);
}

// The area of a triangle of a cavity as a vector along its normal, m^2.
static inline vt_vec3 vt_cavity_area(
    const vt_cavities *cavities, int cavity, const vt_cavity_triangle *t, const vt_vec3 *const *surfaces) {
  const vt_cavity_vertex *v = cavities->vertices + cavities->items[cavity].first_vertex;
  vt_vec3 a = vt_cavity_position(&v[t->vertices[0]], surfaces);
  vt_vec3 b = vt_cavity_position(&v[t->vertices[1]], surfaces);
  vt_vec3 c = vt_cavity_position(&v[t->vertices[2]], surfaces);
  return vt_scale(0.5, vt_cross(vt_sub(b, a), vt_sub(c, a)));
}

// What is known of the air at a vertex of a surface.
typedef struct vt_film {
  int id; // of the cavity whose air was seen there, and has not been driven out since; -1 if none
  // Where surfaces are pressed together with that air between them: 1 in the seal, on the surface that
  // determines where the air ends; 2 on other surfaces; else 0.
  int ring;
  // Whose air was around the vertex at the last detection, if it was out of reach of other surfaces: the id
  // of a cavity, or VT_OWNER_OPEN; else VT_OWNER_NONE.
  int around;
} vt_film;

// Whose air is at a vertex, beside numbers of cavities found.
enum { VT_OWNER_OPEN = -1, VT_OWNER_NONE = -2 };

// What a detector finds. It does not deal with amounts, ids or pressures.
typedef struct vt_detected {
  const vt_film *const *film; // given, by body and vertex: of the last detection; NULL if nothing is known
  bool tight; // given: surfaces within reach seal also where a film is between them, as in its ring
  vt_cavities *cavities; // cleared first
  // By body, then by triangle of its surface: the share of the triangle's area that the outside reaches, and
  // that a cavity reaches; the rest is sealed. In arena memory.
  double **open_share, **enclosed_share;
  // By body, then by vertex: whose air it is in, and whether it is within reach of another surface.
  int **owners;
  bool **sealed;
  int **around; // the same, from detectors without films: the air of vertices out of reach; else NULL
} vt_detected;

// Volume (m^3), area (m^2), and area of the border triangles of a cavity with the surfaces as they are in
// `surfaces[body]` (vertices by body).
typedef struct vt_cavity_size {
  double volume, area, border_area;
} vt_cavity_size;
vt_cavity_size vt_cavity_measure(const vt_cavities *cavities, int cavity, const vt_vec3 *const *surfaces);

// dV / d vertex for every vertex of the cavity's mesh (m^2), vertex_count of them: exact, and so without net
// force or torque.
void vt_cavity_gradient(
    const vt_cavities *cavities, int cavity, const vt_vec3 *const *surfaces, vt_vec3 *gradient);

#endif
