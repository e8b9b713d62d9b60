// Obstacle: a floating-point guard.
// seed: 00000000
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  float x;
  if (read(0, &x, sizeof x) != sizeof x) return 0;
  if (x > 2.5f && x < 2.75f && x * 2 != 5.25f) abort(); // bug: abort
  return 0;
}
