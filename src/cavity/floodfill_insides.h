// What the parts of the flood fill share: one body's surface cut at the seal, and the walls between bodies.
#ifndef VT_CAVITY_FLOODFILL_INSIDES_H
#define VT_CAVITY_FLOODFILL_INSIDES_H

#include "cavity/cavity.h"

// Room for one more item of an array in the arena. The array's old place is lost until the arena is reset.
bool vt_flood_grow(void **items, int *room, int count, size_t size, vt_arena *arena, vt_error *error);
#define VT_FLOOD_GROW(items, room, count, arena, error)                                                      \
  vt_flood_grow((void **)(items), room, count, sizeof **(items), arena, error)

// ---------------------------------------------------------------- distance

// Boxes around the triangles of a collider, for searches; they hold while its own are as they are.
typedef struct vt_flood_tree vt_flood_tree;
vt_flood_tree *vt_flood_tree_make(const vt_collider *collider, vt_arena *arena, vt_error *error);

// A body that may seal the one in question.
typedef struct vt_flood_other {
  int body;
  const vt_collider *collider;
  const vt_flood_tree *tree;
  double reach; // m: what is closer is sealed
  // By triangle: how far the body may lie off it, m, along its normal; NULL between two that do not bend.
  const vt_vec3 *bulges;
  double bulge; // m: what that and the own ones add to the reach at most
  int hint;     // the triangle found last, or -1: the next point is likely near
  vt_vec3 last; // m: the point it was found for,
  double clear; // m: how far that was from it,
  bool inside;  // and whether inside
} vt_flood_other;

// ---------------------------------------------------------------- pairs of numbers

// A table of edges between numbered vertices, in the arena.
typedef struct vt_flood_edge {
  int a, b;  // a < b; a is -1 in an empty place
  int split; // sheet: the vertex that divides it, -1 if none; walls: how often a -> b less how often b -> a
  int cut;   // sheet: the vertex on the border, -1 if none
} vt_flood_edge;

typedef struct vt_flood_edges {
  int count, room; // room is a power of 2
  vt_flood_edge *items;
} vt_flood_edges;

// The edge, new ones with split and cut -1 and `*fresh` set; valid until the next call. NULL on failure.
vt_flood_edge *vt_flood_edge_of(
    vt_flood_edges *edges, int a, int b, bool *fresh, vt_arena *arena, vt_error *error);

// ---------------------------------------------------------------- one body

typedef struct vt_flood_vertex {
  vt_cavity_vertex place;
  vt_vec3 position; // m
  double gap;       // m; NaN where nobody needed it: far from the others
  int partner;      // the body that is nearest; -1 if far
  int generation;   // how often edges were divided to get it that were short enough
} vt_flood_vertex;

// A triangle, or a part of one, that is not sealed; outward of its body.
typedef struct vt_flood_piece {
  int vertices[3];
  int source; // the surface's triangle
} vt_flood_piece;

// A body's surface, refined where others are near and cut where the gap is 0.
typedef struct vt_flood_sheet {
  int body;
  const vt_collider *collider;
  int other_count;
  vt_flood_other *others;
  double reach;          // m, the largest of the others
  const vt_vec3 *bulges; // by triangle, as of the others; NULL where none needs them
  double bulge;          // m, the largest of the others
  double size;           // m: edges near others are no longer than this
  double far;            // m: larger gaps need not be known outside the boxes of the others
  int vertex_count, vertex_room;
  vt_flood_vertex *vertices; // those of the surface first
  int piece_count, piece_room;
  vt_flood_piece *pieces;
  int *next;      // by vertex: the next along the border, with the unsealed side on the left; -1 elsewhere
  int *component; // by vertex: of the unsealed surface, from 0; -1 where sealed
  int component_count;
} vt_flood_sheet;

bool vt_flood_sheet_make(vt_flood_sheet *sheet, vt_arena *arena, vt_error *error);

// The gap of a point of the surface: its distance to the nearest of the others less the reach there (m), up
// to 0 where it is sealed. Inside another body distances count as negative. Gaps of `max` and above are
// `max`, of no body (-1).
double vt_flood_gap(const vt_flood_sheet *sheet, const vt_flood_vertex *at, double max, int *body);

// The gap where a segment comes nearest to another, and where that is, as a fraction of its length; `max` if
// none is below. With `any`, something below `max` if there may be such a gap.
double vt_flood_segment_gap(const vt_flood_sheet *sheet, const vt_flood_vertex *const ends[2], double max,
    bool any, double *fraction);

// Whether a box may hold a point with a gap below `max`.
bool vt_flood_box_near(const vt_flood_sheet *sheet, const vt_box *box, double max);

// ---------------------------------------------------------------- between bodies

// A vertex on the border of the unsealed surface of a body.
typedef struct vt_flood_border {
  int sheet, vertex;
  int next, prev; // along the border; -1 where the surface itself ends
  int loop;
  int component;    // of all bodies
  int match;        // the border vertex of the partner that lies across the seal's edge; -1 if none
  vt_vec3 position; // m
} vt_flood_border;

// A triangle between borders; like pieces it faces the air.
typedef struct vt_flood_wall {
  int vertices[3]; // of the borders
} vt_flood_wall;

// The unsealed surfaces of all bodies, joined into regions over the edges of the seal.
typedef struct vt_flood {
  int sheet_count;
  vt_flood_sheet *sheets;
  int *first_component; // by sheet
  int component_count;
  int *region; // by component: the lowest component of its region
  int border_count;
  vt_flood_border *borders; // by sheet
  int *first_border;        // by sheet, and one more
  int loop_count;
  int wall_count, wall_room;
  vt_flood_wall *walls;
  vt_arena *arena;
  vt_error *error;
} vt_flood;

// Borders, their matches, and from these the regions.
bool vt_flood_pair(vt_flood *flood);
// The walls that close every region.
bool vt_flood_close(vt_flood *flood);

#endif
