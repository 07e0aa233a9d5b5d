// Contacts that a step did not see coming.
//
// Contacts are between the features that are closest as a step begins. A body that rotates, or passes an
// edge, may hit others, and surfaces cross. Their final positions tell which: the features that are inside
// each other at the end, with their normals there, are added to the contacts of the step, and it is done
// again. Smaller steps would find them too, but each costs as much as the whole: without this, 31 of 100
// steps of scenes/contact/heap_50.xml are done in parts, with it 2.
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
  vt_vec3 a = point_of(w->work.colliders[c->body_a].ends, c->a, c->weight_a),
          b = point_of(w->work.colliders[c->body_b].ends, c->b, c->weight_b);
  return vt_dot(c->normal, vt_sub(a, b));
}

static vt_contact *find_known(const vt_world *w, const vt_contact *c) {
  for (int k = 0; k < w->tries.foreseen_count; ++k)
    if (vt_contact_compare(&w->tries.foreseen[k], c) == 0) return &w->tries.foreseen[k];
  return NULL;
}

// Keeps the list in the order of contacts.
static bool add(vt_world *w, const vt_contact *c, vt_error *error) {
  if (!VT_RESERVE(&w->tries.foreseen, &w->tries.foreseen_room, w->tries.foreseen_count + 1, error))
    return false;
  int at = w->tries.foreseen_count++;
  for (; at > 0 && vt_contact_compare(&w->tries.foreseen[at - 1], c) > 0; --at)
    w->tries.foreseen[at] = w->tries.foreseen[at - 1];
  w->tries.foreseen[at] = *c;
  return true;
}

bool vt_world_foresee(vt_world *w, bool *more, vt_error *error) {
  *more = false;
  for (int k = 0; k < w->tries.crossed.count; ++k) {
    const vt_crossing *pair = &w->tries.crossed.items[k];
    vt_contact_settings settings = vt_model_contact_rule(w->model, pair->body_a, pair->body_b);
    vt_contact *found;
    int count;
    if (!vt_contacts_inside(
            w->work.colliders, pair->body_a, pair->body_b, &settings, w->work.arena, &found, &count, error))
      return false;
    for (int i = 0; i < count; ++i) {
      vt_contact *c = &found[i], *known = find_known(w, c);
      double start = distance_before(w, c);
      // A point that was already behind says nothing about where the bodies may go.
      if (!(start > 0) || c->distance >= c->kept) continue;
      // Rows are linear and bodies rotate: the shortfall is added to what the next try asks for.
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
  int low = 0, high = w->step.contact_count;
  while (low < high) {
    int middle = (low + high) / 2, order = vt_contact_compare(&w->step.contacts[middle], c);
    if (order == 0) return &w->step.contacts[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

// Contacts that were foreseen in the last step and carried force are added from the start: otherwise a body
// at rest would run into them in every step. If the search finds them too, their guards have to be added,
// which the search did not do.
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
    } else if (!w->tries.trying && // later tries have it
               vt_contact_recall(w->work.colliders, t->body_a, t->body_b, t->feature_a, t->feature_b,
                   t->normal, &settings, &c) &&
               !add(w, &c, error)) {
      return false;
    }
  }
  return true;
}

bool vt_world_keep_tried(vt_world *w, vt_error *error) {
  w->tries.trying = true;
  return vt_touches_copy(&w->tries.tried, &w->touches, error);
}

void vt_world_forget_tries(vt_world *w) {
  w->tries.foreseen_count = 0;
  w->tries.trying = false;
}

bool vt_world_add_foreseen(vt_world *w, vt_error *error) {
  if (w->tries.foreseen_count == 0) return true;
  vt_contact *all =
      VT_TAKE(w->work.arena, vt_contact, w->step.contact_count + w->tries.foreseen_count, error);
  if (all == NULL) return false;
  int count = 0, i = 0, j = 0;
  while (i < w->step.contact_count || j < w->tries.foreseen_count) {
    bool first =
        j == w->tries.foreseen_count ||
        (i < w->step.contact_count && vt_contact_compare(&w->step.contacts[i], &w->tries.foreseen[j]) <= 0);
    all[count++] = first ? w->step.contacts[i++] : w->tries.foreseen[j++];
  }
  w->step.contacts = all;
  w->step.contact_count = count;
  return true;
}
