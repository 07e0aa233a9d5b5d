// Expectations: what they measure, when, and how they judge.
#include "expectation_run.h"

static vt_outcome outcome_of(const run *r, const char *name) {
  for (int i = 0; i < vt_expectations_count(r->expectations); ++i) {
    vt_outcome outcome = vt_expectations_outcome(r->expectations, i);
    if (strcmp(outcome.name, name) == 0) return outcome;
  }
  printf("no expectation %s\n", name);
  exit(1);
}

static void check_outcome(const run *r, const char *name, bool passed, double value, const char *wanted) {
  vt_outcome outcome = outcome_of(r, name);
  int before = check_failed;
  CHECK(outcome.passed == passed);
  if (isnan(value))
    CHECK(isnan(outcome.value));
  else
    CHECK_NEAR(outcome.value, value, 1e-9);
  if (wanted != NULL) CHECK(strcmp(outcome.wanted, wanted) == 0);
  if (check_failed > before) printf("  of %s: %g, \"%s\"\n", name, outcome.value, outcome.wanted);
}

// A frame on straight keys has z = 2 t up to 1 s and 4 - 2 t after: everything is known exactly.
#define MOVING                                                                                               \
  "<scene dt='0.1' duration='2'><frame name='f'><key time='0'/><key time='1' position='0 0 2'/>"             \
  "<key time='2'/></frame>"

static void test_times(void) {
  run r = start(MOVING
      "<expect name='end' frame='f' quantity='z' below='0.5'/>"
      "<expect name='at' frame='f' z_above='0.4' at='0.25'/>"
      "<expect name='at fails' frame='f' z_above='0.6' at='0.25'/>"
      "<expect name='zero' frame='f' quantity='z' equals='0' tolerance='0' at='0'/>"
      "<expect name='max' frame='f' quantity='z' below='2.1' stat='max'/>"
      "<expect name='max early' frame='f' quantity='z' above='0' stat='max' until='0.33'/>"
      "<expect name='min' frame='f' quantity='z' above='0' stat='min' from='0.07' until='1'/>"
      "<expect name='mean' frame='f' quantity='z' equals='1' tolerance='0.001' stat='mean'/>"
      "<expect name='mean part' frame='f' quantity='z' equals='0' tolerance='0.001' stat='mean'"
      " from='0.25' until='0.45'/>"
      "<expect name='range' frame='f' quantity='z' below='1.5' stat='range' from='0.7' until='1.5'/>"
      "<expect name='rise' frame='f' quantity='z' below='1.5' stat='rise' from='0.7' until='1.5'/>"
      "<expect name='no rise' frame='f' quantity='z' below='0.1' stat='rise' from='1'/>"
      "<expect name='final' frame='f' quantity='z' above='1' below='2' stat='final' until='1.45'/>"
      "<expect name='always' frame='f' quantity='z' above='0.9' below='2.1' from='0.5' until='1.5'/>"
      "<expect name='not always' frame='f' quantity='z' above='1.1' from='0.5' until='1.5'/>"
      "<expect name='worst' frame='f' quantity='z' equals='2' tolerance='0.1' from='0.5' until='1.5'/>"
      "</scene>",
      2);
  check_outcome(&r, "end", true, 0, "z below 0.5 at the end");
  check_outcome(&r, "at", true, 0.5, "z above 0.4 at 0.25 s");
  check_outcome(&r, "at fails", false, 0.5, "z above 0.6 at 0.25 s");
  check_outcome(&r, "zero", true, 0, "z equal to 0 within 0 at 0 s");
  check_outcome(&r, "max", true, 2, "largest z below 2.1 from 0 s to 2 s");
  check_outcome(&r, "max early", true, 0.66, NULL);
  check_outcome(&r, "min", true, 0.14, "smallest z above 0 from 0.07 s to 1 s");
  check_outcome(&r, "mean", true, 1, "mean z equal to 1 within 0.001 from 0 s to 2 s");
  check_outcome(&r, "mean part", false, 0.7, NULL);
  check_outcome(&r, "range", true, 1, "range of z below 1.5 from 0.7 s to 1.5 s");
  check_outcome(&r, "rise", true, 0.6, "rise of z below 1.5 from 0.7 s to 1.5 s");
  check_outcome(&r, "no rise", true, 0, NULL);
  check_outcome(&r, "final", true, 1.1, "z above 1 and below 2 at 1.45 s");
  check_outcome(&r, "always", true, 1, "every z above 0.9 and below 2.1 from 0.5 s to 1.5 s");
  check_outcome(&r, "not always", false, 1, NULL);
  check_outcome(&r, "worst", false, 1, NULL);
  finish(&r);
}

static void test_ended_early(void) {
  run r = start(MOVING "<expect name='end' frame='f' z_below='9'/>"
                       "<expect name='at' frame='f' z_below='9' at='1.05'/>"
                       "<expect name='seen' frame='f' z_below='9' at='0.95'/>"
                       "<expect name='max' frame='f' quantity='z' below='9' stat='max'/></scene>",
      1);
  check_outcome(&r, "end", false, NAN, NULL);
  check_outcome(&r, "at", false, NAN, NULL);
  check_outcome(&r, "seen", true, 1.9, NULL);
  check_outcome(&r, "max", false, NAN, NULL);
  finish(&r);
}

// Steps that do not add up to the end in floating point.
static void test_rounding(void) {
  run r = start(
      "<scene dt='0.1' duration='0.3'><frame name='f'><key time='0'/><key time='1' position='1 0 0'/></frame>"
      "<expect name='end' frame='f' quantity='x' equals='0.3' tolerance='1e-9'/>"
      "<expect name='mean' frame='f' quantity='x' equals='0.15' tolerance='1e-9' stat='mean'/></scene>",
      0.3);
  check_outcome(&r, "end", true, 0.3, NULL);
  check_outcome(&r, "mean", true, 0.15, NULL);
  finish(&r);
}

// Every quantity reaches the number it names.
static void test_quantities(void) {
  run r = start("<scene dt='0.01' duration='0.1'><environment gravity='0 0 -10'/>"
                "<rigid name='ball' mass='2' position='1 2 3' velocity='3 0 4' gravity='false'><box size='1 "
                "1 1'/></rigid>"
                "<rigid name='weight' mass='1' position='0 0 -1'><box size='1 1 1'/></rigid>"
                "<cable name='rope'><point/><point body='weight'/></cable>"
                "<fixed name='ground'><box size='1 1 1'/></fixed>"
                "<sensor name='point'><point body='ball' position='0 0.5 0'/></sensor>"
                "<sensor name='rope' cable='rope'/><sensor name='energy' energy='all'/>"
                "<expect name='x' body='ball' quantity='x' above='0'/><expect name='y' body='ball' "
                "quantity='y' above='0'/>"
                "<expect name='z' body='ball' quantity='z' above='0'/>"
                "<expect name='kinetic' body='ball' quantity='kinetic' above='0'/>"
                "<expect name='py' sensor='point' quantity='y' above='0'/>"
                "<expect name='vx' sensor='point' quantity='vx' above='0'/>"
                "<expect name='vy' sensor='point' quantity='vy' above='-1'/>"
                "<expect name='vz' sensor='point' quantity='vz' above='0'/>"
                "<expect name='speed' sensor='point' quantity='speed' above='0'/>"
                "<expect name='tension' sensor='rope' quantity='tension' equals='10' tolerance='0.01'/>"
                "<expect name='length' sensor='rope' quantity='length' equals='1' tolerance='1e-6'/>"
                "</scene>",
      0.1);
  check_outcome(&r, "x", true, 1.3, NULL);
  check_outcome(&r, "y", true, 2, NULL);
  check_outcome(&r, "z", true, 3.4, NULL);
  check_outcome(&r, "kinetic", true, 25, NULL);
  check_outcome(&r, "py", true, 2.5, NULL);
  check_outcome(&r, "vx", true, 3, NULL);
  check_outcome(&r, "vy", true, 0, NULL);
  check_outcome(&r, "vz", true, 4, NULL);
  check_outcome(&r, "speed", true, 5, NULL);
  CHECK(outcome_of(&r, "tension").passed);
  CHECK(outcome_of(&r, "length").passed);
  finish(&r);
}

static void test_forces(void) {
  static const char *const words[] = {"fx", "fy", "fz", "force", "tx", "ty", "tz", "torque"};
  char text[3000] =
      "<scene dt='0.01' duration='0.05'><environment gravity='3 0 -4'/>"
      "<material name='m' young='1e6' poisson='0.3'/>"
      "<deformable name='b' material='m' mass='1'><box size='1 1 1' cells='2 1 1'/></deformable>"
      "<frame name='f' position='0 0 1'/>"
      "<attach body='b' frame='f'><box min='-1 -1 -1' max='0.1 1 1'/></attach>"
      "<sensor name='s' frame='f'/>";
  for (size_t i = 0; i < 8; ++i) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "<expect name='%s' sensor='s' quantity='%s' above='-1e9'/>",
        words[i], words[i]);
  }
  strcat(text, "</scene>");
  run r = start(text, 0.05);
  vt_reading reading = vt_world_sensor(r.world, 0);
  const double values[] = {reading.force.x, reading.force.y, reading.force.z,
      sqrt(reading.force.x * reading.force.x + reading.force.y * reading.force.y +
           reading.force.z * reading.force.z),
      reading.torque.x, reading.torque.y, reading.torque.z,
      sqrt(reading.torque.x * reading.torque.x + reading.torque.y * reading.torque.y +
           reading.torque.z * reading.torque.z)};
  CHECK(fabs(reading.force.x) > 0.1 && fabs(reading.force.z) > 0.1 && fabs(reading.torque.y) > 0.1);
  for (size_t i = 0; i < 8; ++i) check_outcome(&r, words[i], true, values[i], NULL);
  finish(&r);
}

// A box on the ground: what two sensors measure together.
static void test_plus(void) {
  run r =
      start("<scene dt='0.01' duration='0.05'><environment gravity='0 0 -10'/><contact/>"
            "<rigid name='box' mass='2' position='0 0 0.5001'><box size='1 1 1'/></rigid>"
            "<fixed name='ground' position='0 0 -0.5'><box size='3 3 1'/></fixed>"
            "<sensor name='on box' body='box' with='ground'/><sensor name='ground' body='ground'/>"
            "<sensor name='on ground' body='ground' with='box'/>"
            "<expect name='alone' sensor='ground' quantity='fz' above='0'/>"
            "<expect name='opposite' sensor='on box' plus='on ground' quantity='fz' above='-1' below='1'/>"
            "<expect name='twice' sensor='on box' plus='ground' quantity='fz' below='39'/></scene>",
          0.05);
  CHECK_NEAR(outcome_of(&r, "alone").value, 20, 1e-6);
  check_outcome(&r, "opposite", true, 0, NULL);
  CHECK(!outcome_of(&r, "twice").passed);
  CHECK_NEAR(outcome_of(&r, "twice").value, 40, 1e-6);
  finish(&r);
}

// What the world says of its steps, where it is not asked itself.
static const vt_status *invented;
const vt_status *__real_vt_world_status(const vt_world *world);
const vt_status *__wrap_vt_world_status(const vt_world *world);
const vt_status *__wrap_vt_world_status(const vt_world *world) {
  return invented != NULL ? invented : __real_vt_world_status(world);
}

static void test_steps(void) {
  vt_status status = {.contacts = 12, .crossings = 1, .inverted = 2, .residual = 1e-3};
  status.unconverged = 3;
  status.redone = 4;
  invented = &status;
  run r = start("<scene dt='0.1' duration='0.5'>"
                "<expect name='contacts' steps='all' quantity='contacts' equals='12' tolerance='0'/>"
                "<expect name='crossings' steps='all' quantity='crossings' below='1' stat='max'/>"
                "<expect name='inverted' steps='all' quantity='inverted' below='1' stat='max'/>"
                "<expect name='residual' steps='all' quantity='residual' below='1e-6' stat='max'/>"
                "<expect name='unconverged' steps='all' quantity='unconverged' below='1'/>"
                "<expect name='redone' steps='all' quantity='redone' below='1'/></scene>",
      0.5);
  invented = NULL;
  check_outcome(&r, "contacts", true, 12, "contacts equal to 12 within 0 at the end");
  check_outcome(&r, "crossings", false, 1, "largest crossings below 1 from 0 s to 0.5 s");
  check_outcome(&r, "inverted", false, 2, NULL);
  check_outcome(&r, "residual", false, 1e-3, NULL);
  check_outcome(&r, "unconverged", false, 3, "unconverged below 1 at the end");
  check_outcome(&r, "redone", false, 4, NULL);
  finish(&r);
}

int main(void) {
  test_times();
  test_ended_early();
  test_rounding();
  test_quantities();
  test_forces();
  test_plus();
  test_steps();
  return check_report();
}
