// Strain points from meshes: plain cells, cells with mean dilatation, and averages around edges and nodes.
#include "body/elements.h"

#include "mesh/topology.h"
#include "mesh/shape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- growing the list of points

typedef struct builder {
  vt_elements *elements;
  const vt_mesh *mesh;
  double mu, lambda; // Pa
  size_t point_room, start_room, node_room, gradient_room;
  int *position; // node -> its place in the point being made, or -1
  vt_error *error;
} builder;

static bool begin_point(builder *b, double volume, double mu, double lambda) {
  vt_elements *e = b->elements;
  int count = e->point_count;
  if (!VT_RESERVE(&e->points, &b->point_room, count + 1, b->error) ||
      !VT_RESERVE(&e->start, &b->start_room, count + 2, b->error))
    return false;
  if (count == 0) e->start[0] = 0;
  e->points[count] = (vt_strain_point){volume, mu, lambda, sqrt(volume * (mu > 0 ? mu : lambda))};
  if (mu > 0 && lambda > 0) e->bulk_ratio = lambda / mu;
  e->start[count + 1] = e->start[count];
  e->point_count = count + 1;
  return true;
}

// Adds a gradient at a node of the point begun last, summing where the node is there already.
static bool add_gradient(builder *b, int node, vt_vec3 gradient) {
  vt_elements *e = b->elements;
  int *end = &e->start[e->point_count];
  if (b->position[node] < 0) {
    if (!VT_RESERVE(&e->point_nodes, &b->node_room, *end + 1, b->error) ||
        !VT_RESERVE(&e->gradients, &b->gradient_room, *end + 1, b->error))
      return false;
    e->point_nodes[*end] = node;
    e->gradients[*end] = vt_v3(0, 0, 0);
    b->position[node] = (*end)++;
  }
  vt_vec3 *g = &e->gradients[b->position[node]];
  *g = vt_add(*g, gradient);
  return true;
}

// Sorts the nodes of the point begun last (few: by insertion) and forgets their places.
static void end_point(builder *b) {
  vt_elements *e = b->elements;
  int first = e->start[e->point_count - 1], last = e->start[e->point_count];
  for (int k = first; k < last; ++k) b->position[e->point_nodes[k]] = -1;
  for (int k = first + 1; k < last; ++k) {
    int node = e->point_nodes[k], m = k;
    vt_vec3 gradient = e->gradients[k];
    for (; m > first && e->point_nodes[m - 1] > node; --m) {
      e->point_nodes[m] = e->point_nodes[m - 1];
      e->gradients[m] = e->gradients[m - 1];
    }
    e->point_nodes[m] = node;
    e->gradients[m] = gradient;
  }
}

// ---------------------------------------------------------------- cells

typedef struct quadrature {
  int count;
  vt_vec3 at[8];
  double weight[8];
} quadrature;

// Exact for the stiffness of straight cells: one point, four points (degree 2), two by two by two.
static quadrature quadrature_of(vt_cell_kind kind) {
  quadrature q = {.count = 1, .at = {{0.25, 0.25, 0.25}}, .weight = {1.0 / 6}};
  if (kind == VT_CELL_TET10) {
    double a = 0.1381966011250105, b = 0.5854101966249685; // (5 -+ sqrt 5) / 20
    q = (quadrature){.count = 4,
        .at = {{a, a, a}, {b, a, a}, {a, b, a}, {a, a, b}},
        .weight = {1.0 / 24, 1.0 / 24, 1.0 / 24, 1.0 / 24}};
  } else if (kind == VT_CELL_HEX8) {
    double g = 0.5773502691896258; // 1 / sqrt 3
    q.count = 8;
    for (int k = 0; k < 8; ++k) {
      q.at[k] = vt_v3(k & 1 ? g : -g, k & 2 ? g : -g, k & 4 ? g : -g);
      q.weight[k] = 1;
    }
  }
  return q;
}

// Gradients in rest coordinates at one reference point of a cell; returns the Jacobian's determinant.
static double cell_gradients(const vt_mesh *mesh, const int *cell, vt_vec3 reference, vt_vec3 *gradients) {
  int size = vt_cell_size(mesh->cell_kind);
  vt_mat3 jacobian = {{{0}}};
  vt_shape_gradients(mesh->cell_kind, reference, gradients);
  for (int a = 0; a < size; ++a)
    jacobian = vt_mat_add(jacobian, vt_outer(mesh->nodes[cell[a]], gradients[a]));
  vt_mat3 inverse = vt_mat_inverse(jacobian);
  for (int a = 0; a < size; ++a) gradients[a] = vt_mat_apply_transposed(inverse, gradients[a]);
  return vt_mat_det(jacobian);
}

// A cell's points: shear at every quadrature point; volume change there too or, with mean dilatation, at one
// more point with the mean gradients (Nagtegaal, Parks and Rice 1974). Quadratic tetrahedra do without: with
// a mean they are too soft where one of them spans a wall (cantilever at nu = 0.45: +13% against -8%).
static bool add_cell(builder *b, const int *cell, bool mean_dilatation) {
  const vt_mesh *mesh = b->mesh;
  int size = vt_cell_size(mesh->cell_kind);
  quadrature q = quadrature_of(mesh->cell_kind);
  vt_vec3 gradients[VT_CELL_MAX_NODES], mean[VT_CELL_MAX_NODES] = {{0, 0, 0}};
  double total = 0;
  for (int k = 0; k < q.count; ++k) {
    double volume = q.weight[k] * cell_gradients(mesh, cell, q.at[k], gradients);
    if (!(volume > 0)) {
      return vt_fail(b->error, VT_BAD_INPUT,
          "%s: cell %d is inverted or flat (volume %g m^3 at a quadrature point)", mesh->source,
          (int)((cell - mesh->cells) / size) + 1, volume);
    }
    if (!begin_point(b, volume, b->mu, mean_dilatation ? 0 : b->lambda)) return false;
    for (int a = 0; a < size; ++a) {
      if (!add_gradient(b, cell[a], gradients[a])) return false;
      mean[a] = vt_madd(mean[a], volume, gradients[a]);
    }
    end_point(b);
    total += volume;
  }
  if (!mean_dilatation || b->lambda == 0) return true;
  if (!begin_point(b, total, 0, b->lambda)) return false;
  for (int a = 0; a < size; ++a)
    if (!add_gradient(b, cell[a], vt_scale(1 / total, mean[a]))) return false;
  end_point(b);
  return true;
}

static bool add_cells(builder *b, bool mean_dilatation) {
  int size = vt_cell_size(b->mesh->cell_kind);
  for (int c = 0; c < b->mesh->cell_count; ++c)
    if (!add_cell(b, b->mesh->cells + c * size, mean_dilatation)) return false;
  return true;
}

// ---------------------------------------------------------------- averages of linear tetrahedra

// One point for a share of each of the given cells.
static bool add_average(builder *b, const int *cells, int count, double share, const double *volumes,
    const vt_vec3 *gradients, double mu, double lambda) {
  double volume = 0;
  for (int k = 0; k < count; ++k) volume += share * volumes[cells[k]];
  if (!begin_point(b, volume, mu, lambda)) return false;
  for (int k = 0; k < count; ++k)
    for (int a = 0; a < 4; ++a) {
      double weight = share * volumes[cells[k]] / volume;
      if (!add_gradient(b, b->mesh->cells[4 * cells[k] + a], vt_scale(weight, gradients[4 * cells[k] + a])))
        return false;
    }
  end_point(b);
  return true;
}

// Volume change around each node: a node owns a quarter of each of its cells.
static bool add_node_averages(builder *b, const double *volumes, const vt_vec3 *gradients) {
  vt_node_cells around;
  if (!vt_node_cells_find(b->mesh, &around, b->error)) return false;
  bool done = true;
  for (int n = 0; n < b->mesh->node_count && done; ++n) {
    int count = around.starts[n + 1] - around.starts[n];
    if (count > 0)
      done = add_average(b, around.cells + around.starts[n], count, 0.25, volumes, gradients, 0, b->lambda);
  }
  vt_node_cells_free(&around);
  return done;
}

// Shear around each edge: an edge owns a sixth of each of its cells.
static bool add_edge_averages(builder *b, const double *volumes, const vt_vec3 *gradients) {
  vt_edges edges = {0};
  int cell_count = b->mesh->cell_count;
  bool done = false;
  int *start = NULL, *cells = NULL;
  if (!vt_edges_find(b->mesh, &edges, b->error)) return false;
  start = VT_NEW(int, edges.count + 2, b->error);
  cells = VT_NEW(int, 6 * cell_count, b->error);
  if (start == NULL || cells == NULL) goto out;
  for (int k = 0; k < 6 * cell_count; ++k) ++start[edges.cell_edges[k] + 2];
  for (int k = 0; k < edges.count; ++k) start[k + 2] += start[k + 1];
  for (int k = 0; k < 6 * cell_count; ++k) cells[start[edges.cell_edges[k] + 1]++] = k / 6;
  for (int k = 0; k < edges.count; ++k)
    if (!add_average(b, cells + start[k], start[k + 1] - start[k], 1.0 / 6, volumes, gradients, b->mu, 0))
      goto out;
  done = true;

out:
  vt_edges_free(&edges);
  free(start);
  free(cells);
  return done;
}

static bool add_averages(builder *b, bool edges) {
  const vt_mesh *mesh = b->mesh;
  double *volumes = VT_NEW(double, mesh->cell_count, b->error);
  vt_vec3 *gradients = VT_NEW(vt_vec3, 4 * (size_t)mesh->cell_count, b->error);
  bool done = volumes != NULL && gradients != NULL;
  for (int c = 0; c < mesh->cell_count && done; ++c) {
    volumes[c] = cell_gradients(mesh, mesh->cells + 4 * c, vt_v3(0.25, 0.25, 0.25), gradients + 4 * c) / 6;
    if (!(volumes[c] > 0))
      done = vt_fail(b->error, VT_BAD_INPUT, "%s: cell %d is inverted or flat (volume %g m^3)", mesh->source,
          c + 1, volumes[c]);
  }
  // Shear cell by cell or around edges, volume change around nodes.
  for (int c = 0; c < mesh->cell_count && done && !edges; ++c)
    done = add_average(b, &c, 1, 1, volumes, gradients, b->mu, 0);
  if (edges) done = done && add_edge_averages(b, volumes, gradients);
  if (b->lambda > 0) done = done && add_node_averages(b, volumes, gradients);
  free(volumes);
  free(gradients);
  return done;
}

// ---------------------------------------------------------------- mass and gathering

// Each node's share of the volume. Linear cells share evenly; of a ten-node tetrahedron the corners get 1/36
// each and the middles 4/27 (diagonal of the consistent mass matrix, scaled: row sums would be negative);
// hexahedra by the integral of their shape functions.
static bool share_volume(vt_elements *e, const vt_mesh *mesh, vt_error *error) {
  int size = vt_cell_size(mesh->cell_kind);
  quadrature q = quadrature_of(mesh->cell_kind);
  vt_vec3 gradients[VT_CELL_MAX_NODES];
  double values[VT_CELL_MAX_NODES];
  e->node_volumes = VT_NEW(double, mesh->node_count, error);
  if (e->node_volumes == NULL) return false;
  for (int c = 0; c < mesh->cell_count; ++c) {
    const int *cell = mesh->cells + c * size;
    for (int k = 0; k < q.count; ++k) {
      double volume = q.weight[k] * cell_gradients(mesh, cell, q.at[k], gradients);
      vt_shape_functions(mesh->cell_kind, q.at[k], values);
      for (int a = 0; a < size; ++a) {
        double share = mesh->cell_kind == VT_CELL_TET10 ? (a < 4 ? 1.0 / 36 : 4.0 / 27) : values[a];
        e->node_volumes[cell[a]] += share * volume;
        e->volume += share * volume;
      }
    }
  }
  return true;
}

// Lists, for each node, its entries in point_nodes.
static bool gather_nodes(vt_elements *e, vt_error *error) {
  int entries = e->start[e->point_count];
  e->node_start = VT_NEW(int, e->node_count + 2, error);
  e->node_terms = VT_NEW(int, entries, error);
  if (e->node_start == NULL || e->node_terms == NULL) return false;
  for (int k = 0; k < entries; ++k) ++e->node_start[e->point_nodes[k] + 2];
  for (int n = 0; n < e->node_count; ++n) e->node_start[n + 2] += e->node_start[n + 1];
  for (int k = 0; k < entries; ++k) e->node_terms[e->node_start[e->point_nodes[k] + 1]++] = k;
  return true;
}

// Puts the pairs of the points with shear, or of those without, where their blocks have room next.
static void place_pairs(vt_elements *e, const int *block_of, bool shear) {
  size_t at = 0;
  for (int p = 0; p < e->point_count; ++p)
    for (int b = e->start[p]; b < e->start[p + 1]; ++b)
      for (int a = b; a < e->start[p + 1]; ++a, ++at)
        if ((e->points[p].mu > 0) == shear) e->pairs[e->block_start[block_of[at] + 1]++] = (vt_pair){p, a, b};
}

// Lists, for each block of K, the pairs of a point's nodes that contribute to it.
static bool gather_blocks(vt_elements *e, vt_error *error) {
  size_t pair_count = 0;
  for (int p = 0; p < e->point_count; ++p) {
    size_t n = (size_t)(e->start[p + 1] - e->start[p]);
    pair_count += n * (n + 1) / 2;
  }
  if (pair_count > INT32_MAX / 2)
    return vt_fail(error, VT_BAD_INPUT, "the mesh is too large: %zu node pairs", pair_count);
  int *block_of = VT_NEW(int, pair_count, error);
  e->block_start = VT_NEW(int, e->pattern.block_count + 2, error);
  e->bulk_start = VT_NEW(int, e->pattern.block_count, error);
  e->pairs = VT_NEW(vt_pair, pair_count, error);
  bool done = block_of != NULL && e->block_start != NULL && e->bulk_start != NULL && e->pairs != NULL;
  size_t at = 0;
  for (int p = 0; p < e->point_count && done; ++p)
    for (int b = e->start[p]; b < e->start[p + 1]; ++b)
      for (int a = b; a < e->start[p + 1]; ++a, ++at) {
        block_of[at] = vt_block_find(&e->pattern, e->point_nodes[a], e->point_nodes[b]);
        ++e->block_start[block_of[at] + 2];
      }
  if (done) {
    for (int k = 0; k < e->pattern.block_count; ++k) e->block_start[k + 2] += e->block_start[k + 1];
    place_pairs(e, block_of, true);
    for (int k = 0; k < e->pattern.block_count; ++k) e->bulk_start[k] = e->block_start[k + 1];
    place_pairs(e, block_of, false);
  }
  free(block_of);
  return done;
}

// See vt_elements_rounding.
static void measure_rounding(vt_elements *e, const vt_mesh *mesh) {
  double sums = 0, places = 0;
  for (int p = 0; p < e->point_count; ++p) {
    int first = e->start[p], count = e->start[p + 1] - first;
    double weight = e->points[p].volume * (2 * e->points[p].mu + 3 * e->points[p].lambda), sum = 0, place = 0;
    for (int k = first; k < first + count; ++k) {
      double b = vt_norm(e->gradients[k]);
      vt_vec3 arm = vt_sub(mesh->nodes[e->point_nodes[k]], mesh->nodes[e->point_nodes[first]]);
      sum += vt_norm(arm) * b;
      place += b;
    }
    sums += weight * count * count * sum * sum;
    places += weight * place * place;
  }
  e->rounding = sqrt(sums);
  e->rounding_far = sqrt(places);
}

bool vt_elements_build(
    vt_elements *e, const vt_mesh *mesh, vt_element kind, double young, double poisson, vt_error *error) {
  *e = (vt_elements){.node_count = mesh->node_count};
  builder b = {.elements = e,
      .mesh = mesh,
      .mu = young / (2 * (1 + poisson)),
      .lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)),
      .error = error};
  b.position = VT_NEW(int, mesh->node_count, error);
  if (b.position == NULL) return false;
  for (int n = 0; n < mesh->node_count; ++n) b.position[n] = -1;

  bool done = false;
  switch (kind) {
  case VT_ELEMENT_TET4:
    done = add_cells(&b, false);
    break;
  case VT_ELEMENT_TET4_NODAL:
    done = add_averages(&b, false);
    break;
  case VT_ELEMENT_TET4_SMOOTHED:
    done = add_averages(&b, true);
    break;
  case VT_ELEMENT_TET10:
    done = add_cells(&b, false);
    break;
  case VT_ELEMENT_HEX8:
    done = add_cells(&b, true);
    break;
  case VT_ELEMENT_AUTO:
    assert(false);
    break; // the caller chooses
  }
  done =
      done && share_volume(e, mesh, error) &&
      vt_block_pattern_build(&e->pattern, e->node_count, e->start, e->point_nodes, e->point_count, error) &&
      gather_nodes(e, error) && gather_blocks(e, error);
  if (done) measure_rounding(e, mesh);
  free(b.position);
  if (!done) vt_elements_free(e);
  return done;
}

void vt_elements_free(vt_elements *e) {
  free(e->points);
  free(e->start);
  free(e->point_nodes);
  free(e->gradients);
  free(e->node_volumes);
  vt_block_pattern_free(&e->pattern);
  free(e->block_start);
  free(e->bulk_start);
  free(e->pairs);
  free(e->node_start);
  free(e->node_terms);
  *e = (vt_elements){0};
}
