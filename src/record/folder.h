// A run folder that appears whole or not at all: written under a hidden name beside its place, then renamed.
//
// For the target runs/cup the hidden name is runs/.cup.partial-PID. A lock (flock) on that folder
// tells a run that is being written from what a killed process left behind, which the next run to
// the same target removes.
#ifndef VT_RECORD_FOLDER_H
#define VT_RECORD_FOLDER_H

#include <ventouse/base.h>

typedef struct vt_folder {
  char *target;  // where the run will be, without a trailing slash
  char *parent;  // the folder that holds it
  char *name;    // its name there
  char *partial; // where it is written now
  int lock;      // file descriptor that holds the lock, -1 when none
  int made;      // levels of parent folders made for this run
  bool published;
} vt_folder;

// Makes the hidden folder; destroy it in any case. Refused when the target exists and is neither an empty
// folder nor a run folder.
bool vt_folder_create(vt_folder *folder, const char *target, vt_error *error);

// Brings everything to the disk and puts the hidden folder in the target's place. An older run there is
// exchanged in one step where the system can (`exchange`, tried first), otherwise moved aside first; its own
// files are then removed, while files that no run writes move on to the new folder.
bool vt_folder_publish(vt_folder *folder, bool exchange, vt_error *error);

// Frees; removes the hidden folder and the parents made for it unless it was published.
void vt_folder_destroy(vt_folder *folder);

#endif
