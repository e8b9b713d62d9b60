// Obstacle: a CRC-32 by table at the end of the data.
// seed: 12345678
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>

static uint32_t crc32(const uint8_t *p, size_t n) {
  uint32_t c = 0xffffffffu;
  while (n--) {
    c ^= *p++;
    for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1));
  }
  return ~c;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8) return 0;
  uint32_t want = data[4] | data[5] << 8 | data[6] << 16 | (uint32_t)data[7] << 24;
  if (crc32(data, 4) != want) return 0;
  if (data[0] == 'P' && data[1] == 'K') abort(); // bug: abort
  return 0;
}
