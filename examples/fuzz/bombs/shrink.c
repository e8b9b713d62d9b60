// Obstacle: an input that must be shorter than any seed.
// seed: abcdefgh
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 3 && data[0] == 'e' && data[1] == 'o' && data[2] == 'f') abort(); // bug: abort
  return 0;
}
