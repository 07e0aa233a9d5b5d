// Vertices inside a ring that seals: they are near others, but what lies between is a film of air that
// belongs to the air inside. They stay where they are, and the holes of the union reach as far as the film
// does.
//
// Where the film ends is decided on one of two surfaces. Every path on it from one air to another still meets
// a vertex that is moved: the last one of each film before another air begins is not released. The other one
// stays where it is all over the seal, since what is moved with one of its vertices is all that lies around
// it. Two bodies that do not bend leave nothing between them where they touch.
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

// Whether a vertex that is near another surface stays where it is: inside, if its own surface says where the
// air ends, or anywhere in the seal if the other one does.
static bool stays(const vt_union_search *w, int b, int vertex) {
  const vt_sealed *body = &w->bodies[b];
  const vt_seal_move *move = &body->moves[vertex];
  if (!body->collider->soft && !w->bodies[move->others[0]].collider->soft) return false;
  if (w->film[b][vertex].ring == 1) return is_inside(body, w->film[b], vertex);
  int corners[3],
      count = vt_feature_vertices(w->bodies[move->others[0]].collider->topology, move->foot, corners);
  bool ring = false;
  for (int i = 0; i < count; ++i) ring |= w->film[move->others[0]][corners[i]].ring == 1;
  return ring;
}

void vt_union_release(vt_union_search *w) {
  for (int b = 0; b < w->count && w->film != NULL; ++b) {
    vt_sealed *body = &w->bodies[b];
    for (int v = 0; body->moves != NULL && v < body->collider->topology->vertex_count; ++v) {
      vt_seal_move *move = &body->moves[v];
      move->released = is_sealed(body, v) && stays(w, b, v);
      if (move->released) body->filmed = w->bodies[move->others[0]].filmed = true;
    }
  }
}
