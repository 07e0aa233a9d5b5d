// What follows a file as keys of the model.
//
// A file is known beforehand, and so is where its followers will be: at the end of each step, by the same
// code that follows live streams. As keys they need nothing from whoever runs the scene, a step in pieces
// sees them on their way, and the run is reproducible as any other.
#include "scene/build_tracks.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "body/frame.h"
#include "scene/complaint.h"

// m, rad, m/s, rad/s: what is left of a spring's motion after the end of a file when keys end.
static const double SETTLED = 1e-12;
enum { MOST_KEYS = 1000000 }; // of one frame or motor: 64 MB, 16 minutes of steps of 1 ms

// Where its own script has something at a time.
typedef vt_pose script(const void *context, double time);

static vt_pose frame_script(const void *context, double time) {
  return vt_frame_local_pose((const vt_frame *)context, time);
}

static vt_pose motor_script(const void *context, double time) {
  const vt_curve *curve = context;
  return vt_follow_number(curve->count > 0 ? vt_curve_value(curve, time) : 0);
}

static vt_build_tracked *find(vt_builder *builder, const xmlNode *element, const char *attribute) {
  const char *name = vt_attribute_text(element, "name");
  for (int k = 0; name != NULL && k < builder->tracked_count; ++k) {
    const char *wanted = vt_attribute_text(builder->tracked[k].element, attribute);
    if (wanted != NULL && strcmp(wanted, name) == 0) return &builder->tracked[k];
  }
  return NULL;
}

static bool is_settled(const vt_follower *s, double time, double end) {
  vt_quat turn = vt_quat_mul(s->motion.pose.rotation, vt_quat_conjugate(s->target.rotation));
  return time > end && s->share == 1 &&
         vt_norm(vt_sub(s->motion.pose.position, s->target.position)) < SETTLED &&
         vt_norm(vt_quat_log(turn)) < SETTLED && vt_norm(s->motion.velocity) < SETTLED &&
         vt_norm(s->motion.turning) < SETTLED;
}

static bool warn(vt_builder *builder, const vt_build_tracked *one, vt_follow_counts counts) {
  if (counts.wild > 0 &&
      !vt_build_warn(builder, one->element, "<follow> leaves %lld of %lld samples as too fast to be true",
          counts.wild, counts.wild + counts.taken))
    return false;
  return counts.dropped == 0 ||
         vt_build_warn(builder, one->element,
             "<follow> has %lld times without samples for longer than the hold, the longest %g s",
             counts.dropped, counts.silence);
}

// Keys at the end of each step, until nothing moves any more.
static bool make_keys(
    vt_builder *builder, vt_build_tracked *one, script *own, const void *context, vt_keys *keys) {
  vt_follow *f = &one->follow;
  const vt_track_def *t = &builder->tracks[one->track].def;
  vt_error *error = builder->reader.error;
  double h = vt_model_settings(builder->model)->dt, duration = builder->scene->duration;
  size_t time_room = 0, pose_room = 0;
  one->used = true;
  if (!warn(builder, one, vt_follow_sift(f, t))) return false;
  double end = f->path.path[f->path.count - 1].time;
  vt_pose there;
  vt_follow_start(f, t, 0, own(context, 0), &there);
  for (int k = 0;; ++k) {
    if (k >= MOST_KEYS)
      return vt_complain(
          one->element, error, "<follow> needs more than %d steps of %g s, expected fewer", k, h);
    if (!VT_RESERVE(&keys->times, &time_room, k + 1, error) ||
        !VT_RESERVE(&keys->poses, &pose_room, k + 1, error))
      return false;
    keys->times[k] = k * h;
    keys->poses[k] = there;
    keys->count = k + 1;
    if (k * h >= duration || is_settled(&f->state, k * h, end)) return true;
    vt_pose before = own(context, k * h), after = own(context, (k + 1) * h);
    if (!vt_follow_advance(f, t, k * h, h, before, after, &there, error)) return false;
  }
}

bool vt_build_tracked_frame(vt_builder *builder, const xmlNode *element, vt_frame_def *def, vt_keys *keys) {
  vt_build_tracked *one = find(builder, element, "frame");
  vt_keys made = {0};
  vt_frame own;
  if (one == NULL) return true;
  if (def->joint != VT_JOINT_FREE)
    return vt_complain(one->element, builder->reader.error,
        "frame '%s' has a hinge or slide, expected a free one", def->name);
  vt_error inner = {0};
  vt_frame_def alone = *def;
  alone.parent = -1;
  if (!vt_frame_init(&own, &alone, 0, &inner)) return vt_pass_on(element, &inner, builder->reader.error);
  bool good = make_keys(builder, one, frame_script, &own, &made);
  vt_frame_free(&own);
  vt_keys_free(keys);
  *keys = made;
  def->pose = vt_pose_identity();
  def->keys = (vt_pose_keys){VT_LINEAR, keys->count, keys->times, keys->poses};
  return good;
}

bool vt_build_tracked_motor(vt_builder *builder, const xmlNode *element, vt_motor_def *def, vt_keys *keys) {
  vt_build_tracked *one = find(builder, element, "motor");
  vt_keys made = {0};
  if (one == NULL) return true;
  bool hinge = vt_model_link_kind(builder->model, def->link) == VT_LINK_HINGE;
  vt_follow_set_kind(&one->follow, &builder->tracks[one->track].def, hinge);
  bool good = make_keys(builder, one, motor_script, &def->target, &made);
  vt_keys_free(keys);
  *keys = made;
  keys->values = VT_NEW(double, keys->count, builder->reader.error);
  if (!good || keys->values == NULL) return false;
  for (int k = 0; k < keys->count; ++k) keys->values[k] = keys->poses[k].position.x;
  def->target = (vt_curve){VT_LINEAR, keys->count, keys->times, keys->values};
  return true;
}
