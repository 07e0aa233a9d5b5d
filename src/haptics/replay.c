// A device that plays a recorded hand.
#include "base/file.h"
#include "base/memory.h"
#include "base/misuse.h"
#include "haptics/device.h"
#include "haptics/hand_file.h"

#include <stdlib.h>

static bool open_replay(void *context, vt_error *error) {
  (void)context;
  (void)error;
  return true;
}

static vt_device_news read_replay(void *context, double time, vt_device_pose *pose) {
  const vt_hand_file *p = context;
  *pose = vt_path_at(p->path, p->count, time);
  return VT_DEVICE_NEW;
}

static void write_replay(void *context, double time, vt_device_force force) {
  (void)context;
  (void)time;
  (void)force;
}

static void close_replay(void *context) {
  vt_hand_file_free(context);
  free(context);
}

bool vt_device_replay(vt_device *device, const char *path, vt_error *error) {
  VT_NEED_OR_FAIL(device != NULL && path != NULL, error, false);
  size_t size = 0;
  vt_hand_file *p = VT_NEW(vt_hand_file, 1, error);
  char *text = p != NULL ? vt_read_file(path, "a file of a recorded hand", &size, error) : NULL;
  bool good = text != NULL && vt_hand_file_read(p, path, text, size, error);
  free(text);
  if (good)
    *device = (vt_device){p, open_replay, read_replay, write_replay, close_replay};
  else
    free(p);
  return good;
}
