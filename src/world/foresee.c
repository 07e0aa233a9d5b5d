// Contacts that a step did not see coming.
//
// Contacts are between the features that are closest as a step begins. A body that turns, or passes an edge,
// comes down on others, and surfaces cross. How they lie then tells which: the features that are inside each
// other at the end, with the normals they have there, join the contacts of the step, and it is done again.
// Smaller steps would see them too, but each one costs as much as the whole: without this, 31 of 100 steps of
// scenes/contact/heap_50.xml are done in parts, with it 2.
#include "world/world.h"

#include <string.h>

static vt_vec3 point_of(const vt_vec3 *x, const int v[3], const double weights[3]) {
  vt_vec3 p = {0, 0, 0};
  for (int i = 0; i < 3; ++i)
    if (weights[i] != 0) p = vt_madd(p, weights[i], x[v[i]]);
  return p;
}

// How far the two points were apart along the normal as the step began.
static double distance_before(const vt_world *w, const vt_contact *c) {
  vt_vec3 a = point_of(w->colliders[c->body_a].ends, c->a, c->weight_a),
          b = point_of(w->colliders[c->body_b].ends, c->b, c->weight_b);
  return vt_dot(c->normal, vt_sub(a, b));
}

static vt_contact *find_known(const vt_world *w, const vt_contact *c) {
  for (int k = 0; k < w->foreseen_count; ++k)
    if (vt_contact_compare(&w->foreseen[k], c) == 0) return &w->foreseen[k];
  return NULL;
}

// Keeps the list in the order of contacts.
static bool add(vt_world *w, const vt_contact *c, vt_error *error) {
  if (!VT_RESERVE(&w->foreseen, &w->foreseen_room, w->foreseen_count + 1, error)) return false;
  int at = w->foreseen_count++;
  for (; at > 0 && vt_contact_compare(&w->foreseen[at - 1], c) > 0; --at)
    w->foreseen[at] = w->foreseen[at - 1];
  w->foreseen[at] = *c;
  return true;
}

bool vt_world_foresee(vt_world *w, bool *more, vt_error *error) {
  *more = false;
  for (int k = 0; k < w->crossed.count; ++k) {
    const vt_crossing *pair = &w->crossed.items[k];
    vt_contact_settings settings = vt_model_contact_rule(w->model, pair->body_a, pair->body_b);
    vt_contact *found;
    int count;
    if (!vt_contacts_inside(
            w->colliders, pair->body_a, pair->body_b, &settings, w->arena, &found, &count, error))
      return false;
    for (int i = 0; i < count; ++i) {
      vt_contact *c = &found[i], *known = find_known(w, c);
      double start = distance_before(w, c);
      // What was behind already says nothing about how the bodies may not go on.
      if (!(start > 0) || c->distance >= c->kept) continue;
      // A row is straight and a body turns: what it ended short of is asked for in the next try.
      c->short_by = known != NULL ? known->short_by + c->kept - c->distance : 0;
      c->distance = start - c->short_by;
      c->foreseen = true;
      *more = true;
      if (known != NULL) {
        *known = *c;
      } else if (!add(w, c, error)) {
        return false;
      }
    }
  }
  return !*more || vt_world_keep_tried(w, error);
}

static vt_contact *find_found(const vt_world *w, const vt_contact *c) {
  int low = 0, high = w->contact_count;
  while (low < high) {
    int middle = (low + high) / 2, order = vt_contact_compare(&w->contacts[middle], c);
    if (order == 0) return &w->contacts[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

// What was foreseen in the last step and carried something would be run into again, in every step of a body
// at rest. If the search finds it too, others are to guard it: they did not.
bool vt_world_recall(vt_world *w, vt_error *error) {
  for (int k = 0; k < w->touches.count; ++k) {
    const vt_touch *t = &w->touches.items[k];
    if (!w->touches.places[k].foreseen) continue;
    vt_contact_settings settings = vt_model_contact_rule(w->model, t->body_a, t->body_b);
    vt_contact c = {
        .body_a = t->body_a, .body_b = t->body_b, .feature_a = t->feature_a, .feature_b = t->feature_b};
    vt_contact *found = find_found(w, &c);
    if (found != NULL) {
      found->foreseen = true;
      found->kept += found->slack;
      found->slack = 0;
    } else if (!w->trying && // later tries have it
               vt_contact_recall(w->colliders, t->body_a, t->body_b, t->feature_a, t->feature_b, t->normal,
                   &settings, &c) &&
               !add(w, &c, error)) {
      return false;
    }
  }
  return true;
}

bool vt_world_keep_tried(vt_world *w, vt_error *error) {
  w->trying = true;
  return vt_touches_copy(&w->tried, &w->touches, error);
}

void vt_world_forget_tries(vt_world *w) {
  w->foreseen_count = 0;
  w->trying = false;
}

bool vt_world_add_foreseen(vt_world *w, vt_error *error) {
  if (w->foreseen_count == 0) return true;
  vt_contact *all = VT_TAKE(w->arena, vt_contact, w->contact_count + w->foreseen_count, error);
  if (all == NULL) return false;
  int count = 0, i = 0, j = 0;
  while (i < w->contact_count || j < w->foreseen_count) {
    bool first = j == w->foreseen_count ||
                 (i < w->contact_count && vt_contact_compare(&w->contacts[i], &w->foreseen[j]) <= 0);
    all[count++] = first ? w->contacts[i++] : w->foreseen[j++];
  }
  w->contacts = all;
  w->contact_count = count;
  return true;
}
