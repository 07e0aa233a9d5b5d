// Springs and cables as constraint rows: the length of a polyline through anchors.
#include "world/world.h"

#include <string.h>

// Where an anchor is, with frames at the given poses and bodies at the start of the step.
static vt_vec3 place(const vt_world *w, const vt_anchor *a, const vt_pose *frames) {
  if (a->frame >= 0) return vt_pose_apply(frames[a->frame], a->local);
  if (a->body < 0) return a->local;
  const vt_body *b = &w->model->bodies[a->body];
  if (b->kind == VT_BODY_DEFORMABLE) return vt_anchor_interpolate(a, w->state.x + b->first_node);
  if (b->kind == VT_BODY_RIGID)
    return vt_pose_apply(vt_rigid_pose(&b->rigid, &w->state.rigid[b->rigid_index]), a->local);
  vt_pose pose = b->frame < 0 ? b->pose : vt_pose_mul(frames[b->frame], b->pose);
  return vt_pose_apply(pose, a->local);
}

vt_vec3 vt_world_anchor(const vt_world *w, const vt_anchor *anchor) {
  return place(w, anchor, w->state.frames);
}

double vt_world_cable_length(const vt_world *w, int cable) {
  const vt_cable *c = &w->model->cables[cable];
  double length = 0;
  vt_vec3 last = vt_world_anchor(w, &c->anchors[0]);
  for (int k = 1; k < c->anchor_count; ++k) {
    vt_vec3 next = vt_world_anchor(w, &c->anchors[k]);
    length += vt_norm(vt_sub(next, last));
    last = next;
  }
  return length;
}

// dL/dp at an anchor that moves: one term per node, or one for a rigid body.
static void add_terms(vt_world *w, const vt_anchor *a, vt_vec3 at, vt_vec3 gradient) {
  vt_rows *rows = &w->rows;
  if (a->body < 0) return;
  const vt_body *b = &w->model->bodies[a->body];
  if (b->kind == VT_BODY_RIGID) {
    vt_vec3 arm = vt_sub(at, w->state.rigid[b->rigid_index].position);
    rows->terms[rows->term_count++] = (vt_row_term){a->body, -1, gradient, vt_cross(arm, gradient)};
  }
  for (int k = 0; k < a->count; ++k)
    rows->terms[rows->term_count++] =
        (vt_row_term){a->body, a->nodes[k], vt_scale(a->weights[k], gradient), {0, 0, 0}};
}

// Each anchor is drawn towards its neighbours: dL/dp_k = u_(k-1,k) - u_(k,k+1), with u the unit vectors
// along. Returns how far the anchors that are driven change the length over the step, to first order.
static double add_gradient(vt_world *w, const vt_cable *cable) {
  double driven = 0;
  vt_vec3 before = {0, 0, 0}, at = vt_world_anchor(w, &cable->anchors[0]);
  for (int k = 0; k < cable->anchor_count; ++k) {
    vt_vec3 next = at, after = {0, 0, 0};
    if (k + 1 < cable->anchor_count) {
      next = vt_world_anchor(w, &cable->anchors[k + 1]);
      after = vt_normalized(vt_sub(next, at));
    }
    vt_vec3 gradient = vt_sub(before, after);
    add_terms(w, &cable->anchors[k], at, gradient);
    driven += vt_dot(gradient, vt_sub(place(w, &cable->anchors[k], w->frames_next), at));
    before = after;
    at = next;
  }
  return driven;
}

// How far free motion changes a row, to first order.
static double free_change(const vt_world *w, const vt_row *row, double h) {
  double sum = 0;
  for (int k = row->first; k < row->first + row->count; ++k) {
    const vt_row_term *term = &w->rows.terms[k];
    const vt_body *b = &w->model->bodies[term->body];
    if (term->node >= 0) {
      const vt_deformable *d = &w->deformables[term->body];
      sum += vt_dot(term->linear, vt_sub(d->free_x[term->node], d->x[term->node]));
    } else {
      const vt_rigid_state *next = &w->rigid_next[b->rigid_index];
      sum += h * vt_dot(term->linear, next->velocity);
      sum += h * vt_dot(term->angular, vt_rigid_angular_velocity(&b->rigid, next));
    }
  }
  return sum;
}

// The row of one cable. A positive force on it would push the length up, so tension is negative. The implicit
// spring f = -(k (L - rest) + c (L - L_old) / h) is (L - wanted) + f / (k + c/h) = 0 with a mean wanted
// length.
static void set_row(vt_world *w, int number, vt_row *row, double h) {
  const vt_cable *cable = &w->model->cables[number];
  double time = *w->state.time + h;
  double key = vt_curve_value(&cable->curve, time);
  row->force = w->state.cable_forces[number];
  row->lower = -INFINITY;
  row->upper = cable->tension_only ? 0 : INFINITY;
  double wanted = 0;
  if (cable->kind == VT_CABLE_SPRING) {
    double viscous = cable->damping / h, stiff = cable->stiffness + viscous;
    wanted = (cable->stiffness * cable->rest + viscous * vt_world_cable_length(w, number)) / stiff;
    row->compliance = 1 / stiff;
  } else if (cable->kind == VT_CABLE_LENGTH) {
    wanted = cable->relative ? key * cable->rest : key;
    row->compliance = cable->stiffness > 0 ? 1 / cable->stiffness : 0;
  } else {
    row->force = row->lower = row->upper = -fmax(key, 0);
  }
  // Motion is extrapolated to first order. Evaluated on the free positions, the length would be off by the
  // square of all that tension undoes, which a resting cable never gets rid of (0.7% in the test's tendon).
  row->free_value += free_change(w, row, h) - wanted;
}

bool vt_world_cable_rows(vt_world *w, double h, vt_error *error) {
  const vt_model *m = w->model;
  vt_rows *rows = &w->rows;
  *rows = (vt_rows){.count = m->cable_count};
  int most = 0; // terms
  for (int k = 0; k < m->cable_count; ++k)
    for (int a = 0; a < m->cables[k].anchor_count; ++a) most += m->cables[k].anchors[a].count + 1;
  rows->rows = VT_TAKE(w->arena, vt_row, rows->count, error);
  rows->terms = VT_TAKE(w->arena, vt_row_term, most, error);
  if (rows->rows == NULL || rows->terms == NULL) return false;
  for (int k = 0; k < m->cable_count; ++k) {
    vt_row *row = &rows->rows[k];
    *row = (vt_row){.first = rows->term_count};
    row->free_value = vt_world_cable_length(w, k) + add_gradient(w, &m->cables[k]);
    row->count = rows->term_count - row->first;
    set_row(w, k, row, h);
  }
  return true;
}

void vt_world_apply_rows(vt_world *w, double h) {
  const vt_model *m = w->model;
  memset(w->constraint_forces, 0, sizeof *w->constraint_forces * (size_t)m->node_count);
  for (int i = 0; i < w->rows.count; ++i) {
    const vt_row *row = &w->rows.rows[i];
    w->state.cable_forces[i] = row->force;
    for (int k = row->first; k < row->first + row->count; ++k) {
      const vt_row_term *term = &w->rows.terms[k];
      const vt_body *b = &m->bodies[term->body];
      if (term->node >= 0) {
        vt_vec3 *force = &w->constraint_forces[b->first_node + term->node];
        *force = vt_madd(*force, row->force, term->linear);
      } else {
        vt_rigid_state *state = &w->rigid_next[b->rigid_index];
        state->velocity = vt_madd(state->velocity, h * row->force / b->rigid.mass, term->linear);
        state->angular_momentum = vt_madd(state->angular_momentum, h * row->force, term->angular);
      }
    }
  }
}
