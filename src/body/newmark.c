// Newmark's scheme for a deformable body.
//
// In modes of frequency omega, z = omega h, without D and with k = h, the scheme of x' - 2 x + x_before is
//
//     x' - 2 x + x_before = -p x - c (x - x_before),
//     p = t/beta,   c = t (1 - r),   t = beta z^2/(1 + beta z^2)
//
// for any w = r v. r = 1 is Newmark's scheme with gamma = 1/2, which has no dissipation; implicit Euler is r
// = 0, beta = 1. Here r = 1 - t^2: c is of the order of z^6, and for frequencies far beyond the step one root
// is 0, the other 1 - 1/beta. The root 0 belongs to velocities that the step does not resolve: the rest of
// them would displace a stiff direction by h v, with z^2 times the energy. t is 1 - A^-1 M, so that two
// solves with the existing factor give w.
//
// Where a piece of length h is longer or shorter than the last one, g, two errors of the order of h^2 no
// longer cancel. The kick, from the middle of g to that of h, has its own middle (h - g)/4 after x: the
// force has changed by K w times that. And velocities of the middle, (x' - x)/h, are below those of the
// conserved energy by beta z^2/2 (the period is longer, and the chord shorter than the arc): as v belongs to
// pieces of length g, beta (h^2 - g^2)/2 M^-1 K w has to be subtracted from it. With kick = (h + g)/2 both
// together are (1/2 + 2 beta)(h - kick) K w. The second is omitted where pieces become shorter, as it would
// add energy to modes that are not resolved, z > 0.5 or so. Without both, a mode of z = 3 may gain 2.5 times
// its energy as pieces become longer.
//
// The energy that the balance of a step begins with is that of v + M^-1 k (beta h K - D/2) w: the
// step from there is one of implicit Euler, which gains nothing where the elastic energy is quadratic
// and beta is 1/2 or more.
#include "body/newmark.h"

#include "body/tangent.h"
#include "body/turn.h"

void vt_newmark_factors(const vt_material *material, double h, double kick, double *mass, double *stiffness) {
  *mass = 1 + 0.5 * kick * material->mass_damping;
  *stiffness = 0.5 * kick * material->stiffness_damping + VT_NEWMARK_BETA * h * kick;
}

// u -= A^-1 M u at the nodes that are free, and 0 at the others, which are resolved by being prescribed.
static void take_resolved(vt_deformable *body, bool first, vt_vec3 *u, vt_pool *pool) {
  const vt_deformable_model *model = body->model;
  int count = model->mesh->node_count;
  vt_vec3 *scratch = body->scratch;
  for (int i = 0; i < count; ++i) scratch[i] = body->held[i] && first ? u[i] : vt_v3(0, 0, 0);
  if (first) vt_deformable_apply_held(body, scratch, body->rhs);
  for (int i = 0; i < count; ++i) {
    scratch[i] = vt_scale(model->mass[i], u[i]);
    if (first) scratch[i] = vt_sub(scratch[i], body->rhs[i]);
  }
  vt_deformable_solve(body, scratch, pool);
  for (int i = 0; i < count; ++i) u[i] = body->held[i] ? vt_v3(0, 0, 0) : vt_sub(u[i], scratch[i]);
}

void vt_newmark_resolve(vt_deformable *body, vt_pool *pool) {
  int count = body->model->mesh->node_count;
  vt_vec3 *w = body->resolved;
  for (int i = 0; i < count; ++i) w[i] = body->v[i];
  take_resolved(body, true, w, pool);
  take_resolved(body, false, w, pool);
  for (int i = 0; i < count; ++i) w[i] = vt_sub(body->v[i], w[i]);
}

// J: the kinetic energy with the correction of velocities above; `stiff` is K w.
static double restored_energy(const vt_deformable *body, double h, const vt_vec3 *stiff) {
  const vt_deformable_model *model = body->model;
  double a = model->material.mass_damping, b = model->material.stiffness_damping, sum = 0;
  for (int i = 0; i < model->mesh->node_count; ++i) {
    double by = (VT_NEWMARK_BETA * h - 0.5 * b) * body->pace.kick / model->mass[i];
    vt_vec3 v = vt_madd(body->v[i], -0.5 * a * body->pace.kick, body->resolved[i]);
    v = vt_madd(v, by, stiff[i]);
    sum += 0.5 * model->mass[i] * vt_dot(v, v);
  }
  return sum;
}

// K w without the rotation of a free body as a whole, which goes along arcs (turn.h) and whose K w would have
// a torque; `stiff` is K w. Uses body->dv and free_x, which the step fills later.
static void find_own_stiffness(vt_deformable *body, const vt_vec3 *stiff, vt_pool *pool) {
  const vt_turn *turn = &body->turn;
  int count = body->model->mesh->node_count;
  for (int i = 0; i < count; ++i)
    body->free_x[i] = turn->any ? vt_cross(turn->spin, vt_sub(body->x[i], turn->center)) : vt_v3(0, 0, 0);
  if (turn->any)
    vt_deformable_apply_stiffness(body, body->free_x, body->dv, pool);
  else
    for (int i = 0; i < count; ++i) body->dv[i] = vt_v3(0, 0, 0);
  for (int i = 0; i < count; ++i) body->dv[i] = vt_sub(stiff[i], body->dv[i]);
}

void vt_newmark_rhs(vt_deformable *body, double h, vt_vec3 gravity, vt_pool *pool) {
  const vt_deformable_model *model = body->model;
  double a = model->material.mass_damping, b = model->material.stiffness_damping;
  double change = h - body->pace.kick; // s, 0 where pieces are as long as the ones before
  change *= change > 0 ? 0.5 + 2 * VT_NEWMARK_BETA : 0.5;
  double stiff = VT_NEWMARK_BETA * h, more = 0.5 * b + stiff, less = 0.5 * b - stiff;
  vt_vec3 g = model->gravity ? gravity : vt_v3(0, 0, 0);
  vt_deformable_apply_stiffness(body, body->resolved, body->scratch, pool);
  body->kinetic = restored_energy(body, h, body->scratch);
  if (change != 0) find_own_stiffness(body, body->scratch, pool);
  vt_deformable_apply_stiffness(body, body->v, body->rhs, pool);
  body->lost = 0;
  for (int i = 0; i < model->mesh->node_count; ++i) {
    body->lost += stiff * body->pace.kick * vt_dot(vt_sub(body->v[i], body->resolved[i]), body->rhs[i]);
    vt_vec3 mean = vt_scale(0.5, vt_add(body->v[i], body->resolved[i]));
    vt_vec3 force = vt_add(vt_add(body->elastic[i], body->external[i]), vt_turn_force(body, i));
    force = vt_madd(force, model->mass[i], vt_madd(g, -a, mean));
    force = vt_madd(vt_madd(force, -more, body->rhs[i]), -less, body->scratch[i]);
    if (change != 0) force = vt_madd(force, -change, body->dv[i]);
    body->rhs[i] = vt_scale(body->pace.kick, force);
  }
}
