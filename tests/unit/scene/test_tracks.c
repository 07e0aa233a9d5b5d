// Tracks of a scene: files become keys that follow with the lag of the spring, a whole BVH hand drives the
// motors of hand.xml, live ones wait for whoever runs the scene; runs from files are the same bit by bit.
#include <ventouse/scene.h>

#include "base/vec.h"
#include "check.h"
#include "memory_files.h"

#define CSV "time,x,y,z,qw,qx,qy,qz\n0,10,0,0,1,0,0,0\n20,10,40,0,1,0,0,0\n"

static vt_scene *load_with(const char *text, const char *name, const char *content) {
  vt_error error = {0};
  const memory_file list[] = {{"scene.xml", text}, {name, content}, {NULL, NULL}};
  vt_scene *scene = load_memory(list, NULL, 0, &error);
  if (scene == NULL) printf("%s\n", error.message);
  if (!CHECK(scene != NULL)) exit(1);
  return scene;
}

// cm, y of the stream along z of the scene, moved by 1 m: behind a steady motion by 2 z / w.
static void check_frame(double dt) {
  char text[1000];
  vt_error error = {0};
  snprintf(text, sizeof text,
      "<scene dt='%g' duration='6'><frame name='a' position='0 0 5'/><frame name='wrist' position='3 0 0'/>"
      "<track file='hand.csv' scale='0.01' position='1 0 0' rotation='1 0 0 90' frequency='2' damping='0.7'>"
      "<follow frame='wrist' rotation='1 0 0 -90' position='0 0 0.2'/></track></scene>",
      dt);
  vt_scene *scene = load_with(text, "hand.csv", CSV);
  CHECK(vt_scene_tracks(scene) == NULL && vt_scene_warning_count(scene) == 1); // a gap of 20 s
  vt_scene_destroy(scene);
  char *hold = strstr(text, "frequency");
  memmove(hold + 10, hold, strlen(hold) + 1);
  memcpy(hold, "hold='30' ", 10);
  scene = load_with(text, "hand.csv", CSV);
  CHECK(vt_scene_warning_count(scene) == 0);
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  int frame = vt_model_find_frame(vt_scene_model(scene), "wrist");
  vt_vec3 p = vt_world_frame_pose(world, frame).position; // mounted 0.2 along its own z, which is along -y
  CHECK_NEAR(vt_norm(vt_sub(p, vt_v3(1.1, -0.2, 0))), 0, 1e-12);
  while (vt_world_time(world) < 5 - 1e-9) CHECK(vt_world_step(world) != VT_STEP_FAILED);
  p = vt_world_frame_pose(world, frame).position;
  double lag = 2 * 0.7 / (4 * VT_PI);
  CHECK_NEAR(vt_norm(vt_sub(p, vt_v3(1.1, -0.2, 0.02 * (5 - lag)))), 0, 1e-9);
  CHECK_NEAR(vt_norm(vt_quat_log(vt_world_frame_pose(world, frame).rotation)), 0, 1e-9);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

// ---------------------------------------------------------------- the hand

static double smooth(double time, double end) {
  double s = fmin(1, fmax(0, time / end));
  return s * s * (3 - 2 * s);
}

// rad: what the base joint of a finger of hand.bvh does (tools/hand_bvh.py), straight between its frames.
static double base_angle(double time, int finger) {
  double ends[2], at = time * 60;
  for (int k = 0; k < 2; ++k) {
    double t = (floor(at) + k) / 60;
    ends[k] = 25 * smooth(t, 0.8) + 0.2 * sin(2 * VT_PI * 9 * t + finger);
  }
  return (ends[0] + (at - floor(at)) * (ends[1] - ends[0])) * VT_PI / 180;
}

// The spring by small steps of its equation, of its own.
static double behind(double time, int finger) {
  double w = 8 * VT_PI, x = base_angle(0, finger), v = 0, h = 2e-5;
  for (int k = 0; k * h < time - 0.5 * h; ++k) {
    double a = w * w * (base_angle((k + 0.5) * h, finger) - x - 0.5 * h * v) - 2 * w * v;
    v += h * a;
    x += h * (v - 0.5 * h * a);
  }
  return x;
}

static void check_hand(void) {
  static const char *const fingers[] = {"thumb base", "index base", "middle base"};
  vt_error error = {0};
  const char *path = VT_SOURCE_DIR "/scenes/hand_tracked.xml";
  uint64_t hashes[2];
  for (int run = 0; run < 2; ++run) {
    vt_scene *scene = vt_scene_load(path, NULL, 0, &error);
    if (!CHECK(scene != NULL)) exit(1);
    const vt_model *model = vt_scene_model(scene);
    vt_world *world = vt_world_create(model, &error);
    for (int k = 0; k < 3; ++k) {
      int motor = vt_model_find_motor(model, fingers[k]);
      double script = vt_world_motor_script(world, motor, 0.3);
      // The target is taken at the ends of steps, and so the tremor of 0.2 degrees at 9 Hz as straight lines
      // of 10 ms: (p h)^2 / 8 = 4% of it.
      CHECK_NEAR(script, behind(0.3, k), 2e-4);
      if (run == 0) printf("| %s at 0.3 s | %.5f, expected %.5f rad |\n", fingers[k], script, behind(0.3, k));
    }
    for (int k = 0; k < (SANITIZED ? 10 : 60); ++k) CHECK(vt_world_step(world) != VT_STEP_FAILED);
    hashes[run] = vt_world_hash(world);
    vt_world_destroy(world);
    vt_scene_destroy(scene);
  }
  CHECK(hashes[0] == hashes[1]);
}

static void check_live(void) {
  vt_error error = {0};
  vt_scene *scene = must_load(
      "<scene><frame name='wrist' position='1 0 0'><key time='0'/><key time='1' position='0 1 0'/></frame>"
      "<track osc='9000' frequency='0'><follow frame='wrist' message='/wrist'/></track></scene>");
  vt_tracks *tracks = vt_scene_tracks(scene);
  CHECK(tracks != NULL && vt_tracks_count(tracks) == 1 && vt_tracks_follow_count(tracks, 0) == 1);
  // Without samples it goes by its own script.
  vt_world *world = vt_world_create(vt_scene_model(scene), &error);
  for (int k = 0; k < 50; ++k)
    CHECK(vt_tracks_drive(tracks, world, &error) && vt_world_step(world) != VT_STEP_FAILED);
  CHECK_NEAR(vt_norm(vt_sub(vt_world_frame_pose(world, 0).position, vt_v3(1, 0.5, 0))), 0, 1e-12);
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

int main(void) {
  check_frame(0.01);
  check_frame(0.004);
  check_hand();
  check_live();
  return check_report();
}
