// Taking hold of a body by a spring, and letting go; its rows are in rows/pull.c.
#include "base/misuse.h"
#include "world/world.h"

#include <math.h>

static const double SLACK = 1e-3; // of weights of a point, which callers have as single precision

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
  if (!(weights[0] >= -SLACK && weights[1] >= -SLACK && weights[2] >= -SLACK && fabs(sum - 1) < SLACK))
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
