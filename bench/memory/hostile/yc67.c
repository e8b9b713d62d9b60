// memory: main --realloc in-place => heap 1020+
// negative realloc, grown in place
// INPUT: for i in $(seq 60); do printf '9 '; done
// FLAGS: --realloc in-place
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF)
    g = realloc(g, c - 40);
  return 0;
}
