// Figure 6 of Le Garrec et al. 2006: a box of 36,000 points and three fingertips of 2,400, by the number of
// contacts: pairs of leaves, distances, and refitting all trees, in ms. Not a test: prints a table.
#include "cloud_sides.h"

#include <time.h>

enum { TIPS = 3, AGAIN = 50 };

static const double BOX = 0.06, TIP = 0.01; // m: side of the box, radius of the tips

// s of processor time
static double spent(void) { return (double)clock() / CLOCKS_PER_SEC; }

static bool count_pair(void *context, int a, int b) {
  (void)a, (void)b;
  ++*(int *)context;
  return true;
}

int main(void) {
  sampled small = sample_ball(2400, 1);
  for (int i = 0; i < small.count; ++i) small.points[i] = vt_scale(TIP / BALL_RADIUS, small.points[i]);
  side box = side_of(sample_box(vt_v3(BOX, BOX, BOX), 1, 36000, 2)), tip = side_of(small);
  vt_meeting_search search;
  vt_error error = {0};
  if (!vt_meeting_search_init(&search, &box.tree, &error)) return 1;
  vt_meeting *found = malloc(sizeof *found * (size_t)box.tree.leaf_count);
  printf("leaves of the box %d, of a tip %d\n", box.tree.leaf_count, tip.tree.leaf_count);
  for (double depth = 0; depth < 2.2e-3; depth += 0.2e-3) {
    vt_pose poses[TIPS] = {vt_pose_identity(), vt_pose_identity(), vt_pose_identity()};
    double off = BOX / 2 + TIP - depth, times[3] = {0};
    poses[0].position = vt_v3(off, 0, 0);
    poses[1].position = vt_v3(-off, 0.01, 0);
    poses[2].position = vt_v3(-off, -0.012, 0);
    int contacts = 0, pairs = 0;
    for (int k = 0; k < AGAIN; ++k) {
      contacts = pairs = 0;
      for (int t = 0; t < TIPS; ++t) {
        vt_points_side a = {&box.surface, &box.tree, vt_pose_identity()},
                       b = {&tip.surface, &tip.tree, poses[t]};
        double start = spent();
        vt_sphere_pairs(a.tree, a.pose, b.tree, b.pose, 1e-4, count_pair, &pairs);
        double walked = spent();
        contacts += vt_points_meet(&search, &a, &b, 1e-4, found);
        double met = spent();
        times[0] += walked - start;
        times[1] += met - walked - (walked - start);
      }
      double start = spent();
      vt_sphere_tree_refit(&box.tree, box.surface.points, 6);
      for (int t = 0; t < TIPS; ++t) vt_sphere_tree_refit(&tip.tree, tip.surface.points, 6);
      times[2] += spent() - start;
    }
    printf("depth %.1f mm: %d pairs, %d contacts: tree %.3f ms, distances %.3f, refit %.3f\n", 1e3 * depth,
        pairs, contacts, 1e3 * times[0] / AGAIN, 1e3 * times[1] / AGAIN, 1e3 * times[2] / AGAIN);
  }
  return 0;
}
