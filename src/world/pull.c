// A spring by which a person pulls at a point of a body's collision surface: three bilateral rows along the
// world's axes, so that it is as stiff in all directions.
//
// Over a step of h seconds the implicit spring with a damper is f = k (target - p) - c (p - p_old) / h, which
// is (p - wanted) + f / (k + c/h) = 0 with wanted = (k target + c/h p_old) / (k + c/h). As rows of the solver
// it is in balance with all contacts and cavities at the end of the step, and stable for any k and h. A row
// along the line to the target, as a cable has, would leave the stiffness across it explicit. They stand in
// the block of the links and bonds that hold the body, as these take up what it does.
//
// c = 2 sqrt(k m) is critical for the whole mass m of the body on the spring, so that it comes to its place
// without swinging. What is moved at a lesser mass (a part of a soft body, a body that turns) is damped more.
#include "base/misuse.h"
#include "world/world.h"

#include <math.h>

static vt_vec3 point_now(const vt_world *w, const vt_pull *p) {
  const vt_body *b = &w->model->bodies[p->body];
  const int *corners = b->collision.triangles + 3 * p->triangle;
  vt_vec3 sum = {0, 0, 0};
  // From the state: within a step done in pieces the surface's vertices may lag behind.
  if (b->kind == VT_BODY_RIGID) {
    vt_vec3 local = {0, 0, 0};
    for (int i = 0; i < 3; ++i) local = vt_madd(local, p->weights[i], b->collision.rest[corners[i]]);
    return vt_pose_apply(vt_rigid_pose(&b->rigid, &w->state.rigid[b->rigid_index]), local);
  }
  for (int i = 0; i < 3; ++i)
    for (int k = b->collision.start[corners[i]]; k < b->collision.start[corners[i] + 1]; ++k)
      sum = vt_madd(
          sum, p->weights[i] * b->collision.weights[k], w->state.x[b->first_node + b->collision.nodes[k]]);
  return sum;
}

// ---------------------------------------------------------------- taking hold and letting go

static bool check(const vt_world *w, int body, int triangle, const double weights[3], vt_vec3 target,
    double stiffness, vt_error *error) {
  const vt_model *m = w->model;
  if (!vt_check_number("pull", "body", body, m->body_count, error)) return false;
  vt_label label = vt_label_of("body", m->bodies[body].name, body);
  if (m->bodies[body].kind != VT_BODY_DEFORMABLE && m->bodies[body].kind != VT_BODY_RIGID)
    return vt_fail(
        error, VT_BAD_INPUT, "pull: %s is driven or fixed, expected a deformable or rigid body", label.text);
  int count = m->bodies[body].collision.triangle_count;
  if (triangle < 0 || triangle >= count)
    return vt_fail(
        error, VT_BAD_INPUT, "pull: there is no triangle %d, %s has %d", triangle, label.text, count);
  double sum = weights[0] + weights[1] + weights[2];
  if (!(weights[0] >= -1e-3 && weights[1] >= -1e-3 && weights[2] >= -1e-3 && fabs(sum - 1) < 1e-3))
    return vt_fail(error, VT_BAD_INPUT,
        "pull: the weights are %g %g %g, expected shares from 0 to 1 that add up to 1", weights[0],
        weights[1], weights[2]);
  if (!vt_is_finite(target) || !(vt_norm(target) < 1e9))
    return vt_fail(error, VT_BAD_INPUT, "pull: the target is (%g %g %g) m, expected numbers below 1e9",
        target.x, target.y, target.z);
  if (!(stiffness > 0 && stiffness <= 1e12))
    return vt_fail(
        error, VT_BAD_INPUT, "pull: the stiffness is %g N/m, expected above 0 and up to 1e12", stiffness);
  return true;
}

bool vt_world_pull(vt_world *world, int body, int triangle, const double weights[3], vt_vec3 target,
    double stiffness, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && weights != NULL, error, false);
  if (!check(world, body, triangle, weights, target, stiffness, error)) return false;
  vt_pull *p = world->state.pull;
  bool same = p->stiffness > 0 && p->body == body && p->triangle == triangle;
  vt_vec3 force = same ? p->force : vt_v3(0, 0, 0);
  double sum = weights[0] + weights[1] + weights[2];
  *p = (vt_pull){.stiffness = stiffness,
      .target = target,
      .force = force,
      .weights = {weights[0] / sum, weights[1] / sum, weights[2] / sum},
      .body = body,
      .triangle = triangle};
  return true;
}

void vt_world_let_go(vt_world *world) {
  if (VT_MISUSED(world != NULL)) return;
  *world->state.pull = (vt_pull){0};
}

vt_vec3 vt_world_pull_force(const vt_world *world) {
  VT_NEED(world != NULL, (vt_vec3){0, 0, 0});
  return world->state.pull->force;
}

// ---------------------------------------------------------------- its rows

int vt_world_pull_rows(const vt_world *w) { return w->state.pull->stiffness > 0 ? 3 : 0; }

size_t vt_world_pull_terms(const vt_world *w) {
  const vt_pull *p = w->state.pull;
  const vt_body *b = &w->model->bodies[p->body];
  if (p->stiffness == 0) return 0;
  if (b->kind == VT_BODY_RIGID) return 3;
  size_t most = 0;
  for (int i = 0; i < 3; ++i) {
    int v = b->collision.triangles[3 * p->triangle + i];
    most += 3 * (size_t)(b->collision.start[v + 1] - b->collision.start[v]);
  }
  return most;
}

static void add_terms(vt_world *w, const vt_pull *p, vt_vec3 at, vt_vec3 axis) {
  const vt_surface *surface = &w->model->bodies[p->body].collision;
  if (w->model->bodies[p->body].kind == VT_BODY_RIGID) {
    vt_world_add_terms(w, p->body, 0, NULL, NULL, at, axis);
    return;
  }
  for (int i = 0; i < 3; ++i) {
    int v = surface->triangles[3 * p->triangle + i], first = surface->start[v];
    vt_world_add_terms(w, p->body, surface->start[v + 1] - first, surface->nodes + first,
        surface->weights + first, at, vt_scale(p->weights[i], axis));
  }
}

void vt_world_fill_pull(vt_world *w, int row, double *compliance, double h) {
  const vt_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const vt_pull *p = w->state.pull;
  vt_system *s = &w->rows.system;
  double viscous = 2 * sqrt(p->stiffness * vt_model_body_mass(w->model, p->body)) / h;
  double stiff = p->stiffness + viscous;
  vt_vec3 at = point_now(w, p), way = vt_scale(p->stiffness / stiff, vt_sub(at, p->target)); // at - wanted
  for (int d = 0; d < 3; ++d) {
    w->rows.start[row + d] = w->term_count;
    add_terms(w, p, at, axes[d]);
    compliance[d] = 1 / stiff;
    s->q[row + d] = vt_dot(axes[d], way) + vt_world_free_change(w, row + d, h);
    s->f[row + d] = vt_dot(axes[d], p->force);
  }
}

void vt_world_keep_pull(vt_world *w, int row) {
  const double *f = w->rows.system.f + row;
  w->state.pull->force = vt_v3(f[0], f[1], f[2]);
}

vt_vec3 vt_world_pull_point(const vt_world *w) { return point_now(w, w->state.pull); }
