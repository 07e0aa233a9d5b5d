// Clouds of points, with normals or without, as scanners give them: PLY and XYZ files.
#ifndef VT_MESH_CLOUD_H
#define VT_MESH_CLOUD_H

#include "base/cursor.h"

#include <ventouse/base.h>

typedef struct vt_cloud {
  char *source; // where it came from, for messages
  int count;
  size_t point_room, normal_room;
  vt_vec3 *points;  // m
  vt_vec3 *normals; // of length 1, outwards; NULL without
  char *warning;    // what was put right, one line; NULL if nothing
} vt_cloud;

// Reads a cloud: PLY (text and binary; vertices with x y z and, all or none, nx ny nz; faces are passed over)
// or lines of three or six numbers, with # before comments. Points must be finite, normals of length 1 to a
// thousandth. Points that repeat another are left out, which is said in `warning`. At least four must be
// left.
bool vt_cloud_load(vt_cloud *cloud, const char *path, vt_error *error);
// The same from memory; bytes[size] must be readable and '\0'.
bool vt_cloud_read(vt_cloud *cloud, const char *name, const char *bytes, size_t size, vt_error *error);
// A cloud of arrays, which are copied; normals may be NULL. Checked as those of files.
bool vt_cloud_init(vt_cloud *cloud, const char *source, const vt_vec3 *points, const vt_vec3 *normals,
    int count, vt_error *error);
void vt_cloud_free(vt_cloud *cloud);

// Adds a point with its normal, or NULL; false without memory. Of one cloud all have normals or none.
bool vt_cloud_add(vt_cloud *cloud, vt_vec3 point, const vt_vec3 *normal, vt_error *error);
// Whether a point and its normal can be used; else an error that begins with what the cursor says.
bool vt_cloud_check_point(const vt_cursor *cursor, int64_t number, vt_vec3 point, const vt_vec3 *normal);

// read_ply.c: only the vertices, with their normals.
bool vt_read_ply_cloud(vt_cursor *cursor, vt_cloud *cloud);

#endif
