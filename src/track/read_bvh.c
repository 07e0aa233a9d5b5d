// Reads BVH files, strictly: each frame is a line with as many numbers as the joints have channels.
#include "track/skeleton.h"

#include "base/cursor.h"
#include "base/file.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum {
  MAX_JOINTS = 10000,    // of one file: a body with hands and face has some 150
  MAX_FRAMES = 100000000 // so that they can be counted; memory ends before
};
static const double SHORTEST_FRAME = 1e-6, LONGEST_FRAME = 1e3; // s

static const char *const words[VT_CHANNELS] = {
    "Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"};

// ---------------------------------------------------------------- joints

static bool read_name(vt_cursor *c, const char *what, char **name) {
  char shown[40];
  int line = c->line;
  vt_word rest = vt_cursor_rest_of_line(c);
  while (rest.length > 0 && strchr(" \t\r", rest.text[0]) != NULL) {
    ++rest.text;
    --rest.length;
  }
  while (rest.length > 0 && strchr(" \t\r", rest.text[rest.length - 1]) != NULL) --rest.length;
  if (rest.length == 0 || rest.text[rest.length - 1] == '{') {
    c->line = line;
    return vt_cursor_fail(
        c, "found %s after %s, expected a name on this line", vt_word_show(rest, shown), what);
  }
  for (size_t k = 0; k < rest.length; ++k)
    if ((unsigned char)rest.text[k] < ' ' && rest.text[k] != '\t') {
      c->line = line;
      return vt_cursor_fail(c, "found %s after %s, expected a name without control characters",
          vt_word_show(rest, shown), what);
    }
  *name = VT_NEW(char, rest.length + 1, c->error);
  if (*name == NULL) return false;
  memcpy(*name, rest.text, rest.length);
  return true;
}

static bool add_joint(vt_cursor *c, vt_skeleton *skeleton, const char *what, int parent) {
  if (skeleton->joint_count >= MAX_JOINTS)
    return vt_cursor_fail(c, "found more than %d joints, expected fewer", MAX_JOINTS);
  if (!VT_RESERVE(&skeleton->joints, &skeleton->joint_room, skeleton->joint_count + 1, c->error))
    return false;
  vt_skeleton_joint joint = {.parent = parent};
  int line = c->line;
  if (!read_name(c, what, &joint.name)) return false;
  skeleton->joints[skeleton->joint_count++] = joint; // from here on it is freed with the rest
  if (vt_skeleton_find(skeleton, joint.name) < skeleton->joint_count - 1) {
    c->line = line;
    return vt_cursor_fail(c, "found a second joint \"%.60s\", expected another name", joint.name);
  }
  return vt_cursor_expect(c, "{");
}

static bool read_offset(vt_cursor *c, vt_vec3 *offset) {
  return vt_cursor_number(c, "the x of OFFSET", &offset->x) &&
         vt_cursor_number(c, "the y of OFFSET", &offset->y) &&
         vt_cursor_number(c, "the z of OFFSET", &offset->z);
}

static bool read_channels(vt_cursor *c, vt_skeleton *skeleton, vt_skeleton_joint *joint) {
  int64_t count = 0;
  char shown[40];
  unsigned seen = 0;
  if (joint->channel_count > 0)
    return vt_cursor_fail(c, "found CHANNELS of joint \"%.60s\" again, expected them once", joint->name);
  if (!vt_cursor_integer(c, "the number of CHANNELS", 0, VT_CHANNELS, &count)) return false;
  joint->first = skeleton->channel_count;
  for (int k = 0; k < count; ++k) {
    vt_word word = vt_cursor_word_in_line(c);
    int kind = 0;
    while (kind < VT_CHANNELS && !vt_word_is_any_case(word, words[kind])) ++kind;
    if (kind == VT_CHANNELS || (seen >> kind & 1) != 0)
      return vt_cursor_fail(c,
          "found %s as channel %d of %d of joint \"%.60s\", expected another of Xposition, Yposition, "
          "Zposition, Xrotation, Yrotation, Zrotation",
          vt_word_show(word, shown), k + 1, (int)count, joint->name);
    seen |= 1u << kind;
    joint->channels[joint->channel_count++] = (vt_skeleton_channel)kind;
  }
  skeleton->channel_count += (int)count;
  return true;
}

static bool read_end_site(vt_cursor *c) {
  vt_vec3 offset;
  return vt_cursor_expect(c, "Site") && vt_cursor_expect(c, "{") && vt_cursor_expect(c, "OFFSET") &&
         read_offset(c, &offset) && vt_cursor_expect(c, "}");
}

// From after the "{" of a root to its "}".
static bool read_tree(vt_cursor *c, vt_skeleton *skeleton) {
  char shown[40];
  for (int at = skeleton->joint_count - 1; at >= 0;) {
    vt_word word = vt_cursor_word(c);
    bool good = true;
    if (vt_word_is(word, "}"))
      at = skeleton->joints[at].parent;
    else if (vt_word_is_any_case(word, "OFFSET"))
      good = read_offset(c, &skeleton->joints[at].offset);
    else if (vt_word_is_any_case(word, "CHANNELS"))
      good = read_channels(c, skeleton, &skeleton->joints[at]);
    else if (vt_word_is_any_case(word, "End"))
      good = read_end_site(c);
    else if (vt_word_is_any_case(word, "JOINT")) {
      good = add_joint(c, skeleton, "JOINT", at);
      at = skeleton->joint_count - 1;
    } else
      return vt_cursor_fail(c, "found %s in joint \"%.60s\", expected OFFSET, CHANNELS, JOINT, End or }",
          vt_word_show(word, shown), skeleton->joints[at].name);
    if (!good) return false;
  }
  return true;
}

static bool read_hierarchy(vt_cursor *c, vt_skeleton *skeleton) {
  char shown[40];
  if (!vt_cursor_expect(c, "HIERARCHY")) return false;
  for (;;) {
    vt_word word = vt_cursor_word(c);
    if (vt_word_is_any_case(word, "MOTION") && skeleton->joint_count > 0) break;
    if (!vt_word_is_any_case(word, "ROOT"))
      return vt_cursor_fail(c, "found %s, expected ROOT%s", vt_word_show(word, shown),
          skeleton->joint_count > 0 ? " or MOTION" : "");
    if (!add_joint(c, skeleton, "ROOT", -1) || !read_tree(c, skeleton)) return false;
  }
  if (skeleton->channel_count > 0) return true;
  return vt_cursor_fail(c, "found joints without CHANNELS, expected some that move");
}

// ---------------------------------------------------------------- motion

// The numbers of a line, as many as there are channels.
static bool read_frame(vt_cursor *c, const vt_skeleton *skeleton, int frame, double *values) {
  char shown[40];
  for (int k = 0; k < skeleton->channel_count; ++k) {
    vt_word word = vt_cursor_word_in_line(c);
    if (word.length == 0)
      return vt_cursor_fail(c, "found %d numbers in frame %d of %d, expected %d", k, frame + 1,
          skeleton->frame_count, skeleton->channel_count);
    if (!vt_word_number(word, &values[k]) || !isfinite(values[k]))
      return vt_cursor_fail(
          c, "found %s in frame %d, expected a finite number", vt_word_show(word, shown), frame + 1);
  }
  vt_word more = vt_cursor_word_in_line(c);
  if (more.length == 0) return true;
  return vt_cursor_fail(c, "found %s after the %d numbers of frame %d, expected the end of the line",
      vt_word_show(more, shown), skeleton->channel_count, frame + 1);
}

static bool read_motion(vt_cursor *c, vt_skeleton *skeleton) {
  int64_t frames = 0;
  if (!vt_cursor_expect(c, "Frames:") ||
      !vt_cursor_integer(c, "the number of frames", 1, MAX_FRAMES, &frames))
    return false;
  skeleton->frame_count = (int)frames;
  if (!vt_cursor_expect(c, "Frame") || !vt_cursor_expect(c, "Time:") ||
      !vt_cursor_number(c, "the time of a frame", &skeleton->frame_time))
    return false;
  if (!(skeleton->frame_time >= SHORTEST_FRAME && skeleton->frame_time <= LONGEST_FRAME))
    return vt_cursor_fail(
        c, "found %g s for a frame, expected %g to %g", skeleton->frame_time, SHORTEST_FRAME, LONGEST_FRAME);
  size_t width = (size_t)skeleton->channel_count;
  if (!vt_cursor_room(c, frames * skeleton->channel_count, 2, "numbers") ||
      !VT_RESERVE(&skeleton->values, &skeleton->value_room, (size_t)frames * width, c->error))
    return false;
  for (int k = 0; k < skeleton->frame_count; ++k) {
    vt_cursor_skip_space(c);
    if (vt_cursor_left(c) == 0)
      return vt_cursor_fail(c, "found %d frames, expected %d", k, skeleton->frame_count);
    if (!read_frame(c, skeleton, k, skeleton->values + (size_t)k * width)) return false;
  }
  char shown[40];
  vt_word more = vt_cursor_word(c);
  if (more.length == 0) return true;
  return vt_cursor_fail(
      c, "found %s after %d frames, expected the end", vt_word_show(more, shown), skeleton->frame_count);
}

bool vt_skeleton_read(
    vt_skeleton *skeleton, const char *name, const char *text, size_t size, vt_error *error) {
  vt_locale locale;
  *skeleton = (vt_skeleton){0};
  if (memchr(text, '\0', size) != NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found a zero byte, expected text", name);
  if (!vt_locale_begin(&locale, error)) return false;
  vt_cursor c = vt_cursor_open(name, text, size, error);
  bool good = read_hierarchy(&c, skeleton) && read_motion(&c, skeleton);
  vt_locale_end(&locale);
  if (!good) vt_skeleton_free(skeleton);
  return good;
}
