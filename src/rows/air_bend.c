// The change of a cavity's volume in a step beyond the first order of the motion.
//
// In a row of the solver the volume is its old value plus its gradient times the displacements of the
// surfaces, which are chords. Bodies that rotate together by an angle a in a step keep their volume, but
// their row loses 2 (1 - cos a) of it: a cup on a table that rotates by 0.3 rad a step would have 9% too
// little pressure. So the part that the row omits is added to it, evaluated at a known motion: the one that
// brought the surfaces to where they are.
//
//     bend = V(x + d) - V(x) - dV/dx . d,     d = x - x(t - h)
//
// For any steady rotation this is exactly what the chords of the next step lose; for any steady motion it is
// right to second order; at rest it is 0. All d are of one kind, chords that end in x: with chords of some
// bodies and tangents of others, bodies far from the axis would appear to slide on each other.
#include "body/turn.h"
#include "rows/rows.h"

// Of the volume: beyond this, the last motion says nothing about the next step.
static const double max_bent = 0.25;

static bool is_moved_by_hand(const vt_step *step, int frame) {
  for (; frame >= 0; frame = step->model->frames[frame].parent)
    if (step->overridden[frame]) return true;
  return false;
}

// The pose that a body had h seconds ago, if it is not deformable; `frames` are those of that time.
static vt_pose pose_before(const vt_step *step, const vt_body *b, const vt_pose *frames) {
  if (b->kind == VT_BODY_RIGID) {
    vt_rigid_state state = step->state->rigid[b->rigid_index];
    vt_rigid_integrate(&b->rigid, &state, -step->h);
    return vt_rigid_pose(&b->rigid, &state);
  }
  if (!is_moved_by_hand(step, b->frame)) return vt_body_pose(b, NULL, frames);
  // Its previous pose is not known: extrapolated backwards from how it will move on.
  vt_pose now = vt_pose_mul(step->state->frames[b->frame], b->pose);
  vt_pose end = vt_pose_mul(step->frames_next[b->frame], b->pose);
  return vt_pose_mul(now, vt_pose_mul(vt_pose_inverse(end), now));
}

const vt_vec3 **vt_step_carry_on(vt_step *step, vt_error *error) {
  const vt_model *m = step->model;
  const vt_vec3 **carried = VT_TAKE(step->arena, const vt_vec3 *, m->body_count, error);
  vt_vec3 *all = VT_TAKE(step->arena, vt_vec3, m->collision_count, error);
  vt_vec3 *nodes = VT_TAKE(step->arena, vt_vec3, m->node_count, error);
  vt_pose *frames = VT_TAKE(step->arena, vt_pose, m->frame_count, error);
  if (carried == NULL || all == NULL || nodes == NULL || frames == NULL) return NULL;
  vt_frames_poses(
      m->frames, m->frame_count, *step->state->time - step->h, step->overridden, step->state->moved, frames);
  for (int k = 0; k < m->body_count; ++k) {
    const vt_body *b = &m->bodies[k];
    vt_vec3 *vertices = all + b->first_collision;
    carried[k] = vertices;
    if (b->kind == VT_BODY_DEFORMABLE) {
      const vt_deformable *d = &step->deformables[k];
      for (int i = 0; i < d->model->mesh->node_count; ++i) nodes[i] = vt_turn_carry_on(d, i, step->h);
      vt_surface_update_nodes(&b->collision, nodes, vertices);
      continue;
    }
    vt_body_place_surface(b, &b->collision, pose_before(step, b, frames), step->state->bends, vertices);
    for (int i = 0; i < b->collision.vertex_count; ++i)
      vertices[i] = vt_madd(step->surfaces[k][i], -1, vt_sub(vertices[i], step->surfaces[k][i]));
  }
  return carried;
}

double vt_step_volume_bend(
    const vt_step *step, int cavity, double volume, const vt_vec3 *gradient, const vt_vec3 *const *carried) {
  const vt_cavity *c = &step->cavities->items[cavity];
  double straight = 0, max = max_bent * fmax(volume, 0);
  for (int i = 0; i < c->vertex_count; ++i) {
    const vt_cavity_vertex *v = &step->cavities->vertices[c->first_vertex + i];
    vt_vec3 displacement = vt_sub(vt_cavity_position(v, carried), vt_cavity_position(v, step->surfaces));
    straight += vt_dot(gradient[i], displacement);
  }
  double bend = vt_cavity_measure(step->cavities, cavity, carried).volume - volume - straight;
  return fmin(fmax(bend, -max), max);
}
