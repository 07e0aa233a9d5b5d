// VTU files, for ParaView: points and cells of one kind, binary as inline base64.
#ifndef VT_RECORD_VTU_H
#define VT_RECORD_VTU_H

#include <ventouse/world.h>

// What a VTU file shows; the arrays belong to somebody else.
typedef struct vt_grid {
  int point_count;
  const vt_vec3 *points;     // m
  const vt_vec3 *velocities; // m/s, or NULL
  const vt_vec3 *contact;    // N, what contacts exert on each point, or NULL
  const vt_vec3 *air;        // N, what the air of cavities exerts on each point beyond ambient, or NULL
  vt_cell_kind kind;         // VT_CELL_NONE: triangles
  int cell_count;
  const int *cells;       // in the order of vt_mesh
  const double *pressure; // Pa, absolute, in each cell, or NULL
  const int *cavity;      // the cavity each cell is part of, or NULL
  const int *body;        // and the body, -1 on a border, or NULL
} vt_grid;

bool vt_vtu_write(const char *folder, const char *name, const vt_grid *grid, vt_error *error);

// A body as it is now: a deformable one as cells with velocities, any other as its visual triangles. Where
// the model has contact, with the forces of contacts, and where it has air, with those of air.
bool vt_vtu_write_body(
    const char *folder, const char *name, const vt_world *world, int body, vt_error *error);

// The surfaces of all cavities as they are now, with the pressure in each, its number, and the body that
// every triangle is part of.
bool vt_vtu_write_cavities(const char *folder, const char *name, const vt_world *world, vt_error *error);

#endif
