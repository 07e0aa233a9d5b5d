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
  vt_cell_kind kind;         // VT_CELL_NONE: triangles
  int cell_count;
  const int *cells; // in the order of vt_mesh
} vt_grid;

bool vt_vtu_write(const char *folder, const char *name, const vt_grid *grid, vt_error *error);

// A body as it is now: a deformable one as cells with velocities, any other as its visual triangles. Where
// the model has contact, with the forces of contacts.
bool vt_vtu_write_body(
    const char *folder, const char *name, const vt_world *world, int body, vt_error *error);

#endif
