// Obstacle: covert propagation by control flow, bit by bit.
// seed: z
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char b, copy = 0;
  if (read(0, &b, 1) != 1) return 0;
  for (int i = 0; i < 8; i++)
    if (b >> i & 1) copy |= (unsigned char)(1 << i);
  if (copy == 0xa7) abort(); // bug: abort
  return 0;
}
