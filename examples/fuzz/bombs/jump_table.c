// Obstacle: a jump through a table of functions.
// seed: aa
#include <stdlib.h>
#include <unistd.h>

static int a(int x) { return x + 1; }
static int b(int x) { return x ^ 5; }
static int c(int x) {
  if (x == 42) abort(); // bug: abort
  return x;
}
static int (*const table[4])(int) = {a, b, c, a};

int main(void) {
  unsigned char in[2];
  if (read(0, in, 2) != 2) return 0;
  return table[in[0] % 4](in[1]) == 77;
}
