// The latest state of the simulation for whoever looks: written by the simulation, read by the service.
//
// Nothing queues here. A section (the vertices of a body, a pose, the contacts) is overwritten by a newer one
// and carries the number of the publication that changed it, so a reader gets what changed since it last
// looked, however many publications it missed. The lock is held for copying memory only, never
// for sending, so a stalled reader costs the simulation nothing.
#ifndef VENTOUSE_SERVER_MAILBOX_H
#define VENTOUSE_SERVER_MAILBOX_H

#include "bytes.h"

#include <pthread.h>
#include <stdatomic.h>

// docs/viewer.md describes the payload of each.
typedef enum section_kind {
  SECTION_POSE = 1,
  SECTION_VISUAL = 2,
  SECTION_COLLISION = 3,
  SECTION_NODES = 4,
  SECTION_CONTACTS = 5,
  SECTION_CAVITIES = 6,
  SECTION_FRAMES = 7,
  SECTION_SAMPLES = 8,
  SECTION_GEOMETRY = 9,
  SECTION_PULL = 10,
  SECTION_HOLD = 11
} section_kind;

// Bits of the layers a client asks for; poses, frames, samples, the pull and the hold always come.
enum { LAYER_VISUAL = 1, LAYER_COLLISION = 2, LAYER_NODES = 4, LAYER_CONTACTS = 8, LAYER_CAVITIES = 16 };

typedef struct section {
  section_kind kind;
  uint32_t index, count;
  bytes payload;
  uint64_t changed; // number of the publication
} section;

// A ring of the numbers of each step, for plots that miss nothing.
typedef struct sample_ring {
  double *values; // room * width
  int room, width;
  int *used;         // numbers of each sample
  uint64_t appended; // since the ring was made; sample k is at k % room
} sample_ring;

typedef struct mailbox {
  pthread_mutex_t mutex;
  void (*wake)(void *context); // tells the service that there is news
  void *context;
  atomic_int hungry;  // clients that can take a frame now
  atomic_uint wanted; // layers any client asks for

  uint32_t generation; // of the scene
  uint32_t epoch;      // of the run: changes with the first publication after a reset
  bool fresh;          // begun again and not yet published: what is here is of before
  uint64_t published;
  int64_t step;
  double time; // s
  section *sections;
  int section_count, section_room;
  sample_ring samples;
  bytes scene;    // JSON
  bytes geometry; // one binary message
  bytes state;    // JSON
  uint64_t state_version;
  bytes notice; // JSON, the latest
  uint64_t notice_version;
} mailbox;

// What one reader has had.
typedef struct reader {
  unsigned layers;
  uint32_t generation, epoch;
  uint64_t published, samples;
} reader;

bool mailbox_init(mailbox *box);
void mailbox_free(mailbox *box);

// ---- the simulation's side

// Forgets all sections and samples: a new scene with its description, or the same scene from the start.
bool mailbox_new_scene(mailbox *box, bytes *scene, bytes *geometry, int sample_width);
void mailbox_new_epoch(mailbox *box);
// Publishing: lock, put every section, unlock. A section with equal bytes counts as unchanged. The payload is
// swapped, not copied: afterwards it holds old bytes to be overwritten.
void mailbox_begin(mailbox *box, int64_t step, double time);
void mailbox_put(mailbox *box, section_kind kind, uint32_t index, uint32_t count, bytes *payload);
void mailbox_end(mailbox *box);
void mailbox_sample(mailbox *box, const double *values, int count);
void mailbox_set_state(mailbox *box, const char *json);
void mailbox_set_notice(mailbox *box, const char *json);

// ---- the service's side; each appends one whole message to `out`, false if there is nothing to send

bool mailbox_read_scene(mailbox *box, reader *r, bytes *out);
bool mailbox_read_geometry(mailbox *box, bytes *out);
bool mailbox_read_state(mailbox *box, uint64_t *version, bytes *out);
bool mailbox_read_notice(mailbox *box, uint64_t *version, bytes *out);
uint64_t mailbox_notices(mailbox *box); // the version of the latest notice, for a reader that comes new
bool mailbox_read_frame(mailbox *box, reader *r, uint64_t frame, bytes *out);

#endif
