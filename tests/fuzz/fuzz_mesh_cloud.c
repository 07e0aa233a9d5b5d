// Fuzz target: the readers of clouds of points.
#include "fuzz_mesh.h"

#include "mesh/cloud.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  vt_error error = {0};
  vt_cloud cloud;
  char *bytes = malloc(size + 1);
  if (bytes == NULL) return 0;
  if (size > 0) memcpy(bytes, data, size);
  bytes[size] = '\0';
  bool read = vt_cloud_read(&cloud, "fuzz", bytes, size, &error);
  demand(read == (error.code == VT_OK));
  for (int i = 0; i < cloud.count && read; ++i) {
    vt_vec3 p = cloud.points[i];
    demand(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
  }
  if (!read) demand(strncmp(error.message, "fuzz", 4) == 0 || error.code == VT_NO_MEMORY);
  if (!read) demand(strpbrk(error.message, "\r\n") == NULL);
  vt_cloud_free(&cloud);
  free(bytes);
  return 0;
}
