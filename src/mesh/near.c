// Merges vertices that are nearly equal where facets do not meet, in files that store vertices per facet.
//
// Such files hold single precision or six digits. Where an exporter rounds the same vertex twice, from two
// facets, the two may differ by one in the last digit: up to 1e-5 of the largest coordinate. Only vertices of
// edges without a neighbour are considered: a closed surface stays as it is, however small its facets.
#include "base/memory.h"
#include "base/vec.h"
#include "mesh/raw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double share = 1e-5; // of the largest coordinate

// Marks the nodes of edges that occur without their opposite; returns the number of such edges.
static int mark_open(const vt_raw *raw, vt_table *edges, bool *open, vt_error *error) {
  int count = 3 * raw->surfaces.count, found, missing = 0;
  const int *nodes = raw->surfaces.nodes;
  bool added;
  for (int i = 0; i < count; ++i) {
    int key[2] = {nodes[i], nodes[i % 3 == 2 ? i - 2 : i + 1]};
    if (!vt_table_insert(edges, key, i, &found, &added, error)) return -1;
  }
  for (int i = 0; i < count; ++i) {
    int key[2] = {nodes[i % 3 == 2 ? i - 2 : i + 1], nodes[i]};
    if (vt_table_find(edges, key) >= 0) continue;
    open[key[0]] = open[key[1]] = true;
    ++missing;
  }
  return missing;
}

static double largest_coordinate(const vt_raw *raw) {
  double max = 0;
  for (int n = 0; n < raw->node_count; ++n)
    max = fmax(max, fmax(fabs(raw->nodes[n].x), fmax(fabs(raw->nodes[n].y), fabs(raw->nodes[n].z))));
  return max;
}

// The kept nodes in cells as wide as the tolerance: `first` of a cell, `next` of a node.
typedef struct grid {
  vt_table first;
  int *next;
  double width; // m
} grid;

static void cell_of(const grid *g, vt_vec3 x, int key[3]) {
  key[0] = (int)floor(x.x / g->width);
  key[1] = (int)floor(x.y / g->width);
  key[2] = (int)floor(x.z / g->width);
}

// The kept node of smallest number within the tolerance, -1 if none.
static int find_near(const vt_raw *raw, const grid *g, vt_vec3 x) {
  int best = -1, center[3];
  cell_of(g, x, center);
  for (int i = 0; i < 27; ++i) {
    int key[3] = {center[0] + i % 3 - 1, center[1] + i / 3 % 3 - 1, center[2] + i / 9 - 1};
    int slot = vt_table_find(&g->first, key);
    for (int n = slot; n >= 0; n = g->next[n])
      if ((best < 0 || n < best) && vt_norm(vt_sub(raw->nodes[n], x)) <= g->width) best = n;
  }
  return best;
}

// A node joins one that is kept or is kept itself. A cell's list begins with the node that opened the cell.
static bool join_nodes(
    const vt_raw *raw, grid *g, const bool *open, int *place, int *merged, vt_error *error) {
  for (int n = 0; n < raw->node_count; ++n) {
    int key[3], head;
    bool added;
    place[n] = n;
    g->next[n] = -1;
    if (!open[n]) continue;
    int near = find_near(raw, g, raw->nodes[n]);
    if (near >= 0) {
      place[n] = near;
      ++*merged;
      continue;
    }
    cell_of(g, raw->nodes[n], key);
    if (!vt_table_insert(&g->first, key, n, &head, &added, error)) return false;
    if (added) continue;
    g->next[n] = g->next[head];
    g->next[head] = n;
  }
  return true;
}

// A facet that is now a line or a point is left out: its neighbours then share their edges.
static void move_facets(vt_raw *raw, const int *place) {
  vt_raw_items *items = &raw->surfaces;
  int kept = 0;
  for (int s = 0; s < items->count; ++s) {
    int a = place[items->nodes[3 * s]], b = place[items->nodes[3 * s + 1]],
        c = place[items->nodes[3 * s + 2]];
    if (a == b || b == c || c == a) continue;
    items->nodes[3 * kept] = a;
    items->nodes[3 * kept + 1] = b;
    items->nodes[3 * kept + 2] = c;
    items->labels[kept] = items->labels[s];
    items->lines[kept++] = items->lines[s];
  }
  items->count = kept;
}

bool vt_raw_merge_near(vt_raw *raw, vt_error *error) {
  grid g = {.width = share * largest_coordinate(raw)};
  vt_table edges = {0};
  bool *open = VT_NEW(bool, raw->node_count, error), done = false;
  int *place = VT_NEW(int, raw->node_count, error), merged = 0;
  g.next = VT_NEW(int, raw->node_count, error);
  if (open == NULL || place == NULL || g.next == NULL ||
      !vt_table_init(&edges, 2, 3 * (size_t)raw->surfaces.count, error) ||
      !vt_table_init(&g.first, 3, 0, error))
    goto out;
  int missing = mark_open(raw, &edges, open, error);
  if (missing < 0) goto out;
  done = true;
  if (missing == 0 || !(g.width > 0)) goto out;
  done = join_nodes(raw, &g, open, place, &merged, error);
  if (!done || merged == 0) goto out;
  move_facets(raw, place);
  snprintf(raw->warning, sizeof raw->warning,
      "%s: %d vertices where facets do not meet are merged with others within %.3g (%g of its largest "
      "coordinate)",
      raw->name, merged, g.width, share);
out:
  vt_table_free(&edges);
  vt_table_free(&g.first);
  free(g.next);
  free(open);
  free(place);
  return done;
}
