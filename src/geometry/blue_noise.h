// Even samples of a surface of triangles, by chance but the same for the same seed.
#ifndef VT_GEOMETRY_BLUE_NOISE_H
#define VT_GEOMETRY_BLUE_NOISE_H

#include "base/error.h"

#include <ventouse/base.h>

#include <stdint.h>

// `count` points (m) on a surface with the normals of their triangles, by elimination from four times as many
// that are uniform by chance (Yuksel 2015): what is left is as far apart as it can be, without a pattern.
// False without memory, or with an error for a surface without area or a count below 1.
bool vt_blue_noise(const vt_vec3 *vertices, const int *triangles, int triangle_count, int count,
    uint64_t seed, vt_vec3 *points, vt_vec3 *normals, vt_error *error);

#endif
