// What the tests of bodies that touch by points share.
#ifndef VT_TESTS_SKINS_H
#define VT_TESTS_SKINS_H

#include "../contact/yard.h"

// Even samples of a mesh, with the seed 1.
vt_points_def samples(int count, int controls);

// Bodies of a mesh that is destroyed; without points they touch by the mesh.
int yard_points_fixed(yard *y, vt_mesh *mesh, const vt_points_def *points, vt_pose pose);
int yard_points_rigid(yard *y, vt_mesh *mesh, const vt_points_def *points, double mass, vt_pose pose);

#endif
