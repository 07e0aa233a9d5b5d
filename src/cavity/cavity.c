// The set of cavities: growing it, copying it, giving it back.
#include "cavity/cavity.h"

#include <stdlib.h>
#include <string.h>

bool vt_cavities_copy(vt_cavities *to, const vt_cavities *from, vt_error *error) {
  if (to == from) return true;
  if (!VT_RESERVE(&to->items, &to->item_room, from->count, error) ||
      !VT_RESERVE(&to->vertices, &to->vertex_room, from->vertex_count, error) ||
      !VT_RESERVE(&to->triangles, &to->triangle_room, from->triangle_count, error))
    return false;
  to->count = from->count;
  to->vertex_count = from->vertex_count;
  to->triangle_count = from->triangle_count;
  to->next_id = from->next_id;
  if (from->count > 0) memcpy(to->items, from->items, (size_t)from->count * sizeof *to->items);
  if (from->vertex_count > 0)
    memcpy(to->vertices, from->vertices, (size_t)from->vertex_count * sizeof *to->vertices);
  if (from->triangle_count > 0)
    memcpy(to->triangles, from->triangles, (size_t)from->triangle_count * sizeof *to->triangles);
  return true;
}

void vt_cavities_clear(vt_cavities *cavities) {
  cavities->count = cavities->vertex_count = cavities->triangle_count = 0;
}

void vt_cavities_free(vt_cavities *cavities) {
  free(cavities->items);
  free(cavities->vertices);
  free(cavities->triangles);
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

bool vt_cavity_is_of(const vt_cavities *set, int cavity, const int owners[2]) {
  return owners[0] >= 0 && touches(set, cavity, owners[0]) &&
         (owners[1] < 0 || touches(set, cavity, owners[1]));
}
