// memory: main => heap 1530+
// EOF as a size, once, behind a block, then another block
// INPUT: printf '\377'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  for (int i = 0; i < 6; i++) {
    g = realloc(g, getchar());
    if (!g) g = realloc(g, 255);
  }
  return 0;
}
