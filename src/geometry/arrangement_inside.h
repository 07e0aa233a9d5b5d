// What the stages of vt_arrange share. See docs/geometry.md, "Arrangement".
#ifndef VT_GEOMETRY_ARRANGEMENT_INSIDE_H
#define VT_GEOMETRY_ARRANGEMENT_INSIDE_H

#include "geometry/arrangement.h"
#include "geometry/predicates.h"

// A triangle of the input; copies with the same three vertices are counted together.
typedef struct vt_ar_triangle {
  vt_vec3 corners[3];    // on the grid
  vt_vec3 normal;        // rounded, not of unit length
  double doubt;          // normal . w is off by at most this times |w.x| + |w.y| + |w.z|
  int vertices[3];       // counted over all surfaces
  int edges[3];          // from vertices[i] to vertices[i + 1]
  int surface, triangle; // where it comes from
  int times;             // how often the surface passes here, above 0
} vt_ar_triangle;

typedef struct vt_ar_edge {
  int vertices[2];       // the smaller number first
  int first, count;      // its triangles in edge_triangles, as 3 * triangle + side
  int crossed, crossing; // first and number of its points in edge_points, from vertices[0] on
} vt_ar_edge;

// A point where things cross. Points are numbered after the vertices: point k is number vertex_count + k.
typedef struct vt_ar_point {
  int edge;         // the edge that passes through triangles[0]; -1 where three triangles meet
  int triangles[3]; // ascending if three, else the first
  int sign;         // of the edge's first end against the triangle, or of the three normals' determinant
  double along;     // of the edge, 0 to 1
} vt_ar_point;

// Where two triangles a < b cross, from ends[0] to ends[1], which is along normal(a) x normal(b). Seen
// against the normal of a, b's inside is on the left; seen against that of b, a's inside is on the right.
typedef struct vt_ar_segment {
  int triangles[2];
  int ends[2];      // points, or a vertex of both
  int first, count; // the points between in segment_points
  int faces;        // in segment_faces, 4 per piece: a's left, a's right, b's left, b's right
} vt_ar_segment;

// A piece of a triangle.
typedef struct vt_ar_face {
  int triangle;
  int first, count; // its loops; none for a whole triangle
} vt_ar_face;

typedef struct vt_ar_loop {
  int first, count; // in loop_points
} vt_ar_loop;

// An array that grows by doubling, in the arena.
typedef struct vt_ar_array {
  void *items;
  int count, capacity;
} vt_ar_array;

// From three numbers to one.
typedef struct vt_ar_table {
  int capacity, count; // capacity is a power of 2
  int (*keys)[3];
  int *values; // -1 if free
} vt_ar_table;

typedef struct vt_arranger {
  vt_arena *arena;
  vt_error *error;
  bool tie;        // an exact 0 occurred: another jitter is needed
  int jitter_bits; // vertices are moved by up to 2^jitter_bits steps of the grid

  const vt_arranged_surface *surfaces;
  int surface_count;
  int *first_vertex;  // by surface, and the sum
  int vertex_count;   // more than the sum if vertices that join separate fans were doubled
  int *origins;       // by vertex: its number before doubling
  vt_vec3 *positions; // m, by vertex
  vt_vec3 *grid;      // by vertex
  vt_vec3 low;        // m; where the grid begins
  double step;        // m; of the grid

  int triangle_count;
  vt_ar_triangle *triangles;
  int edge_count;
  vt_ar_edge *edges;
  int *edge_triangles;

  vt_ar_array points, segments; // of vt_ar_point and vt_ar_segment
  vt_ar_table point_table;
  int *edge_points, *segment_points;
  int *triangle_segments_first, *triangle_segments; // the segments of each triangle

  vt_ar_array faces, loops, loop_points; // of vt_ar_face, vt_ar_loop and int
  int *whole_face;                       // by triangle; -1 if it is crossed
  int *side_faces_first; // 3 per triangle, in side_faces, in the direction of the edge; crossed only
  int *side_faces, *segment_faces;
  int *patches; // by face: pieces joined over edges where nothing crosses (the root of a union-find tree)
  // By face: 1 if it bounds the union, -1 if it does so with its back to the outside, as where its surface is
  // turned inside out, else 0.
  signed char *kept;
  int *components; // by face: union-find tree of the kept ones
} vt_arranger;

// ---------------------------------------------------------------- tools

void *vt_ar_push(vt_arranger *ar, vt_ar_array *array, size_t size); // room for one more, NULL without memory
int *vt_ar_ints(vt_arranger *ar, int count, int value);             // filled

bool vt_ar_table_init(vt_arranger *ar, vt_ar_table *table, int expected);
// The value's place, -1 in it if new; NULL without memory.
int *vt_ar_table_find(vt_arranger *ar, vt_ar_table *table, int a, int b, int c);
int vt_ar_table_get(const vt_ar_table *table, int a, int b, int c); // -1 if it is not there

static inline vt_ar_point *vt_ar_points(const vt_arranger *ar) { return ar->points.items; }
static inline vt_ar_segment *vt_ar_segments(const vt_arranger *ar) { return ar->segments.items; }
static inline vt_ar_face *vt_ar_faces(const vt_arranger *ar) { return ar->faces.items; }

static inline int vt_ar_root(int *parents, int i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}
static inline void vt_ar_join(int *parents, int a, int b) {
  a = vt_ar_root(parents, a);
  b = vt_ar_root(parents, b);
  if (a < b)
    parents[b] = a;
  else
    parents[a] = b;
}

// Records an exact 0. Whether one is found must not depend on any order, as the jitter and with it the result
// would: no test may be skipped because an earlier one, in some order, has decided.
static inline int vt_ar_sign(vt_arranger *ar, int sign) {
  ar->tie |= sign == 0;
  return sign;
}

// The side of a triangle's plane on which a point of the grid lies.
static inline int vt_ar_plane_side(const vt_ar_triangle *t, const vt_vec3 *x) {
  vt_vec3 w = vt_sub(*x, t->corners[0]);
  double value = vt_dot(t->normal, w), error = t->doubt * (fabs(w.x) + fabs(w.y) + fabs(w.z));
  if (value > error) return 1;
  if (value < -error) return -1;
  return vt_orient3d(&t->corners[0], &t->corners[1], &t->corners[2], x);
}

// The surface of a triangle that crosses none of the settled ones of its own, else -1. The jitter takes a
// vertex along each axis by less than 2^jitter_bits steps, and the grid by half of one.
static inline int vt_ar_settled(const vt_arranger *ar, const vt_ar_triangle *t) {
  const vt_arranged_surface *s = &ar->surfaces[t->surface];
  if (s->settled == NULL || !s->settled[t->triangle]) return -1;
  double off = 2 * ((double)(1 << ar->jitter_bits) + 1) * ar->step; // 2 > sqrt(3): along all axes
  return off < s->settled_margin ? t->surface : -1;
}

// The side of a triangle's plane on which a vertex or point lies; it must not be on it.
int vt_ar_side(vt_arranger *ar, int point, int triangle);

static inline int vt_ar_other(const vt_ar_segment *s, int triangle) {
  return s->triangles[s->triangles[0] == triangle];
}
static inline int vt_ar_far_end(const vt_ar_segment *s, int end) { return s->ends[s->ends[0] == end]; }

// Whether the line through a and b passes inside triangle p.
bool vt_ar_passes(vt_arranger *ar, const vt_vec3 *a, const vt_vec3 *b, const vt_vec3 p[3]);

// Sorts triangles of an edge (as 3 * triangle + side) around it, counter-clockwise seen from its second end.
void vt_ar_sort_around(vt_arranger *ar, int edge, int *sides, int count);

// vt_arrange with another jitter, to test what ties do; also says how many attempts it took.
bool vt_ar_arrange(const vt_arranged_surface *surfaces, int count, int jitter_bits, vt_arena *arena,
    vt_arrangement *result, int *attempts, vt_error *error);

// ---------------------------------------------------------------- stages; false on errors

bool vt_ar_read(vt_arranger *ar);                  // triangles, edges
bool vt_ar_jitter(vt_arranger *ar, uint64_t seed); // grid
// Made of where a triangle's corners are: names it whatever the numbering.
uint64_t vt_ar_key(const vt_ar_triangle *triangle);
// By vertex: whether its triangles are known to cross each other nowhere. NULL without memory.
bool *vt_ar_simple_fans(vt_arranger *ar);
// Calls vt_ar_cross_pair for all pairs of triangles with overlapping boxes, but for
// neighbours that do not cross.
bool vt_ar_pairs(vt_arranger *ar);
bool vt_ar_cross_pair(vt_arranger *ar, int a, int b);
bool vt_ar_cross_finish(vt_arranger *ar); // triple points, order along edges and segments
bool vt_ar_split(vt_arranger *ar);        // faces
bool vt_ar_classify(vt_arranger *ar);     // patches, kept, components
bool vt_ar_write(vt_arranger *ar, vt_arrangement *result);

// Triangulates a polygon with holes: loops of numbers into `corners`, the outer loop counter-clockwise;
// writes triangles as triples of numbers and returns how many.
bool vt_ar_fill(vt_arranger *ar, const double (*flat)[2], const int *numbers, const vt_ar_loop *loops,
    int loop_count, vt_ar_array *triples);

// ---------------------------------------------------------------- pieces of split

typedef struct vt_ar_half {
  int origin;      // vertex or point
  int segment;     // -1 on the side of the triangle
  int piece;       // of the segment or edge, in its direction
  int next, cycle; // the cycle on its left; -1 outside
  int place;       // in the list around its origin
} vt_ar_half;

// One triangle cut by its segments: halves 2k and 2k + 1 are opposite; of sides, 2k has the triangle on its
// left, of segments, 2k runs from ends[0] to ends[1].
typedef struct vt_ar_plan {
  int triangle;
  vt_ar_array halves, nodes;   // of vt_ar_half, vt_ar_node
  vt_ar_array around, members; // int: halves around each node; cycles
  vt_ar_array cycles;          // vt_ar_loop
  int *cycle_parents;          // union-find: cycles of one face
  int side_halves[3];          // first half of each side
  vt_ar_array segment_halves;  // int: first half of each segment of the triangle
  vt_ar_array hits;            // of the ray
} vt_ar_plan;

typedef struct vt_ar_node {
  int point;
  int first, count; // in around
  int parent;       // union-find: connected nodes
} vt_ar_node;

// Joins the cycles of a face that lie inside each other without touching.
bool vt_ar_join_islands(vt_arranger *ar, vt_ar_plan *plan, const int *node_of);

#endif
