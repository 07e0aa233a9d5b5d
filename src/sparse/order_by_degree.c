// A fill-reducing order by AMD.
#include "sparse/ordering.h"

#include <amd.h>

bool vt_order_by_degree(const vt_graph *graph, int *order, vt_error *error) {
  int status = amd_order(graph->size, graph->start, graph->next, order, NULL, NULL);
  if (status == AMD_OUT_OF_MEMORY) return vt_fail(error, VT_NO_MEMORY, "out of memory in AMD");
  return status == AMD_OK || vt_fail(error, VT_BAD_NUMBERS, "AMD failed with status %d", status);
}
