// Obstacle: a length field that lies.
// seed: 0123456789
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4 || data[0] != 'L' || data[1] != 'V') return 0;
  size_t n = data[2];
  uint8_t copy[64];
  if (n > sizeof copy || n < 40) return 0;
  memcpy(copy, data + 3, n); // bug: out-of-bounds-read
  return copy[0];
}
