// Replays the files named on the command line through a fuzz target, for compilers without libFuzzer. Each is
// also tried cut short and with single bytes changed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int count, char **paths) {
  if (count < 2) {
    fprintf(stderr, "usage: %s FILE...\n", paths[0]);
    return 2;
  }
  static uint8_t bytes[1 << 20];
  for (int i = 1; i < count; ++i) {
    FILE *file = fopen(paths[i], "rb");
    if (file == NULL) {
      perror(paths[i]);
      return 2;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    uint32_t random = 12345;
    for (int change = 0; change < 200 && size > 0; ++change) {
      random = random * 1664525u + 1013904223u;
      size_t at = (random >> 8) % size;
      uint8_t kept = bytes[at];
      bytes[at] = (uint8_t)(random >> 3);
      LLVMFuzzerTestOneInput(bytes, size);
      bytes[at] = kept;
      if (change % 10 == 0) LLVMFuzzerTestOneInput(bytes, at);
    }
  }
  printf("%d files replayed\n", count - 1);
  return 0;
}
