// Obstacle: a division by a difference.
// seed: 00
#include <unistd.h>

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 0;
  if (b[0] < 200) return 0;
  return 1000 / (b[0] - 3 * b[1] - 7); // bug: division-by-zero
}
