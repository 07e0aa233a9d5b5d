// Polygons cut into triangles.
#ifndef VT_MESH_POLYGON_H
#define VT_MESH_POLYGON_H

#include <ventouse/base.h>

#define VT_POLYGON_MAX_CONCAVE 2000

// Cuts a polygon of `count` >= 3 node indices into count - 2 triangles that turn the same way: a fan from the
// first node if it is convex, else ears (below VT_POLYGON_MAX_CONCAVE nodes). Needs `scratch` of count
// integers. False if there are too many nodes.
bool vt_polygon_split(const vt_vec3 *nodes, const int *polygon, int count, int *triangles, int *scratch);

#endif
