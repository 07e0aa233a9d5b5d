// When attachments, cables, links, bonds and motors hold.
#include "model/model.h"

int vt_model_hold_of_cable(const vt_model *m, int cable) { return m->attachment_count + cable; }
int vt_model_hold_of_link(const vt_model *m, int link) { return m->attachment_count + m->cable_count + link; }
int vt_model_hold_of_bond(const vt_model *m, int bond) {
  return m->attachment_count + m->cable_count + m->link_count + bond;
}
int vt_model_hold_of_motor(const vt_model *m, int motor) {
  return vt_model_hold_of_bond(m, m->bond_count) + motor;
}
int vt_model_hold_count(const vt_model *m) { return vt_model_hold_of_motor(m, m->motor_count); }

vt_window vt_model_window(const vt_model *m, int hold) {
  if (hold < m->attachment_count) return m->attachments[hold].window;
  hold -= m->attachment_count;
  if (hold < m->cable_count) return m->cables[hold].window;
  hold -= m->cable_count;
  if (hold < m->link_count) return m->links[hold].window;
  hold -= m->link_count;
  return hold < m->bond_count ? m->bonds[hold].window : m->motors[hold - m->bond_count].window;
}

bool vt_check_window(double from, double until, const char *what, vt_window *window, vt_error *error) {
  if (!(from >= 0 && isfinite(from)))
    return vt_fail(error, VT_BAD_INPUT, "%s: it holds from %g s on, expected 0 or later", what, from);
  if (until != 0 && !(until > from))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: it holds from %g s until %g s, expected from < until", what, from, until);
  *window = (vt_window){from, until == 0 ? INFINITY : until};
  return true;
}

bool vt_window_overlaps(vt_window a, vt_window b) { return a.from < b.until && b.from < a.until; }

int vt_model_attached(const vt_model *m, int body, int node, vt_window window) {
  const vt_deformable_model *d = &m->bodies[body].deformable;
  if (!d->prescribed[node] && !d->at_times[node]) return -1;
  for (int k = 0; k < m->attachment_count; ++k) {
    const vt_attachment *a = &m->attachments[k];
    if (a->body != body || !vt_window_overlaps(a->window, window)) continue;
    for (int i = 0; i < a->count; ++i)
      if (a->nodes[i] == node) return k;
  }
  return -1;
}
