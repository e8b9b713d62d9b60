// Obstacle: an array written and read at symbolic indices.
// seed: 0123
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char b[4], a[16] = {0};
  if (read(0, b, 4) != 4) return 0;
  a[b[0] & 15] = b[1];
  a[b[2] & 15] ^= 0x5a;
  if (a[b[3] & 15] == 0x77 && b[0] != b[3]) return 0;
  if (a[7] == 0x77) abort(); // bug: abort
  return 0;
}
