// Vertices inside a ring that seals: they are near others, but what lies between is a film of air that
// belongs to the air inside. They stay where they are, and the holes of the union reach as far as the film
// does.
//
// Where the film ends is decided on one of two surfaces. Every path on it from one air to another still meets
// a vertex that is moved: the last one of each film before another air begins is not released. The other
// surface stays where it is all over the seal, since a vertex that is moved takes all triangles around it
// along. Between two bodies that do not bend there is no film.
//
// Where the two airs are next to each other along an edge whose ends are both out of reach, no vertex of that
// surface parts them; the seal, if there is one, lies within the edge, and the vertices and edges of the
// other surface there are moved as they are without a film.
#include "cavity/union_insides.h"

static bool is_sealed(const vt_sealed *body, int vertex) {
  return body->moves != NULL && body->moves[vertex].count > 0;
}

static bool is_inside(const vt_sealed *body, const vt_film *film, int vertex) {
  const vt_surface_topology *t = body->collider->topology;
  int id = film[vertex].id;
  if (id < 0) return false;
  for (int k = t->vertex_edge_start[vertex]; k < t->vertex_edge_start[vertex + 1]; ++k) {
    int other = vt_edge_other(&t->edges[t->vertex_edges[k]], vertex);
    if (film[other].id != id && !(film[other].id < 0 && is_sealed(body, other))) return false;
  }
  return true;
}

// Marks the ends of edges along which a film meets other air without a vertex in the seal, and the corners
// across from them.
static bool mark_breaches(vt_union_search *w, int b) {
  vt_sealed *body = &w->bodies[b];
  const vt_surface_topology *t = body->collider->topology;
  const vt_film *film = w->film[b];
  for (int e = 0; e < t->edge_count; ++e) {
    const vt_surface_edge *edge = &t->edges[e];
    int p = edge->vertices[0], q = edge->vertices[1];
    if (film[p].id == film[q].id || is_sealed(body, p) || is_sealed(body, q)) continue;
    if (film[p].ring != 1 && film[q].ring != 1) continue;
    if (body->breached == NULL) {
      body->breached = VT_TAKE(w->arena, bool, t->vertex_count, w->error);
      if (body->breached == NULL) return false;
      for (int v = 0; v < t->vertex_count; ++v) body->breached[v] = false;
    }
    for (int k = 0; k < 2 && edge->triangles[k] >= 0; ++k)
      for (int i = 0; i < 3; ++i) body->breached[t->triangles[3 * edge->triangles[k] + i]] = true;
  }
  return true;
}

// Whether a vertex that is near another surface stays where it is: inside, if its own surface says where the
// air ends, or anywhere in the seal if the other one does.
static bool stays(const vt_union_search *w, int b, int vertex) {
  const vt_sealed *body = &w->bodies[b];
  const vt_seal_move *move = &body->moves[vertex];
  if (!body->collider->soft && !w->bodies[move->others[0]].collider->soft) return false;
  if (w->film[b][vertex].ring == 1) return !w->tight && is_inside(body, w->film[b], vertex);
  int corners[3],
      count = vt_feature_vertices(w->bodies[move->others[0]].collider->topology, move->foot, corners);
  bool ring = false;
  const vt_sealed *other = &w->bodies[move->others[0]];
  for (int i = 0; i < count; ++i) {
    if (other->breached != NULL && other->breached[corners[i]]) return false;
    ring |= w->film[move->others[0]][corners[i]].ring == 1;
  }
  return ring;
}

bool vt_union_release(vt_union_search *w) {
  for (int b = 0; b < w->count && w->film != NULL; ++b)
    if (!mark_breaches(w, b)) return false;
  for (int b = 0; b < w->count && w->film != NULL; ++b) {
    vt_sealed *body = &w->bodies[b];
    for (int v = 0; body->moves != NULL && v < body->collider->topology->vertex_count; ++v) {
      vt_seal_move *move = &body->moves[v];
      move->released = is_sealed(body, v) && stays(w, b, v);
      if (move->released) body->filmed = w->bodies[move->others[0]].filmed = true;
    }
  }
  return true;
}
