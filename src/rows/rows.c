// The constraint rows of a step: cables first, then links and bonds, contacts, cavities, a person's pull.
#include "rows/rows.h"

#include <string.h>

static bool follows_nodes(const vt_body *b) { return b->kind == VT_BODY_DEFORMABLE || vt_body_bends(b); }

void vt_step_add_nodes(
    vt_step *step, int body, int count, const int *nodes, const double *weights, vt_vec3 direction) {
  for (int k = 0; k < count; ++k)
    step->rows.terms[step->term_count++] =
        (vt_row_term){body, nodes[k], vt_scale(weights[k], direction), {0, 0, 0}};
}

void vt_step_add_terms(vt_step *step, int body, int node_count, const int *nodes, const double *weights,
    vt_vec3 point, vt_vec3 direction) {
  const vt_body *b = &step->model->bodies[body];
  if (b->kind == VT_BODY_RIGID) {
    vt_vec3 arm = vt_sub(point, step->state->rigid[b->rigid_index].position);
    step->rows.terms[step->term_count++] = (vt_row_term){body, -1, direction, vt_cross(arm, direction)};
  }
  vt_step_add_nodes(step, body, node_count, nodes, weights, direction);
}

vt_vec3 vt_step_bent_point(const vt_step *step, const vt_body *body, vt_pose pose, vt_vec3 local, int count,
    const int *nodes, const double *weights) {
  if (vt_body_bends(body))
    local = vt_add(local, vt_bends_at(step->state->bends + body->first_bend, count, nodes, weights));
  return vt_pose_apply(pose, local);
}

vt_vec3 vt_step_unbend(const vt_step *step, int body, int node) {
  int k = step->model->bodies[body].first_bend + node;
  return vt_mat_apply(
      step->mobiles[body].turn, vt_sub(step->bends_next[k].shift, step->state->bends[k].shift));
}

// How far free motion changes a row, to first order.
double vt_step_free_change(const vt_step *step, int row) {
  double sum = 0;
  for (int k = step->rows.start[row]; k < step->term_count; ++k) {
    const vt_row_term *term = &step->rows.terms[k];
    const vt_body *b = &step->model->bodies[term->body];
    if (term->node >= 0 && vt_body_bends(b)) {
      sum += vt_dot(term->linear, vt_step_unbend(step, term->body, term->node));
    } else if (term->node >= 0) {
      const vt_deformable *d = &step->deformables[term->body];
      sum += vt_dot(term->linear, vt_sub(d->free_x[term->node], d->x[term->node]));
    } else {
      const vt_rigid_state *next = &step->rigid_next[b->rigid_index];
      sum += step->h * vt_dot(term->linear, next->velocity);
      sum += step->h * vt_dot(term->angular, vt_rigid_angular_velocity(&b->rigid, next));
    }
  }
  return sum;
}

// ---------------------------------------------------------------- contacts

static const double NO_GAP = 1e-3;     // of the contact distance: what bodies touch at
static const double UNEXPLAINED = 0.1; // of the contact distance: turning points may miss a gap by less

// One side of a contact.
typedef struct contact_side {
  const vt_body *body;
  vt_contact_place place;
  bool rigid;
  vt_vec3 start, displacement; // m: the point as the step begins, and its exact displacement by free motion
  vt_vec3 arm, turn;           // m, rigid: from the centre to the point, and what free motion adds to it
  vt_vec3 unbend;              // m, quasi-rigid: what free motion makes of its bend
  vt_vec3 center;              // m, rigid, as the step begins
  vt_vec3 velocity, spin;      // m/s, rad/s, rigid: after free motion
} contact_side;

// What free motion makes of the bend at the point of one side.
static vt_vec3 unbend_of(const vt_step *step, const vt_contact *c, int side) {
  int body = side == 0 ? c->body_a : c->body_b;
  const vt_body *b = &step->model->bodies[body];
  vt_contact_place place = vt_contact_place_on(c, side);
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < place.count && vt_body_bends(b); ++i)
    for (int k = b->collision.start[place.vertices[i]]; k < b->collision.start[place.vertices[i] + 1]; ++k)
      sum = vt_madd(
          sum, place.weights[i] * b->collision.weights[k], vt_step_unbend(step, body, b->collision.nodes[k]));
  return sum;
}

// How free motion turns what lies between the vertices of a side and its place on a skin.
static vt_vec3 turned(const vt_collider *collider, vt_vec3 offset) {
  vt_vec3 local = vt_quat_rotate(vt_quat_conjugate(collider->pose.rotation), offset);
  return vt_sub(vt_quat_rotate(collider->end_pose.rotation, local), offset);
}

static contact_side side_of(const vt_step *step, const vt_contact *c, int side) {
  const vt_body *b = &step->model->bodies[side == 0 ? c->body_a : c->body_b];
  contact_side s = {.body = b, .place = vt_contact_place_on(c, side), .rigid = b->kind == VT_BODY_RIGID};
  for (int i = 0; i < s.place.count; ++i) {
    double weight = s.place.weights[i];
    if (weight == 0) continue;
    int vertex = b->first_collision + s.place.vertices[i];
    vt_vec3 now = step->collision_vertices[vertex];
    s.start = vt_madd(s.start, weight, now);
    s.displacement = vt_madd(s.displacement, weight, vt_sub(step->collision_ends[vertex], now));
  }
  if (b->skin != NULL) {
    s.start = vt_add(s.start, c->offsets[side]);
    s.displacement =
        vt_add(s.displacement, turned(&step->colliders[side == 0 ? c->body_a : c->body_b], c->offsets[side]));
  }
  if (!s.rigid) return s;
  const vt_rigid_state *next = &step->rigid_next[b->rigid_index];
  s.center = step->state->rigid[b->rigid_index].position;
  s.velocity = next->velocity;
  s.spin = vt_rigid_angular_velocity(&b->rigid, next);
  s.arm = vt_sub(s.start, s.center);
  s.unbend = unbend_of(step, c, side);
  s.turn = vt_madd(vt_sub(s.displacement, s.unbend), -step->h, s.velocity);
  return s;
}

// The displacement of a side's point by free motion if it keeps the velocity that a rigid body has at `point`
// (relative to its centre as the step begins), including the change of its bend.
static vt_vec3 side_displacement(const contact_side *s, vt_vec3 point, double h) {
  if (!s->rigid) return s->displacement;
  vt_vec3 velocity = vt_add(s->velocity, vt_cross(s->spin, vt_sub(point, s->center)));
  return vt_madd(s->unbend, h, velocity);
}

// Where a contact acts on its two bodies, and the free values of its rows.
typedef struct contact_action {
  vt_vec3 points[2];    // m: of A and of B
  vt_vec3 displacement; // m: of A's point against B's by free motion, as the rows see it
  double gap;           // m: after free motion
} contact_action;

// The point of one side of a contact; for a rigid body, moved along the normal to that of a soft one.
static vt_vec3 beside(const contact_side *s, vt_vec3 point, const contact_side *other, vt_vec3 n) {
  if (!s->rigid || other->body->kind != VT_BODY_DEFORMABLE) return point;
  return vt_madd(point, vt_dot(n, vt_sub(other->start, point)), n);
}

// How many rotations of a step the arm is moved on, given the largest number that adds no energy.
static double turns_of_arm(double max) {
  if (max <= 2) return fmax(max, 0);
  return fmax(4 - max, 1);
}

// The gap as the step begins. Between bodies that do not bend, gaps below a thousandth of the contact
// distance are taken as 0. Four corners of a box on the ground end a step with gaps that differ by the
// tolerance of the solver; taken as they are, three corners would carry everything in the next step, and
// which three would change from step to step.
static double touch_gap(const vt_contact *c, const contact_side *a, const contact_side *b) {
  double gap = c->distance - c->kept + c->recovered;
  bool bends = a->body->kind == VT_BODY_DEFORMABLE || b->body->kind == VT_BODY_DEFORMABLE ||
               vt_body_bends(a->body) || vt_body_bends(b->body);
  return !bends && fabs(gap) < NO_GAP * c->kept ? 0 : gap;
}

// The point at which the force acts on a rigid body determines its rolling resistance, how much energy a
// contact dissipates, and whether angular momentum is conserved.
//
// Energy: impulses f h at the points change the kinetic energy by f . u h minus a positive term, where u is
// the velocity at the points as the step ends. For a contact that closes, u_n h = d_n - gap with the
// displacement d. It must not be positive: the contact must not end up separating (except to undo an
// overlap). The gap is the exact one after free motion. With the arm of the point as the step begins, moved
// on by s rotations of the step, d_n grows with s, and for small rotations s = 1/2 removes just the gap that
// was there as the step began. This is an impact, and would make a rolling body lose energy: its foremost
// point falls on the ground in every step. s = 1 puts the force where the point will be at the end of the
// step: under the centre, where it takes no energy. So the largest s that never adds energy is taken, up to 2
// for a point that becomes the lowest within the next step; a point that falls from higher strikes where the
// step ends (s = 1). One that touched as the step began is held at s = 1/2, as air is (air.c).
//
// Angular momentum: the forces on two rigid bodies act at one point (relative to the centres as
// the step begins, as momentum is), between the two along the normal; tangentially it is the
// point of the body that turns.
static contact_action act(const vt_contact *c, const contact_side *a, const contact_side *b, double h) {
  vt_vec3 n = c->normal, displacement = vt_sub(a->displacement, b->displacement);
  double start = touch_gap(c, a, b), gap = start + vt_dot(n, displacement);
  if (!a->rigid && !b->rigid) return (contact_action){{a->start, b->start}, displacement, gap};
  vt_vec3 first = vt_sub(side_displacement(a, a->start, h), side_displacement(b, b->start, h));
  vt_vec3 more = vt_sub(vt_cross(a->spin, a->turn), vt_cross(b->spin, b->turn));
  double none = start < NO_GAP * c->kept ? start : 0; // of the gap: what touches is held, and does not close
  double bend = gap - none - vt_dot(n, first), growth = h * vt_dot(n, more);
  double s = growth > 0 ? turns_of_arm(bend / growth) : 0.5;
  vt_vec3 on_a = vt_madd(a->start, s, a->turn), on_b = vt_madd(b->start, s, b->turn);
  double turn_a = vt_norm(a->turn), turn_b = vt_norm(b->turn);
  double share = turn_a + turn_b > 0 ? turn_a / (turn_a + turn_b) : 0.5;
  contact_action action = {{on_a, on_b}, {0, 0, 0}, gap};
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (a->rigid && b->rigid) {
      vt_vec3 both = vt_add(vt_scale(share, on_a), vt_scale(1 - share, on_b));
      double middle = vt_dot(n, vt_sub(vt_scale(0.5, vt_add(on_a, on_b)), both));
      action.points[0] = action.points[1] = vt_madd(both, middle, n);
    } else {
      action.points[0] = beside(a, on_a, b, n);
      action.points[1] = beside(b, on_b, a, n);
    }
    action.displacement =
        vt_sub(side_displacement(a, action.points[0], h), side_displacement(b, action.points[1], h));
    double least =
        vt_dot(n, action.displacement) - fmax(-start, 0); // leaving no faster than what is inside must
    // The points of a foreseen contact may not lie opposite each other at first; then only energy decides.
    if (action.gap > least - UNEXPLAINED * c->kept || attempt == 1) {
      action.gap = fmax(action.gap, least);
      break;
    }
    // The rotation is too large for this: both points as the step begins.
    on_a = a->start, on_b = b->start, share = 0.5;
    action.gap = start + vt_dot(n, first);
  }
  return action;
}

// Terms of one side of a contact along a direction, where it answers to forces.
static void add_side(vt_step *step, int body, const contact_side *s, vt_vec3 point, vt_vec3 direction) {
  const vt_surface *surface = &s->body->collision;
  if (s->rigid) vt_step_add_terms(step, body, 0, NULL, NULL, point, direction);
  for (int i = 0; i < s->place.count && follows_nodes(s->body); ++i) {
    if (s->place.weights[i] == 0) continue;
    int vertex = s->place.vertices[i], first = surface->start[vertex];
    vt_step_add_nodes(step, body, surface->start[vertex + 1] - first, surface->nodes + first,
        surface->weights + first, vt_scale(s->place.weights[i], direction));
  }
}

// How far the sides separate along the normal if bodies keep the velocities that the step begins with, and
// driven bodies those of the step. The row of the normal is the last one begun.
static double opening_of(
    const vt_step *step, int row, vt_vec3 normal, const contact_side *a, const contact_side *b) {
  double sum = vt_step_row_displacement(step, row);
  if (a->body->kind == VT_BODY_DRIVEN) sum += vt_dot(normal, a->displacement);
  if (b->body->kind == VT_BODY_DRIVEN) sum -= vt_dot(normal, b->displacement);
  return sum;
}

static void fill_contact(vt_step *step, vt_contact *c, vt_block *block) {
  const vt_vec3 directions[3] = {c->normal, c->tangent1, c->tangent2};
  contact_side a = side_of(step, c, 0), b = side_of(step, c, 1);
  c->recovered = vt_step_recovery(c, step->h, &c->pushed);
  contact_action action = act(c, &a, &b, step->h);
  c->point_a = action.points[0];
  c->point_b = action.points[1];
  *block = (vt_block){.kind = VT_BLOCK_CONTACT, .row = block->row, .friction = c->friction};
  for (int d = 0; d < 3; ++d) {
    int row = block->row + d;
    step->rows.start[row] = step->term_count;
    add_side(step, c->body_a, &a, action.points[0], directions[d]);
    add_side(step, c->body_b, &b, action.points[1], vt_scale(-1, directions[d]));
    step->rows.system.q[row] = d == 0 ? action.gap : vt_dot(directions[d], action.displacement);
    if (d == 0) c->opening = step->newmark ? opening_of(step, row, c->normal, &a, &b) : 0;
  }
}

// An approach by less than the contact distance is no impact: the bodies rest or settle.
double vt_step_struck(const vt_step *step) {
  double sum = 0;
  for (int k = 0; k < step->contact_count; ++k) {
    const vt_contact *c = &step->contacts[k];
    bool bends = step->model->bodies[c->body_a].kind == VT_BODY_DEFORMABLE ||
                 step->model->bodies[c->body_b].kind == VT_BODY_DEFORMABLE;
    double force = step->rows.system.f[step->rows.system.blocks[step->first_contact + k].row];
    double closing = 0.5 * (fmax(c->distance - c->kept, 0) - c->opening);
    if (bends && closing > c->kept + c->slack) sum += step->kick * force * closing / step->h;
  }
  return sum;
}

// The most terms that the contacts can have.
static size_t contact_terms(const vt_step *step) {
  size_t max = 0;
  for (int k = 0; k < step->contact_count; ++k) {
    const vt_contact *c = &step->contacts[k];
    for (int side = 0; side < 2; ++side) {
      const vt_body *b = &step->model->bodies[side == 0 ? c->body_a : c->body_b];
      vt_contact_place place = vt_contact_place_on(c, side);
      if (b->kind == VT_BODY_RIGID) max += 3;
      for (int i = 0; i < place.count && follows_nodes(b); ++i) {
        const int *start = b->collision.start + place.vertices[i];
        max += 3 * (size_t)(start[1] - start[0]);
      }
    }
  }
  return max;
}

// ---------------------------------------------------------------- all rows

bool vt_step_fill_rows(vt_step *step, vt_error *error) {
  int cables = step->model->cable_count;
  vt_rows *rows = &step->rows;
  *rows = (vt_rows){.system = {.pool = step->pool, .asked = step->asked}};
  vt_step_add_geometric_stiffness(step);
  step->term_count = 0;
  vt_system *s = &rows->system;
  int held = cables + vt_step_joint_rows(step); // rows before those of contacts
  step->first_contact = cables + vt_step_joint_blocks(step);
  int cavities = step->cavities->count;
  int gas_row = held + 3 * step->contact_count, gas_block = step->first_contact + step->contact_count;
  s->row_count = gas_row + cavities;
  s->block_count = gas_block + cavities;
  rows->start = VT_TAKE(step->arena, int, s->row_count + 1, error);
  size_t terms = (size_t)vt_step_cable_terms(step) + vt_step_joint_terms(step) + contact_terms(step) +
                 vt_step_gas_terms(step) + vt_step_pull_terms(step);
  rows->terms = VT_TAKE(step->arena, vt_row_term, terms, error);
  s->blocks = VT_TAKE(step->arena, vt_block, s->block_count, error);
  s->q = VT_TAKE(step->arena, double, s->row_count, error);
  s->f = VT_TAKE(step->arena, double, s->row_count, error);
  if (rows->start == NULL || rows->terms == NULL || s->blocks == NULL || s->q == NULL || s->f == NULL)
    return false;
  for (int k = 0; k < cables; ++k) {
    s->blocks[k].row = k;
    rows->start[k] = step->term_count;
    vt_step_cable_row(step, k, &s->blocks[k]);
    s->q[k] += vt_step_free_change(step, k);
  }
  if (!vt_step_fill_joints(step, cables, cables, error)) return false;
  for (int k = 0; k < step->contact_count; ++k) {
    vt_block *block = &s->blocks[step->first_contact + k];
    block->row = held + 3 * k;
    fill_contact(step, &step->contacts[k], block);
  }
  if (!vt_step_fill_gas(step, gas_block, gas_row, error)) return false;
  rows->start[s->row_count] = step->term_count;
  return vt_step_warm_start(step, error);
}

void vt_step_apply_rows(vt_step *step) {
  const vt_model *m = step->model;
  const vt_system *s = &step->rows.system;
  memset(step->constraint_forces, 0, sizeof *step->constraint_forces * (size_t)m->node_count);
  memset(step->bend_forces, 0, sizeof *step->bend_forces * (size_t)m->bend_count);
  for (int k = 0; k < m->cable_count; ++k) step->state->cable_forces[k] = s->f[k];
  vt_step_keep_joints(step, m->cable_count);
  for (int row = 0; row < s->row_count; ++row) {
    if (s->f[row] == 0) continue;
    for (int k = step->rows.start[row]; k < step->rows.start[row + 1]; ++k) {
      const vt_row_term *term = &step->rows.terms[k];
      const vt_body *b = &m->bodies[term->body];
      if (term->node >= 0) {
        vt_vec3 *force = vt_body_bends(b) ? &step->bend_forces[b->first_bend + term->node]
                                          : &step->constraint_forces[b->first_node + term->node];
        *force = vt_madd(*force, s->f[row], term->linear);
      } else {
        vt_rigid_state *state = &step->rigid_next[b->rigid_index];
        double impulse = vt_rigid_ease(&b->rigid, step->kick) * step->kick * s->f[row];
        state->velocity = vt_madd(state->velocity, impulse / b->rigid.mass, term->linear);
        vt_vec3 turn = vt_mat_apply(step->turn_share[b->rigid_index], term->angular);
        state->angular_momentum = vt_madd(state->angular_momentum, impulse, turn);
      }
    }
  }
}
