// Obstacle: an addition that overflows.
// seed: 00000000
#include <unistd.h>

int main(void) {
  int v[2];
  if (read(0, v, sizeof v) != sizeof v) return 0;
  if (v[0] < 1 || v[1] < 1 || v[0] % 1000 != 7) return 0;
  return v[0] + v[1] == 5; // bug: signed-overflow
}
