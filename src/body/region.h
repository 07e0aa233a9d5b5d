// Regions of a mesh: which nodes and triangles a vt_region means.
#ifndef VT_BODY_REGION_H
#define VT_BODY_REGION_H

#include "base/error.h"
#include <ventouse/body.h>

// The nodes of a region, ascending; free() them. An empty or senseless region is an error that names `what`
// ("attachment 'stem'"), the region and the mesh. Borders belong to a box or sphere.
bool vt_region_nodes(
    const vt_mesh *mesh, const vt_region *region, const char *what, int **nodes, int *count, vt_error *error);

// The triangles of a region (indices into the mesh's triangles), ascending; free()
// them. None is an error too.
bool vt_region_triangles(const vt_mesh *mesh, const vt_region *region, const char *what, int **triangles,
    int *count, vt_error *error);

#endif
