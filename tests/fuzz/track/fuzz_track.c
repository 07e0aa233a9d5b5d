// What every fuzz target of tracks does: read the bytes as KIND says; what is accepted must be sound.
#include "base/file.h"
#include "track/dtrack.h"
#include "track/follow.h"
#include "track/osc.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds) {
  if (!holds) abort();
}

static void demand_pose(vt_pose p) {
  vt_quat q = p.rotation;
  demand(vt_is_finite(p.position));
  demand(fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-6);
}

static void demand_reason(const vt_error *error) {
  demand(strncmp(error->message, "fuzz", 4) == 0 || error->code == VT_NO_MEMORY);
  demand(strpbrk(error->message, "\r\n") == NULL);
}

static void read_bvh(const char *bytes, size_t size) {
  vt_error error = {0};
  vt_skeleton s;
  bool good = vt_skeleton_read(&s, "fuzz", bytes, size, &error);
  demand(good == (error.code == VT_OK));
  if (!good) {
    demand_reason(&error);
    return;
  }
  demand(s.joint_count > 0 && s.frame_count > 0 && s.channel_count > 0);
  for (int k = 0; k < s.channel_count * s.frame_count; ++k) demand(isfinite(s.values[k]));
  vt_quat q = vt_skeleton_pose(&s, s.joint_count - 1, s.frame_count - 1).rotation;
  demand(isfinite(q.w) && isfinite(q.x));
  vt_skeleton_free(&s);
}

static void read_csv(const char *bytes, size_t size) {
  vt_error error = {0};
  vt_hand_file file;
  bool good = vt_hand_file_read(&file, "fuzz", bytes, size, &error);
  demand(good == (error.code == VT_OK));
  if (!good) demand_reason(&error);
  for (int k = 0; k < file.count; ++k) {
    demand(k == 0 || file.path[k].time > file.path[k - 1].time);
    demand_pose(file.path[k].at.pose);
  }
  vt_hand_file_free(&file);
}

static void read_dtrack(const char *bytes, size_t size) {
  static vt_dtrack d;
  vt_error error = {0};
  vt_locale locale;
  demand(vt_locale_begin(&locale, &error));
  bool good = vt_dtrack_parse(bytes, size, &d);
  vt_locale_end(&locale);
  for (int k = 0; good && k < d.body_count; ++k) demand_pose(d.bodies[k].pose);
  for (int k = 0; good && k < d.hand_count; ++k) {
    demand_pose(d.hands[k].pose);
    demand(d.hands[k].finger_count >= 0 && d.hands[k].finger_count <= VT_DTRACK_FINGERS);
  }
}

static void hear(void *context, const vt_osc_message *m) {
  (void)context;
  demand(m->address[0] == '/' && m->count >= 0 && m->count <= VT_OSC_NUMBERS);
}

static void read_osc(const char *bytes, size_t size) {
  vt_osc_parse((const unsigned char *)bytes, size, hear, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void (*const kinds[])(const char *, size_t) = {read_bvh, read_csv, read_dtrack, read_osc};
  char *bytes = malloc(size + 1);
  if (bytes == NULL) return 0;
  if (size > 0) memcpy(bytes, data, size);
  bytes[size] = '\0';
  kinds[KIND](bytes, size);
  free(bytes);
  return 0;
}
