// A spring by which a user pulls at a point of a body's collision surface: three bilateral rows along the
// world's axes, so that it is equally stiff in all directions.
//
// Over a step of h seconds the implicit spring with a damper is f = k (target - p) - c (p - p_old) / h, which
// is (p - wanted) + f / (k + c/h) = 0 with wanted = (k target + c/h p_old) / (k + c/h). As rows of the solver
// it is in balance with all contacts and cavities at the end of the step, and stable for any k and h. A
// single row along the line to the target, as for a cable, would leave the lateral stiffness explicit. The
// rows belong to the block of the links and bonds that hold the body, as these are coupled with them.
//
// c = 2 sqrt(k m) is critical damping for the whole mass m of the body, so that it reaches the target
// without oscillating. Where a smaller mass moves (a part of a soft body, a body that turns), damping
// is stronger than critical.
#include "rows/rows.h"

#include <math.h>

static vt_vec3 point_now(const vt_step *step, const vt_pull *p) {
  const vt_body *b = &step->model->bodies[p->body];
  const int *corners = b->collision.triangles + 3 * p->triangle;
  vt_vec3 sum = {0, 0, 0};
  // From the state: between the pieces of a step the surface's vertices may be out of date.
  if (b->kind == VT_BODY_RIGID) {
    vt_vec3 local = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
      local = vt_madd(local, p->weights[i], b->collision.rest[corners[i]]);
      if (!vt_body_bends(b)) continue;
      int first = b->collision.start[corners[i]], count = b->collision.start[corners[i] + 1] - first;
      local = vt_madd(local, p->weights[i],
          vt_bends_at(step->state->bends + b->first_bend, count, b->collision.nodes + first,
              b->collision.weights + first));
    }
    return vt_pose_apply(vt_body_pose(b, step->state->rigid, step->state->frames), local);
  }
  for (int i = 0; i < 3; ++i)
    for (int k = b->collision.start[corners[i]]; k < b->collision.start[corners[i] + 1]; ++k)
      sum = vt_madd(sum, p->weights[i] * b->collision.weights[k],
          step->state->x[b->first_node + b->collision.nodes[k]]);
  return sum;
}

int vt_step_pull_rows(const vt_step *step) { return step->state->pull->stiffness > 0 ? 3 : 0; }

size_t vt_step_pull_terms(const vt_step *step) {
  const vt_pull *p = step->state->pull;
  const vt_body *b = &step->model->bodies[p->body];
  if (p->stiffness == 0) return 0;
  size_t max = b->kind == VT_BODY_RIGID ? 3 : 0;
  if (b->kind == VT_BODY_RIGID && !vt_body_bends(b)) return max;
  for (int i = 0; i < 3; ++i) {
    int v = b->collision.triangles[3 * p->triangle + i];
    max += 3 * (size_t)(b->collision.start[v + 1] - b->collision.start[v]);
  }
  return max;
}

static void add_terms(vt_step *step, const vt_pull *p, vt_vec3 at, vt_vec3 axis) {
  const vt_surface *surface = &step->model->bodies[p->body].collision;
  if (step->model->bodies[p->body].kind == VT_BODY_RIGID) {
    vt_step_add_terms(step, p->body, 0, NULL, NULL, at, axis);
    if (!vt_body_bends(&step->model->bodies[p->body])) return;
  }
  for (int i = 0; i < 3; ++i) {
    int v = surface->triangles[3 * p->triangle + i], first = surface->start[v];
    vt_step_add_nodes(step, p->body, surface->start[v + 1] - first, surface->nodes + first,
        surface->weights + first, vt_scale(p->weights[i], axis));
  }
}

void vt_step_fill_pull(vt_step *step, int row, double *compliance) {
  const vt_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const vt_pull *p = step->state->pull;
  vt_system *s = &step->rows.system;
  double viscous = 2 * sqrt(p->stiffness * vt_model_body_mass(step->model, p->body)) / step->h;
  double stiff = p->stiffness + viscous;
  vt_vec3 at = point_now(step, p),
          stretch = vt_scale(p->stiffness / stiff, vt_sub(at, p->target)); // at - wanted
  for (int d = 0; d < 3; ++d) {
    step->rows.start[row + d] = step->term_count;
    add_terms(step, p, at, axes[d]);
    compliance[d] = 1 / stiff;
    s->q[row + d] = vt_dot(axes[d], stretch) + vt_step_free_change(step, row + d);
    s->f[row + d] = vt_dot(axes[d], p->force);
  }
}

void vt_step_keep_pull(vt_step *step, int row) {
  const double *f = step->rows.system.f + row;
  step->state->pull->force = vt_v3(f[0], f[1], f[2]);
}

vt_vec3 vt_step_pull_point(const vt_step *step) { return point_now(step, step->state->pull); }
