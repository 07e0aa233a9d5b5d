// Bodies that turn together keep the volume between them, and so the pressure, however far they turn in a
// step.
//
// Turned from rest and back to rest by a smooth curve of 6 rad in 1 s: up to 0.09 rad in a step of 10 ms.
// Ways are chords: to first order in them the volume would be off by the square of that, 0.8%. What is left
// is what the turn grows by from step to step, 2 * 0.07 rad * 0.002 rad at a quarter of the turn: 3e-4.
#include "../rig.h"
#include "air_rig.h"
#include "check.h"

#include <stdlib.h>

static const double allowed = 5e-4, distance = 1e-4;
static const double turn_times[] = {0, 1}, turn_angles[] = {0, 6};

static int turning_frame(vt_model *model, vt_vec3 origin, vt_vec3 axis) {
  vt_error error = {0};
  vt_frame_def def = vt_frame_def_default();
  def.pose.position = origin;
  def.joint = VT_JOINT_HINGE;
  def.axis = axis;
  def.motion = (vt_curve){VT_SMOOTH, 2, turn_times, turn_angles};
  int frame = vt_model_add_frame(model, &def, &error);
  if (frame < 0) printf("%s\n", error.message), exit(1);
  return frame;
}

// A turn, by how far the pressure went from where it began.
static double turn_world(yard *y, const char *name, air_seen *seen) {
  double first = 0, largest = 0;
  for (int k = 0; k < 110; ++k) {
    air_step(y, seen);
    CHECK(vt_world_cavity_count(y->world) == 1);
    if (vt_world_cavity_count(y->world) != 1) break;
    vt_cavity_view c = vt_world_cavity(y->world, 0);
    if (k == 0) first = c.pressure;
    largest = fmax(largest, fabs(c.pressure / first - 1));
  }
  printf("| %s | %.1e | %.1e |\n", name, largest, seen->law);
  return largest;
}

// A pot that is driven, with a lid that is free and held by half a vacuum. Both are rigid, so that the volume
// is the same all along.
static void pot_with_lid(const char *name, vt_vec3 origin, vt_vec3 axis) {
  vt_contact_settings contact = tight(distance);
  contact.friction = 1;
  yard y = yard_with(0.01, vt_v3(0, 0, 0), contact);
  vt_air_settings air = vt_air_settings_default();
  air.start_pressure = 0.5 * AMBIENT;
  air_set(&y, air);
  int frame = turning_frame(y.model, origin, axis);
  vt_pose place = at(-origin.x, -origin.y, -origin.z);
  air_driven(&y, air_mesh(solid_pot(0.02, 0.03, 0.02, 0.01, 8)), place, frame, "pot");
  air_rigid(&y, air_mesh(solid_prism(0.03, 0, 0.005, 8)), 0.02, false, at(0, 0, 0.02 + distance), "lid");
  yard_start(&y);
  air_seen seen = {.law_allowed = allowed};
  // The lid hops by up to a fifth of the contact distance as its edges pass over the pot's: 1e-3 of the
  // height.
  CHECK_NEAR(turn_world(&y, name, &seen), 0, 2e-3);
  yard_free(&y);
}

// A soft ball with air in it, held by its outer surface.
static void soft_ball(const char *name, vt_vec3 origin) {
  vt_error error = {0};
  rig r = {0};
  vt_settings settings = vt_settings_default();
  settings.gravity = vt_v3(0, 0, 0);
  r.model = vt_model_create(&settings, &error);
  if (r.model == NULL) exit(1);
  yard y = {.model = r.model};
  int body =
      rig_soft(&r, shape_shell(0.05, 0.1, 2, 2, VT_ELEMENT_TET4), VT_ELEMENT_TET4, elastic(1e6, 0.3, 1000));
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = body;
  hold.region = vt_region_group("outer");
  hold.frame = turning_frame(r.model, origin, vt_v3(1, 2, -0.5));
  if (vt_model_add_attachment(r.model, &hold, &error) < 0) printf("%s\n", error.message), exit(1);
  air_chamber(&y, body, vt_v3(0, 0, 0), vt_chamber_def_default().settings);
  rig_start(&r);
  y.world = r.world;
  air_seen seen = {.law_allowed = allowed};
  turn_world(&y, name, &seen); // the wall gives way to centrifugal forces, so only the gas law is judged
  rig_free(&r);
}

int main(void) {
  printf("| what turns | P off | P V law |\n|---|---|---|\n");
  pot_with_lid("pot about its axis", vt_v3(0, 0, 0), vt_v3(0, 0, 1));
  pot_with_lid("pot about an axis across", vt_v3(0, 0, 0.01), vt_v3(1, 0, 0));
  pot_with_lid("pot about an oblique axis far away", vt_v3(0.1, -0.05, 0), vt_v3(1, 2, -3));
  soft_ball("soft ball about its centre", vt_v3(0, 0, 0));
  soft_ball("soft ball about an axis far away", vt_v3(0.2, 0, 0.1));
  CHECK(air_report() == 0);
  return check_report();
}
