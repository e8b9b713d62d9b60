// Obstacle: a sum over the input.
// seed: 12345678
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size != 8) return 0;
  uint16_t sum = 0x1d0f;
  for (int i = 0; i < 6; i++) sum = (uint16_t)(sum * 3 + data[i]);
  if ((sum & 255) == data[6] && (sum >> 8) == data[7] && data[0] == 'C') abort(); // bug: abort
  return 0;
}
