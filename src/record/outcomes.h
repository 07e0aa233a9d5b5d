// Outcomes of expectations, as the pages of a run tell them.
#ifndef VT_RECORD_OUTCOMES_H
#define VT_RECORD_OUTCOMES_H

#include "record/outfile.h"

#include <ventouse/scene.h>

// How many did not hold, of `count`; 0 of 0 where nothing was judged (NULL).
int vt_outcomes_failed(const vt_expectations *expectations, int *count);

// The value, with at most so many digits, or why there is none.
void vt_outcome_write_measured(const vt_outcome *outcome, int digits, vt_outfile *file);

#endif
