// A mailbox that holds the latest value: one thread writes, another reads, neither ever waits.
//
// Three places for the value. The writer owns one, the reader one, and the third lies between them; whoever
// is done with his place exchanges it for that one in a single atomic operation. A seqlock would want one
// place only, but its reader has to try again while the writer writes, and its reads are races to the
// language.
#ifndef VT_HAPTICS_MAIL_H
#define VT_HAPTICS_MAIL_H

#include "base/error.h"

#include <stdatomic.h>

typedef struct vt_mail {
  size_t size;           // bytes of a value
  unsigned char *places; // three, each on cache lines of its own
  size_t stride;
  atomic_uint between; // the number of that place, and whether it is news
  unsigned back;       // the writer's place
  unsigned front;      // the reader's place
} vt_mail;

bool vt_mail_init(vt_mail *mail, size_t size, vt_error *error);
void vt_mail_free(vt_mail *mail);

void vt_mail_write(vt_mail *mail, const void *value);
// Whether there was news; if so, *value is the latest. Otherwise it stays as it is.
bool vt_mail_read(vt_mail *mail, void *value);

#endif
