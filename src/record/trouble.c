// Steps that did not go smoothly: how many, the worst of each kind, and when.
#include "base/misuse.h"
#include "record/recorder.h"

#include <math.h>
#include <stdio.h>

static void add_again(vt_again *sum, const vt_again *step) {
  sum->tries += step->tries;
  sum->unconverged += step->unconverged;
  sum->crossed += step->crossed;
  sum->unsolved += step->unsolved;
  sum->inverted += step->inverted;
  sum->gained += step->gained;
  sum->lost += step->lost;
  sum->failed += step->failed;
  sum->gave += step->gave;
  sum->cut_short += step->cut_short;
  sum->work = fmax(sum->work, step->work);
}

void vt_count_troubles(vt_run_tally *tally, const vt_status *status, double time) {
  add_again(&tally->again, &status->again);
  const bool had[VT_TROUBLES] = {status->result == VT_STEP_UNCONVERGED, status->substeps > status->planned,
      status->inverted > 0, status->crossings > 0, status->again.cut_short > 0, status->untangled > 0};
  const double bad[VT_TROUBLES] = {status->residual, status->substeps, status->inverted, status->depth,
      status->again.tries, status->untangled};
  for (int i = 0; i < VT_TROUBLES; ++i) {
    vt_trouble *trouble = &tally->troubles[i];
    if (!had[i]) continue;
    if (trouble->steps++ > 0 && bad[i] <= trouble->worst) continue;
    trouble->worst = bad[i];
    trouble->time = time;
  }
}

vt_trouble vt_recorder_trouble(const vt_recorder *recorder, vt_trouble_kind kind) {
  VT_NEED(recorder != NULL && vt_is_number((int)kind, VT_TROUBLES), (vt_trouble){0});
  return recorder->tally.troubles[kind];
}

void vt_recorder_describe_trouble(
    const vt_recorder *recorder, vt_trouble_kind kind, char *text, size_t size) {
  if (text != NULL && size > 0) text[0] = '\0';
  if (VT_MISUSED(recorder != NULL && text != NULL && size > 0 && vt_is_number((int)kind, VT_TROUBLES)))
    return;
  const vt_trouble *t = &recorder->tally.troubles[kind];
  long long steps = recorder->tally.residual.count;
  text[0] = '\0';
  if (t->steps == 0) return;
  switch (kind) {
  case VT_TROUBLE_UNCONVERGED:
    snprintf(text, size, "unconverged: %lld of %lld steps, residual up to %.2g (at %g s)", t->steps, steps,
        t->worst, t->time);
    break;
  case VT_TROUBLE_REDONE:
    snprintf(text, size, "redone in smaller pieces: %lld of %lld steps, up to %g pieces (at %g s)", t->steps,
        steps, t->worst, t->time);
    break;
  case VT_TROUBLE_INVERTED:
    snprintf(text, size, "cells inside out: in %lld of %lld steps, up to %g cells (at %g s)", t->steps, steps,
        t->worst, t->time);
    break;
  case VT_TROUBLE_CROSSED:
    snprintf(text, size, "bodies reach into each other: in %lld of %lld steps, up to %.3g mm (at %g s)",
        t->steps, steps, 1e3 * t->worst, t->time);
    break;
  case VT_TROUBLE_CUT_SHORT:
    snprintf(text, size, "cut short: %lld of %lld steps took all a step may take, up to %g tries (at %g s)",
        t->steps, steps, t->worst, t->time);
    break;
  case VT_TROUBLE_UNTANGLED:
    snprintf(text, size, "bodies untangled: in %lld of %lld steps, up to %g bodies (at %g s)", t->steps,
        steps, t->worst, t->time);
    break;
  }
}
