// BVH and CSV files: what they say, and one clear line with file and line for each that is wrong.
#include "check.h"
#include "track/follow.h"

#include <stdlib.h>

#define TREE                                                                                                 \
  "HIERARCHY\nROOT Hand\n{\n  OFFSET 0 0 0\n"                                                                \
  "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"                               \
  "  JOINT Thumb 1\n  {\n    OFFSET 0 2 0\n    CHANNELS 1 Zrotation\n"                                       \
  "    End Site\n    {\n      OFFSET 0 1 0\n    }\n  }\n}\n"
#define MOTION "MOTION\nFrames: 2\nFrame Time: 0.5\n1 2 3 90 0 0 90\n1 2 3 0 0 30 -45\n"

static void check_good(void) {
  static const char text[] = TREE MOTION;
  vt_error error = {0};
  vt_skeleton s;
  CHECK(vt_skeleton_read(&s, "hand.bvh", text, sizeof text - 1, &error));
  CHECK(s.joint_count == 2 && s.channel_count == 7 && s.frame_count == 2 && s.frame_time == 0.5);
  int thumb = vt_skeleton_find(&s, "Thumb 1");
  CHECK(thumb == 1 && s.joints[1].parent == 0 && vt_skeleton_find(&s, "Thumb") == -1);
  // The hand turned by 90 degrees about z carries the offset of 2 along -x.
  vt_pose pose = vt_skeleton_pose(&s, 1, 0);
  CHECK_NEAR(vt_norm(vt_sub(pose.position, vt_v3(-1, 2, 3))), 0, 1e-12);
  CHECK_NEAR(vt_norm(vt_quat_log(pose.rotation)), VT_PI, 1e-12); // 90 + 90
  CHECK_NEAR(vt_quat_log(vt_skeleton_local_pose(&s, 1, 1).rotation).z, -VT_PI / 4, 1e-12);
  vt_hand_file path;
  CHECK(vt_skeleton_path(&s, 1, true, &path, &error));
  CHECK(path.count == 2 && path.path[1].time == 0.5);
  vt_hand_file_free(&path);
  vt_skeleton_free(&s);
}

// Channels in the order they are told: about z, then about the x that this has turned.
static void check_order(void) {
  static const char text[] = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Zrotation Xrotation\n}\n"
                             "MOTION\nFrames: 1\nFrame Time: 1\n90 90\n";
  vt_error error = {0};
  vt_skeleton s;
  CHECK(vt_skeleton_read(&s, "order.bvh", text, sizeof text - 1, &error));
  vt_vec3 y = vt_quat_rotate(vt_skeleton_pose(&s, 0, 0).rotation, vt_v3(0, 1, 0));
  CHECK_NEAR(vt_norm(vt_sub(y, vt_v3(0, 0, 1))), 0, 1e-12);
  vt_skeleton_free(&s);
}

typedef struct bad {
  const char *text, *message;
} bad;

static const bad bad_bvh[] = {
    {"", "hand.bvh:1: found the end, expected HIERARCHY"},
    {"HIERARCHY\nMOTION\n", "hand.bvh:2: found \"MOTION\", expected ROOT"},
    {"HIERARCHY\nROOT\n{\n", "hand.bvh:2: found the end after ROOT, expected a name on this line"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 nan 0\n", "hand.bvh:4: found \"nan\" as the y of OFFSET"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 7 Xposition", "hand.bvh:5: found 7"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xposition Xposition\n",
        "hand.bvh:5: found \"Xposition\" as channel 2 of 2"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition\n}\n",
        "hand.bvh:5: found the end as channel 3 of 3"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\n", "hand.bvh:6: found joints without CHANNELS"},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nJOINT a\n{\n", "hand.bvh:5: found a second joint \"a\""},
    {"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n", "found the end in joint \"a\""},
    {TREE "MOTION\nFrames: 0\n", "hand.bvh:17: found 0"},
    {TREE "MOTION\nFrames: 1\nFrame Time: 0\n1 2 3 4 5 6 7\n", "hand.bvh:18: found 0 s for a frame"},
    {TREE "MOTION\nFrames: 1\nFrame Time: nan\n1 2 3 4 5 6 7\n", "hand.bvh:18: found"},
    {TREE "MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4 5 6\n",
        "hand.bvh:19: found 6 numbers in frame 1 of 1, expected 7"},
    {TREE "MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4 5 6 7 8\n",
        "hand.bvh:19: found \"8\" after the 7 numbers of frame 1"},
    {TREE "MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4 5 6 nan\n",
        "hand.bvh:19: found \"nan\" in frame 1, expected a finite number"},
    {TREE "MOTION\nFrames: 2\nFrame Time: 0.1\n1 2 3 4 5 6 7\n",
        "hand.bvh:18: found 14 as number of numbers"},
    {TREE "MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4 5 6 7\n1 2 3 4 5 6 7\n",
        "hand.bvh:20: found \"1\" after 1 frames, expected the end"},
    {TREE "MOTION\nFrames: 100000000\nFrame Time: 0.1\n1 2 3 4 5 6 7\n", "hand.bvh:18: found"},
};

static const bad bad_csv[] = {
    {"", "hand.csv:1: found other columns, expected time,x,y,z"},
    {"time,x,y\n0,0,0\n", "hand.csv:1: found other columns"},
    {"time,x,y,z\n", "hand.csv: found no samples"},
    {"time,x,y,z\n0,0,0,0\n0.1,0,nan,0\n", "hand.csv:3: found \"nan\" for y, expected a number"},
    {"time,x,y,z\n0,0,0,0\n0.1,0,0\n", "hand.csv:3: found \"\" for z, expected a number"},
    {"time,x,y,z\n0.2,0,0,0\n0.1,0,0,0\n", "hand.csv:3: found time 0.1 after 0.2, expected increasing times"},
    {"time,x,y,z,qw,qx,qy,qz\n0,0,0,0,2,0,0,0\n", "hand.csv:2: found quaternion 2 0 0 0"},
};

static void check_bad(void) {
  for (size_t k = 0; k < sizeof bad_bvh / sizeof *bad_bvh; ++k) {
    vt_error error = {0};
    vt_skeleton s;
    CHECK(!vt_skeleton_read(&s, "hand.bvh", bad_bvh[k].text, strlen(bad_bvh[k].text), &error));
    CHECK_CONTAINS(error.message, bad_bvh[k].message);
    CHECK(strchr(error.message, '\n') == NULL && strstr(error.message, "expected") != NULL);
  }
  vt_track_def t = vt_track_def_default();
  vt_follow_def d = vt_follow_def_default();
  vt_follow f;
  vt_error error = {0};
  d.frame = 0;
  CHECK(vt_follow_init(&f, &t, &d, false, &error));
  for (size_t k = 0; k < sizeof bad_csv / sizeof *bad_csv; ++k) {
    error = (vt_error){0};
    CHECK(!vt_follow_take_csv(&f, "hand.csv", bad_csv[k].text, strlen(bad_csv[k].text), &error));
    CHECK_CONTAINS(error.message, bad_csv[k].message);
  }
  vt_follow_free(&f);
}

// A joint that is not there, or not asked for.
static void check_missing(void) {
  static const char text[] = TREE MOTION;
  vt_error error = {0};
  vt_skeleton s;
  vt_track_def t = vt_track_def_default();
  vt_follow_def d = vt_follow_def_default();
  vt_follow f;
  d.frame = 0;
  CHECK(vt_skeleton_read(&s, "hand.bvh", text, sizeof text - 1, &error));
  CHECK(vt_follow_init(&f, &t, &d, false, &error) && !vt_follow_take_bvh(&f, "hand.bvh", &s, &error));
  CHECK_CONTAINS(error.message, "hand.bvh: found no joint asked of it");
  vt_follow_free(&f);
  d.joint = "Index";
  error = (vt_error){0};
  CHECK(vt_follow_init(&f, &t, &d, false, &error) && !vt_follow_take_bvh(&f, "hand.bvh", &s, &error));
  CHECK_CONTAINS(error.message, "hand.bvh: found no joint 'Index' among 2, expected one of them, as 'Hand'");
  error = (vt_error){0};
  CHECK(!vt_follow_take_csv(&f, "hand.csv", bad_csv[0].text, 0, &error));
  CHECK_CONTAINS(error.message, "expected a BVH file");
  vt_follow_free(&f);
  vt_skeleton_free(&s);
}

int main(void) {
  check_good();
  check_order();
  check_bad();
  check_missing();
  return check_report();
}
