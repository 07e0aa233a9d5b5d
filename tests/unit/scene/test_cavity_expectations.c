// Expectations of cavities that come and go. The cavities are made up: the linker puts those of this file in
// place of the world's, so that every number is known.
#include "expectation_run.h"

int __wrap_vt_world_cavity_count(const vt_world *world);
vt_cavity_view __wrap_vt_world_cavity(const vt_world *world, int cavity);

// From 0.3 s to 0.7 s one cavity touches bodies 0 and 1, and from 0.5 s to 1 s another bodies 1 and 2. A
// chamber of body 0 is there all the time.
static bool lives(const vt_world *world, int which) {
  double t = vt_world_time(world) + 1e-9;
  return which == 0 ? t > 0.3 && t < 0.7 + 2e-9 : which == 1 ? t > 0.5 : true;
}

int __wrap_vt_world_cavity_count(const vt_world *world) { return lives(world, 0) + lives(world, 1) + 1; }

vt_cavity_view __wrap_vt_world_cavity(const vt_world *world, int cavity) {
  static const int bodies[3][3] = {{0, -1, 1}, {2, -1, 1}, {0, 0, 0}};
  double t = vt_world_time(world);
  int which = 0;
  for (; which < 2; ++which)
    if (lives(world, which) && cavity-- == 0) break;
  vt_cavity_view view = {
      .chamber = which == 2 ? 0 : -1, .triangle_count = 3, .triangle_bodies = bodies[which]};
  view.pressure = which == 0 ? 1000 * t : which == 1 ? 2000 : 7;
  view.volume = 1 + which;
  view.air = 10 * (1 + which);
  view.area = 100 * (1 + which);
  return view;
}

#define BODIES                                                                                               \
  "<scene dt='0.1' duration='1'><fixed name='cup'><box size='1 1 1'/></fixed>"                               \
  "<fixed name='plate' position='5 0 0'><box size='1 1 1'/></fixed>"                                         \
  "<fixed name='wall' position='9 0 0'><box size='1 1 1'/></fixed>"

// In the order of the scene; a value of NaN comes with what is missing.
static void check_outcome(const run *r, int index, const char *name, double value, const char *missing) {
  vt_outcome outcome = vt_expectations_outcome(r->expectations, index);
  int before = check_failed;
  CHECK(strcmp(outcome.name, name) == 0);
  CHECK(outcome.passed == !isnan(value));
  if (isnan(value))
    CHECK(isnan(outcome.value));
  else
    CHECK_NEAR(outcome.value, value, 1e-9);
  CHECK(strcmp(outcome.missing, missing) == 0);
  if (check_failed > before) printf("  of %s: %g \"%s\"\n", outcome.name, outcome.value, outcome.missing);
}

// Which cavities are meant, and what several of them give together.
static void test_quantities(void) {
  run r =
      start(BODIES "<expect name='count' cavity='plate' quantity='count' above='0' at='0.6'/>"
                   "<expect name='count of one' cavity='cup' quantity='count' above='0' at='0.6'/>"
                   "<expect name='count of all' cavity='all' quantity='count' above='0' at='0.6'/>"
                   "<expect name='count of none' cavity='cup' quantity='count' above='-1'/>"
                   "<expect name='lowest' cavity='plate' quantity='pressure' above='0' at='0.6'/>"
                   "<expect name='highest' cavity='plate' quantity='highest_pressure' above='0' at='0.6'/>"
                   "<expect name='volume' cavity='plate' quantity='volume' above='0' at='0.6'/>"
                   "<expect name='air' cavity='all' quantity='air' above='0' at='0.6'/>"
                   "<expect name='area' cavity='plate' quantity='area' above='0' at='0.6'/>"
                   "<expect name='area of one' cavity='wall' quantity='area' above='0' at='0.6'/>"
                   "<expect name='count of wide' cavity='plate' least_area='150' quantity='count' above='0' "
                   "at='0.6'/>"
                   "<expect name='just as wide' cavity='all' least_area='200' quantity='count' above='0' "
                   "at='0.6'/>"
                   "<expect name='volume of wide' cavity='all' least_area='150' quantity='volume' above='0' "
                   "at='0.6'/>"
                   "<expect name='too narrow' cavity='cup' least_area='101' quantity='pressure' above='0' "
                   "at='0.6'/></scene>",
          1);
  check_outcome(&r, 0, "count", 2, "");
  check_outcome(&r, 1, "count of one", 1, "");
  check_outcome(&r, 2, "count of all", 2, "");
  check_outcome(&r, 3, "count of none", 0, "");
  check_outcome(&r, 4, "lowest", 600, "");
  check_outcome(&r, 5, "highest", 2000, "");
  check_outcome(&r, 6, "volume", 3, "");
  check_outcome(&r, 7, "air", 30, "");
  check_outcome(&r, 8, "area", 300, "");
  check_outcome(&r, 9, "area of one", 200, "");
  check_outcome(&r, 10, "count of wide", 1, "");
  check_outcome(&r, 11, "just as wide", 1, "");
  check_outcome(&r, 12, "volume of wide", 2, "");
  check_outcome(&r, 13, "too narrow", NAN, "no cavity touches 'cup' with a mouth of 101 m^2 at 0.6 s");
  CHECK(strcmp(vt_expectations_outcome(r.expectations, 10).wanted,
            "count above 0 at 0.6 s, mouth of 150 m^2 or more") == 0);
  finish(&r);
}

// The cavity of the cup is seen at 0.3, 0.4 ... 0.7 s, with 1000 t Pa.
static void test_absence(void) {
  run r = start(BODIES
      "<expect name='before' cavity='cup' quantity='pressure' above='0' at='0.2'/>"
      "<expect name='first' cavity='cup' quantity='pressure' above='0' at='0.3'/>"
      "<expect name='inside' cavity='cup' quantity='pressure' above='0' at='0.45'/>"
      "<expect name='last' cavity='cup' quantity='pressure' above='0' at='0.7'/>"
      "<expect name='just before' cavity='cup' quantity='pressure' above='0' at='0.25'/>"
      "<expect name='just after' cavity='cup' quantity='pressure' above='0' at='0.75'/>"
      "<expect name='after' cavity='cup' quantity='pressure' above='0'/>"
      "<expect name='always' cavity='cup' quantity='pressure' above='0' from='0.3' until='0.7'/>"
      "<expect name='too early' cavity='cup' quantity='pressure' above='0' from='0.1' until='0.7'/>"
      "<expect name='too late' cavity='cup' quantity='pressure' above='0' from='0.3' until='0.8'/>"
      "<expect name='max' cavity='cup' quantity='pressure' above='0' stat='max'/>"
      "<expect name='min' cavity='cup' quantity='pressure' above='0' stat='min'/>"
      "<expect name='mean' cavity='cup' quantity='pressure' above='0' stat='mean'/>"
      "<expect name='part' cavity='cup' quantity='pressure' above='0' stat='max' from='0.2' until='0.45'/>"
      "<expect name='final' cavity='cup' quantity='pressure' above='0' stat='final' until='0.6'/>"
      "<expect name='gone' cavity='cup' quantity='pressure' above='0' stat='final' until='0.9'/>"
      "<expect name='never' cavity='cup' quantity='pressure' above='0' stat='max' from='0.8'/>"
      "<expect name='none' cavity='all' quantity='pressure' above='0' at='0.1'/></scene>",
      1);
  check_outcome(&r, 0, "before", NAN, "no cavity touches 'cup' at 0.2 s");
  check_outcome(&r, 1, "first", 300, "");
  check_outcome(&r, 2, "inside", 450, "");
  check_outcome(&r, 3, "last", 700, "");
  check_outcome(&r, 4, "just before", NAN, "no cavity touches 'cup' at 0.25 s");
  check_outcome(&r, 5, "just after", NAN, "no cavity touches 'cup' at 0.75 s");
  check_outcome(&r, 6, "after", NAN, "no cavity touches 'cup' at 1 s");
  check_outcome(&r, 7, "always", 300, "");
  check_outcome(&r, 8, "too early", NAN, "no cavity touches 'cup' at 0.1 s");
  check_outcome(&r, 9, "too late", NAN, "no cavity touches 'cup' at 0.8 s");
  check_outcome(&r, 10, "max", 700, "");
  check_outcome(&r, 11, "min", 300, "");
  check_outcome(&r, 12, "mean", 500, "");
  check_outcome(&r, 13, "part", 450, "");
  check_outcome(&r, 14, "final", 600, "");
  check_outcome(&r, 15, "gone", NAN, "no cavity touches 'cup' at 0.9 s");
  check_outcome(&r, 16, "never", NAN, "no cavity touches 'cup' from 0.8 s to 1 s");
  check_outcome(&r, 17, "none", NAN, "there is no cavity at 0.1 s");
  finish(&r);
}

// A run that ends early says so, of whatever it is about.
static void test_ended_early(void) {
  run r = start(BODIES "<frame name='f'/><expect name='cavity' cavity='cup' quantity='pressure' above='0'/>"
                       "<expect name='frame' frame='f' z_above='-1'/>"
                       "<expect name='all' cavity='all' quantity='volume' above='0' stat='max'/></scene>",
      0.5);
  check_outcome(&r, 0, "cavity", NAN, "not reached");
  check_outcome(&r, 1, "frame", NAN, "not reached");
  check_outcome(&r, 2, "all", NAN, "not reached");
  finish(&r);
}

int main(void) {
  test_quantities();
  test_absence();
  test_ended_early();
  return check_report();
}
