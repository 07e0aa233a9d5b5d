// Finding cavities: the holes of the union of bodies that touch.
#include "cavity/union.h"

#include "cavity/union_insides.h"
#include "geometry/sagitta.h"

#include <string.h>

// Memory for all bodies. To begin with all of every surface is open and no vertex sealed.
static bool ready(vt_union_search *w, vt_collider *colliders, vt_detected *found) {
  w->bodies = VT_TAKE(w->arena, vt_sealed, w->count, w->error);
  w->groups = VT_TAKE(w->arena, int, w->count, w->error);
  found->open_share = VT_TAKE(w->arena, double *, w->count, w->error);
  found->enclosed_share = VT_TAKE(w->arena, double *, w->count, w->error);
  found->owners = VT_TAKE(w->arena, int *, w->count, w->error);
  found->sealed = VT_TAKE(w->arena, bool *, w->count, w->error);
  if (found->owners == NULL || found->sealed == NULL) return false;
  if (w->bodies == NULL || w->groups == NULL || found->open_share == NULL || found->enclosed_share == NULL)
    return false;
  bool bends = false; // where nothing does, triangles are taken as they are
  for (int b = 0; b < w->count; ++b) bends |= colliders[b].soft;
  for (int b = 0; b < w->count; ++b) {
    const vt_surface_topology *t = colliders[b].topology;
    w->bodies[b] = (vt_sealed){.collider = &colliders[b], .body = b};
    w->groups[b] = b;
    double *sagittas = w->bodies[b].sagittas = VT_TAKE(w->arena, double, t->triangle_count, w->error);
    if (sagittas == NULL) return false;
    if (bends)
      vt_sagittas(t, colliders[b].vertices, sagittas);
    else
      memset(sagittas, 0, sizeof *sagittas * (size_t)t->triangle_count);
    // Boxes with room for how far the body may lie off its triangles.
    vt_bvh_refit(colliders[b].bvh, t->triangles, colliders[b].vertices, NULL, sagittas);
    found->open_share[b] = VT_TAKE(w->arena, double, t->triangle_count, w->error);
    found->enclosed_share[b] = VT_TAKE(w->arena, double, t->triangle_count, w->error);
    if (found->open_share[b] == NULL || found->enclosed_share[b] == NULL) return false;
    for (int k = 0; k < t->triangle_count; ++k) found->open_share[b][k] = 1, found->enclosed_share[b][k] = 0;
    found->owners[b] = VT_TAKE(w->arena, int, t->vertex_count, w->error);
    found->sealed[b] = VT_TAKE(w->arena, bool, t->vertex_count, w->error);
    if (found->owners[b] == NULL || found->sealed[b] == NULL) return false;
    for (int v = 0; v < t->vertex_count; ++v)
      found->owners[b][v] = VT_OWNER_OPEN, found->sealed[b][v] = false;
  }
  return true;
}

// The bodies of a group that are near something; returns how many, 0 if none of them can move.
static int members_of(const vt_union_search *w, int group, int *members) {
  int count = 0;
  bool moves = false;
  for (int b = 0; b < w->count; ++b) {
    int first = b;
    while (w->groups[first] != first) first = w->groups[first];
    if (first != group || !(w->bodies[b].reach > 0)) continue;
    members[count++] = b;
    moves |= w->bodies[b].collider->moves;
  }
  return moves ? count : 0;
}

// Triangles of a rigid body which are as they were at rest, and clear of each other there.
static bool settle(vt_union_search *w, const vt_sealed *body, vt_arranged_surface *surface) {
  const vt_surface_topology *t = body->collider->topology;
  bool *settled = VT_TAKE(w->arena, bool, body->triangle_count, w->error);
  if (settled == NULL) return false;
  for (int k = 0; k < body->triangle_count; ++k) {
    settled[k] = t->clear[body->sources[k]];
    for (int i = 0; i < 3; ++i) {
      int v = body->triangles[3 * k + i];
      settled[k] &= v < t->vertex_count && (body->moves == NULL || body->moves[v].count == 0);
    }
  }
  surface->settled = settled;
  surface->settled_margin = t->clear_margin;
  return true;
}

static bool find_in_group(vt_union_search *w, const int *members, int count, vt_detected *found) {
  vt_arranged_surface *surfaces = VT_TAKE(w->arena, vt_arranged_surface, count, w->error);
  vt_arrangement arrangement = {0};
  if (surfaces == NULL) return false;
  for (int k = 0; k < count; ++k) {
    vt_sealed *body = &w->bodies[members[k]];
    if (!vt_union_surface(w, body)) return false;
    surfaces[k] = (vt_arranged_surface){.vertex_count = body->vertex_count,
        .vertices = body->vertices,
        .triangle_count = body->triangle_count,
        .triangles = body->triangles};
    if (body->collider->rigid && !settle(w, body, &surfaces[k])) return false;
  }
  return vt_arrange(surfaces, count, w->arena, &arrangement, w->error) &&
         vt_union_collect(w, members, count, &arrangement, found);
}

bool vt_cavities_find_union(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_error *error) {
  vt_union_search w = {.count = count,
      .film = found->film,
      .tight = found->tight,
      .rule = rule,
      .user = user,
      .arena = arena,
      .error = error};
  vt_cavities_clear(found->cavities);
  if (!ready(&w, colliders, found) || !vt_union_near(&w) || !vt_union_release(&w) || !vt_union_edges(&w))
    return false;
  int *members = VT_TAKE(arena, int, count, error);
  if (members == NULL) return false;
  for (int b = 0; b < count; ++b)
    for (int v = 0; w.bodies[b].moves != NULL && v < colliders[b].topology->vertex_count; ++v)
      found->sealed[b][v] = w.bodies[b].moves[v].count > 0;
  for (int group = 0; group < count; ++group) {
    int member_count = w.groups[group] == group ? members_of(&w, group, members) : 0;
    if (member_count > 0 && !find_in_group(&w, members, member_count, found)) return false;
  }
  return true;
}
