// card.html: a run on a card, for a page of several runs (gallery.c).
#ifndef VT_RECORD_CARD_H
#define VT_RECORD_CARD_H

#include <ventouse/record.h>

// Links in it hold for a page beside the run folder.
bool vt_card_write(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error);

#endif
