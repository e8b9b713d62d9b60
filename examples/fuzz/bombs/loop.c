// Obstacle: a loop whose count is the input.
// seed: aaaa
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char n;
  unsigned steps = 0;
  if (read(0, &n, 1) != 1) return 0;
  unsigned x = n;
  while (x > 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    steps++;
  }
  if (steps == 27) abort(); // bug: abort
  return 0;
}
