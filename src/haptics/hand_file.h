// A recorded hand, or anything else that moved, from the text of a CSV file.
#ifndef VT_HAPTICS_HAND_FILE_H
#define VT_HAPTICS_HAND_FILE_H

#include <ventouse/haptics.h>

typedef struct vt_hand_file {
  int count; // 1 at least
  size_t room;
  vt_hand_sample *path; // by increasing time
} vt_hand_file;

// The text has a zero byte after its `size` bytes. Nothing to free after a failure.
bool vt_hand_file_read(vt_hand_file *file, const char *name, const char *text, size_t size, vt_error *error);
void vt_hand_file_free(vt_hand_file *file);

#endif
