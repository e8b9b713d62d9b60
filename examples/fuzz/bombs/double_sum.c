// Obstacle: an addition of doubles that absorbs.
// seed: XXXXXXXX
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  double x;
  if (read(0, &x, sizeof x) != sizeof x) return 0;
  if (x > 0 && 1000.0 + x == 1000.0) abort(); // bug: abort
  return 0;
}
