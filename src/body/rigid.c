// Rigid bodies: constants, state, and the conserving integrator.
#include "body/rigid.h"

#include "base/eigen.h"
#include "base/vec.h"
#include "body/frame.h"
#include "geometry/mass_properties.h"

#include <stdio.h>

// ---------------------------------------------------------------- the constant model

// Eigenvalues (ascending) and eigenvectors (columns of a rotation) of a symmetric matrix.
static vt_vec3 principal_axes(vt_mat3 a, vt_mat3 *axes) {
  vt_mat3 v;
  vt_eigen_rotate(&a, &v);
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2 - i; ++j) {
      if (a.m[order[j]][order[j]] <= a.m[order[j + 1]][order[j + 1]]) continue;
      int swap = order[j];
      order[j] = order[j + 1];
      order[j + 1] = swap;
    }
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) axes->m[i][j] = v.m[i][order[j]];
  // A rotation, not a reflection.
  if (vt_mat_det(*axes) < 0)
    for (int i = 0; i < 3; ++i) axes->m[i][2] = -axes->m[i][2];
  return vt_v3(a.m[order[0]][order[0]], a.m[order[1]][order[1]], a.m[order[2]][order[2]]);
}

static bool check_inertia(const vt_mat3 *inertia, const char *what, vt_error *error) {
  double largest = 0, asymmetry = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (!isfinite(inertia->m[i][j]))
        return vt_fail(error, VT_BAD_INPUT,
            "%s: found %g in row %d, column %d of the inertia, expected "
            "finite numbers",
            what, inertia->m[i][j], i + 1, j + 1);
      largest = fmax(largest, fabs(inertia->m[i][j]));
      asymmetry = fmax(asymmetry, fabs(inertia->m[i][j] - inertia->m[j][i]));
    }
  }
  if (asymmetry > 1e-9 * largest)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found an inertia that differs by %g kg m^2 from its transpose, expected a symmetric one", what,
        asymmetry);
  return true;
}

// Diagonalises the inertia. No real body has a principal moment that is not positive, or one that exceeds
// the sum of the two others.
static bool set_inertia(vt_rigid_model *model, vt_mat3 inertia, const char *what, vt_error *error) {
  if (!check_inertia(&inertia, what, error)) return false;
  vt_mat3 axes;
  vt_mat3 symmetric = vt_mat_scale(0.5, vt_mat_add(inertia, vt_mat_transpose(inertia)));
  vt_vec3 moments = principal_axes(symmetric, &axes);
  if (!(moments.x > 1e-12 * moments.z))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found principal moments of inertia %g, %g, %g kg m^2, expected all above 0", what, moments.x,
        moments.y, moments.z);
  if (!(moments.z <= (moments.x + moments.y) * (1 + 1e-9)))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: found principal moments of inertia %g, %g, %g kg m^2, expected none above the sum of the others",
        what, moments.x, moments.y, moments.z);
  model->inertia = moments;
  model->axes = vt_quat_conjugate(vt_quat_from_mat(axes));
  return true;
}

static bool check_def(const vt_rigid_def *def, const char *what, vt_error *error) {
  if (!(isfinite(def->mass) && def->mass >= 0))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found mass %g kg, expected above 0 (or 0: by density)", what, def->mass);
  if (def->mass == 0 && !(isfinite(def->density) && def->density > 0))
    return vt_fail(error, VT_BAD_INPUT, "%s: found density %g kg/m^3, expected above 0", what, def->density);
  if (!vt_check_start_pose(def->pose, what, error)) return false;
  if (!vt_is_finite(def->velocity))
    return vt_fail(error, VT_BAD_INPUT, "%s: found velocity (%g, %g, %g), expected finite numbers", what,
        def->velocity.x, def->velocity.y, def->velocity.z);
  if (!vt_is_finite(def->angular_velocity))
    return vt_fail(error, VT_BAD_INPUT, "%s: found angular velocity (%g, %g, %g), expected finite numbers",
        what, def->angular_velocity.x, def->angular_velocity.y, def->angular_velocity.z);
  if (!(isfinite(def->viscosity) && def->viscosity >= 0))
    return vt_fail(error, VT_BAD_INPUT, "%s: found viscosity %g N s/m, expected above 0 (or 0: inertia)",
        what, def->viscosity);
  if (def->inertia_given && !vt_is_finite(def->center))
    return vt_fail(error, VT_BAD_INPUT, "%s: found centre (%g, %g, %g), expected finite numbers", what,
        def->center.x, def->center.y, def->center.z);
  return true;
}

bool vt_rigid_model_init(vt_rigid_model *model, const vt_rigid_def *def, vt_error *error) {
  char what[400];
  const char *name = def->name == NULL ? "" : def->name;
  if (def->mesh == NULL && def->points == NULL)
    return vt_fail(error, VT_BAD_INPUT, "rigid body '%s': found no mesh, expected a closed one", name);
  if (def->mesh == NULL && !(def->inertia_given && def->mass > 0))
    return vt_fail(error, VT_BAD_INPUT,
        "rigid body '%s': found points without a mesh, expected mass and inertia to be given with them",
        name);
  snprintf(what, sizeof what, "rigid body '%.150s' with mesh '%.200s'", name,
      def->mesh == NULL ? "of points" : def->mesh->source);
  if (!check_def(def, what, error)) return false;

  vt_mass_properties solid = {0};
  vt_error cause = {VT_OK, {0}};
  if (def->mesh != NULL &&
      (!vt_mesh_check_closed(def->mesh, &cause) || !vt_mass_properties_of(def->mesh, &solid, &cause)))
    return vt_fail(error, cause.code, "rigid body '%s': %s", name, cause.message);

  model->mass = def->mass > 0 ? def->mass : def->density * solid.volume;
  model->center = def->inertia_given ? def->center : solid.center;
  model->gravity = def->gravity;
  model->viscosity = def->viscosity;
  if (!(isfinite(model->mass) && model->mass > 0))
    return vt_fail(error, VT_BAD_INPUT, "%s: found mass %g kg, expected above 0", what, model->mass);
  vt_mat3 inertia =
      def->inertia_given ? def->inertia : vt_mat_scale(model->mass / solid.volume, solid.inertia);
  return set_inertia(model, inertia, what, error);
}

// ---------------------------------------------------------------- the state

// A vector in principal axes, and back.
static vt_vec3 to_body(const vt_rigid_state *state, vt_vec3 v) {
  return vt_quat_rotate(vt_quat_conjugate(state->rotation), v);
}

static vt_vec3 to_world(const vt_rigid_state *state, vt_vec3 v) { return vt_quat_rotate(state->rotation, v); }

// The angular velocity in principal axes.
static vt_vec3 body_spin(const vt_rigid_model *model, const vt_rigid_state *state) {
  vt_vec3 l = to_body(state, state->angular_momentum);
  return vt_v3(l.x / model->inertia.x, l.y / model->inertia.y, l.z / model->inertia.z);
}

vt_rigid_state vt_rigid_initial_state(const vt_rigid_model *model, const vt_rigid_def *def) {
  vt_pose pose = {def->pose.position, vt_quat_normalized(def->pose.rotation)};
  vt_rigid_state state = {.position = vt_pose_apply(pose, model->center), .velocity = def->velocity};
  state.rotation = vt_quat_normalized(vt_quat_mul(pose.rotation, vt_quat_conjugate(model->axes)));
  vt_vec3 w = to_body(&state, def->angular_velocity);
  vt_vec3 l = vt_v3(model->inertia.x * w.x, model->inertia.y * w.y, model->inertia.z * w.z);
  state.angular_momentum = to_world(&state, l);
  return state;
}

vt_vec3 vt_rigid_angular_velocity(const vt_rigid_model *model, const vt_rigid_state *state) {
  return to_world(state, body_spin(model, state));
}

vt_mat3 vt_rigid_inverse_inertia(const vt_rigid_model *model, const vt_rigid_state *state) {
  vt_mat3 r = vt_quat_to_mat(state->rotation);
  vt_vec3 inverse = vt_v3(1 / model->inertia.x, 1 / model->inertia.y, 1 / model->inertia.z);
  return vt_mat_mul(r, vt_mat_mul(vt_mat_diagonal(inverse), vt_mat_transpose(r)));
}

vt_pose vt_rigid_pose(const vt_rigid_model *model, const vt_rigid_state *state) {
  vt_quat rotation = vt_quat_normalized(vt_quat_mul(state->rotation, model->axes));
  return (vt_pose){vt_sub(state->position, vt_quat_rotate(rotation, model->center)), rotation};
}

double vt_rigid_energy(const vt_rigid_model *model, const vt_rigid_state *state) {
  vt_vec3 l = to_body(state, state->angular_momentum), w = body_spin(model, state);
  return 0.5 * (model->mass * vt_dot(state->velocity, state->velocity) + vt_dot(l, w));
}

void vt_rigid_apply_impulse(
    const vt_rigid_model *model, vt_rigid_state *state, vt_vec3 impulse, vt_vec3 world_point) {
  vt_vec3 arm = vt_sub(world_point, state->position);
  state->velocity = vt_madd(state->velocity, 1 / model->mass, impulse);
  state->angular_momentum = vt_add(state->angular_momentum, vt_cross(arm, impulse));
}

// ---------------------------------------------------------------- the integrator

// Solves w_i + (tau/2) a_i w_j w_k = spin_i with a_i = (J_k - J_j) / J_i: the midpoint rule
// J w + (tau/2) w x J w = J spin, divided by J. As no moment exceeds the sum of the others, |a_i| <= 1, and
// for tau |spin| <= 1/2 the equation is near the identity: Newton's method converges from w = spin.
static vt_vec3 midpoint_spin(const vt_rigid_model *model, vt_vec3 spin, double tau) {
  enum { max_iterations = 12 };
  vt_vec3 j = model->inertia;
  double a = 0.5 * tau * (j.z - j.y) / j.x, b = 0.5 * tau * (j.x - j.z) / j.y,
         c = 0.5 * tau * (j.y - j.x) / j.z;
  vt_vec3 w = spin;
  for (int i = 0; i < max_iterations; ++i) {
    vt_vec3 residual =
        vt_v3(w.x + a * w.y * w.z - spin.x, w.y + b * w.z * w.x - spin.y, w.z + c * w.x * w.y - spin.z);
    vt_mat3 slope = {{{1, a * w.z, a * w.y}, {b * w.z, 1, b * w.x}, {c * w.y, c * w.x, 1}}};
    vt_vec3 step = vt_mat_apply(vt_mat_inverse(slope), residual);
    w = vt_sub(w, step);
    if (!(vt_norm(step) > 1e-15 * vt_norm(spin))) break;
  }
  return w;
}

// The implicit midpoint rule for free rotation over tau seconds (Austin, Krishnaprasad and Wang
// 1993): with the body's angular momentum pi, J w = (pi0 + pi1) / 2, pi1 = cay(tau w)^T pi0, q1 = q0
// cay(tau w). Turning pi by the very rotation applied to q keeps the world's angular momentum; (pi1 -
// pi0) . w = 0 keeps the energy.
static void midpoint_turn(const vt_rigid_model *model, vt_rigid_state *state, double tau) {
  vt_vec3 w = midpoint_spin(model, body_spin(model, state), tau);
  vt_quat cayley = {1, 0.5 * tau * w.x, 0.5 * tau * w.y, 0.5 * tau * w.z};
  state->rotation = vt_quat_normalized(vt_quat_mul(state->rotation, cayley));
}

// Five midpoint turns of fractions p, p, 1 - 4p, p, p with p = 1 / (4 - 4^(1/3)) (Suzuki 1990) are of fourth
// order and keep all that one keeps. A turn of more than half a radian is done in pieces, whose number
// depends on the state alone.
void vt_rigid_integrate(const vt_rigid_model *model, vt_rigid_state *state, double h) {
  const double p = 0.41449077179437573714;
  const double fractions[5] = {p, p, 1 - 4 * p, p, p};
  const double largest_turn = 0.5; // rad in one piece: see midpoint_spin
  const int max_pieces = 4096;     // beyond 2000 rad in one step the rest of the turn is dropped
  state->position = vt_madd(state->position, h, state->velocity);
  double left = h; // s
  for (int i = 0; i < max_pieces && left != 0; ++i) {
    double turn = fabs(left) * vt_norm(body_spin(model, state));
    if (!(turn > 0) || !isfinite(turn)) return;
    double pieces = ceil(turn / largest_turn), piece = left / pieces;
    for (int k = 0; k < 5; ++k) midpoint_turn(model, state, fractions[k] * piece);
    left = pieces > 1 ? left - piece : 0;
  }
}
