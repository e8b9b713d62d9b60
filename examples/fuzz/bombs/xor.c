// Obstacle: two words that must agree under a mask.
// seed: 00000000
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  uint32_t v[2];
  if (read(0, v, sizeof v) != sizeof v) return 0;
  if ((v[0] ^ v[1]) == 0x55aa55aau && v[0] + v[1] == 0x69b5aa34u) abort(); // bug: abort
  return 0;
}
