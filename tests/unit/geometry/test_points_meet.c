// Control points of one cloud on another: gaps against closed forms, turned anyhow, none missed and none
// invented.
#include "check.h"
#include "cloud_sides.h"

static int meet(
    const side *a, vt_pose pose_a, const side *b, vt_pose pose_b, double reach, vt_meeting **found) {
  vt_meeting_search search;
  vt_error error = {0};
  *found = malloc(sizeof **found * (size_t)a->tree.leaf_count);
  if (!CHECK(vt_meeting_search_init(&search, &a->tree, &error))) exit(1);
  vt_points_side one = {&a->surface, &a->tree, pose_a}, two = {&b->surface, &b->tree, pose_b};
  int count = vt_points_meet(&search, &one, &two, reach, *found);
  vt_meeting_search_free(&search);
  return count;
}

// A ball that reaches 1 mm into the flat top of a box, all turned: gaps are heights over that top.
static void check_ball_on_box(vt_vec3 turn) {
  const double reach = 2e-3, top = 0.02;
  side ball = side_of(sample_ball(8000, 1)),
       box = side_of(sample_box(vt_v3(0.12, 0.12, 2 * top), 1, 16000, 2));
  vt_quat q = vt_quat_exp(turn);
  vt_pose pose_box = {{0.3, -0.2, 0.1}, q};
  vt_pose pose_ball = {
      vt_pose_apply(pose_box, vt_v3(0, 0, top + BALL_RADIUS - 1e-3)), vt_quat_exp(vt_v3(1, 2, 3))};
  vt_meeting *found;
  int count = meet(&ball, pose_ball, &box, pose_box, reach, &found), wanted = 0;
  double worst = 0;
  for (int k = 0; k < ball.tree.leaf_count; ++k) {
    vt_vec3 local = vt_pose_unapply(pose_box, vt_pose_apply(pose_ball, ball.tree.controls[k]));
    wanted += local.z - top <= reach;
  }
  for (int k = 0; k < count; ++k) {
    vt_vec3 local = vt_pose_unapply(pose_box, found[k].point), up = vt_quat_rotate(q, vt_v3(0, 0, 1));
    worst = fmax(worst, fabs(found[k].gap - (local.z - top)));
    CHECK_NEAR(vt_norm(vt_sub(found[k].normal, up)), 0, 1e-9);
    CHECK_NEAR(
        vt_norm(vt_sub(vt_madd(found[k].foot, found[k].gap, found[k].normal), found[k].point)), 0, 1e-9);
    CHECK(k == 0 || found[k].leaf > found[k - 1].leaf);
  }
  printf("| ball in a box by 1 mm: control points within 2 mm, found, gap off by | %d, %d, %.1e m |\n",
      wanted, count, worst);
  CHECK(count == wanted && count > 20);
  CHECK(worst < 1e-12);
  free(found);
  // The other way round there are as many feet on a ball, whose gaps are those of it.
  count = meet(&box, pose_box, &ball, pose_ball, reach, &found);
  worst = 0;
  for (int k = 0; k < count; ++k)
    worst =
        fmax(worst, fabs(found[k].gap - (vt_norm(vt_sub(found[k].point, pose_ball.position)) - BALL_RADIUS)));
  double inside = 2.25 * ball.surface.spacing * ball.surface.spacing / (2 * BALL_RADIUS);
  printf("| box in the ball: found, gap off by (h^2 / 2R) | %d, %.1e m (%.1e) |\n", count, worst, inside);
  CHECK(count > 20 && worst < 1.5 * inside);
  free(found);
  side_free(&ball);
  side_free(&box);
}

// Apart there is none; and none between a ball and the far side of what it touches.
static void check_none(void) {
  side ball = side_of(sample_ball(2000, 1)), plate = side_of(sample_box(vt_v3(0.1, 0.1, 4e-3), 1, 9000, 2));
  vt_pose here = vt_pose_identity(), away = here, on = here;
  vt_meeting *found;
  away.position.z = 0.06;
  CHECK(meet(&ball, away, &plate, here, 1e-3, &found) == 0);
  free(found);
  on.position.z = 2e-3 + BALL_RADIUS - 1e-3;
  int count = meet(&ball, on, &plate, here, 1e-3, &found);
  CHECK(count > 3);
  for (int k = 0; k < count; ++k) CHECK(found[k].normal.z > 0.999 && found[k].foot.z > 0);
  free(found);
  side_free(&ball);
  side_free(&plate);
}

int main(void) {
  check_ball_on_box(vt_v3(0, 0, 0));
  check_ball_on_box(vt_v3(0.5, -1, 0.3));
  check_none();
  return check_report();
}
