// Air that is pressed flat: a cup's ceiling comes down on the plate inside a lip that seals, and is lifted.
#include "cavity/band.h"
#include "cavity/film.h"
#include "cavity/union.h"

#include "check.h"
#include "solid_scene.h"

#include <stdlib.h>

static const double contact_gap = 1e-4, radius = 0.015;

typedef struct filmed {
  solid_scene s;
  vt_vec3 *open; // the cup's vertices as it stands on its lip
  vt_film *film[2];
} filmed;

static void begin_on(filmed *f, solid plate, solid shape, bool soft) {
  scene_begin(&f->s);
  scene_add(&f->s, plate, pose_at(0, 0, 0), false);
  scene_add(&f->s, shape, pose_at(0.0011, 0.0007, contact_gap), true);
  f->s.colliders[1].soft = soft;
  const solid *cup = &f->s.solids[1];
  f->open = calloc((size_t)cup->vertex_count, sizeof *f->open);
  for (int v = 0; v < cup->vertex_count; ++v) f->open[v] = cup->vertices[v];
  for (int b = 0; b < 2; ++b) {
    f->film[b] = calloc((size_t)f->s.solids[b].vertex_count, sizeof **f->film);
    for (int v = 0; v < f->s.solids[b].vertex_count; ++v) f->film[b][v].id = -1;
  }
}

static void begin_with(filmed *f, solid shape, bool soft, int cells) {
  begin_on(f, solid_box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), cells, cells, 1), shape, soft);
}

static void begin(filmed *f, bool soft, int cells) {
  begin_with(f, solid_dome_cup(radius, 0.008, 48, 12), soft, cells);
}

static void end(filmed *f) {
  free(f->open), free(f->film[0]), free(f->film[1]);
  scene_end(&f->s);
}

// The dome's height times `share`; 0 presses it flat.
static void press(filmed *f, double share) {
  solid *cup = &f->s.solids[1];
  for (int v = 0; v < cup->vertex_count; ++v) {
    vt_vec3 x = f->open[v];
    double r = hypot(x.x - 0.0011, x.y - 0.0007);
    if (r < radius - 1e-6 && x.z < 0.009) x.z = contact_gap + share * (x.z - contact_gap);
    cup->vertices[v] = x;
  }
}

static int find(filmed *f, bool with_film) {
  f->s.found.film = with_film ? (const vt_film *const *)f->film : NULL;
  return scene_find(&f->s, vt_cavities_find_union);
}

// What a world does after each detection, with everything that is found being cavity 3.
static void follow(filmed *f, int side) {
  vt_error error = {0};
  vt_cavity item = {.id = 3};
  vt_cavities set = {.count = 1, .items = &item};
  for (int k = 0; k < f->s.cavities.count; ++k) f->s.cavities.items[k].id = 3;
  for (int b = 0; b < 2; ++b) vt_film_follow(&f->s.colliders[b], b, &f->s.found, &set, f->film[b]);
  for (int b = 0; b < 2; ++b)
    for (int v = 0; v < f->s.solids[b].vertex_count; ++v)
      if (f->film[b][v].id == 3) f->film[b][v].ring = 2;
  CHECK(vt_film_mark(&f->s.colliders[side], f->s.found.sealed[side], 3, f->film[side], f->s.arena, &error));
}

// Without a film there is nothing left; with it the air between the surfaces, as one cavity, which opens
// again as what it was.
static void check_pressed(int cells) {
  filmed f;
  begin(&f, true, cells);
  CHECK(find(&f, true) == 1);
  double whole = scene_volume(&f.s, 0);
  vt_film_side before;
  follow(&f, 1);
  before = vt_film_look(&f.s.colliders[1], f.s.found.sealed[1], f.film[1], 3);
  CHECK(before.there && before.closed && !before.filmed);
  press(&f, 0);
  CHECK(find(&f, false) == 0);
  CHECK(find(&f, true) == 1);
  // The ceiling is flat, at the contact distance. The border lies between the last ring of vertices inside
  // and the lip's, 1.2 mm further out, which are the seal: with an area up to 16% below that within the lip.
  double within = VT_PI * radius * radius * contact_gap;
  CHECK(scene_volume(&f.s, 0) < within && scene_volume(&f.s, 0) > 0.84 * within);
  follow(&f, 1);
  CHECK(vt_film_look(&f.s.colliders[1], f.s.found.sealed[1], f.film[1], 3).filmed);
  press(&f, 0.5);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  press(&f, 1);
  CHECK(find(&f, true) == 1);
  CHECK_CLOSE(scene_volume(&f.s, 0), whole, 2e-3);
  end(&f);
}

// A lip that is lifted on one side lets the outside in, film or not, and nothing is remembered.
static void check_opened(void) {
  filmed f;
  begin(&f, true, 8);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  press(&f, 0);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  solid *cup = &f.s.solids[1];
  for (int v = 0; v < cup->vertex_count; ++v) cup->vertices[v].z += 0.02 * (cup->vertices[v].x + 0.02);
  CHECK(find(&f, true) == 0);
  follow(&f, 1);
  int left = 0;
  for (int v = 0; v < cup->vertex_count; ++v) left += f.film[1][v].id >= 0 && !f.s.found.sealed[1][v];
  CHECK(left == 0);
  end(&f);
}

// Bodies that do not bend leave nothing between them.
static void check_rigid(void) {
  filmed f;
  begin(&f, false, 8);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  press(&f, 0);
  CHECK(find(&f, true) == 0);
  end(&f);
}

// A plate whose vertices all lie beside the lip cannot tell inside from outside.
static void check_sides(void) {
  filmed f;
  begin(&f, true, 4);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  CHECK(vt_film_look(&f.s.colliders[1], f.s.found.sealed[1], f.film[1], 3).closed);
  CHECK(!vt_film_look(&f.s.colliders[0], f.s.found.sealed[0], f.film[0], 3).closed);
  CHECK(!vt_film_look(&f.s.colliders[1], f.s.found.sealed[1], f.film[1], 4).there);
  end(&f);
}

// A pad with a lip of 14 to 16 mm and one of 6 to 8 mm that is shorter by 1 mm.
static solid two_lips(void) {
  static const double profile[11][2] = {{0, 8e-3}, {16e-3, 8e-3}, {16e-3, 4e-3}, {16e-3, 0}, {14e-3, 0},
      {14e-3, 5e-3}, {8e-3, 5e-3}, {8e-3, 1e-3}, {6e-3, 1e-3}, {6e-3, 5e-3}, {0, 5e-3}};
  return solid_lathe(profile[0], 11, false, 48);
}

static int part(filmed *f) {
  vt_error error = {0};
  return vt_film_part(&f->s.colliders[1], f->s.found.sealed[1], 3, 7, f->film[1], f->s.arena, &error);
}

// A ring that touches within a ring: the air is one until a lip closes all around; where a wall without a
// crease does, it stays one.
static void check_parted(int cells, bool whole) {
  filmed f;
  begin_with(&f, two_lips(), true, cells);
  solid *pad = &f.s.solids[1];
  const vt_surface_topology *t = f.s.colliders[1].topology;
  for (int v = 0; v < pad->vertex_count; ++v) { // edges of lips and of the outside, not the corners within
    double r = hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007), z = f.open[v].z - contact_gap;
    bool corner = fabs(z - 5e-3) < 1e-6 || r < 1e-6 || fabs(z - 4e-3) < 1e-6;
    CHECK(t->ridge[v] == !corner);
  }
  CHECK(find(&f, true) == 1);
  double before = scene_volume(&f.s, 0);
  follow(&f, 1);
  CHECK(part(&f) == 0);
  for (int v = 0; v < pad->vertex_count; ++v)
    if (pad->vertices[v].z < 1.5e-3) pad->vertices[v].z = contact_gap;
  if (!whole)
    for (int v = 0; v < pad->vertex_count; ++v)
      if (f.open[v].z > 0.5e-3 && f.open[v].z < 1.5e-3 && f.open[v].x > 7e-3 &&
          fabs(f.open[v].y - 0.0007) < 1e-6)
        pad->vertices[v].z += 1e-3;
  CHECK(find(&f, true) == 1);
  CHECK(part(&f) == (whole ? 1 : 0));
  CHECK(find(&f, true) == (whole ? 2 : 1));
  if (whole) CHECK(scene_volume(&f.s, 0) + scene_volume(&f.s, 1) < before);
  end(&f);
}

// The pressed dome has no crease but that of its lip.
static void check_wall(void) {
  filmed f;
  begin(&f, true, 8);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  solid *cup = &f.s.solids[1];
  for (int v = 0; v < cup->vertex_count; ++v) { // a ring of the dome, from 5 to 9 mm, is pressed on the plate
    double r = hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007);
    if (r > 5e-3 && r < 9e-3 && f.open[v].z < 0.009) cup->vertices[v].z = contact_gap;
  }
  CHECK(find(&f, false) == 2);
  CHECK(find(&f, true) == 1);
  CHECK(part(&f) == 0);
  end(&f);
}

static vt_contact_settings rule(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

// The mouth: what 1 Pa does to the cup along z, m^2.
static double mouth(filmed *f) {
  vt_error error = {0};
  CHECK(vt_bands_tie(f->s.colliders, 2, rule, &f->s.settings, (const vt_film *const *)f->film, &f->s.cavities,
      &f->s.cavities, NULL, f->s.arena, &error));
  const vt_cavity *c = &f->s.cavities.items[0];
  vt_vec3 *gradient = calloc((size_t)c->vertex_count, sizeof *gradient);
  double pull = 0;
  vt_cavity_gradient(&f->s.cavities, 0, f->s.surfaces, gradient);
  for (int i = 0; i < c->vertex_count; ++i)
    if (f->s.cavities.vertices[c->first_vertex + i].body == 1) pull += gradient[i].z;
  free(gradient);
  return pull;
}

// The pressure goes as far when the last vertex comes within reach as before.
static void check_mouth(void) {
  static const double shares[] = {1, 0.1, 0.03, 0.02, 0.01, 0.003, 0};
  filmed f;
  double last = 0;
  bool flat = false;
  begin(&f, true, 1);
  for (int k = 0; k < 7; ++k) {
    press(&f, shares[k]);
    CHECK(find(&f, true) == 1);
    follow(&f, 1);
    double now = mouth(&f);
    int open = 0;
    for (int v = 0; v < f.s.solids[1].vertex_count; ++v)
      open += f.film[1][v].id == 3 && !f.s.found.sealed[1][v];
    flat |= open == 0;
    if (k > 0) CHECK(now > 0.97 * last && now < 1.03 * last);
    last = now;
  }
  CHECK(flat);
  end(&f);
}

// Presses the cup flat but for a middle of 3 mm, after it stood open. Of the plate one triangle is beneath
// it.
static void begin_flat(filmed *f) {
  begin(f, true, 1);
  for (int k = 0; k < 2; ++k) {
    press(f, k == 0 ? 1 : 0);
    for (int v = 0; v < f->s.solids[1].vertex_count; ++v)
      if (hypot(f->open[v].x - 0.0011, f->open[v].y - 0.0007) < 3e-3) f->s.solids[1].vertices[v] = f->open[v];
    CHECK(find(f, true) == 1);
    follow(f, 1);
  }
}

// The lip around a cup that is pressed flat but for its middle is lifted out of reach: where it was the ring
// the film behind it is, and the mouth shrinks with the opening, not suddenly to a quarter.
static void check_ring(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  double first = mouth(&f), last = first;
  int opened = 0;
  for (int k = 1; k <= 40; ++k) { // by 2.5 um each
    for (int v = 0; v < cup->vertex_count; ++v)
      if (f.open[v].z < contact_gap + 1e-9) cup->vertices[v].z = contact_gap + 2.5e-6 * k;
    CHECK(find(&f, true) == 1);
    follow(&f, 1);
    double now = mouth(&f);
    CHECK(now > 0.9 * last && now < 1.02 * last);
    last = now;
  }
  for (int v = 0; v < cup->vertex_count; ++v) opened += f.film[1][v].around == VT_OWNER_OPEN;
  CHECK(opened > 48);         // the lip among them
  CHECK(last > 0.56 * first); // three rings of its twelve
  end(&f);
}

// A bead of the plate under a disc, between two rings of its vertices, none of which is near: though the disc
// is the one that says where the film ends, the bead seals.
static void check_breach(void) {
  static const double plate[7][2] = {
      {0, 0}, {13.9e-3, 0}, {14.4e-3, 0.5e-3}, {14.9e-3, 0}, {25e-3, 0}, {25e-3, -10e-3}, {0, -10e-3}};
  static const double disc[7][2] = {{0, 6e-3}, {20e-3, 6e-3}, {20e-3, 0.5e-3}, {17e-3, 0.5e-3},
      {12e-3, 0.5e-3}, {6e-3, 0.5e-3}, {0, 0.5e-3}};
  filmed f;
  begin_on(&f, solid_lathe(plate[0], 7, false, 48), solid_lathe(disc[0], 7, false, 48), true);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  solid *cup = &f.s.solids[1];
  for (int v = 0; v < cup->vertex_count; ++v) // its middle is pressed on the plate
    if (hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007) < 1e-3 && f.open[v].z < 3e-3)
      cup->vertices[v].z = contact_gap;
  CHECK(!vt_film_look(&f.s.colliders[1], f.s.found.sealed[1], f.film[1], 3).closed);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  mouth(&f);
  const vt_cavity *c = &f.s.cavities.items[0];
  CHECK(c->tie_count > 0);
  for (int k = 0; k < c->tie_count; ++k)
    CHECK(f.s.cavities.vertices[c->first_vertex + f.s.cavities.ties[c->first_tie + k].on].body == 1);
  end(&f);
}

// The detector and the gap of a vertex may differ as to whether it is within reach. The pressure is in the
// film then too.
static void check_doubt(void) {
  filmed f;
  begin(&f, true, 1);
  double mouths[2];
  for (int k = 0; k < 2; ++k) {
    press(&f, k == 0 ? 1 : 0.02);
    CHECK(find(&f, true) == 1);
    follow(&f, 1);
  }
  mouths[0] = mouth(&f);
  int doubted = 0;
  for (int v = 0; v < f.s.solids[1].vertex_count; ++v) {
    if (f.film[1][v].around != 3) continue;
    f.film[1][v].around = VT_OWNER_NONE;
    ++doubted;
  }
  mouths[1] = mouth(&f);
  CHECK(doubted > 0 && mouths[1] > 0.97 * mouths[0] && mouths[1] < 1.05 * mouths[0]);
  end(&f);
}

// A film has one pressure: the mouth does not depend on where in it a vertex is out of reach, nor on whether
// any is.
static void check_one_pressure(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  double wide = mouth(&f);
  press(&f, 0);
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  double flat = mouth(&f);
  CHECK_CLOSE(flat, wide, 1e-3);
  int lifted = -1;
  for (int v = 0; v < cup->vertex_count && lifted < 0; ++v) {
    double r = hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007);
    if (f.open[v].z < 7.9e-3 && r > 9e-3 && r < 11e-3) lifted = v;
  }
  CHECK(lifted >= 0);
  cup->vertices[lifted].z += 1e-3;
  CHECK(find(&f, true) == 1);
  follow(&f, 1);
  CHECK(f.film[1][lifted].around == 3);
  CHECK_CLOSE(mouth(&f), flat, 1e-2);
  end(&f);
}

// Air that a patch has cut off behind the edge of the lip, and that edge is lifted: as it opens the pressure
// in this part falls, and has fallen when the outside breaks in.
static void check_pocket(void) {
  filmed f;
  begin_flat(&f);
  solid *cup = &f.s.solids[1];
  double whole = mouth(&f), last = whole, largest = 0;
  int broken = 0;
  for (int k = 0; k <= 240; ++k) { // by 0.5 um each
    for (int v = 0; v < cup->vertex_count; ++v) {
      double x = f.open[v].x - 0.0011, y = f.open[v].y - 0.0007, r = hypot(x, y);
      if (x < 0 || fabs(y) > 0.3 * r || f.open[v].z > 7.9e-3) continue;
      if (r > 10e-3 && r < 17e-3) cup->vertices[v].z = contact_gap + 0.2e-3;
      if (r > 17e-3 && f.open[v].z < contact_gap + 1e-9) cup->vertices[v].z = contact_gap + 0.5e-6 * k;
    }
    if (find(&f, true) == 0) CHECK(find(&f, false) == 1); // the outside breaks in: as in a world
    follow(&f, 1);
    double now = mouth(&f);
    if (k > 0) largest = fmax(largest, fabs(now - last) / whole);
    last = now;
  }
  for (int v = 0; v < cup->vertex_count; ++v)
    broken += f.film[1][v].around == VT_OWNER_OPEN && cup->vertices[v].z < 2e-3 &&
              hypot(f.open[v].x - 0.0011, f.open[v].y - 0.0007) < radius - 1e-4;
  CHECK(broken > 4);
  CHECK(last < 0.95 * whole);
  CHECK(largest < 0.01);
  end(&f);
}

int main(void) {
  check_pressed(1);
  check_pressed(8);
  check_pressed(40);
  check_opened();
  check_rigid();
  check_sides();
  check_parted(1, true);
  check_parted(40, true);
  check_parted(1, false);
  check_wall();
  check_mouth();
  check_ring();
  check_breach();
  check_doubt();
  check_one_pressure();
  check_pocket();
  return check_report();
}
