// Bodies of points that are thrown at a plate by far more than their size in a step: none goes through.
#include "check.h"
#include "skins.h"

static const double radius = 0.01, thickness = 0.01;

typedef enum kind { POINTS_ON_POINTS, POINTS_ON_TRIANGLES, TRIANGLES_ON_POINTS, KINDS } kind;

static const char *const names[KINDS] = {"points on points", "points on triangles", "triangles on points"};

// From `start` m above the plate, at a speed, aslant, turning; the lowest that its centre came, m above the
// plate.
static double thrown(kind k, bool soft, double start, double speed, double dt, long long *unconverged) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.3);
  vt_error error = {0};
  vt_points_def cloud = samples(1200, 150), flat = samples(4000, 500);
  yard_points_fixed(&y, block(vt_v3(0.3, 0.3, thickness), 1, VT_CELL_NONE),
      k == POINTS_ON_TRIANGLES ? NULL : &flat, at(0, 0, -0.5 * thickness));
  vt_quasi_rigid_def def = vt_quasi_rigid_def_default();
  def.rigid.mesh = ball(radius, 8, VT_CELL_NONE);
  def.rigid.points = k == TRIANGLES_ON_POINTS ? NULL : &cloud;
  def.rigid.mass = 0.005;
  def.rigid.pose = turned(vt_v3(0, 0, radius + start), vt_v3(1, 2, 3), 1);
  def.rigid.velocity = vt_v3(0.1 * speed, 0.05 * speed, -speed);
  def.rigid.angular_velocity = vt_v3(20, -30, 10);
  def.material = (vt_material){.young = 1e6, .poisson = 0.4, .density = 1000, .stiffness_damping = 0.001};
  int body = soft ? vt_model_add_quasi_rigid(y.model, &def, &error)
                  : vt_model_add_rigid(y.model, &def.rigid, &error);
  if (!CHECK(body >= 0)) printf("%s\n", error.message);
  vt_mesh_destroy((vt_mesh *)def.rigid.mesh);
  yard_start(&y);
  double lowest = INFINITY;
  worst seen = {0};
  for (int n = 0; n < 12; ++n) {
    yard_step(&y);
    look(&y, &seen);
    lowest = fmin(lowest, vt_world_body_pose(y.world, body).position.z);
  }
  *unconverged += seen.unconverged;
  yard_free(&y);
  return lowest;
}

int main(void) {
  const double speeds[] = {3, 20, 100}, starts[] = {0.001, 0.0473};
  for (int k = 0; k < KINDS; ++k)
    for (int soft = 0; soft <= (k != TRIANGLES_ON_POINTS); ++soft) {
      double lowest = INFINITY;
      long long unconverged = 0;
      for (int s = 0; s < 3; ++s)
        for (int f = 0; f < 2; ++f) {
          double dt = (s + f) % 2 == 0 ? 0.01 : 0.004;
          lowest = fmin(lowest, thrown((kind)k, soft, starts[f], speeds[s], dt, &unconverged));
        }
      printf("%s, %s, 3 to 100 m/s: the centre stays %.2f mm above the plate at least, its radius is 10 mm; "
             "unconverged "
             "%lld\n",
          names[k], soft ? "soft" : "rigid", 1e3 * lowest, unconverged);
      CHECK(lowest > (soft ? 0 : 0.9) * radius); // what is soft is pressed flat
      CHECK(unconverged == 0);
    }
  return check_report();
}
