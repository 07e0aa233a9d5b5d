// How a quasi-rigid body bends: the compliance C of its nodes, made once from its elements at rest.
#include "body/bending.h"

#include "body/modes.h"
#include "body/region.h"
#include "body/whole.h"
#include "mesh/cell.h"
#include "sparse/compliance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Workspace for making C.
typedef struct maker {
  const vt_deformable_model *model;
  const char *what;
  bool *out;             // per node: eliminated, as it is held or in no cell
  int *nodes;            // of C
  vt_mat3 *blocks;       // of K
  double *values;        // C with its rigid motions, as vt_factor_compliance has it
  vt_vec3 *fields;       // six displacement fields: K^-1 M R
  double (*rigid)[3][6]; // by node of C: R A^-1
  double (*moved)[3][6]; // by node of C: K^-1 M R minus half of its rigid part: Z below
  vt_analysis *analysis;
  vt_factor *factor;
  vt_arena *arena;
} maker;

static void free_maker(maker *m) {
  free(m->out);
  free(m->nodes);
  free(m->blocks);
  free(m->values);
  free(m->fields);
  free(m->rigid);
  free(m->moved);
  vt_factor_destroy(m->factor);
  vt_analysis_destroy(m->analysis);
  vt_arena_destroy(m->arena);
}

// ---------------------------------------------------------------- connectivity

typedef struct face {
  int corners[3], cell; // the three smallest corners, ascending
} face;

static int compare_faces(const void *left, const void *right) {
  const face *a = left, *b = right;
  for (int i = 0; i < 3; ++i)
    if (a->corners[i] != b->corners[i]) return a->corners[i] < b->corners[i] ? -1 : 1;
  return (a->cell > b->cell) - (a->cell < b->cell);
}

static face face_of(const vt_mesh *mesh, int cell, int number) {
  int corners[VT_FACE_MAX_CORNERS], count = vt_face_corner_count(mesh->cell_kind);
  vt_cell_face(
      mesh->cell_kind, mesh->cells + (size_t)cell * (size_t)vt_cell_size(mesh->cell_kind), number, corners);
  for (int i = 1; i < count; ++i)
    for (int j = i; j > 0 && corners[j - 1] > corners[j]; --j) {
      int swap = corners[j];
      corners[j] = corners[j - 1];
      corners[j - 1] = swap;
    }
  return (face){{corners[0], corners[1], corners[2]}, cell};
}

static int root_of(int *parent, int cell) {
  while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
  return cell;
}

// Cells must be connected by faces; parts that share only an edge or a node could swing about it.
static bool check_whole(const maker *m, vt_error *error) {
  const vt_mesh *mesh = m->model->mesh;
  int per_cell = vt_cell_face_count(mesh->cell_kind), parts = mesh->cell_count;
  size_t count = (size_t)per_cell * (size_t)mesh->cell_count;
  face *faces = VT_NEW(face, count, error);
  int *parent = VT_NEW(int, mesh->cell_count, error);
  bool done = faces != NULL && parent != NULL;
  for (int c = 0; c < mesh->cell_count && done; ++c) {
    parent[c] = c;
    for (int f = 0; f < per_cell; ++f) faces[(size_t)c * (size_t)per_cell + (size_t)f] = face_of(mesh, c, f);
  }
  if (done) qsort(faces, count, sizeof *faces, compare_faces);
  for (size_t k = 1; k < count && done; ++k) {
    if (memcmp(faces[k - 1].corners, faces[k].corners, sizeof faces[k].corners) != 0) continue;
    int a = root_of(parent, faces[k - 1].cell), b = root_of(parent, faces[k].cell);
    parent[a < b ? b : a] = a < b ? a : b;
    parts -= a != b;
  }
  free(faces);
  free(parent);
  if (done && parts > 1)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: the cells of mesh %s are %d parts that share no face, expected one: what is loose needs a body "
        "of its own",
        m->what, mesh->source, parts);
  return done;
}

// ---------------------------------------------------------------- nodes

// Of their distance from each other: nodes nearer to a line are taken to lie on it; above the
// rounding of any mesh file.
static const double ON_LINE = 1e-6;

// Three nodes far apart among those that `in` marks: false if they are all on one line.
static bool find_corners(const vt_mesh *mesh, const bool *in, int corners[3]) {
  double size = 0, far[3] = {-1, -1, -1};
  int first = -1;
  for (int i = 0; i < mesh->node_count && first < 0; ++i)
    if (in[i]) first = i;
  if (first < 0) return false;
  corners[0] = corners[1] = corners[2] = first;
  for (int k = 0; k < 3; ++k) {
    vt_vec3 from = mesh->nodes[k == 0 ? first : corners[0]];
    vt_vec3 along = vt_normalized(vt_sub(mesh->nodes[corners[1]], from));
    for (int i = 0; i < mesh->node_count; ++i) {
      vt_vec3 arm = vt_sub(mesh->nodes[i], from);
      double distance = k < 2 ? vt_norm(arm) : vt_norm(vt_cross(along, arm));
      if (!in[i] || distance <= far[k]) continue;
      far[k] = distance;
      corners[k] = i;
    }
    size = fmax(size, far[k]);
  }
  return far[2] > ON_LINE * size;
}

// Nodes in no cell have no stiffness, and are eliminated like held ones.
static bool list_held(maker *m, const vt_region *held, int *count, vt_error *error) {
  const vt_mesh *mesh = m->model->mesh;
  int size = vt_cell_size(mesh->cell_kind), *nodes = NULL, corners[3];
  *count = 0;
  if (held != NULL) {
    char what[128];
    snprintf(what, sizeof what, "%.100s: what is held", m->what);
    if (!vt_region_nodes(mesh, held, what, &nodes, count, error)) return false;
    for (int k = 0; k < *count; ++k) m->out[nodes[k]] = true;
    free(nodes);
    if (!find_corners(mesh, m->out, corners))
      return vt_fail(error, VT_BAD_INPUT,
          "%s: found %d held nodes on one line, expected three at least that are not", m->what, *count);
    if (*count == mesh->node_count)
      return vt_fail(
          error, VT_BAD_INPUT, "%s: all its %d nodes are held, expected some that are not", m->what, *count);
  }
  bool *used = VT_NEW(bool, mesh->node_count, error);
  if (used == NULL) return false;
  for (int k = 0; k < size * mesh->cell_count; ++k) used[mesh->cells[k]] = true;
  for (int i = 0; i < mesh->node_count; ++i) m->out[i] = m->out[i] || !used[i];
  free(used);
  return true;
}

static bool list_nodes(maker *m, const bool *wanted, int *place, int *count, vt_error *error) {
  *count = 0;
  for (int i = 0; i < m->model->mesh->node_count; ++i) {
    place[i] = wanted[i] && !m->out[i] ? *count : -1;
    if (place[i] >= 0) m->nodes[(*count)++] = i;
  }
  if (*count == 0)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found no node of its surface that can be touched and is not held, expected one at least",
        m->what);
  if (*count > VT_MAX_BENDING_NODES)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found %d nodes that can be touched, expected at most %d: name the region that is touched, or "
        "take a "
        "coarser mesh",
        m->what, *count, VT_MAX_BENDING_NODES);
  return true;
}

// ---------------------------------------------------------------- stiffness

// A free body is supported by six springs without effect: statically determinate supports carry nothing of a
// load in equilibrium, however stiff they are. The first corner is supported in all directions, the second
// across the line to it, the third perpendicular to the plane.
static bool add_supports(maker *m, vt_error *error) {
  const vt_mesh *mesh = m->model->mesh;
  const vt_block_pattern *pattern = &m->model->elements.pattern;
  int corners[3];
  bool *in = VT_NEW(bool, mesh->node_count, error);
  if (in == NULL) return false;
  for (int i = 0; i < mesh->node_count; ++i) in[i] = !m->out[i];
  find_corners(mesh, in, corners); // cells have volume, so there are three
  free(in);
  vt_vec3 a = mesh->nodes[corners[0]], along = vt_normalized(vt_sub(mesh->nodes[corners[1]], a));
  vt_vec3 normal = vt_normalized(vt_cross(along, vt_sub(mesh->nodes[corners[2]], a)));
  const vt_mat3 shapes[3] = {vt_mat_identity(),
      vt_mat_add(vt_mat_identity(), vt_mat_scale(-1, vt_outer(along, along))), vt_outer(normal, normal)};
  for (int k = 0; k < 3; ++k) {
    vt_mat3 *block = &m->blocks[pattern->start[corners[k]]];
    double stiffness = (block->m[0][0] + block->m[1][1] + block->m[2][2]) / 3;
    *block = vt_mat_add(*block, vt_mat_scale(stiffness, shapes[k]));
  }
  return true;
}

static bool factor_stiffness(maker *m, bool is_free, vt_error *error) {
  const vt_elements *e = &m->model->elements;
  vt_element_state state = {0};
  vt_vec3 *forces = VT_NEW(vt_vec3, e->node_count, error);
  bool done = forces != NULL && vt_element_state_init(&state, e, error);
  if (done) {
    vt_elements_forces(e, m->model->mesh->nodes, VT_TANGENT_WARPED, &state, forces, NULL);
    vt_elements_stiffness(e, &state, VT_TANGENT_WARPED, m->blocks, NULL);
  }
  vt_element_state_free(&state);
  free(forces);
  if (!done || (is_free && !add_supports(m, error))) return false;
  m->analysis = vt_analysis_create(&e->pattern, m->out, error);
  m->factor = m->analysis == NULL ? NULL : vt_factor_create(m->analysis, error);
  if (m->factor == NULL) return false;
  vt_error inner = {0};
  if (vt_factor_update(m->factor, m->blocks, NULL, &inner)) return true;
  if (inner.code == VT_NO_MEMORY) return vt_fail(error, inner.code, "%s", inner.message);
  return vt_fail(error, VT_BAD_INPUT, "%s: its stiffness cannot be inverted: %s", m->what, inner.message);
}

// ---------------------------------------------------------------- free of rigid motions

// C = G - R' Y^T - Y R'^T + R' B R'^T with R' = R A^-1, Y = G M R, B = R^T M Y; with Z = Y - R' B / 2 the
// last three are -R' Z^T - Z R'^T.
static bool find_rigid(maker *m, int count, vt_error *error) {
  const vt_deformable_model *model = m->model;
  int nodes = model->mesh->node_count;
  size_t n = (size_t)nodes;
  vt_whole w = vt_weigh_nodes(model);
  double b[6][6] = {{0}}, r[3][6];
  m->fields = VT_NEW(vt_vec3, 6 * n, error);
  m->rigid = vt_alloc((size_t)count, sizeof *m->rigid, error);
  m->moved = vt_alloc((size_t)count, sizeof *m->moved, error);
  if (m->fields == NULL || m->rigid == NULL || m->moved == NULL) return false;
  for (int i = 0; i < nodes; ++i) {
    vt_rigid_motions(vt_sub(model->mesh->nodes[i], w.center), r);
    for (int d = 0; d < 6; ++d)
      m->fields[(size_t)d * n + (size_t)i] = vt_scale(model->mass[i], vt_v3(r[0][d], r[1][d], r[2][d]));
  }
  vt_factor_solve(m->factor, m->fields, m->fields, 6, NULL);
  for (int i = 0; i < nodes; ++i) {
    vt_rigid_motions(vt_sub(model->mesh->nodes[i], w.center), r);
    for (int d = 0; d < 6; ++d)
      for (int e = 0; e < 6; ++e)
        b[d][e] +=
            model->mass[i] * vt_dot(vt_v3(r[0][d], r[1][d], r[2][d]), m->fields[(size_t)e * n + (size_t)i]);
  }
  for (int k = 0; k < count; ++k) {
    vt_rigid_motions(vt_sub(model->mesh->nodes[m->nodes[k]], w.center), m->rigid[k]);
    for (int i = 0; i < 3; ++i) {
      vt_whole_divide(&w, m->rigid[k][i]);
      for (int d = 0; d < 6; ++d) {
        const vt_vec3 *y = &m->fields[(size_t)d * n + (size_t)m->nodes[k]];
        m->moved[k][i][d] = i == 0 ? y->x : i == 1 ? y->y : y->z;
        for (int e = 0; e < 6; ++e) m->moved[k][i][d] -= 0.5 * m->rigid[k][i][e] * b[e][d];
      }
    }
  }
  return true;
}

// ---------------------------------------------------------------- the whole

// Block (i, j) of C, i <= j, and its transpose.
static void set_block(const maker *m, vt_bending *bending, int i, int j, bool is_free) {
  size_t count = (size_t)bending->count, rows = 3 * count;
  vt_mat3 block;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      double sum = m->values[(3 * (size_t)j + (size_t)c) * rows + 3 * (size_t)i + (size_t)r];
      for (int d = 0; d < 6 && is_free; ++d)
        sum -= m->rigid[i][r][d] * m->moved[j][c][d] + m->moved[i][r][d] * m->rigid[j][c][d];
      block.m[r][c] = sum;
    }
  bending->blocks[(size_t)i * count + (size_t)j] = block;
  bending->blocks[(size_t)j * count + (size_t)i] = vt_mat_transpose(block);
}

// The lowest modes at the nodes of C; what is left of C is what the others give.
static bool take_modes(maker *m, vt_bending *bending, vt_error *error) {
  size_t nodes = (size_t)m->model->mesh->node_count, count = (size_t)bending->count;
  vt_vec3 *shapes = VT_NEW(vt_vec3, nodes * (size_t)bending->mode_count, error);
  bending->mode_rates = VT_NEW(double, bending->mode_count, error);
  bending->mode_shapes = VT_NEW(vt_vec3, count * (size_t)bending->mode_count, error);
  bool done = shapes != NULL && bending->mode_rates != NULL && bending->mode_shapes != NULL &&
              vt_modes_find(m->model, bending->held > 0 ? m->out : NULL, m->factor, m->what,
                  bending->mode_count, bending->mode_rates, shapes, error);
  for (int k = 0; k < bending->mode_count && done; ++k) {
    vt_vec3 *shape = bending->mode_shapes + (size_t)k * count;
    double give = 1 / (bending->mode_rates[k] * bending->mode_rates[k]);
    for (size_t i = 0; i < count; ++i) shape[i] = shapes[(size_t)k * nodes + (size_t)m->nodes[i]];
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < count; ++j)
        bending->blocks[i * count + j] =
            vt_mat_add(bending->blocks[i * count + j], vt_mat_scale(-give, vt_outer(shape[i], shape[j])));
  }
  free(shapes);
  return done;
}

static bool make(
    maker *m, vt_bending *bending, const bool *wanted, const vt_region *held, int *place, vt_error *error) {
  size_t nodes = (size_t)m->model->mesh->node_count;
  bool is_free = held == NULL;
  m->out = VT_NEW(bool, nodes, error);
  m->nodes = VT_NEW(int, nodes, error);
  m->blocks = VT_NEW(vt_mat3, m->model->elements.pattern.block_count, error);
  m->arena = vt_arena_create(1 << 16, error);
  if (m->out == NULL || m->nodes == NULL || m->blocks == NULL || m->arena == NULL) return false;
  if (!check_whole(m, error) || !list_held(m, held, &bending->held, error) ||
      !list_nodes(m, wanted, place, &bending->count, error) || !factor_stiffness(m, is_free, error))
    return false;
  size_t count = (size_t)bending->count;
  bending->blocks = VT_NEW(vt_mat3, count * count, error);
  m->values = VT_NEW(double, 9 * count * count, error);
  if (bending->blocks == NULL || m->values == NULL ||
      !vt_factor_compliance(m->factor, m->nodes, bending->count, m->values, NULL, NULL, m->arena, error) ||
      (is_free && !find_rigid(m, bending->count, error)))
    return false;
  for (int i = 0; i < bending->count; ++i)
    for (int j = i; j < bending->count; ++j) set_block(m, bending, i, j, is_free);
  return bending->mode_count == 0 || take_modes(m, bending, error);
}

bool vt_bending_init(vt_bending *bending, const vt_deformable_model *model, const bool *wanted,
    const vt_region *held, vt_ringing ringing, const char *what, int *place, vt_error *error) {
  *bending = (vt_bending){.damping = model->material.stiffness_damping,
      .element = (int)model->element,
      .mode_count = ringing.modes,
      .mode_damping = ringing.damping};
  maker m = {.model = model, .what = what};
  bool done = make(&m, bending, wanted, held, place, error);
  free_maker(&m);
  if (!done) vt_bending_free(bending);
  return done;
}

void vt_bending_free(vt_bending *bending) {
  free(bending->blocks);
  free(bending->mode_rates);
  free(bending->mode_shapes);
  vt_kernel_free(&bending->kernel);
  *bending = (vt_bending){0};
}

// ---------------------------------------------------------------- bent

// Row by row, of the nodes that forces act on.
void vt_bending_add(const vt_bending *bending, double scale, const vt_vec3 *forces, vt_bend *bends) {
  if (bending->blocks == NULL) {
    vt_bending_add_by_kernel(&bending->kernel, scale, forces, bends);
    return;
  }
  for (int j = 0; j < bending->count; ++j) {
    vt_vec3 f = vt_scale(scale, forces[j]);
    if (f.x == 0 && f.y == 0 && f.z == 0) continue;
    bends[j].force = vt_add(bends[j].force, f);
    const vt_mat3 *row = vt_bending_row(bending, j); // C is symmetric
    for (int i = 0; i < bending->count; ++i)
      bends[i].shift = vt_add(bends[i].shift, vt_mat_apply_transposed(row[i], f));
  }
}

double vt_bending_energy(const vt_bending *bending, const vt_bend *bends) {
  double sum = 0;
  for (int i = 0; i < bending->count; ++i) sum += 0.5 * vt_dot(bends[i].shift, bends[i].force);
  return sum;
}
