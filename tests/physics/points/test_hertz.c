// A ball of points that is pressed on a plane of points, with the compliance of a half space, against Hertz:
// force against approach, and the circle that touches, at three densities.
#include "check.h"
#include "skins.h"

#include <stdlib.h>

static const double radius = 0.05, young = 1e6, poisson = 0.45, mass = 0.5;

// The lower cap of a ball, within half a radius of its axis, by a spiral.
static vt_vec3 *cap(int count, vt_vec3 **normals) {
  vt_vec3 *points = calloc((size_t)count, sizeof *points);
  *normals = calloc((size_t)count, sizeof *points);
  double height = 1 - cos(asin(0.5));
  for (int i = 0; i < count; ++i) {
    double z = height * (i + 0.5) / count - 1, r = sqrt(1 - z * z), angle = 2.39996322972865332 * i;
    (*normals)[i] = vt_v3(r * cos(angle), r * sin(angle), z);
    points[i] = vt_scale(radius, (*normals)[i]);
  }
  return points;
}

typedef struct pressed {
  double height, area; // m: of the centre; m^2: that carries
  int contacts;
  long long unconverged;
} pressed;

static pressed press(int controls, double force, vt_points_compliance compliance, double dt) {
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction = 0;
  contact.alarm = 3e-4; // what is inside without its bend is found in any case
  yard y = yard_with(dt, vt_v3(0, 0, 0), contact);
  vt_error error = {0};
  vt_vec3 *normals, *points = cap(8 * controls, &normals);
  vt_points_def plane = samples(400, 50),
                lower = {.count = 8 * controls, .points = points, .normals = normals, .controls = controls};
  int ground =
      yard_points_fixed(&y, block(vt_v3(0.08, 0.08, 0.02), 1, VT_CELL_NONE), &plane, at(0, 0, -0.01));
  vt_quasi_rigid_def def = vt_quasi_rigid_def_default();
  def.rigid.mesh = ball(radius, 12, VT_CELL_NONE);
  def.rigid.points = &lower;
  def.rigid.mass = mass;
  def.rigid.pose = at(0, 0, radius);
  def.rigid.inertia_given = true; // only its cap is points: it is not to turn
  def.rigid.inertia = vt_mat_scale(1e3, vt_mat_identity());
  def.material = (vt_material){.young = young, .poisson = poisson, .density = 1000, .stiffness_damping = 0.1};
  def.compliance = compliance;
  int body = vt_model_add_quasi_rigid(y.model, &def, &error);
  if (!CHECK(body >= 0)) printf("%s\n", error.message);
  vt_load_def load = vt_load_def_default();
  load.body = body;
  load.force = vt_v3(0, 0, -force);
  CHECK(vt_model_add_load(y.model, &load, &error) >= 0);
  yard_start(&y);
  worst seen = {0};
  for (int n = 0; n < 30; ++n) {
    yard_step(&y);
    look(&y, &seen);
  }
  pressed p = {.height = vt_world_body_pose(y.world, body).position.z, .unconverged = seen.unconverged};
  vt_vec3 f = vt_world_contact_force(y.world, body, ground);
  CHECK(force < 1 || fabs(f.z - force) < 1e-6 * force);
  int count;
  const vt_touch *touches = vt_world_contacts(y.world, &count);
  for (int k = 0; k < count; ++k) p.contacts += vt_dot(touches[k].force, touches[k].normal) > 1e-9;
  double area = 2 * VT_PI * radius * radius * (1 - cos(asin(0.5)));
  p.area = area * p.contacts / controls;
  vt_mesh_destroy((vt_mesh *)def.rigid.mesh);
  free(points);
  free(normals);
  yard_free(&y);
  return p;
}

int main(void) {
  const double force = 12, stiffness = young / (1 - poisson * poisson);
  const int controls[] = {125, 500, 2000};
  // Twice the force: 2^(2/3) the approach.
  double approach = pow(0.75 * force / (stiffness * sqrt(radius)), 2.0 / 3),
         more = approach * (pow(2, 2.0 / 3) - 1);
  double before = 0;
  for (int k = 0; k < (SANITIZED ? 2 : 3); ++k) {
    pressed none = press(controls[k], 1e-3 * force, VT_COMPLIANCE_HALF_SPACE, 0.1),
            one = press(controls[k], force, VT_COMPLIANCE_HALF_SPACE, 0.1),
            two = press(controls[k], 2 * force, VT_COMPLIANCE_HALF_SPACE, 0.1);
    double measured = none.height - one.height + 0.01 * approach; // 0.001^(2/3)
    double force_off = pow(approach / measured, 1.5) - 1;
    double second = (one.height - two.height) / more;
    printf(
        "%4d control points: approach %.4f mm (Hertz %.4f), force at this approach off by %+.1f%%; from F to "
        "2 F %.3f of Hertz; %d carry, %.3f of pi a^2\n",
        controls[k], 1e3 * measured, 1e3 * approach, 100 * force_off, second, one.contacts,
        one.area / (VT_PI * radius * approach));
    CHECK(none.unconverged + one.unconverged + two.unconverged == 0);
    if (k > 0) CHECK(fabs(force_off) < 0.1);
    if (k > 0) CHECK(fabs(force_off) < 0.7 * fabs(before));
    before = force_off;
  }
  return check_report();
}
