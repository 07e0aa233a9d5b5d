// Frames: forward kinematics of an arm, free frames, overrides, refused definitions.
#include "check.h"
#include "base/vec.h"
#include "body/frame.h"

static vt_frame_def frame_def(const char *name, int parent, vt_joint joint) {
  return (vt_frame_def){
      .name = name, .parent = parent, .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .joint = joint, .axis = {0, 0, 1}};
}

static void check_pose(vt_pose pose, vt_vec3 position, vt_quat rotation, double tolerance) {
  vt_quat q = pose.rotation;
  CHECK_NEAR(vt_norm(vt_sub(pose.position, position)), 0, tolerance);
  CHECK_NEAR(vt_norm(vt_quat_log(vt_quat_mul(vt_quat_conjugate(q), rotation))), 0, tolerance);
  CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-14);
}

// A base turned by 90 degrees, a hinge about z, a hinge about -y one metre out, a slide along x half a metre
// further. With angles a and b and length c, in the base's axes:
// hand = R_z(a) (1, 0, 0) + R_z(a) R_-y(b) (0.5 + c, 0, 0).
static void test_arm(void) {
  const double t[2] = {0, 2}, turn[2] = {0, 1}, bend[2] = {0.4, -0.6}, reach[2] = {0, 0.3};
  vt_error error = {0};
  vt_frame frames[3];
  vt_pose poses[3];
  vt_frame_def shoulder = frame_def("shoulder", -1, VT_JOINT_HINGE);
  shoulder.pose = (vt_pose){{0.1, 0.2, 0.3}, {2, 0, 0, 2}}; // 90 degrees about z, not normalised
  shoulder.axis = vt_v3(0, 0, 5);
  shoulder.motion = (vt_curve){VT_LINEAR, 2, t, turn};
  vt_frame_def elbow = frame_def("elbow", 0, VT_JOINT_HINGE);
  elbow.pose.position = vt_v3(1, 0, 0);
  elbow.axis = vt_v3(0, -1, 0);
  elbow.motion = (vt_curve){VT_LINEAR, 2, t, bend};
  vt_frame_def hand = frame_def(NULL, 1, VT_JOINT_SLIDE);
  hand.pose.position = vt_v3(0.5, 0, 0);
  hand.axis = vt_v3(3, 0, 0);
  hand.motion = (vt_curve){VT_LINEAR, 2, t, reach};
  CHECK(vt_frame_init(&frames[0], &shoulder, 0, &error) && vt_frame_init(&frames[1], &elbow, 1, &error) &&
        vt_frame_init(&frames[2], &hand, 2, &error));
  CHECK(strcmp(frames[1].name, "elbow") == 0 && strcmp(frames[2].name, "") == 0);
  CHECK_NEAR(vt_norm(frames[2].axis), 1, 1e-15);
  for (double time = 0; time <= 2; time += 0.25) {
    double a = 0.5 * time, b = 0.4 - 0.5 * time, c = 0.15 * time, r = 1 + (0.5 + c) * cos(b);
    vt_frames_poses(frames, 3, time, NULL, NULL, poses);
    // The base's turn takes (x, y) to (-y, x).
    vt_vec3 expected = vt_v3(0.1 - r * sin(a), 0.2 + r * cos(a), 0.3 + (0.5 + c) * sin(b));
    double up = a + VT_PI / 2;
    vt_quat turned = vt_quat_mul(vt_quat_exp(vt_v3(0, 0, up)), vt_quat_exp(vt_v3(0, -b, 0)));
    check_pose(poses[0], vt_v3(0.1, 0.2, 0.3), vt_quat_exp(vt_v3(0, 0, up)), 1e-14);
    check_pose(poses[1], vt_v3(0.1 - sin(a), 0.2 + cos(a), 0.3), turned, 1e-14);
    check_pose(poses[2], expected, turned, 1e-14);
  }
  for (int i = 0; i < 3; ++i) vt_frame_free(&frames[i]);
}

static void test_rest(void) {
  vt_error error = {0};
  for (int joint = VT_JOINT_FREE; joint <= VT_JOINT_SLIDE; ++joint) {
    vt_frame frame;
    vt_frame_def def = frame_def("still", -1, (vt_joint)joint);
    def.pose.position = vt_v3(1, 2, 3);
    CHECK(vt_frame_init(&frame, &def, 0, &error));
    check_pose(vt_frame_local_pose(&frame, 7), vt_v3(1, 2, 3), vt_quat_identity(), 0);
    vt_frame_free(&frame);
  }
}

// pose * keys; an override takes the place of both, below the parent's motion.
static void test_free_and_override(void) {
  vt_error error = {0};
  const double t[2] = {0, 1};
  const vt_pose keys[2] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{2, 0, 0}, {0, 1, 0, 0}}};
  vt_frame frames[2];
  vt_pose world[2];
  vt_frame_def parent = frame_def("rail", -1, VT_JOINT_SLIDE), child = frame_def("hand", 0, VT_JOINT_FREE);
  const double slide[2] = {0, 10};
  parent.motion = (vt_curve){VT_LINEAR, 2, t, slide};
  child.pose = (vt_pose){{0, 1, 0}, vt_quat_exp((vt_vec3){0, 0, VT_PI / 2})};
  child.keys = (vt_pose_keys){VT_LINEAR, 2, t, keys};
  CHECK(vt_frame_init(&frames[0], &parent, 0, &error) && vt_frame_init(&frames[1], &child, 1, &error));
  vt_frames_poses(frames, 2, 0.5, NULL, NULL, world);
  vt_quat half = vt_quat_mul(vt_quat_exp(vt_v3(0, 0, VT_PI / 2)), vt_quat_exp(vt_v3(VT_PI / 2, 0, 0)));
  check_pose(world[1], vt_v3(0, 2, 5), half, 1e-14);
  const bool overridden[2] = {false, true};
  const vt_pose moved[2] = {{{9, 9, 9}, {1, 0, 0, 0}}, {{0.1, 0.2, 0.3}, {0, 0, 2, 0}}};
  vt_frames_poses(frames, 2, 0.5, overridden, moved, world);
  check_pose(world[0], vt_v3(0, 0, 5), vt_quat_identity(), 1e-14);
  check_pose(world[1], vt_v3(0.1, 0.2, 5.3), (vt_quat){0, 0, 1, 0}, 1e-14);
  vt_frame_free(&frames[0]);
  vt_frame_free(&frames[1]);
}

static void refuse(vt_frame_def def, const char *part) {
  vt_error error = {0};
  vt_frame frame;
  CHECK(!vt_frame_init(&frame, &def, 2, &error));
  CHECK(error.code == VT_BAD_INPUT);
  CHECK_CONTAINS(error.message, "frame 'bad': found");
  CHECK_CONTAINS(error.message, part);
}

static void test_refused(void) {
  const double t[2] = {0, 0}, v[2] = {0, 1};
  const vt_pose keys[2] = {{{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, 0}, {1, 0, 0, 0}}};
  vt_frame_def def = frame_def("bad", 2, VT_JOINT_FREE);
  refuse(def, "parent 2");
  def.parent = -2;
  refuse(def, "parent -2");
  def = frame_def("bad", -1, (vt_joint)7);
  refuse(def, "joint 7");
  def = frame_def("bad", -1, VT_JOINT_FREE);
  def.pose.rotation.w = 0;
  refuse(def, "quaternion");
  def = frame_def("bad", -1, VT_JOINT_FREE);
  def.pose.position.x = NAN;
  refuse(def, "position (nan");
  def = frame_def("bad", -1, VT_JOINT_FREE);
  def.motion = (vt_curve){VT_LINEAR, 2, t, v};
  refuse(def, "a motion curve");
  def.joint = VT_JOINT_HINGE;
  refuse(def, "increasing");
  def.motion.count = 0;
  def.axis = vt_v3(0, 0, 0);
  refuse(def, "axis (0, 0, 0)");
  def.axis = vt_v3(INFINITY, 0, 0);
  refuse(def, "axis (inf");
  def = frame_def("bad", -1, VT_JOINT_SLIDE);
  def.keys = (vt_pose_keys){VT_LINEAR, 2, v, keys};
  refuse(def, "pose keys");
}

int main(void) {
  test_arm();
  test_rest();
  test_free_and_override();
  test_refused();
  return check_report();
}
