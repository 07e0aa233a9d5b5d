// The set of cavities: growing it, copying it, giving it back.
#include "cavity/cavity.h"

#include <stdlib.h>
#include <string.h>

void vt_cavities_clear(vt_cavities *cavities) {
  cavities->count = cavities->vertex_count = cavities->triangle_count = cavities->tie_count = 0;
}

void vt_cavities_free(vt_cavities *cavities) {
  free(cavities->items);
  free(cavities->vertices);
  free(cavities->triangles);
  free(cavities->ties);
  *cavities = (vt_cavities){0};
}

vt_cavity *vt_cavities_begin(vt_cavities *cavities, vt_error *error) {
  if (!VT_RESERVE(&cavities->items, &cavities->item_room, cavities->count + 1, error)) return NULL;
  vt_cavity *cavity = &cavities->items[cavities->count++];
  *cavity = (vt_cavity){.id = -1,
      .chamber = -1,
      .first_vertex = cavities->vertex_count,
      .first_triangle = cavities->triangle_count};
  return cavity;
}

int vt_cavities_add_vertex(vt_cavities *cavities, vt_cavity_vertex vertex, vt_error *error) {
  if (!VT_RESERVE(&cavities->vertices, &cavities->vertex_room, cavities->vertex_count + 1, error)) return -1;
  cavities->vertices[cavities->vertex_count++] = vertex;
  return cavities->items[cavities->count - 1].vertex_count++;
}

bool vt_cavities_add_triangle(vt_cavities *cavities, vt_cavity_triangle triangle, vt_error *error) {
  if (!VT_RESERVE(&cavities->triangles, &cavities->triangle_room, cavities->triangle_count + 1, error))
    return false;
  cavities->triangles[cavities->triangle_count++] = triangle;
  vt_cavity *cavity = &cavities->items[cavities->count - 1];
  ++cavity->triangle_count;
  if (triangle.source < 0) ++cavity->border_count;
  return true;
}

static bool touches(const vt_cavities *set, int cavity, int body) {
  const vt_cavity *c = &set->items[cavity];
  for (int k = c->first_vertex; k < c->first_vertex + c->vertex_count; ++k)
    if (set->vertices[k].body == body) return true;
  return false;
}

void vt_cavity_set_air(vt_cavity *cavity, double amount) {
  if (cavity->film > 0 && amount < cavity->amount) cavity->film *= amount / cavity->amount;
  cavity->amount = amount;
}

bool vt_cavity_is_of(const vt_cavities *set, int cavity, const int owners[2]) {
  return owners[0] >= 0 && touches(set, cavity, owners[0]) &&
         (owners[1] < 0 || touches(set, cavity, owners[1]));
}

bool vt_cavities_set_aside(const vt_cavities *from, vt_cavities *to, vt_arena *arena, vt_error *error) {
  *to = *from;
  to->items = VT_TAKE(arena, vt_cavity, from->count, error);
  to->vertices = VT_TAKE(arena, vt_cavity_vertex, from->vertex_count, error);
  to->triangles = VT_TAKE(arena, vt_cavity_triangle, from->triangle_count, error);
  to->ties = VT_TAKE(arena, vt_cavity_tie, from->tie_count, error);
  if (to->items == NULL || to->vertices == NULL || to->triangles == NULL || to->ties == NULL) return false;
  for (int k = 0; k < from->count; ++k) to->items[k] = from->items[k];
  for (int k = 0; k < from->vertex_count; ++k) to->vertices[k] = from->vertices[k];
  for (int k = 0; k < from->triangle_count; ++k) to->triangles[k] = from->triangles[k];
  for (int k = 0; k < from->tie_count; ++k) to->ties[k] = from->ties[k];
  return true;
}

void vt_cavities_untie(vt_cavities *cavities) {
  int kept = 0;
  for (int k = 0; k < cavities->count; ++k) {
    vt_cavity *c = &cavities->items[k];
    int own = c->vertex_count - 2 * c->tie_count;
    if (own > 0)
      memmove(cavities->vertices + kept, cavities->vertices + c->first_vertex,
          (size_t)own * sizeof *cavities->vertices);
    c->first_vertex = kept;
    c->vertex_count = own;
    c->tie_count = 0;
    kept += own;
  }
  cavities->vertex_count = kept;
  cavities->tie_count = 0;
}

bool vt_cavities_tie(vt_cavities *cavities, const int *counts, const vt_cavity_vertex *ends,
    const vt_vec3 *areas, vt_error *error) {
  int total = 0;
  vt_cavities_untie(cavities);
  for (int k = 0; k < cavities->count; ++k) total += counts[k];
  if (!VT_RESERVE(&cavities->vertices, &cavities->vertex_room, cavities->vertex_count + 2 * total, error) ||
      !VT_RESERVE(&cavities->ties, &cavities->tie_room, total, error))
    return false;
  cavities->vertex_count += 2 * total;
  cavities->tie_count = total;
  // From the last one on, so that none is written over.
  for (int k = cavities->count - 1; k >= 0; --k) {
    vt_cavity *c = &cavities->items[k];
    total -= counts[k];
    if (c->vertex_count > 0)
      memmove(cavities->vertices + c->first_vertex + 2 * total, cavities->vertices + c->first_vertex,
          (size_t)c->vertex_count * sizeof *cavities->vertices);
    c->first_vertex += 2 * total;
    c->first_tie = total;
    for (int i = 0; i < counts[k]; ++i) {
      int on = c->vertex_count + 2 * i;
      cavities->ties[total + i] = (vt_cavity_tie){on, on + 1, areas[total + i]};
      for (int end = 0; end < 2; ++end)
        cavities->vertices[c->first_vertex + on + end] = ends[2 * (total + i) + end];
    }
    c->vertex_count += 2 * counts[k];
    c->tie_count = counts[k];
  }
  return true;
}
