// flags: --entry mix
// expect: violated
//
// The caller of `a[static 12]` passes twelve elements at least.
#include <stdint.h>

int mix(const uint16_t key[static 12], uint8_t *out, int i) {
  out[0] = (uint8_t)key[11];
  if (i < 0 || i > 12)
    return 0;
  return key[i] + 1; // bug: out-of-bounds-read
}
