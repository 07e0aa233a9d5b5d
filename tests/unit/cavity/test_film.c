// Air that is pressed flat: a cup's ceiling comes down on the plate inside a lip that seals, and is lifted.
#include "filmed.h"

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
  return check_report();
}
