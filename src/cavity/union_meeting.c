// Bodies that meet: whether they may seal against each other, the pairs of their triangles within reach, and
// the groups that they come to.
#include "cavity/union_insides.h"

#include <string.h>

// ---------------------------------------------------------------- groups

static int first_of(const vt_union_search *w, int body) {
  while (w->groups[body] != body) body = w->groups[body];
  return body;
}

void vt_union_join(vt_union_search *w, int a, int b) {
  a = first_of(w, a), b = first_of(w, b);
  if (a < b)
    w->groups[b] = a;
  else
    w->groups[a] = b;
}

// Bodies that cannot move seal as others do.
bool vt_union_pair(const vt_union_search *w, int a, int b, vt_contact_settings *settings) {
  const vt_collider *ca = w->bodies[a].collider, *cb = w->bodies[b].collider;
  if (a == b && !ca->self) return false;
  if (ca->topology->tree.node_count == 0 || cb->topology->tree.node_count == 0) return false;
  *settings = w->rule(w->user, a, b);
  double reach = settings->distance + settings->sealing;
  return settings->enabled && reach > 0 && !vt_boxes_apart(&ca->bvh->nodes[0], &cb->bvh->nodes[0], reach);
}

// ---------------------------------------------------------------- pairs of triangles

typedef struct pair_list {
  vt_union_search *search;
  vt_union_meeting *meeting;
  const int *own; // triangles of the body that meets itself; NULL of two
} pair_list;

static bool add_pair(void *context, int triangle_a, int triangle_b) {
  pair_list *list = context;
  vt_union_meeting *m = list->meeting;
  // Neighbours do not seal each other.
  for (int k = 0; list->own != NULL && k < 9; ++k)
    if (list->own[3 * triangle_a + k / 3] == list->own[3 * triangle_b + k % 3]) return true;
  if (m->count == m->room) {
    size_t room = m->room == 0 ? 1024 : 2 * m->room;
    int(*pairs)[2] = vt_arena_take(list->search->arena, room, sizeof *pairs, list->search->error);
    if (pairs == NULL) return false;
    if (m->count > 0) memcpy(pairs, m->pairs, m->count * sizeof *pairs);
    m->pairs = pairs;
    m->room = room;
  }
  m->pairs[m->count][0] = triangle_a;
  m->pairs[m->count++][1] = triangle_b;
  return true;
}

const vt_union_meeting *vt_union_meet(vt_union_search *w, int a, int b, const vt_contact_settings *settings) {
  if (w->meeting_count == w->meeting_room) {
    size_t room = w->meeting_room == 0 ? 16 : 2 * w->meeting_room;
    vt_union_meeting *meetings = VT_TAKE(w->arena, vt_union_meeting, room, w->error);
    if (meetings == NULL) return NULL;
    if (w->meeting_count > 0) memcpy(meetings, w->meetings, w->meeting_count * sizeof *meetings);
    w->meetings = meetings;
    w->meeting_room = room;
  }
  vt_union_meeting *m = &w->meetings[w->meeting_count++];
  *m = (vt_union_meeting){
      .a = a, .b = b, .settings = *settings, .reach = settings->distance + settings->sealing};
  m->rounded = w->bodies[a].collider->soft || w->bodies[b].collider->soft;
  pair_list list = {w, m, a == b ? w->bodies[a].collider->topology->triangles : NULL};
  const vt_bvh *bvh = w->bodies[a].collider->bvh;
  bool done = a == b ? vt_bvh_own_pairs(bvh, NULL, m->reach, add_pair, &list)
                     : vt_bvh_pairs(bvh, w->bodies[b].collider->bvh, m->reach, add_pair, &list);
  return done ? m : NULL;
}
