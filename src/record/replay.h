// The replay of report.html: shapes of a run at some hundred moments, kept while it
// goes on, written at its end.
//
// Layout of the data, little-endian, compressed with zlib, then base64 with a 64-bit length before it:
//   f32 low corner (3), f32 size (3)  of the box in which points lie; a "short point" is three u16 that go
//                                     from 0 at its low side to 65535 at its high side
//   per body, deformable: u32 nodes, nodes of a cell, cells, the nodes of each cell; the collision and the
//                 visual surface (0 vertices: it is the collision surface); per frame the low bytes of the
//                 nodes' coordinates as short points, then the high bytes, both as the difference to the
//                 frame before, modulo 65536
//     a surface on nodes: u32 vertices, triangles, weights, triangle indices; without weights u32 node of
//                 each vertex, else u32 first weight of each vertex and one past the last, u32 nodes,
//                 f32 weights
//   per body, otherwise: two surfaces as above, each u32 vertices, triangles, triangle indices, f32 vertices
//                 in the coordinates of the pose; per frame f32 pose (x y z, w x y z)
//   u32 driven frames; per frame f32 pose of each
//   per frame: f64 time
//     u32 contacts with force, each: short point, f32 force (3) on the body that can move
//     u32 cavities, each: u32 number, state, vertices, triangles; u32 0 or 1 + the place of the cavity in the
//       frame before that has the same triangles; f64 pressure, maximum pressure, volume, air, area; short
//       points; and unless the same: u32 triangle indices, i32 body of each triangle
#ifndef VT_RECORD_REPLAY_H
#define VT_RECORD_REPLAY_H

#include "base/asked.h"
#include "record/outfile.h"

#include <ventouse/world.h>

typedef struct vt_replay_cavity {
  int id, state, vertex_count, triangle_count;
  double numbers[5];    // pressure, maximum pressure, volume, air, area
  size_t first_number;  // of its vertices
  size_t first_integer; // of its triangles, then of their bodies
} vt_replay_cavity;

typedef struct vt_replay_frame {
  double time; // s
  // Of each body what vt_replay_body_numbers counts, 7 numbers for each driven frame, 6 for each contact,
  // cavities' vertices.
  float *numbers;
  int *integers;
  size_t number_count, integer_count;
  int contact_count, cavity_count;
  vt_replay_cavity *cavities;
} vt_replay_frame;

typedef struct vt_replay {
  const vt_world *world;
  vt_replay_frame *frames;
  size_t count, capacity;
  size_t bytes;          // kept
  int stride;            // of the frames offered, every so many-th is kept
  int skipped;           // since the last kept
  double moment;         // s: the one that tells most, at which the page opens
  unsigned char *packed; // the data, compressed; NULL before it is packed, and if there is none
  size_t packed_size;
  bool left_out; // somebody did not wait for it
} vt_replay;

void vt_replay_init(vt_replay *replay, const vt_world *world);
void vt_replay_free(vt_replay *replay);
// How many numbers a body has in a frame.
size_t vt_replay_body_numbers(const vt_world *world, int body);
// Offers the present state; `last` is kept whatever the stride, unless it is already there.
bool vt_replay_offer(vt_replay *replay, bool last, vt_error *error);
// Whether this build can show a replay and there is something to show.
bool vt_replay_there(const vt_replay *replay);
// Packs what is kept. It takes seconds where meshes are large: once it is asked to stop it is left out.
bool vt_replay_pack(vt_replay *replay, const vt_asked *asked, vt_error *error);
// The section of the page, and its data and script, which go behind the rest.
void vt_replay_write_section(const vt_replay *replay, vt_outfile *file);
void vt_replay_write_data(const vt_replay *replay, const char *scene, char *const *names, vt_outfile *file);

#endif
