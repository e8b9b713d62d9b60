// Obstacle: the result of a call that is not modelled.
// seed: aaaa
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
  unsigned char b[4];
  if (read(0, b, 4) != 4) return 0;
  long page = sysconf(_SC_PAGESIZE);
  if (b[0] * 256 + b[1] == page && b[2] == 'q') abort(); // bug: abort
  return 0;
}
