// Fuzz target: the Medit reader.
#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_mesh(data, size, VT_FORMAT_MEDIT);
}
