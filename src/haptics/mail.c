// A mailbox that holds the latest value: one thread writes, another reads, neither ever waits.
#include "haptics/mail.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NEWS = 4, PLACE = 3, CACHE_LINE = 64 };

bool vt_mail_init(vt_mail *mail, size_t size, vt_error *error) {
  *mail = (vt_mail){.size = size, .back = 0, .front = 2};
  mail->stride = (size + 2 * CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  atomic_init(&mail->between, 1u);
  mail->places = VT_NEW(unsigned char, 3 * mail->stride, error);
  return mail->places != NULL;
}

void vt_mail_free(vt_mail *mail) {
  free(mail->places);
  mail->places = NULL;
}

void vt_mail_write(vt_mail *mail, const void *value) {
  memcpy(mail->places + mail->back * mail->stride, value, mail->size);
  mail->back = atomic_exchange_explicit(&mail->between, mail->back | NEWS, memory_order_acq_rel) & PLACE;
}

bool vt_mail_read(vt_mail *mail, void *value) {
  if ((atomic_load_explicit(&mail->between, memory_order_relaxed) & NEWS) == 0) return false;
  mail->front = atomic_exchange_explicit(&mail->between, mail->front, memory_order_acq_rel) & PLACE;
  memcpy(value, mail->places + mail->front * mail->stride, mail->size);
  return true;
}
