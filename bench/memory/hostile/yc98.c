// memory: main --realloc in-place => heap 1530+
// EOF as a size, grown in place
// INPUT: printf '\377'
// FLAGS: --realloc in-place
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
