// Do two closed surfaces cross? Every triangle of one against every triangle of the other, independent of the
// library's own search.
#ifndef VT_TESTS_CROSSCUT_H
#define VT_TESTS_CROSSCUT_H

#include <ventouse/world.h>

// How deep edges of one surface reach through triangles of the other: the longest piece of an edge, from
// where it goes through to its nearer end, measured along the triangle's normal (m); 0 where nothing crosses.
double crossing_depth(vt_surface_view a, vt_surface_view b);

// The same within one surface, between triangles that share no vertex.
double crossing_within(vt_surface_view a);

#endif
