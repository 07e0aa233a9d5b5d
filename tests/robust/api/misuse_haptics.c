// Devices and loops that are not there.
#include "misuse.h"

static bool open_nothing(void *context, vt_error *error) {
  (void)context;
  (void)error;
  return true;
}

static vt_device_news read_nothing(void *context, double time, vt_device_pose *pose) {
  (void)context;
  (void)time;
  (void)pose;
  return VT_DEVICE_LOST;
}

static void write_nothing(void *context, double time, vt_device_force force) {
  (void)context;
  (void)time;
  (void)force;
}

static void devices(void) {
  vt_device device = {0};
  vt_hand_def hand = vt_hand_def_default();
  vt_network_def network = {0};
  REFUSED(vt_device_hand(NULL, &hand, error), false);
  REFUSED(vt_device_hand(&device, NULL, error), false);
  REFUSED(vt_device_pointer(NULL, &hand, error), false);
  REFUSED(vt_device_pointer(&device, NULL, error), false);
  CHECK(!vt_device_pointer_set(NULL, (vt_device_pose){0}) &&
        !vt_device_pointer_set(&device, (vt_device_pose){0}));
  CHECK(
      vt_device_pointer_state(NULL).felt.force.x == 0 && vt_device_pointer_state(&device).felt.force.x == 0);
  REFUSED(vt_device_replay(NULL, "hand.csv", error), false);
  REFUSED(vt_device_replay(&device, NULL, error), false);
  REFUSED(vt_device_network(NULL, &network, error), false);
  REFUSED(vt_device_network(&device, NULL, error), false);
  CHECK(vt_device_network_facts(NULL).port == 0 && vt_device_network_facts(&device).port == 0);
  CHECK(vt_hand_path_of_script(NULL, 0, 1, 0.1, 0, NULL) == -1);
  vt_device_close(NULL);
  vt_device_close(&device);
}

static void loops(void) {
  vt_error none = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &none);
  vt_world *world = vt_world_create(model, &none);
  vt_device good = {NULL, open_nothing, read_nothing, write_nothing, NULL}, hollow = {0};
  vt_haptics_def def = vt_haptics_def_default();
  vt_lockstep lockstep = {0};
  REFUSED(vt_haptics_create(NULL, &good, &def, error), NULL);
  REFUSED(vt_haptics_create(world, NULL, &def, error), NULL);
  REFUSED(vt_haptics_create(world, &hollow, &def, error), NULL);
  REFUSED(vt_haptics_create(world, &good, NULL, error), NULL);
  REFUSED(vt_haptics_run(NULL, 1, NULL, NULL, error), false);
  REFUSED(vt_haptics_run_lockstep(NULL, 1, &lockstep, NULL, NULL, error), false);
  CHECK(vt_haptics_get_report(NULL).ticks == 0);
  for (int k = 0; k < BAD_NUMBERS; ++k)
    CHECK(vt_hand_path_of_script(world, bad_numbers[k], 1, 0.1, 0, NULL) == -1);
  vt_haptics_destroy(NULL);
  vt_world_destroy(world);
  vt_model_destroy(model);
}

int misuse_haptics(void) {
  devices();
  loops();
  return check_report();
}
