// No interpenetration of the true surfaces at speeds up to 10 m/s and steps of 10 ms (0.1 m a step, twice the
// size of the bodies): after every step every triangle is tried against every triangle.
#include "check.h"
#include "crosscut.h"
#include "yard.h"

#include <stdlib.h>

// A collision: body 0 stands, or comes from below; body 1 comes down onto it along -z.
typedef struct collision {
  const char *name;
  void (*build)(yard *y, double speed);
  double steps; // how many
} collision;

static const vt_vec3 CUBE = {0.05, 0.05, 0.05};

static vt_vec3 down(double speed) { return vt_v3(0, 0, -speed); }

static void cube_on_face(yard *y, double speed) {
  yard_ground(y);
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 0.1, at(0.013, 0.007, 0.0913), down(speed));
}

static void cube_on_edge(yard *y, double speed) {
  yard_ground(y);
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 0.1, turned(vt_v3(0.013, 0, 0.0913), vt_v3(0, 1, 0), VT_PI / 4),
      down(speed));
}

static void cube_on_corner(yard *y, double speed) {
  yard_ground(y);
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 0.1,
      turned(vt_v3(0.013, 0, 0.0913), vt_v3(1, -1, 0), atan(sqrt(2))), down(speed));
}

static void soft_cube_on_corner(yard *y, double speed) {
  yard_ground(y);
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(5e5), 0.1,
      turned(vt_v3(0.013, 0, 0.0913), vt_v3(1, -1, 0), atan(sqrt(2))), down(speed));
}

// The cube lies on its edge, the sphere comes down beside it.
static void ball_on_cube_edge(yard *y, double speed) {
  yard_fixed(y, block(CUBE, 1, VT_CELL_NONE), turned(vt_v3(0, 0, 0), vt_v3(0, 1, 0), VT_PI / 4));
  yard_rigid(y, ball(0.025, 6, VT_CELL_NONE), 0.1, at(0.004, 0.003, 0.113), down(speed));
}

// Edge across edge: neither has a vertex near the other.
static void cubes_edge_on_edge(yard *y, double speed) {
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 0.1, turned(vt_v3(0, 0, 0), vt_v3(0, 1, 0), VT_PI / 4),
      vt_v3(0, 0, 0.5 * speed));
  yard_rigid(y, block(CUBE, 1, VT_CELL_NONE), 0.1,
      turned(vt_v3(0.002, 0.003, 0.13), vt_v3(1, 0, 0), VT_PI / 4), down(0.5 * speed));
}

static void dart_on_plate(yard *y, double speed) {
  yard_fixed(y, block(vt_v3(0.3, 0.3, 0.005), 1, VT_CELL_NONE), at(0, 0, -0.0025));
  yard_soft(y, dart(0.01, 0.08, 2), rubber(1e6), 0.02, at(0.013, 0.007, 0.0713), down(speed));
}

static void dart_on_rigid_plate(yard *y, double speed) {
  yard_rigid(y, block(vt_v3(0.3, 0.3, 0.005), 1, VT_CELL_NONE), 0.5, at(0, 0, -0.0025), vt_v3(0, 0, 0));
  yard_soft(y, dart(0.01, 0.08, 2), rubber(1e6), 0.02, at(0.013, 0.007, 0.0713), down(speed));
}

static void dart_on_soft_plate(yard *y, double speed) {
  vt_error error = {0};
  vt_mesh *plate =
      vt_mesh_box(vt_v3(-0.06, -0.06, -0.005), vt_v3(0.06, 0.06, 0), 8, 8, 1, VT_CELL_TET4, &error);
  yard_soft(y, plate, rubber(1e6), 0, at(0, 0, 0), vt_v3(0, 0, 0));
  yard_soft(y, dart(0.01, 0.08, 2), rubber(1e6), 0.02, at(0.013, 0.007, 0.0713), down(speed));
}

static void soft_cubes_head_on(yard *y, double speed) {
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(5e5), 0.1, at(0, 0, 0), vt_v3(0, 0, 0.5 * speed));
  yard_soft(y, block(CUBE, 3, VT_CELL_TET4), rubber(5e5), 0.1, at(0.004, 0.007, 0.13), down(0.5 * speed));
}

static void spinning_rod(yard *y, double speed) {
  yard_ground(y);
  vt_error error = {0};
  vt_rigid_def def = vt_rigid_def_default();
  vt_mesh *mesh = block(vt_v3(0.02, 0.02, 0.12), 1, VT_CELL_NONE);
  def.mesh = mesh;
  def.mass = 0.1;
  def.pose = at(0, 0, 0.09);
  def.velocity = down(speed);
  def.angular_velocity = vt_v3(20, 30, 0); // rad/s: a third of a radian in a step
  vt_model_add_rigid(y->model, &def, &error);
  vt_mesh_destroy(mesh);
}

// ---------------------------------------------------------------- any shapes, poses and spins

static unsigned long long seed = 1;

// Even in [-1, 1].
static double even(void) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / (double)(1ULL << 52) - 1;
}

// One after the other: the order in which arguments are evaluated is the compiler's.
static vt_vec3 even_vector(void) {
  double x = even(), y = even(), z = even();
  return vt_v3(x, y, z);
}

static vt_mesh *any_shape(vt_cell_kind kind) {
  int which = (int)(2 + 2 * even());
  // Blown up into a ball, a cube's corner cells are flat: no shape for a soft body.
  if (which == 0 || (which == 3 && kind != VT_CELL_NONE))
    return block(CUBE, kind == VT_CELL_NONE ? 1 : 3, kind);
  if (which == 1) return block(vt_v3(0.02, 0.02, 0.09), kind == VT_CELL_NONE ? 1 : 3, kind);
  if (which == 2) return block(vt_v3(0.06, 0.06, 0.005), kind == VT_CELL_NONE ? 1 : 4, kind);
  return ball(0.03, 4, kind);
}

// Two bodies fly at each other off centre, rigid ones spinning by up to 20 rad/s about each axis.
static void any_pair(yard *y, double speed) {
  for (int side = -1; side <= 1; side += 2) {
    bool soft = even() > 0.4;
    vt_mesh *mesh = any_shape(soft ? VT_CELL_TET4 : VT_CELL_NONE);
    vt_vec3 place = vt_scale(0.02, even_vector()), axis = even_vector(), spin = vt_scale(20, even_vector());
    place.z = side * 0.08;
    vt_pose pose = turned(place, axis, VT_PI * even());
    vt_vec3 velocity = vt_v3(0, 0, -0.5 * side * speed);
    if (soft) {
      yard_soft(y, mesh, rubber(1e6), 0, pose, velocity);
      continue;
    }
    vt_error error = {0};
    vt_rigid_def def = vt_rigid_def_default();
    def.mesh = mesh;
    def.pose = pose;
    def.velocity = velocity;
    def.angular_velocity = spin;
    CHECK(vt_model_add_rigid(y->model, &def, &error) >= 0);
    vt_mesh_destroy(mesh);
  }
}

static const collision COLLISIONS[] = {
    {"rigid cube on ground, face", cube_on_face, 40},
    {"rigid cube on ground, edge", cube_on_edge, 60},
    {"rigid cube on ground, corner", cube_on_corner, 60},
    {"spinning rod on ground", spinning_rod, 60},
    {"soft cube on ground, corner", soft_cube_on_corner, 40},
    {"sphere on cube's edge", ball_on_cube_edge, 20},
    {"two rigid cubes, edge across edge", cubes_edge_on_edge, 20},
    {"soft dart on fixed 5 mm plate", dart_on_plate, 30},
    {"soft dart on rigid 5 mm plate", dart_on_rigid_plate, 20},
    {"soft dart on soft 5 mm plate", dart_on_soft_plate, 20},
    {"two soft cubes head on", soft_cubes_head_on, 20},
};

// Where the vertices of a body were, to look at the path between two steps.
typedef struct past {
  vt_vec3 *before, *between;
} past;

static past past_new(const yard *y, int body) {
  size_t count = (size_t)vt_world_collision_surface(y->world, body).vertex_count;
  past p = {calloc(count, sizeof *p.before), calloc(count, sizeof *p.between)};
  if (p.before == NULL || p.between == NULL) exit(1);
  return p;
}

static void past_keep(const yard *y, int body, past *p) {
  vt_surface_view now = vt_world_collision_surface(y->world, body);
  memcpy(p->before, now.vertices, sizeof *p->before * (size_t)now.vertex_count);
}

static vt_surface_view past_view(const yard *y, int body, past *p, double part) {
  vt_surface_view view = vt_world_collision_surface(y->world, body);
  for (int i = 0; i < view.vertex_count; ++i)
    p->between[i] = vt_madd(vt_scale(part, view.vertices[i]), 1 - part, p->before[i]);
  view.vertices = p->between;
  return view;
}

static void past_free(past *p) {
  free(p->before);
  free(p->between);
}

typedef struct outcome {
  worst worst;
  double depth, path; // m: crossing after a step, and along the straight path to there
  double energy;      // the most, against the first
  int touched;        // steps with force
} outcome;

static outcome collide(const collision *c, double speed) {
  yard y = yard_new(0.01, vt_v3(0, 0, -9.81), 0.3);
  c->build(&y, speed);
  yard_start(&y);
  past a = past_new(&y, 0), b = past_new(&y, 1);
  outcome o = {0};
  double first = yard_energy(&y);
  for (int k = 0; k < c->steps; ++k) {
    past_keep(&y, 0, &a);
    past_keep(&y, 1, &b);
    yard_step(&y);
    look(&y, &o.worst);
    // Done in pieces, a step is a bent path that nothing outside can follow.
    for (int i = 1; i < 8 && vt_world_status(y.world)->substeps == 1; ++i)
      o.path = fmax(o.path, crossing_depth(past_view(&y, 0, &a, i / 8.0), past_view(&y, 1, &b, i / 8.0)));
    o.depth = fmax(o.depth,
        crossing_depth(vt_world_collision_surface(y.world, 0), vt_world_collision_surface(y.world, 1)));
    o.touched += vt_norm(vt_world_contact_force(y.world, 1, -1)) > 0;
    o.energy = fmax(o.energy, yard_energy(&y) / first - 1);
  }
  past_free(&a);
  past_free(&b);
  yard_free(&y);
  return o;
}

static void print(const char *name, double speed, const outcome *o) {
  printf("| %s | %g | %.4f | %.4f | %.4f | %d | %d | %d | %.1e | %.1e |\n", name, speed, 1e3 * o->depth,
      1e3 * o->path, 1e3 * o->worst.intrusion, o->worst.substeps, o->worst.contacts, o->worst.iterations,
      o->worst.residual, o->energy);
}

int main(int argc, char **argv) {
  int pairs = argc > 1 ? atoi(argv[1]) : 30;
  printf("| collision | m/s | crossing, mm | on the path | too near, mm | parts | contacts | sweeps | "
         "residual | energy gained |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (size_t k = 0; k < sizeof COLLISIONS / sizeof *COLLISIONS; ++k)
    for (double speed = 1; speed < 11; speed += 4.5) {
      outcome o = collide(&COLLISIONS[k], speed);
      print(COLLISIONS[k].name, speed, &o);
      CHECK(o.touched > 0);
      CHECK(o.depth == 0);
      CHECK(o.path == 0);
      CHECK(o.worst.intrusion < 1e-4);
    }
  int crossed = 0, crossed_path = 0, touched = 0;
  outcome all = {0};
  for (int k = 0; k < pairs; ++k) {
    outcome o = collide(&(collision){"any", any_pair, 12}, 10);
    crossed += o.depth > 0;
    crossed_path += o.path > 0;
    touched += o.touched > 0;
    if (o.depth > 0 || o.path > 0 || argc > 2) printf("%d: ", k), print("any", 10, &o);
    all.depth = fmax(all.depth, o.depth), all.path = fmax(all.path, o.path);
    all.worst.intrusion = fmax(all.worst.intrusion, o.worst.intrusion);
    if (o.worst.substeps > all.worst.substeps) all.worst.substeps = o.worst.substeps;
  }
  printf("%d random pairs at 10 m/s: %d touched, %d crossed (%.3f mm), %d along the path (%.3f mm), %.4f mm "
         "into "
         "the contact distance, %d parts of a step at most\n",
      pairs, touched, crossed, 1e3 * all.depth, crossed_path, 1e3 * all.path, 1e3 * all.worst.intrusion,
      all.worst.substeps);
  CHECK(crossed == 0);
  CHECK(crossed_path == 0);
  CHECK(
      all.worst.substeps <= 64); // parts of a step: where surfaces cross, only there it is done in small ones
  CHECK(touched > pairs / 2);
  return check_report();
}
