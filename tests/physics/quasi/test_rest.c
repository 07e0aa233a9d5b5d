// Quasi-rigid bodies at rest on many points: weight, the third law, contact forces that are unique where the
// rigid body's are not (Fig. 13 of the 2006 paper), and what becomes of it all as Young's modulus grows.
#include "quasi.h"

#include "check.h"

#include <stdlib.h>

static const vt_vec3 down = {0, 0, -9.81};
static const vt_vec3 size = {0.1, 0.06, 0.04};

enum { CELLS = 4 };

// The forces along z of a body's contacts with the ground, by vertex of its surface.
typedef struct carried {
  int count;
  double force[400];
  double sum;
} carried;

static carried look_at(const yard *y, int body) {
  static vt_vec3 forces[400];
  carried c = {.count = vt_world_collision_surface(y->world, body).vertex_count};
  vt_world_vertex_contact_forces(y->world, body, forces);
  for (int i = 0; i < c.count && i < 400; ++i) c.sum += c.force[i] = forces[i].z;
  return c;
}

static double difference(const carried *a, const carried *b) {
  double largest = 0;
  for (int i = 0; i < a->count; ++i) largest = fmax(largest, fabs(a->force[i] - b->force[i]));
  return largest / a->sum;
}

// A block let down on the ground: from `height` above it, tilted, at a friction; quasi-rigid, or rigid if E
// is 0.
static yard put(double young, double height, double tilt, double friction, double dt, int *body) {
  yard y = yard_new(dt, down, friction);
  yard_ground(&y);
  vt_quasi_rigid_def def = plastic(young);
  def.material.stiffness_damping = 2e-4;
  def.rigid.pose = turned(vt_v3(0, 0, 0.5 * size.z + 1e-4 + height), vt_v3(1, 0.6, 0), tilt);
  vt_mesh *mesh = block(size, CELLS, VT_CELL_HEX8);
  if (young > 0) {
    *body = yard_quasi(&y, mesh, def);
  } else {
    *body = yard_rigid(&y, mesh, 950 * size.x * size.y * size.z, def.rigid.pose, vt_v3(0, 0, 0));
  }
  yard_start(&y);
  return y;
}

// Weight is carried, and the ground feels what the block does.
static void test_weight(double young, double friction) {
  int body;
  yard y = put(young, 2e-4, 1e-3, friction, 1e-3, &body);
  worst w = {0};
  for (int k = 0; k < 600; ++k) {
    yard_step(&y);
    look(&y, &w);
  }
  double weight = 9.81 * vt_model_body_mass(y.model, body);
  vt_vec3 up = vt_world_contact_force(y.world, body, 0), back = vt_world_contact_force(y.world, 0, body);
  double speed = vt_norm(vt_world_body_velocity(y.world, body));
  printf("E %.0e, mu %.1f: carries %.9f of its weight, third law %.1g, speed %.1g m/s, residual %.1g, "
         "unconverged %lld, pieces %d\n",
      young, friction, up.z / weight, vt_norm(vt_add(up, back)) / weight, speed, w.residual, w.unconverged,
      w.substeps);
  CHECK_CLOSE(up.z, weight, 1e-6);
  CHECK(vt_norm(vt_add(up, back)) == 0);
  CHECK(fabs(up.x) < 1e-6 * weight && fabs(up.y) < 1e-6 * weight);
  CHECK(w.unconverged == 0);
  yard_free(&y);
}

// Without friction what carries a body at rest does not depend on how it came there.
static void test_unique(void) {
  carried placed, dropped, hard_placed, hard_dropped;
  int body;
  for (int k = 0; k < 4; ++k) {
    yard y = put(k < 2 ? 7e8 : 0, k % 2 == 0 ? 0 : 5e-4, k % 2 == 0 ? 0 : 3e-3, 0, 1e-3, &body);
    for (int i = 0; i < 1500; ++i) yard_step(&y);
    *(k == 0 ? &placed : k == 1 ? &dropped : k == 2 ? &hard_placed : &hard_dropped) = look_at(&y, body);
    yard_free(&y);
  }
  double soft = difference(&placed, &dropped), hard = difference(&hard_placed, &hard_dropped);
  printf("placed or dropped: forces at vertices differ by %.2g of the weight quasi-rigid, %.2g rigid\n", soft,
      hard);
  CHECK(soft < 1e-5);
  // Centre, edges and corners: symmetric as the block is.
  double corner[4] = {0};
  int corners = 0;
  yard y = put(7e8, 0, 0, 0, 1e-3, &body);
  vt_surface_view s = vt_world_collision_surface(y.world, body);
  for (int i = 0; i < s.vertex_count && corners < 4; ++i)
    if (s.vertices[i].z < 2e-4 && fabs(fabs(s.vertices[i].x) - 0.05) < 1e-9 &&
        fabs(fabs(s.vertices[i].y) - 0.03) < 1e-9)
      corner[corners++] = placed.force[i] / placed.sum;
  printf("corners carry %.4f %.4f %.4f %.4f of the weight\n", corner[0], corner[1], corner[2], corner[3]);
  CHECK(corners == 4);
  for (int i = 1; i < 4; ++i) CHECK_NEAR(corner[i], corner[0], 1e-5);
  yard_free(&y);
}

// A block pushed along the ground at mu 0.3 by half its weight and let go: where it is, and what it is
// carried by, over six decades of E, against the rigid block.
static void test_sweep(double dt) {
  double end = 0;
  int body, steps = (int)lrint(0.4 / dt);
  carried before = {0};
  for (int k = -1; k < 7; ++k) {
    double young = k < 0 ? 0 : 1e6 * pow(10, k);
    yard y = yard_new(dt, down, 0.3);
    yard_ground(&y);
    vt_quasi_rigid_def def = plastic(young);
    def.rigid.pose = at(0, 0, 0.5 * size.z + 1e-4);
    def.rigid.velocity = vt_v3(0.5, 0, 0);
    vt_mesh *mesh = block(size, CELLS, VT_CELL_HEX8);
    if (k >= 0) {
      body = yard_quasi(&y, mesh, def);
    } else {
      body = yard_rigid(&y, mesh, 950 * size.x * size.y * size.z, def.rigid.pose, def.rigid.velocity);
    }
    yard_start(&y);
    worst w = {0};
    for (int i = 0; i < steps; ++i) {
      yard_step(&y);
      look(&y, &w);
    }
    double x = vt_world_body_pose(y.world, body).position.x;
    carried now = look_at(&y, body);
    if (k < 0) {
      end = x;
      printf(
          "sweep at %.0f ms: rigid slides %.6f m (v^2/2 mu g: %.6f)\n", 1e3 * dt, x, 0.25 / (2 * 0.3 * 9.81));
    } else {
      double off = fabs(x - end), change = k > 0 ? difference(&now, &before) : 1;
      printf("  E %.0e: slides %.6f m, off by %.2g m; forces change by %.2g of the weight; unconverged %lld, "
             "iterations %d\n",
          young, x, off, change, w.unconverged, w.iterations);
      CHECK(w.unconverged == 0);
      if (k == 6) CHECK(off < 1e-5 && change < 1e-3);
    }
    before = now;
    yard_free(&y);
  }
}

int main(void) {
  test_weight(1e6, 0);
  test_weight(7e8, 0.5);
  test_weight(1e12, 0.5);
  test_unique();
  test_sweep(1e-3);
  test_sweep(3e-3);
  return check_report();
}
