// A table that is made at the first use, and a frame that is not.
// memory: check => heap
#include <stdlib.h>
static unsigned *table;
static int make(void) {
  table = malloc(256 * sizeof *table);
  if (!table) return 0;
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  return 1;
}
unsigned check(const unsigned char p[6], unsigned char n) {
  unsigned c = ~0u;
  if (n > 6) n = 6;
  for (int i = 0; i < n; i++) {
    if (!table && !make()) return 0;
    c = table[(c ^ p[i]) & 255] ^ c >> 8;
  }
  free(table);
  table = 0;
  return ~c;
}
