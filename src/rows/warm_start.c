// The warm start of contact forces: those of the last step, or of the last try of this one.
//
// A contact is identified by its two features. Where a vertex slides on to the next triangle, or an edge to
// the next edge, its contact is a new one, and the old one's force would be lost: one of 250 contacts under a
// cup is enough for free motion to carry the others millimetres through each other. So a contact that is gone
// passes its force on to a new contact with which it shares a feature, the nearest if there are several.
#include "rows/rows.h"

#include <string.h>

static int compare(const vt_contact *c, const vt_touch *t) {
  if (c->body_a != t->body_a) return c->body_a < t->body_a ? -1 : 1;
  if (c->body_b != t->body_b) return c->body_b < t->body_b ? -1 : 1;
  if (c->feature_a != t->feature_a) return c->feature_a < t->feature_a ? -1 : 1;
  if (c->feature_b != t->feature_b) return c->feature_b < t->feature_b ? -1 : 1;
  return 0;
}

static double *guess_of(const vt_step *step, int contact) {
  return step->rows.system.f + step->rows.system.blocks[step->first_contact + contact].row;
}

static void add_force(const vt_step *step, int contact, vt_vec3 force) {
  const vt_contact *c = &step->contacts[contact];
  double *f = guess_of(step, contact);
  f[0] = fmax(0, f[0] + vt_dot(force, c->normal));
  f[1] += vt_dot(force, c->tangent1);
  f[2] += vt_dot(force, c->tangent2);
}

// The new contact that a touch has become, or -1.
static int find_heir(const vt_step *step, const vt_touch *t, const int *fresh, int fresh_count) {
  int heir = -1;
  double least = INFINITY;
  for (int k = 0; k < fresh_count; ++k) {
    const vt_contact *c = &step->contacts[fresh[k]];
    if (c->body_a != t->body_a || c->body_b != t->body_b) continue;
    if (c->feature_a != t->feature_a && c->feature_b != t->feature_b) continue;
    double away = vt_norm(vt_sub(c->point_a, t->point));
    if (away >= least) continue;
    least = away;
    heir = fresh[k];
  }
  return heir;
}

bool vt_step_warm_start(vt_step *step, vt_error *error) {
  const vt_touches *known = step->known;
  int *fresh = VT_TAKE(step->arena, int, step->contact_count, error);
  int *gone = VT_TAKE(step->arena, int, known->count, error);
  if (fresh == NULL || gone == NULL) return false;
  int fresh_count = 0, gone_count = 0, t = 0, k = 0;
  while (k < step->contact_count || t < known->count) { // both lists are sorted alike
    int order = k == step->contact_count ? 1
                : t == known->count      ? -1
                                         : compare(&step->contacts[k], &known->items[t]);
    if (order > 0) {
      if (vt_dot(known->items[t].force, known->items[t].normal) > 0) gone[gone_count++] = t;
      ++t;
      continue;
    }
    double *f = guess_of(step, k);
    f[0] = f[1] = f[2] = 0;
    if (order == 0)
      add_force(step, k, known->items[t++].force);
    else
      fresh[fresh_count++] = k;
    ++k;
  }
  for (int i = 0; i < gone_count; ++i) {
    const vt_touch *touch = &known->items[gone[i]];
    int heir = find_heir(step, touch, fresh, fresh_count);
    if (heir >= 0) add_force(step, heir, touch->force);
  }
  return true;
}
