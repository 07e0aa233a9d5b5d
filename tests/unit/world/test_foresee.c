// Contacts that a step did not see coming are foreseen in its next try: it ends without crossing, in one
// part, with what is conserved conserved. And gaps of a hair between rigid bodies are none.
#include "check.h"
#include "physics/contact/yard.h"
#include "physics/integrator.h"

// ---------------------------------------------------------------- boxes that turn fast

typedef struct scene {
  const char *name;
  vt_vec3 size;     // m, of the box that turns
  vt_pose pose;     // of it; the other one, 0.1 m wide, is at the origin
  vt_vec3 velocity; // m/s
  vt_vec3 spin;     // rad/s
} scene;

static const double STEP = 0.01; // s
enum { STEPS = 30 };

static yard make(const scene *s, double friction, vt_vec3 gravity) {
  yard y = yard_new(STEP, gravity, friction);
  yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.1), 1, VT_CELL_NONE), 1, at(0, 0, 0), vt_v3(0, 0, 0));
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  vt_mesh *mesh = block(s->size, 1, VT_CELL_NONE);
  def.mesh = mesh;
  def.mass = 0.2;
  def.pose = s->pose;
  def.velocity = s->velocity;
  def.angular_velocity = s->spin;
  CHECK(vt_model_add_rigid(y.model, &def, &error) == 1);
  vt_mesh_destroy(mesh);
  yard_start(&y);
  return y;
}

// Another try was needed: the first one crossed, and left its contacts behind for the next (foresee.c).
static bool foresaw(const yard *y) { return vt_world_status(y->world)->again.tries > 1; }

// Momentum and angular momentum: every impulse acts with both signs at one point, which leaves rounding. Of
// the energy `left` J remain, as recorded: impacts and friction take their part, and no more.
static void test_conservation(const scene *s, double friction, double left) {
  yard y = make(s, friction, vt_v3(0, 0, 0));
  double energy = yard_energy(&y), first = energy, growth = 0;
  vt_vec3 momentum = yard_momentum(&y), angular = yard_angular_momentum(&y);
  double scale = vt_norm(vt_world_momentum(y.world, 1)), arms = vt_norm(angular), off = 0, off_angular = 0;
  int parts = 0, crossings = 0, unconverged = 0, tries = 0, halved = 0;
  for (int k = 0; k < STEPS; ++k) {
    yard_step(&y);
    const vt_status *status = vt_world_status(y.world);
    if (status->substeps > parts) parts = status->substeps;
    crossings += status->crossings;
    tries += status->again.tries;
    halved += status->again.crossed + status->again.unsolved;
    unconverged += status->result == VT_STEP_UNCONVERGED;
    growth = fmax(growth, yard_energy(&y) - energy);
    energy = yard_energy(&y);
    off = fmax(off, vt_norm(vt_sub(yard_momentum(&y), momentum)));
    off_angular = fmax(off_angular, vt_norm(vt_sub(yard_angular_momentum(&y), angular)));
  }
  printf("%s, mu %g: %d parts, energy %.3f of %.3f J, momentum off %.1e, angular %.1e, foresaw %d\n", s->name,
      friction, parts, energy, first, off / scale, off_angular / arms, tries - STEPS);
  CHECK(tries > STEPS && halved == 0); // a plain step crosses
  CHECK(parts == 1);
  CHECK(crossings == 0 && unconverged == 0);
  CHECK(energy < 0.95 * first); // they met
  CHECK_CLOSE(energy, left, 0.05);
  CHECK(growth < 1e-9 * first);
  CHECK(off < 1e-12 * scale);
  CHECK(off_angular < 1e-12 * arms);
  yard_free(&y);
}

// Falling together: gravity adds m g h a step, whatever is foreseen.
static void test_falling(const scene *s) {
  yard y = make(s, 0.3, vt_v3(0, 0, -9.81));
  vt_vec3 momentum = yard_momentum(&y);
  int foreseen = 0;
  for (int k = 0; k < STEPS; ++k) {
    yard_step(&y);
    foreseen += foresaw(&y);
  }
  vt_vec3 got = vt_sub(yard_momentum(&y), momentum);
  CHECK(foreseen > 0);
  double late = tested_integrator() == VT_INTEGRATOR_NEWMARK ? 0.5 : 0; // velocities of the middle of a step
  CHECK_CLOSE(got.z, -1.2 * 9.81 * (STEPS - late) * STEP, 1e-12);
  CHECK_NEAR(hypot(got.x, got.y), 0, 1e-12);
  yard_free(&y);
}

// What earlier tries left behind has no part in the state: the same bits again, here and in another world,
// from before each step.
static void test_bits(const scene *s) {
  vt_error error = {0};
  yard y = make(s, 0.3, vt_v3(0, 0, -9.81));
  vt_world *other = vt_world_create(y.model, &error);
  int foreseen = 0;
  for (int k = 0; k < 8; ++k) {
    vt_snapshot *snapshot = vt_world_save(y.world, NULL, &error);
    for (int i = 0; i < 12; ++i) {
      yard_step(&y);
      foreseen += foresaw(&y);
    }
    uint64_t end = vt_world_hash(y.world);
    CHECK(vt_world_restore(y.world, snapshot, &error) && vt_world_restore(other, snapshot, &error));
    for (int i = 0; i < 12; ++i) {
      yard_step(&y);
      CHECK(vt_world_step(other) != VT_STEP_FAILED);
    }
    CHECK(vt_world_hash(y.world) == end && vt_world_hash(other) == end);
    CHECK(vt_world_restore(y.world, snapshot, &error));
    vt_snapshot_destroy(snapshot);
    yard_step(&y);
  }
  CHECK(foreseen > 0);
  vt_world_destroy(other);
  yard_free(&y);
}

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24) - 0.5;
}

static vt_vec3 random_vec(unsigned *seed, double size) {
  double x = random_number(seed), y = random_number(seed), z = random_number(seed);
  return vt_scale(size, vt_v3(x, y, z));
}

// Boxes of all shapes that turn about any axis. Some steps are halved all the same, where what is foreseen
// leads into something else; without foresight every one of them is. Energy: friction takes more than
// anything gives; without it, bodies that are closer than the contact distance leave each other as fast as
// that takes, at 1e-2 m/s at most where they met at some m/s.
static void test_many(void) {
  int foreseen = 0, halved = 0, crossings = 0;
  double growth[2] = {0, 0}; // with friction, and without
  for (unsigned k = 0; k < 150; ++k) {
    unsigned seed = 913 * k + 1;
    vt_vec3 place = random_vec(&seed, 0.16), axis = random_vec(&seed, 1);
    scene s = {.size = vt_add(vt_v3(0.06, 0.06, 0.06), random_vec(&seed, 0.08))};
    s.pose = turned(vt_v3(place.x, place.y, 0.13), axis, 3 * random_number(&seed));
    s.velocity = vt_v3(place.z, axis.x, -1.5);
    s.spin = vt_scale(60, vt_normalized(random_vec(&seed, 1)));
    yard y = make(&s, k % 3 == 2 ? 1 : 0.3 * (k % 3), vt_v3(0, 0, 0));
    double first = yard_energy(&y), energy = first;
    for (int i = 0; i < STEPS; ++i) {
      yard_step(&y);
      const vt_status *status = vt_world_status(y.world);
      foreseen += foresaw(&y);
      halved += status->substeps > 1;
      crossings += status->crossings;
      double *largest = &growth[k % 3 == 0];
      *largest = fmax(*largest, (yard_energy(&y) - energy) / first);
      energy = yard_energy(&y);
    }
    yard_free(&y);
  }
  printf("%d steps foreseen, %d halved, energy grew by %.1e, without friction %.1e\n", foreseen, halved,
      growth[0], growth[1]);
  CHECK(foreseen > 100);
  CHECK(halved < foreseen / 4);
  CHECK(crossings == 0);
  CHECK(growth[0] < 1e-9);
  CHECK(growth[1] < 1e-4);
}

// ---------------------------------------------------------------- gaps of a hair

static const double KEPT = 1e-4; // m, the contact distance

// A box on the ground whose corners have gaps between -0.2 and 0.8 thousandths of the contact distance.
// Forces: the solver's tolerance is 1e-6 of the largest, and four forces make the weight. Gaps drift by as
// much of the distance that the box would fall in a step: up to 1e-9 m in 10 ms, which is a hair after 100
// steps.
static void test_hair(double dt, int steps) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  double hair = 1e-3 * KEPT, largest = 0, least = INFINITY, off = 0, drift = 0;
  yard_ground(&y);
  vt_vec3 from = vt_v3(0.5, 0.2, 0.05 + KEPT + 0.3 * hair); // away from the diagonal of the ground
  int body = yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.1), 1, VT_CELL_NONE), 1,
      turned(from, vt_v3(3, 2, 0), 0.5 * hair / 0.05 / 1.4), vt_v3(0, 0, 0));
  yard_start(&y);
  for (int k = 0; k < steps; ++k) {
    vt_vec3 forces[8], sum = {0, 0, 0};
    yard_step(&y);
    vt_surface_view view = vt_world_collision_surface(y.world, body);
    CHECK(view.vertex_count == 8);
    vt_world_vertex_contact_forces(y.world, body, forces);
    for (int i = 0; i < 8; ++i) {
      sum = vt_add(sum, forces[i]);
      if (view.vertices[i].z > 0.05) continue;
      least = fmin(least, forces[i].z);
      largest = fmax(largest, forces[i].z);
    }
    off = fmax(off, vt_norm(vt_sub(sum, vt_v3(0, 0, 9.81))));
    drift = fmax(drift, vt_norm(vt_sub(vt_world_body_pose(y.world, body).position, from)));
  }
  printf("hair, h %g ms: corners carry %.4f to %.4f N, off %.1e N, drift %.1e m\n", 1e3 * dt, least, largest,
      off, drift);
  CHECK(least > 0.1 * 9.81 / 4);
  CHECK_NEAR(off, 0, 4e-6 * 9.81);
  CHECK(drift < hair);
  yard_free(&y);
}

int main(void) {
  const scene scenes[] = {
      {"onto", vt_v3(0.1, 0.02, 0.02), turned(vt_v3(0.035, 0.01, 0.085), vt_v3(0, 0, 1), 0.3),
          vt_v3(0, 0, -1), vt_v3(3, 60, 1.2)},
      {"beside", vt_v3(0.02, 0.03, 0.1), turned(vt_v3(0.082, 0.013, 0.03), vt_v3(0, 0, 1), 0.2),
          vt_v3(0, 0, -1.5), vt_v3(0, 60, 0)},
      {"edge on edge", vt_v3(0.06, 0.06, 0.06), turned(vt_v3(0.06, 0.06, 0.1), vt_v3(1, -1, 0), 0.7),
          vt_v3(-0.5, -0.5, -1.5), vt_v3(40, -45, 10)},
  };
  static const double left[] = {0.153, 0.416, 0.138};
  for (int k = 0; k < 3; ++k) {
    test_conservation(&scenes[k], 0.3, left[k]);
    test_falling(&scenes[k]);
    test_bits(&scenes[k]);
  }
  test_conservation(&scenes[0], 0, 0.170);
  test_many();
  test_hair(0.01, 100);
  test_hair(0.001, 1000);
  return check_report();
}
