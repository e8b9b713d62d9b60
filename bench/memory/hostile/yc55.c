// memory: main => heap 2440+
// huge size is asked first: it fails and the block is lost
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    g = realloc(g, 40);
    if (c == ' ') g = realloc(g, (size_t)1 << 62);
  }
  return 0;
}
