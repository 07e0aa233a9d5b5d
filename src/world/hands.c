// Hands with a force limit: attachments that stay behind their frame where it asks for more.
//
// The nodes of such an attachment go where the frame has them, moved by `behind`, the same for all. With r
// the force on the body, which grows about linearly with the displacement of the nodes, at a rate k
// (N/m, with the rest of the body following), what is wanted is the shortest `behind` with |r| <= limit:
// where the force that the frame itself would need, r - k behind, is below the limit, none, and else what
// takes its excess away, along it. This is the return of a spring that slips. k is not known beforehand: it
// depends on what the body touches. So a part of a step is done again with another `behind` until the force
// is right to a hundredth, and k is the secant's.
//
// Below the limit nothing is done, and the body moves as if there were none. Springs in place of prescribed
// nodes, and rows that hold the mean of the nodes, would change it there too.
#include "world/world.h"

static const double LEAST_SLOPE = 0.1; // of the stiffness before, which a secant may fall to

static const double PART = 0.01; // of the limit: how far the force may be off
enum { MAX_GIVES = 12 };         // tries of a part

static vt_vec3 force_of(const vt_world *w, const vt_attachment *a) {
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < a->count; ++i) sum = vt_add(sum, w->work.deformables[a->body].reaction[a->nodes[i]]);
  return sum;
}

// N/m: how the force would grow if all other nodes stood still, which is more than it does in free motion. A
// third of the trace of the sum of A's blocks between the hand's nodes, over h^2.
static double stiffness_of(const vt_world *w, const vt_attachment *a, double h) {
  const vt_deformable *d = &w->work.deformables[a->body];
  const vt_block_pattern *pattern = &d->model->elements.pattern;
  double sum = 0;
  for (int j = 0; j < a->count; ++j)
    for (int k = pattern->start[a->nodes[j]]; k < pattern->start[a->nodes[j] + 1]; ++k) {
      const vt_mat3 *block = &d->system[k];
      bool within = false; // nodes of a region ascend
      for (int low = 0, high = a->count; low < high;) {
        int middle = (low + high) / 2;
        within = within || a->nodes[middle] == pattern->rows[k];
        if (a->nodes[middle] < pattern->rows[k])
          low = middle + 1;
        else
          high = middle;
      }
      double trace = block->m[0][0] + block->m[1][1] + block->m[2][2];
      if (within) sum += (pattern->rows[k] == a->nodes[j] ? 1 : 2) * trace;
    }
  return sum / (3 * h * w->step.kick);
}

// How far a hand must stay behind if it exerts `force` where it is now (the return map
// of a spring that slips).
static vt_vec3 return_to_limit(const vt_hand *hand, vt_vec3 force, double limit) {
  vt_vec3 asked = vt_madd(force, -hand->stiffness, hand->behind);
  double size = vt_norm(asked);
  if (size <= limit) return vt_v3(0, 0, 0);
  return vt_scale((limit / size - 1) / hand->stiffness, asked);
}

// m: how far a frame moves the nodes of an attachment in a part, on average.
static vt_vec3 motion_of_frame(const vt_world *w, const vt_attachment *a) {
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < a->count; ++i) {
    vt_vec3 grip = vt_world_grip(w, a, i);
    vt_vec3 now = vt_pose_apply(w->state.frames[a->frame], grip);
    sum = vt_madd(sum, 1.0 / a->count, vt_sub(vt_pose_apply(w->work.frames_next[a->frame], grip), now));
  }
  return sum;
}

// A hand that is behind starts from its last force, extrapolated; others start at the frame.
void vt_world_begin_hands(vt_world *w, double h) {
  const vt_model *m = w->model;
  w->work.gives = 0;
  bool driven = false;
  for (int k = 0; k < m->attachment_count; ++k) {
    const vt_attachment *a = &m->attachments[k];
    vt_hand *hand = &w->work.hands_next[k];
    *hand = w->work.hands_last[k] = w->state.hands[k];
    if (vt_dot(hand->behind, hand->behind) == 0) continue;
    if (!driven) vt_world_drive_frames(w, *w->state.time + h);
    driven = true;
    vt_vec3 force = vt_madd(hand->force, hand->stiffness, motion_of_frame(w, a));
    hand->behind = return_to_limit(hand, force, a->force_limit);
  }
}

// The secant's slope from the last try to this one, where it is plausible.
static void learn(vt_hand *hand, vt_vec3 shift, vt_vec3 change) {
  double square = vt_dot(shift, shift), slope = vt_dot(shift, change);
  if (square > 0 && slope > 0) hand->stiffness = fmax(slope / square, LEAST_SLOPE * hand->stiffness);
}

bool vt_world_hands_give(vt_world *w, double h, bool may_try) {
  const vt_model *m = w->model;
  bool again = false;
  for (int k = 0; k < m->attachment_count; ++k) {
    const vt_attachment *a = &m->attachments[k];
    vt_hand *hand = &w->work.hands_next[k];
    if (a->force_limit == 0 || !(w->state.holds[k] > 0)) continue;
    vt_vec3 force = force_of(w, a), behind = hand->behind;
    if (w->work.gives > 0)
      learn(hand, vt_sub(behind, w->work.hands_last[k].behind), vt_sub(force, w->work.hands_last[k].force));
    if (hand->stiffness == 0) hand->stiffness = stiffness_of(w, a, h);
    hand->force = force;
    w->work.hands_last[k] = *hand;
    vt_vec3 wanted = return_to_limit(hand, force, a->force_limit);
    if (hand->stiffness * vt_norm(vt_sub(wanted, behind)) <= PART * a->force_limit) continue;
    hand->behind = wanted;
    again = true;
  }
  if (again && may_try && w->work.gives++ < MAX_GIVES) return true;
  for (int k = 0; k < m->attachment_count; ++k) w->work.hands_next[k].behind = w->work.hands_last[k].behind;
  return false;
}

void vt_world_keep_hands(vt_world *w) {
  for (int k = 0; k < w->model->attachment_count; ++k)
    if (w->state.holds[k] > 0) w->state.hands[k] = w->work.hands_next[k];
}
