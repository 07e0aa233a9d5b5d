// Outcomes of expectations, as the pages of a run tell them.
#include "record/outcomes.h"

#include <math.h>

int vt_outcomes_failed(const vt_expectations *expectations, int *count) {
  int failed = 0;
  *count = expectations == NULL ? 0 : vt_expectations_count(expectations);
  for (int i = 0; i < *count; ++i) failed += !vt_expectations_outcome(expectations, i).passed;
  return failed;
}

void vt_outcome_write_measured(const vt_outcome *outcome, int digits, vt_outfile *file) {
  if (isnan(outcome->value))
    vt_outfile_escaped(file, outcome->missing);
  else
    vt_outfile_rounded(file, outcome->value, digits);
}
