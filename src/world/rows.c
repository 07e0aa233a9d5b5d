// The constraint rows of a step: cables first, then links and bonds, then contacts.
#include "world/world.h"

#include <string.h>

void vt_world_add_terms(vt_world *w, int body, int node_count, const int *nodes, const double *weights,
    vt_vec3 point, vt_vec3 direction) {
  const vt_body *b = &w->model->bodies[body];
  if (b->kind == VT_BODY_RIGID) {
    vt_vec3 arm = vt_sub(point, w->state.rigid[b->rigid_index].position);
    w->rows.terms[w->term_count++] = (vt_row_term){body, -1, direction, vt_cross(arm, direction)};
  }
  for (int k = 0; k < node_count; ++k)
    w->rows.terms[w->term_count++] =
        (vt_row_term){body, nodes[k], vt_scale(weights[k], direction), {0, 0, 0}};
}

// How far free motion changes a row, to first order.
double vt_world_free_change(const vt_world *w, int row, double h) {
  double sum = 0;
  for (int k = w->rows.start[row]; k < w->term_count; ++k) {
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

// ---------------------------------------------------------------- contacts

// One side of a contact along a direction. Returns how far a driven body moves it; one that answers to forces
// gets terms instead.
static double add_side(vt_world *w, int body, const int *vertices, const double *weights, vt_vec3 direction) {
  const vt_body *b = &w->model->bodies[body];
  const vt_vec3 *now = w->collision_vertices + b->first_collision,
                *ends = w->collision_ends + b->first_collision;
  vt_vec3 point = {0, 0, 0};
  double driven = 0;
  for (int i = 0; i < 3; ++i) {
    if (weights[i] == 0) continue;
    point = vt_madd(point, weights[i], now[vertices[i]]);
    if (b->kind == VT_BODY_DEFORMABLE) {
      int first = b->collision.start[vertices[i]], count = b->collision.start[vertices[i] + 1] - first;
      vt_world_add_terms(w, body, count, b->collision.nodes + first, b->collision.weights + first, point,
          vt_scale(weights[i], direction));
    } else if (b->kind != VT_BODY_RIGID) {
      driven += weights[i] * vt_dot(direction, vt_sub(ends[vertices[i]], now[vertices[i]]));
    }
  }
  if (b->kind == VT_BODY_RIGID) vt_world_add_terms(w, body, 0, NULL, NULL, point, direction);
  return driven;
}

static void fill_contact(vt_world *w, const vt_contact *c, vt_block *block, double h) {
  const vt_vec3 directions[3] = {c->normal, c->tangent1, c->tangent2};
  *block = (vt_block){.kind = VT_BLOCK_CONTACT, .row = block->row, .friction = c->friction};
  for (int d = 0; d < 3; ++d) {
    int row = block->row + d;
    w->rows.start[row] = w->term_count;
    double value = add_side(w, c->body_a, c->a, c->weight_a, directions[d]);
    value += add_side(w, c->body_b, c->b, c->weight_b, vt_scale(-1, directions[d]));
    w->rows.system.q[row] = value + vt_world_free_change(w, row, h) + (d == 0 ? c->distance - c->kept : 0);
  }
}

static int compare_touch(const vt_contact *c, const vt_touch *t) {
  if (c->body_a != t->body_a) return c->body_a < t->body_a ? -1 : 1;
  if (c->body_b != t->body_b) return c->body_b < t->body_b ? -1 : 1;
  if (c->feature_a != t->feature_a) return c->feature_a < t->feature_a ? -1 : 1;
  if (c->feature_b != t->feature_b) return c->feature_b < t->feature_b ? -1 : 1;
  return 0;
}

// Contacts known from the last step start from their old forces; both lists are sorted alike.
static void guess_contacts(vt_world *w) {
  int t = 0;
  for (int k = 0; k < w->contact_count; ++k) {
    const vt_contact *c = &w->contacts[k];
    double *f = w->rows.system.f + w->rows.system.blocks[w->first_contact + k].row;
    f[0] = f[1] = f[2] = 0;
    while (t < w->touches.count && compare_touch(c, &w->touches.items[t]) > 0) ++t;
    if (t == w->touches.count || compare_touch(c, &w->touches.items[t]) != 0) continue;
    vt_vec3 force = w->touches.items[t].force;
    f[0] = fmax(0, vt_dot(force, c->normal));
    f[1] = vt_dot(force, c->tangent1);
    f[2] = vt_dot(force, c->tangent2);
  }
}

// The most terms that the contacts can have.
static size_t contact_terms(const vt_world *w) {
  size_t most = 0;
  for (int k = 0; k < w->contact_count; ++k) {
    const vt_contact *c = &w->contacts[k];
    for (int side = 0; side < 2; ++side) {
      const vt_body *b = &w->model->bodies[side == 0 ? c->body_a : c->body_b];
      const int *vertices = side == 0 ? c->a : c->b;
      if (b->kind == VT_BODY_RIGID) most += 3;
      for (int i = 0; i < 3 && b->kind == VT_BODY_DEFORMABLE; ++i)
        most += 3 * (size_t)(b->collision.start[vertices[i] + 1] - b->collision.start[vertices[i]]);
    }
  }
  return most;
}

// ---------------------------------------------------------------- all rows

bool vt_world_fill_rows(vt_world *w, double h, vt_error *error) {
  int cables = w->model->cable_count;
  vt_rows *rows = &w->rows;
  *rows = (vt_rows){0};
  vt_world_soften(w, h);
  w->term_count = 0;
  vt_system *s = &rows->system;
  int held = cables + w->joints.row_count + w->joints.limit_count; // rows before those of contacts
  w->first_contact = cables + w->joints.group_count + w->joints.limit_count;
  s->row_count = held + 3 * w->contact_count;
  s->block_count = w->first_contact + w->contact_count;
  rows->start = VT_TAKE(w->arena, int, s->row_count + 1, error);
  size_t terms = (size_t)vt_world_cable_terms(w) + vt_world_joint_terms(w) + contact_terms(w);
  rows->terms = VT_TAKE(w->arena, vt_row_term, terms, error);
  s->blocks = VT_TAKE(w->arena, vt_block, s->block_count, error);
  s->q = VT_TAKE(w->arena, double, s->row_count, error);
  s->f = VT_TAKE(w->arena, double, s->row_count, error);
  if (rows->start == NULL || rows->terms == NULL || s->blocks == NULL || s->q == NULL || s->f == NULL)
    return false;
  for (int k = 0; k < cables; ++k) {
    s->blocks[k].row = k;
    rows->start[k] = w->term_count;
    vt_world_cable_row(w, k, &s->blocks[k], h);
    s->q[k] += vt_world_free_change(w, k, h);
  }
  if (!vt_world_fill_joints(w, cables, cables, h, error)) return false;
  for (int k = 0; k < w->contact_count; ++k) {
    vt_block *block = &s->blocks[w->first_contact + k];
    block->row = held + 3 * k;
    fill_contact(w, &w->contacts[k], block, h);
  }
  rows->start[s->row_count] = w->term_count;
  guess_contacts(w);
  return true;
}

void vt_world_apply_rows(vt_world *w, double h) {
  const vt_model *m = w->model;
  const vt_system *s = &w->rows.system;
  memset(w->constraint_forces, 0, sizeof *w->constraint_forces * (size_t)m->node_count);
  for (int k = 0; k < m->cable_count; ++k) w->state.cable_forces[k] = s->f[k];
  int joints = w->joints.row_count + w->joints.limit_count;
  for (int k = 0; k < joints; ++k) w->state.joint_forces[k] = s->f[m->cable_count + k];
  for (int row = 0; row < s->row_count; ++row) {
    if (s->f[row] == 0) continue;
    for (int k = w->rows.start[row]; k < w->rows.start[row + 1]; ++k) {
      const vt_row_term *term = &w->rows.terms[k];
      const vt_body *b = &m->bodies[term->body];
      if (term->node >= 0) {
        vt_vec3 *force = &w->constraint_forces[b->first_node + term->node];
        *force = vt_madd(*force, s->f[row], term->linear);
      } else {
        vt_rigid_state *state = &w->rigid_next[b->rigid_index];
        state->velocity = vt_madd(state->velocity, h * s->f[row] / b->rigid.mass, term->linear);
        vt_vec3 turn = vt_mat_apply(w->softness[b->rigid_index], term->angular);
        state->angular_momentum = vt_madd(state->angular_momentum, h * s->f[row], turn);
      }
    }
  }
}
