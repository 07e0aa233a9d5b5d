// Which paths air may take through a seal: drawn by hand on a grid, cell by cell, with forces vertex by
// vertex, so that the strength has a closed form.
#include "cavity/seal_strength.h"

#include "flood_shapes.h"

#include <ventouse/mesh.h>

enum { CELLS = 6 };
static const double cell = 0.01; // m

// What a cell is: of the cavity, sealed, open, of another cavity, or half sealed and half of the other.
// Nearly: but for rounding, which leaves some of it sealed, or open.
enum {
  OWN = 'c',
  SEALED = '.',
  OPEN = 'o',
  OTHER = 'd',
  HALF = 'h',
  NEARLY_OTHER = 'e',
  NEARLY_SEALED = ','
};
static const double rounding = 1e-12;

typedef struct board {
  stage s;
  double *open[2], *enclosed[2]; // by triangle
  double *forces[2];             // N
} board;

static double *take(int count) {
  double *list = calloc((size_t)count, sizeof *list);
  if (list == NULL) exit(1);
  return list;
}

static void end(board *b) {
  for (int k = 0; k < 2; ++k) free(b->open[k]), free(b->enclosed[k]), free(b->forces[k]);
  stage_free(&b->s);
}

static int add_vertex(board *b, int body, int node) {
  vt_error error = {0};
  return vt_cavities_add_vertex(
      &b->s.cavities, (vt_cavity_vertex){body, {node, node, node}, {1, 0, 0}}, &error);
}

static void add_triangle(board *b, const int *nodes, const int *bodies, int body, int source) {
  vt_error error = {0};
  vt_cavity_triangle t = {.body = body, .source = source};
  for (int i = 0; i < 3; ++i) t.vertices[i] = add_vertex(b, bodies[i], nodes[i]);
  CHECK(vt_cavities_add_triangle(&b->s.cavities, t, &error));
}

// Rows of the map from y = 0 on. The cavity has its cells on the board and a border to the lid.
static void draw(board *b, const char *const *map) {
  vt_error error = {0};
  const vt_mesh *m = b->s.meshes[0];
  CHECK(vt_cavities_begin(&b->s.cavities, &error) != NULL);
  for (int t = 0; t < m->triangle_count; ++t) {
    const int *v = m->triangles + 3 * t;
    vt_vec3 middle = vt_scale(1.0 / 3, vt_add(m->nodes[v[0]], vt_add(m->nodes[v[1]], m->nodes[v[2]])));
    if (middle.z < -1e-9) continue;
    char letter = map[(int)(middle.y / cell)][(int)(middle.x / cell)];
    b->open[0][t] = letter == OPEN ? 1 : letter == NEARLY_SEALED ? rounding : 0;
    b->enclosed[0][t] = letter == OWN || letter == OTHER ? 1
                        : letter == HALF                 ? 0.5
                        : letter == NEARLY_OTHER         ? 1 - rounding
                                                         : 0;
    if (letter == OWN) add_triangle(b, v, (int[3]){0, 0, 0}, 0, t);
  }
  add_triangle(b, (int[3]){0, 1, 0}, (int[3]){0, 0, 1}, -1, -1);
}

// Everything but the top of the board belongs to another cavity: no path leads there.
static void begin(board *b, const char *const *map) {
  vt_error error = {0};
  *b = (board){0};
  double side = CELLS * cell;
  stage_add(&b->s, box(vt_v3(0, 0, -0.01), vt_v3(side, side, 0), CELLS, CELLS, 1), at(0, 0, 0));
  stage_add(&b->s, box(vt_v3(0, 0, 0), vt_v3(side, side, 0.01), 1, 1, 1), at(0, 0, stage_distance));
  b->s.arena = vt_arena_create(1 << 16, &error);
  if (b->s.arena == NULL) exit(1);
  for (int k = 0; k < 2; ++k) {
    const vt_mesh *m = b->s.meshes[k];
    b->open[k] = take(m->triangle_count);
    b->enclosed[k] = take(m->triangle_count);
    b->forces[k] = take(m->node_count);
    for (int t = 0; t < m->triangle_count; ++t) b->enclosed[k][t] = 1;
  }
  draw(b, map);
}

// The force on the vertex at a corner of the grid.
static double *force(board *b, int i, int j) {
  const vt_mesh *m = b->s.meshes[0];
  for (int k = 0; k < m->node_count; ++k)
    if (vt_norm(vt_sub(m->nodes[k], vt_v3(i * cell, j * cell, 0))) < 1e-9) return &b->forces[0][k];
  exit(1);
}

static void push_all(board *b, double newton) {
  for (int k = 0; k < b->s.meshes[0]->node_count; ++k) b->forces[0][k] = newton;
}

static double strength(board *b) {
  vt_error error = {0};
  double value = NAN;
  const double *forces[2] = {b->forces[0], b->forces[1]};
  vt_detected found = {.cavities = &b->s.cavities, .open_share = b->open, .enclosed_share = b->enclosed};
  CHECK(vt_seal_strength(&b->s.cavities, 0, b->s.colliders, 2, forces, &found, b->s.arena, &value, &error));
  return value;
}

// Air goes through triangles that are sealed in part. What is pushed on a vertex presses on the sealed part
// around it alone: a third of each of its six triangles, here 3/6 of a sealed cell and 3/12 of a half one.
static void check_half_sealed(void) {
  static const char *const map[CELLS] = {"c.h.oo", "c.h.oo", "c.h.oo", "c.h.oo", "c.h.oo", "c.h.oo"};
  board b;
  begin(&b, map);
  for (int j = 0; j <= CELLS; ++j) *force(&b, 2, j) = 3;
  CHECK_CLOSE(strength(&b), 3 / (0.75 * cell * cell), 1e-12);
  end(&b);
}

// The surface of another cavity is no way out, whether all of it is found or all but rounding: from a strip
// between two others none leads outside, unless there is a sealed gap in one.
static void check_other_cavity(void) {
  static const char *const maps[3][CELLS] = {{"oooooo", "dddddd", "......", "cccccc", "......", "dddddd"},
      {"oooooo", "eeeeee", "......", "cccccc", "......", "eeeeee"},
      {"oooooo", "dddd.d", "......", "cccccc", "......", "dddddd"}};
  for (int k = 0; k < 3; ++k) {
    board b;
    begin(&b, maps[k]);
    push_all(&b, 1);
    double value = strength(&b);
    CHECK(k < 2 ? isinf(value) && value > 0 : value > 0 && value < INFINITY);
    end(&b);
  }
}

// Surface of which rounding alone says that the outside reaches it is no way out.
static void check_nearly_sealed(void) {
  static const char *const map[CELLS] = {"c.,.oo", "c.,.oo", "c.,.oo", "c.,.oo", "c.,.oo", "c.,.oo"};
  board b;
  begin(&b, map);
  for (int j = 0; j <= CELLS; ++j) *force(&b, 4, j) = 5;
  CHECK_CLOSE(strength(&b), 5 / (0.5 * cell * cell), 1e-9);
  end(&b);
}

// Along the rim of a seal that is one cell wide, on the side that is pushed less, whichever that is: edges
// with sealed surface on one side are enough.
static void check_rim(bool upper) {
  static const char *const map[CELLS] = {"cddddo", "cddddo", "c....o", "cddddo", "cddddo", "cddddo"};
  board b;
  begin(&b, map);
  for (int i = 2; i <= 4; ++i) {
    *force(&b, i, upper ? 3 : 2) = 1;
    *force(&b, i, upper ? 2 : 3) = 100;
  }
  CHECK_CLOSE(strength(&b), 1 / (0.5 * cell * cell), 1e-12);
  end(&b);
}

// Where the cavity and the outside meet in a corner nothing is sealed, and no force makes it so.
static void check_corner(void) {
  static const char *const map[CELLS] = {"ccceee", "ccceee", "ccceee", "eeeooo", "eeeooo", "eeeooo"};
  board b;
  begin(&b, map);
  push_all(&b, 1);
  CHECK(strength(&b) == 0);
  end(&b);
}

int main(void) {
  check_half_sealed();
  check_other_cavity();
  check_nearly_sealed();
  check_rim(false);
  check_rim(true);
  check_corner();
  return check_report();
}
