// A fill-reducing order by METIS.
//
// METIS draws random numbers from rand(), which all threads share: a lock lets one call in at a time, so that
// models built in parallel are the same as models built one after the other.
#include "sparse/metis_signals.h"
#include "sparse/ordering.h"

#include <metis.h>
#include <stdlib.h>

bool vt_order_by_dissection(const vt_graph *graph, int seed, int *order, vt_error *error) {
  int edges = graph->start[graph->size]; // both ways
  idx_t size = graph->size, options[METIS_NOPTIONS];
  for (int k = 0; k < graph->size; ++k) order[k] = k;
  if (edges == 0) return true; // nothing to divide, a case that METIS does not expect
  idx_t *start = VT_NEW(idx_t, size + 1, error), *next = VT_NEW(idx_t, edges, error);
  idx_t *node = VT_NEW(idx_t, size, error), *place = VT_NEW(idx_t, size, error);
  bool done = start && next && node && place;
  if (!done) goto out;
  for (int i = 0; i <= graph->size; ++i) start[i] = graph->start[i];
  for (int e = 0; e < edges; ++e) next[e] = graph->next[e];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = seed;

  vt_kept_signals signals;
  vt_keep_signals(&signals); // one at a time
  int status = METIS_NodeND(&size, start, next, NULL, options, node, place);
  vt_give_signals_back(&signals);
  done = status == METIS_OK;
  for (int k = 0; k < graph->size && done; ++k) order[k] = (int)node[k];
  if (status == METIS_ERROR_MEMORY) {
    vt_fail(error, VT_NO_MEMORY, "out of memory in METIS");
  } else if (!done) {
    vt_fail(error, VT_BAD_NUMBERS, "METIS failed with status %d", status);
  }

out:
  free(start);
  free(next);
  free(node);
  free(place);
  return done;
}
