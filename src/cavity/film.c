// The film of air that is left between surfaces where a cavity was pressed flat.
//
// Surfaces nearer than the reach seal against each other. But air that was seen between them is still there
// when they come together, however thin it is pressed, and it stays connected to the rest of its cavity: a
// patch that touches inside a ring that seals does not divide the air into pockets, and a gap that opens
// there again takes its air from the cavity. So a vertex that had air of a cavity around it keeps it until
// the outside, or other air, comes to it. Detectors leave such places open (union_release.c).
//
// What does divide the air is a lip: a crease at rest that sticks out of the body. Where one
// touches all around, with room for air on either side, it is a seal of its own. A patch of a
// smooth wall is not, however it bends.
#include "cavity/film.h"

static bool is_among(const vt_cavities *set, int id) {
  for (int k = 0; k < set->count; ++k)
    if (set->items[k].id == id) return true;
  return false;
}

void vt_film_follow(
    const vt_collider *collider, int body, const vt_detected *found, const vt_cavities *set, vt_film *film) {
  for (int v = 0; v < collider->topology->vertex_count; ++v) {
    int owner = found->owners[body][v], id = -1;
    int there = owner >= 0 ? found->cavities->items[owner].id : -1;
    // Also where the air of two cavities has merged: the film of the one that is gone.
    bool known = film[v].id == there || (film[v].id >= 0 && !is_among(set, film[v].id));
    if (owner >= 0 && (!found->sealed[body][v] || known)) id = there;
    if (owner == VT_OWNER_NONE && is_among(set, film[v].id)) id = film[v].id;
    bool open = owner != VT_OWNER_NONE && !found->sealed[body][v];
    film[v] = (vt_film){id, 0, !open ? VT_OWNER_NONE : owner >= 0 ? there : VT_OWNER_OPEN};
  }
}

vt_film_side vt_film_look(const vt_collider *collider, const bool *sealed, const vt_film *film, int id) {
  const vt_surface_topology *t = collider->topology;
  vt_film_side side = {.closed = true};
  int count = 0;
  for (int v = 0; v < t->vertex_count; ++v) {
    if (film[v].id != id) continue;
    ++count;
    side.size += t->vertex_size[v];
    side.filmed |= sealed[v];
    for (int k = t->vertex_edge_start[v]; k < t->vertex_edge_start[v + 1] && !sealed[v]; ++k) {
      int other = vt_edge_other(&t->edges[t->vertex_edges[k]], v);
      if (film[other].id != id && !sealed[other]) side.closed = false;
    }
  }
  side.there = count > 0;
  side.closed &= side.there;
  if (count > 0) side.size /= count;
  return side;
}

// A connected part of a cavity's film, up to lips that seal.
typedef struct film_part {
  int open; // vertices that no other surface is near
  int count;
} film_part;

// Numbers the parts by vertex, -1 elsewhere; returns how many.
static int list_parts(const vt_collider *collider, const bool *sealed, const vt_film *film, int id,
    int *numbers, int *queue, film_part *parts) {
  const vt_surface_topology *t = collider->topology;
  int count = 0;
  for (int v = 0; v < t->vertex_count; ++v) numbers[v] = -1;
  for (int first = 0; first < t->vertex_count; ++first) {
    if (film[first].id != id || numbers[first] >= 0 || (sealed[first] && t->ridge[first])) continue;
    film_part *part = &parts[count];
    *part = (film_part){0, 1};
    queue[0] = first;
    numbers[first] = count;
    for (int i = 0; i < part->count; ++i) {
      int v = queue[i];
      part->open += !sealed[v];
      for (int k = t->vertex_edge_start[v]; k < t->vertex_edge_start[v + 1]; ++k) {
        int other = vt_edge_other(&t->edges[t->vertex_edges[k]], v);
        if (film[other].id != id || numbers[other] >= 0 || (sealed[other] && t->ridge[other])) continue;
        numbers[other] = count;
        queue[part->count++] = other;
      }
    }
    ++count;
  }
  return count;
}

int vt_film_part(const vt_collider *collider, const bool *sealed, int id, int next, vt_film *film,
    vt_arena *arena, vt_error *error) {
  int vertices = collider->topology->vertex_count, largest = -1, added = 0;
  int *numbers = VT_TAKE(arena, int, vertices, error), *queue = VT_TAKE(arena, int, vertices, error);
  film_part *parts = VT_TAKE(arena, film_part, vertices, error);
  if (numbers == NULL || queue == NULL || parts == NULL) return -1;
  int count = list_parts(collider, sealed, film, id, numbers, queue, parts);
  for (int k = 0; k < count; ++k)
    if (parts[k].open > 0 && (largest < 0 || parts[k].count > parts[largest].count)) largest = k;
  for (int k = 0; k < count; ++k) {
    if (k == largest || parts[k].open == 0) continue;
    for (int v = 0; v < vertices; ++v)
      if (numbers[v] == k) film[v].id = next + added;
    ++added;
  }
  return added;
}

bool vt_film_mark(const vt_collider *collider, const bool *sealed, int id, vt_film *film, vt_arena *arena,
    vt_error *error) {
  const vt_surface_topology *t = collider->topology;
  int count = 0, *queue = VT_TAKE(arena, int, t->vertex_count, error);
  if (queue == NULL) return false;
  for (int v = 0; v < t->vertex_count; ++v) {
    if (film[v].id != id) continue;
    film[v].ring = 1;
    queue[count++] = v;
  }
  // All of the seal around it, up to other films.
  for (int i = 0; i < count; ++i)
    for (int k = t->vertex_edge_start[queue[i]]; k < t->vertex_edge_start[queue[i] + 1]; ++k) {
      int other = vt_edge_other(&t->edges[t->vertex_edges[k]], queue[i]);
      if (film[other].ring == 1 || film[other].id >= 0 || !sealed[other]) continue;
      film[other].ring = 1;
      queue[count++] = other;
    }
  return true;
}

bool vt_film_withdraw(const vt_collider *collider, const double *open_share, int id, vt_film *film) {
  const vt_surface_topology *t = collider->topology;
  bool any = false;
  for (int k = 0; k < t->triangle_count; ++k)
    for (int i = 0; i < 3 && open_share[k] > 0; ++i) {
      vt_film *at = &film[t->triangles[3 * k + i]];
      any |= at->id == id;
      if (at->id == id) at->id = -1;
    }
  return any;
}
