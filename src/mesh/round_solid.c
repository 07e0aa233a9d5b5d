// Round bodies in tetrahedra.
//
// A ball is an octahedron's eight tetrahedra, each from the centre to a face, divided by a lattice of shells,
// rings and places around and pushed out so that every shell is round; a cylinder is the same disc of rings
// on every level. A point of the lattice is (shell, ring, i) or (level, ring, i). Its cubes are cut into six
// along the diagonal, one for each order of the axes (Kuhn); of these the ones with 0 <= i <= ring <= shell
// fill the tetrahedron, and on each face they leave the pattern of equal triangles, so that all parts fit.
#include "mesh/round.h"

#include "base/memory.h"
#include "base/vec.h"

#include <limits.h>
#include <stdlib.h>

typedef struct solid {
  const vt_round *round;
  int disc; // nodes of one level
  int node_count, cell_count;
  vt_vec3 *nodes;
  int *cells, *next; // next: where the next cell goes
} solid;

static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// Nodes of a cap on shells before this one, without those of the disc it stands on.
static int before_shell(int shell) { return shell - 1 + 2 * (shell - 2) * (shell - 1) * shell / 3; }

static int on_level(const solid *s, int level, int ring, int i) {
  return s->disc * level + vt_round_vertex(ring, i);
}

// Levels go down from the upper cap; then come the nodes of the caps.
static int on_cap(const solid *s, int side, int shell, int ring, int i) {
  if (ring == shell) return on_level(s, side > 0 ? 0 : s->round->bands, ring, i);
  int caps = s->disc * (s->round->bands + 1) + (side > 0 ? 0 : before_shell(s->round->rings + 1));
  return caps + before_shell(shell) + vt_round_vertex(ring, i);
}

// A part of the body: a quadrant of a cap or of the levels.
typedef struct part {
  int quadrant, side; // side: of a cap, 1 or -1; 0 for the levels
} part;

// The node at a point of the lattice, or -1 for one outside of the part.
static int node_at(const solid *s, part p, const int *x) {
  int ring = x[1], i = x[2], last = p.side == 0 ? s->round->bands : s->round->rings;
  if (i > ring || x[0] > last || ring > (p.side == 0 ? s->round->rings : x[0])) return -1;
  i += p.quadrant * ring;
  return p.side == 0 ? on_level(s, x[0], ring, i) : on_cap(s, p.side, x[0], ring, i);
}

// The tetrahedra of a cube of the lattice that lie in the part, turned so that their volume is above 0.
static void fill_cube(solid *s, part p, const int *corner) {
  for (int o = 0; o < 6; ++o) {
    int x[3] = {corner[0], corner[1], corner[2]}, tet[4];
    bool inside = (tet[0] = node_at(s, p, x)) >= 0;
    for (int k = 0; k < 3; ++k) {
      ++x[orders[o][k]];
      inside = (tet[k + 1] = node_at(s, p, x)) >= 0 && inside;
    }
    if (!inside) continue;
    vt_vec3 e[3];
    for (int k = 0; k < 3; ++k) e[k] = vt_sub(s->nodes[tet[k + 1]], s->nodes[tet[0]]);
    bool turned = vt_dot(vt_cross(e[0], e[1]), e[2]) < 0;
    *s->next++ = tet[0];
    *s->next++ = tet[turned ? 2 : 1];
    *s->next++ = tet[turned ? 1 : 2];
    *s->next++ = tet[3];
  }
}

static void fill_part(solid *s, part p) {
  int rings = s->round->rings, along = p.side == 0 ? s->round->bands : rings;
  for (int a = 0; a < along; ++a)
    for (int ring = 0; ring < rings; ++ring)
      for (int i = 0; i <= ring; ++i) fill_cube(s, p, (const int[3]){a, ring, i});
}

static void fill_nodes(solid *s) {
  const vt_round *r = s->round;
  for (int level = 0; level <= r->bands; ++level)
    for (int ring = 0; ring <= r->rings; ++ring)
      for (int i = 0; i < (ring == 0 ? 1 : 4 * ring); ++i)
        s->nodes[on_level(s, level, ring, i)] =
            vt_round_on_disc(r, ring, i, r->bands == 0 ? 0 : 1 - 2.0 * level / r->bands);
  for (int side = -1; r->capped && side <= 1; side += 2)
    for (int shell = 1; shell <= r->rings; ++shell)
      for (int ring = 0; ring < shell; ++ring)
        for (int i = 0; i < (ring == 0 ? 1 : 4 * ring); ++i)
          s->nodes[on_cap(s, side, shell, ring, i)] = vt_round_on_cap(r, shell, ring, i, side);
}

vt_mesh *vt_round_solid(const vt_round *round, const char *source, vt_error *error) {
  solid s = {.round = round, .disc = vt_round_before(round->rings + 1)};
  double n = round->rings, cells = 12 * n * n * round->bands + (round->capped ? 8 * n * n * n : 0);
  vt_mesh *mesh = NULL;
  // Four corners of each cell must be countable in int, with room for the faces.
  if (cells > INT_MAX / 1000) {
    vt_fail(error, VT_BAD_INPUT, "%s with %.4g cells: expected at most %d", source, cells, INT_MAX / 1000);
    return NULL;
  }
  s.cell_count = (int)cells;
  s.node_count = s.disc * (round->bands + 1) + (round->capped ? 2 * before_shell(round->rings + 1) : 0);
  s.nodes = VT_NEW(vt_vec3, s.node_count, error);
  s.cells = s.next = VT_NEW(int, 4 * (size_t)s.cell_count, error);
  if (s.nodes != NULL && s.cells != NULL) {
    fill_nodes(&s);
    for (int quadrant = 0; quadrant < 4; ++quadrant)
      for (int side = -1; side <= 1; ++side)
        if (side == 0 || round->capped) fill_part(&s, (part){quadrant, side});
    mesh = vt_mesh_create(source, s.nodes, s.node_count, VT_CELL_TET4, s.cells, s.cell_count, NULL, 0, error);
  }
  free(s.nodes);
  free(s.cells);
  return mesh;
}
