// Contact where it is hard: bad triangles, parallel faces, bodies that begin in touch or inside each other, a
// body that touches itself, nodes that cannot move, no friction and very much of it.
#include "check.h"
#include "crosscut.h"
#include "yard.h"

#include <string.h>

static const vt_vec3 STILL = {0, 0, 0};

static double fastest(const yard *y, int body) {
  vt_vec3 v = vt_world_body_velocity(y->world, body), w = vt_world_body_angular_velocity(y->world, body);
  double largest = vt_norm(v) + 0.1 * vt_norm(w);
  const vt_vec3 *nodes = vt_world_velocities(y->world, body);
  for (int i = 0; i < vt_model_node_count(y->model, body); ++i) largest = fmax(largest, vt_norm(nodes[i]));
  return largest;
}

// ---------------------------------------------------------------- bad triangles

// A box of 2 x 2 cells a side with some of its vertices moved onto neighbours along an edge: the surface
// stays closed and has triangles without area and vertices in the same place.
static vt_mesh *squeezed_box(void) {
  vt_mesh *mesh = block(vt_v3(0.1, 0.1, 0.1), 2, VT_CELL_NONE);
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 *p = &mesh->nodes[i];
    if (p->x == 0 && p->z < -0.04) p->x = -0.05; // a row of the bottom face onto its side
    if (p->y == 0 && p->z > 0.04) p->y = 0.05;
  }
  return mesh;
}

static void test_bad_triangles(void) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  int box = yard_rigid(&y, squeezed_box(), 1, at(0, 0, 0.06), STILL);
  int tilted = yard_rigid(&y, squeezed_box(), 1, turned(vt_v3(0.5, 0, 0.1), vt_v3(1, 2, 0), 0.6), STILL);
  yard_start(&y);
  for (int k = 0; k < 150; ++k) yard_step(&y);
  CHECK_CLOSE(vt_world_contact_force(y.world, box, 0).z, 9.81, 1e-6);
  CHECK_CLOSE(vt_world_contact_force(y.world, tilted, 0).z, 9.81, 1e-6);
  CHECK(fastest(&y, box) < 1e-6 && fastest(&y, tilted) < 1e-6);
  CHECK_NEAR(vt_world_body_pose(y.world, box).position.z, 0.0501, 1e-5);
  yard_free(&y);
}

// ---------------------------------------------------------------- starts

// Faces exactly parallel and edges exactly over each other, at the contact distance, at distance 0 and with a
// shared plane: nothing moves faster than the contact distance in a step.
static void test_start_in_touch(double gap) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  vt_vec3 size = vt_v3(0.1, 0.1, 0.1);
  int low = yard_rigid(&y, block(size, 1, VT_CELL_NONE), 1, at(0, 0, 0.05 + gap), STILL);
  int high = yard_rigid(&y, block(size, 1, VT_CELL_NONE), 1, at(0, 0, 0.15 + 2 * gap), STILL);
  yard_start(&y);
  double largest = 0;
  for (int k = 0; k < 50; ++k) {
    yard_step(&y);
    largest = fmax(largest, fmax(fastest(&y, low), fastest(&y, high)));
  }
  printf("start at a gap of %g mm: fastest %.3g m/s\n", 1e3 * gap, largest);
  CHECK(largest < 2.1e-4 / 0.01 + 0.1); // two gaps opened in a step, and gravity's own 0.098 m/s
  CHECK_CLOSE(vt_world_contact_force(y.world, low, 0).z, 2 * 9.81, 1e-6);
  CHECK_CLOSE(vt_world_contact_force(y.world, high, low).z, 9.81, 1e-6);
  CHECK_NEAR(vt_world_body_pose(y.world, high).position.z, 0.1502, 1e-6);
  yard_free(&y);
}

// A body that begins a little inside another: the intrusion says how deep, and it is moved out without speed.
static void test_start_inside(bool soft, double depth, double dt) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0.5);
  yard_ground(&y);
  vt_vec3 size = vt_v3(0.1, 0.1, 0.1);
  int body = soft ? yard_soft(&y, block(size, 3, VT_CELL_TET4), rubber(1e6), 1, at(0, 0, 0.05 - depth), STILL)
                  : yard_rigid(&y, block(size, 1, VT_CELL_NONE), 1, at(0, 0, 0.05 - depth), STILL);
  yard_start(&y);
  yard_step(&y);
  double said = vt_world_status(y.world)->intrusion, largest = 0, highest = 0;
  for (int k = 0; k < (int)lround(1 / dt); ++k) {
    largest = fmax(largest, fastest(&y, body));
    highest = fmax(highest, vt_world_body_pose(y.world, body).position.z - 0.0501);
    yard_step(&y);
  }
  double height = vt_world_body_pose(y.world, body).position.z;
  printf("%s begins %g mm inside: intrusion said %.3f mm, fastest %.4f m/s, rises %.4f mm above its place\n",
      soft ? "soft" : "rigid", 1e3 * depth, 1e3 * said, largest, 1e3 * highest);
  CHECK_NEAR(said, depth + 1e-4, 1e-6);
  // What is left within the contact distance it leaves at 0.02 m/s at most, and flies on by 0.02 mm.
  CHECK(largest < 0.021);
  CHECK(highest < 2.1e-5);
  CHECK(
      crossing_depth(vt_world_collision_surface(y.world, 0), vt_world_collision_surface(y.world, body)) == 0);
  CHECK_NEAR(height, 0.0501, soft ? 1e-3 : 1e-6);
  CHECK(fastest(&y, body) < 1e-6);
  yard_free(&y);
}

typedef struct overlap {
  const char *name;
  void (*build)(yard *y);
  double rest; // m/s: how fast it may be in the end
} overlap;

static const vt_vec3 CUBE = {0.1, 0.1, 0.1};

static void rigid_in_ground(yard *y) {
  yard_ground(y);
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 1, at(0, 0, 0), STILL);
}

static void tilted_in_ground(yard *y) {
  yard_ground(y);
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 1, turned(vt_v3(0, 0, 0), vt_v3(1, 2, 3), 0.7), STILL);
}

static void soft_in_ground(yard *y) {
  yard_ground(y);
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(1e6), 1, at(0, 0, 0), STILL);
}

static void wholly_in_ground(yard *y) {
  yard_ground(y);
  yard_rigid(y, block(vt_v3(0.02, 0.02, 0.02), 1, VT_CELL_NONE), 1, at(0, 0, -0.03), STILL);
}

static void corner_in_corner(yard *y) {
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 1, at(0, 0, 0.5), STILL);
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 1, at(0.06, 0.05, 0.54), STILL);
}

static void soft_in_soft(yard *y) {
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(1e6), 1, at(0, 0, 0.5), STILL);
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(1e6), 1, at(0.003, 0.011, 0.58), STILL);
}

static void soft_in_ball(yard *y) {
  yard_rigid(y, ball(0.05, 8, VT_CELL_NONE), 1, at(0, 0, 0.5), STILL);
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(1e6), 1, at(0.003, 0.011, 0.57), STILL);
}

// Up to 50 mm inside: said before the first step, naming the two; out within some tenths of a second (the
// depth decays as exp(-t / 0.05 s), and exp(-7) of 50 mm is half the contact distance); and never with more
// energy than a fall by two contact distances has, though pushed over 50 mm.
static void test_start_deep_inside(const overlap *o, double gravity, double dt) {
  yard y = yard_new(dt, vt_v3(0, 0, -gravity), 0.5);
  o->build(&y);
  yard_start(&y);
  int count = 0;
  const vt_crossing *crossings = vt_world_crossings(y.world, &count);
  CHECK(count == 1 && crossings[0].body_a == 0 && crossings[0].body_b == 1);
  CHECK(vt_world_status(y.world)->crossings == 1);
  double out = 0, largest = 0, last = 0, energy = 0;
  for (int k = 0; k < (int)lround(1 / dt); ++k) {
    yard_step(&y);
    last = fmax(fastest(&y, 0), fastest(&y, 1));
    largest = fmax(largest, last);
    if (vt_world_status(y.world)->crossings > 0) out = vt_world_time(y.world);
    vt_energy e = vt_world_energy(y.world, -1);
    energy = fmax(energy, e.kinetic + e.elastic);
  }
  double depth =
      crossing_depth(vt_world_collision_surface(y.world, 0), vt_world_collision_surface(y.world, 1));
  printf("%s, h %g ms: out after %.2f s, fastest %.4f m/s, in the end %.1e m/s, at most %.1e J\n", o->name,
      1e3 * dt, out, largest, last, energy);
  CHECK(out > 0.1 && out < 0.4);
  CHECK(depth == 0 && vt_world_status(y.world)->crossings == 0);
  vt_world_crossings(y.world, &count);
  CHECK(count == 0);
  CHECK(largest < 0.05);
  CHECK(last < fmax(o->rest, 0.02)); // weightless bodies go on with what they left at
  CHECK(energy < 2e-3);
  yard_free(&y);
}

// A world that goes on from a snapshot pushes out the same, bit by bit.
static void test_inside_again(void) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.5);
  tilted_in_ground(&y);
  yard_start(&y);
  vt_error error = {0};
  for (int k = 0; k < 5; ++k) yard_step(&y);
  vt_snapshot *half = vt_world_save(y.world, NULL, &error);
  CHECK(half != NULL);
  for (int k = 0; k < 10; ++k) yard_step(&y);
  uint64_t hash = vt_world_hash(y.world);
  vt_world *other = vt_world_create(y.model, &error);
  CHECK(other != NULL && vt_world_restore(other, half, &error));
  int count;
  vt_world_crossings(other, &count);
  CHECK(count == 1);
  for (int k = 0; k < 10; ++k) vt_world_step(other);
  CHECK(vt_world_hash(other) == hash);
  vt_world_destroy(other);
  vt_snapshot_destroy(half);
  yard_free(&y);
}

// ---------------------------------------------------------------- itself

// A bar bent into a C whose ends a force drives together.
static vt_mesh *letter_c(void) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(-1, 0, 0), vt_v3(1, 0.02, 0.02), 20, 2, 2, VT_CELL_TET4, &error);
  for (int i = 0; mesh != NULL && i < mesh->node_count; ++i) {
    vt_vec3 p = mesh->nodes[i];
    double angle = 0.86 * VT_PI * p.x, radius = 0.04 + p.z;
    mesh->nodes[i] = vt_v3(radius * sin(angle), p.y, radius * cos(angle));
  }
  return mesh;
}

static void test_self_contact(void) {
  vt_contact_settings contact = vt_contact_settings_default();
  yard y = yard_with(0.01, STILL, contact);
  vt_error error = {0};
  vt_deformable_def def = vt_deformable_def_default();
  vt_mesh *mesh = letter_c();
  CHECK(mesh != NULL && vt_mesh_volume(mesh) > 0);
  def.mesh = mesh;
  def.material = rubber(1e5);
  def.self_contact = true;
  int body = vt_model_add_deformable(y.model, &def, &error);
  CHECK(body >= 0);
  static const double times[] = {0, 0.2}, values[] = {0, 1};
  for (int side = -1; side <= 1; side += 2) {
    vt_load_def load = vt_load_def_default();
    load.body = body;
    load.region = side < 0 ? vt_region_box(vt_v3(-0.06, 0, -0.07), vt_v3(-0.001, 0.02, -0.03))
                           : vt_region_box(vt_v3(0.001, 0, -0.07), vt_v3(0.06, 0.02, -0.03));
    load.force = vt_v3(-side * 0.4, 0, 0);
    load.curve = (vt_curve){VT_LINEAR, 2, times, values};
    CHECK(vt_model_add_load(y.model, &load, &error) >= 0);
  }
  yard_start(&y);
  double depth = 0, force = 0;
  int largest = 0;
  for (int k = 0; k < 60; ++k) {
    yard_step(&y);
    int count;
    const vt_touch *touches = vt_world_contacts(y.world, &count);
    for (int i = 0; i < count; ++i) {
      CHECK(touches[i].body_a == body && touches[i].body_b == body);
      force = fmax(force, vt_norm(touches[i].force));
    }
    if (count > largest) largest = count;
    depth = fmax(depth, crossing_within(vt_world_collision_surface(y.world, body)));
  }
  printf("a C that closes: %d contacts with itself, up to %.3f N, crossing %.4f mm\n", largest, force,
      1e3 * depth);
  CHECK(largest > 0 && force > 0);
  CHECK(depth == 0);
  CHECK(vt_norm(vt_world_contact_force(y.world, body, -1)) == 0); // a body's forces on itself cancel
  yard_free(&y);
  vt_mesh_destroy(mesh);
}

// ---------------------------------------------------------------- nodes that cannot move

// A soft block held at all nodes, driven down: against the ground nothing can give (no force, no failure); a
// rigid box between is pushed along.
static void test_attached_nodes(bool box_between) {
  yard y = yard_new(0.01, STILL, 0.5);
  vt_error error = {0};
  double top = box_between ? 0.5 : 0;
  if (!box_between) yard_ground(&y);
  int box = box_between
                ? yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.1), 1, VT_CELL_NONE), 1, at(0, 0, 0.45), STILL)
                : -1;
  int soft = yard_soft(
      &y, block(vt_v3(0.1, 0.1, 0.1), 2, VT_CELL_TET4), rubber(1e6), 1, at(0, 0, top + 0.052), STILL);
  static const double times[] = {0, 0.2};
  const vt_pose poses[] = {vt_pose_identity(), at(0, 0, -0.01)};
  vt_frame_def frame = vt_frame_def_default();
  frame.keys = (vt_pose_keys){VT_LINEAR, 2, times, poses};
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = soft;
  hold.region = vt_region_all();
  hold.frame = vt_model_add_frame(y.model, &frame, &error);
  CHECK(hold.frame >= 0 && vt_model_add_attachment(y.model, &hold, &error) >= 0);
  yard_start(&y);
  int largest = 0;
  for (int k = 0; k < 30; ++k) {
    yard_step(&y);
    if (vt_world_status(y.world)->contacts > largest) largest = vt_world_status(y.world)->contacts;
  }
  CHECK(largest > 0);
  CHECK_NEAR(vt_world_body_pose(y.world, soft).position.z, top + 0.042, 1e-9);
  if (!box_between) CHECK(vt_norm(vt_world_contact_force(y.world, soft, -1)) == 0);
  if (box_between) CHECK(vt_world_body_pose(y.world, box).position.z < 0.45 - 0.0079);
  yard_free(&y);
}

// ---------------------------------------------------------------- friction

// Thrown along the ground: without friction nothing slows it; with very much of it, it stops at once and does
// not turn over (it is flat).
static void test_friction(double mu) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), mu);
  yard_ground(&y);
  int body =
      yard_rigid(&y, block(vt_v3(0.1, 0.1, 0.01), 1, VT_CELL_NONE), 1, at(0, 0, 0.0051), vt_v3(0.2, 0.1, 0));
  yard_start(&y);
  worst w = {0};
  for (int k = 0; k < 50; ++k) {
    yard_step(&y);
    look(&y, &w);
  }
  vt_vec3 v = vt_world_body_velocity(y.world, body);
  printf(
      "friction %g: velocity %.3e %.3e, %d sweeps, residual %.1e\n", mu, v.x, v.y, w.iterations, w.residual);
  CHECK_NEAR(v.x, mu == 0 ? 0.2 : 0, 1e-6);
  CHECK_NEAR(v.y, mu == 0 ? 0.1 : 0, 1e-6);
  CHECK(w.unconverged == 0);
  yard_free(&y);
}

// What is refused says what is expected.
static void test_friction_limit(void) {
  vt_contact_settings contact = vt_contact_settings_default();
  vt_settings settings = vt_settings_default();
  vt_error error = {0};
  vt_model *model = vt_model_create(&settings, &error);
  contact.friction = 9e5;
  CHECK(vt_model_set_contact(model, &contact, &error));
  contact.friction = 2e6;
  CHECK(!vt_model_set_contact(model, &contact, &error) && strstr(error.message, "below 1e6") != NULL);
  vt_model_destroy(model);
}

int main(void) {
  test_bad_triangles();
  test_start_in_touch(1e-4);
  test_start_in_touch(0);
  test_start_inside(false, 1e-3, 0.01);
  test_start_inside(true, 1e-3, 0.01);
  test_start_inside(false, 1e-3, 0.001);
  for (double dt = 0.01; dt > 5e-4; dt /= 10) {
    test_start_deep_inside(&(overlap){"cube half in the ground", rigid_in_ground, 1e-6}, 9.81, dt);
    test_start_deep_inside(&(overlap){"tilted cube half in the ground", tilted_in_ground, 1e-6}, 9.81, dt);
    test_start_deep_inside(&(overlap){"cube wholly in the ground", wholly_in_ground, 1e-6}, 9.81, dt);
    test_start_deep_inside(&(overlap){"corner in corner", corner_in_corner, 1e-6}, 0, dt);
  }
  test_start_deep_inside(&(overlap){"soft cube half in the ground", soft_in_ground, 1e-6}, 9.81, 0.01);
  test_start_deep_inside(&(overlap){"soft cube in a soft cube", soft_in_soft, 1e-6}, 0, 0.01);
  test_start_deep_inside(&(overlap){"soft cube in a ball", soft_in_ball, 1e-3}, 0, 0.01);
  test_inside_again();
  test_self_contact();
  test_attached_nodes(false);
  test_attached_nodes(true);
  test_friction(0);
  test_friction(100);
  test_friction_limit();
  return check_report();
}
