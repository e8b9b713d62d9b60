// Obstacle: a 32-bit magic value.
// seed: AAAA
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned v;
  if (read(0, &v, 4) != 4) return 0;
  if (v == 0xfeedc0de) abort(); // bug: abort
  return 0;
}
