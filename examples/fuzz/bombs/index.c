// Obstacle: a symbolic index into a table.
// seed: xy
#include <stdlib.h>
#include <unistd.h>

static const unsigned char table[16] = {3, 9, 1, 14, 7, 0, 12, 5, 10, 2, 15, 8, 4, 11, 6, 13};

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2 || b[0] > 15 || b[1] > 15) return 0;
  if (table[table[b[0]]] == 6 && table[b[1]] == b[0]) abort(); // bug: abort
  return 0;
}
