// A soft table with four legs under load (Duriez et al. 2006, Fig. 6): at mu = 0.1 the legs spread, at 0.8
// they stand.
//
// How steeply a foot pushes outwards is told from its forces. Spreading legs push with exactly mu: the load
// is taken by bending alone. Legs that stand push with what the table asks for, between the two.
#include "check.h"
#include "half_ball.h"
#include "table.h"

typedef struct stand {
  double spread; // m: how far feet went outwards along x and y, in the mean
  double push;   // horizontal over vertical force of a foot, in the mean
  double up;     // N in all
  double weight; // N
  double sag;    // m, of the middle of the top
} stand;

static stand look(const rig *r, int body) {
  const vt_mesh *mesh = vt_model_body_mesh(r->model, body);
  const vt_vec3 *x = vt_world_positions(r->world, body);
  stand s = {.weight = table_load + 9.81 * vt_model_body_mass(r->model, body)};
  int feet = 0, count;
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 rest = mesh->nodes[i];
    if (rest.z == 0) {
      s.spread += 0.5 * (copysign(1, rest.x) * (x[i].x - rest.x) + copysign(1, rest.y) * (x[i].y - rest.y));
      ++feet;
    }
    if (fabs(rest.x) + fabs(rest.y) < 1e-9 && rest.z > 0) s.sag = rest.z - x[i].z;
  }
  s.spread /= feet;
  const vt_touch *touches = vt_world_contacts(r->world, &count);
  double side[4][2] = {{0}};
  for (int k = 0; k < count; ++k) {
    int leg = (touches[k].point.x > 0) + 2 * (touches[k].point.y > 0);
    side[leg][0] += touches[k].force.x;
    side[leg][1] += touches[k].force.y;
    s.up += touches[k].force.z;
  }
  for (int leg = 0; leg < 4; ++leg) s.push += hypot(side[leg][0], side[leg][1]) / s.up;
  return s;
}

static stand run(double friction, vt_element element) {
  int body;
  rig r = table_new(friction, false, element, &body);
  rig_steps(&r, 120);
  const vt_status *status = vt_world_status(r.world);
  stand s = look(&r, body);
  printf("| %s | %.1f | %.2f | %.2f | %.4f | %lld |\n", element_name(element), friction, 1e3 * s.spread,
      1e3 * s.sag, s.push, status->unconverged);
  CHECK(status->unconverged == 0);
  fflush(stdout);
  CHECK_CLOSE(s.up, s.weight, 1e-3); // it still swings a little
  rig_free(&r);
  return s;
}

int main(int argc, char **argv) {
  bool full = is_full(argc, argv);
  printf("| element | mu | feet out, mm | top down, mm | push of a foot, H / V | steps above 1e-6 "
         "|\n|---|---|---|---|---|---|\n");
  static const vt_element elements[] = {VT_ELEMENT_HEX8, VT_ELEMENT_TET4_SMOOTHED, VT_ELEMENT_TET10};
  for (int e = 0; e < (full ? 3 : 2); ++e) {
    stand slips = run(0.1, elements[e]), stays = run(0.8, elements[e]);
    CHECK(slips.spread > 10 * fabs(stays.spread));
    CHECK(slips.sag > 1.2 * stays.sag);
    CHECK_NEAR(slips.push, 0.1, 0.002); // feet slip a little apart from each other's direction
    CHECK(stays.push > 0.12 && stays.push < 0.79);
  }
  return check_report();
}
