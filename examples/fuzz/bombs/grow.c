// Obstacle: an input that must be longer than any seed.
// seed: ab
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 40) return 0;
  if (data[39] == 0xee && data[20] == 0x11) abort(); // bug: abort
  return 0;
}
