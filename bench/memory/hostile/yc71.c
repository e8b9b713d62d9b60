// memory: main => heap 3420+
// a short that is negative as a size
// INPUT: for i in $(seq 60); do printf '9\377'; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    signed char n = (signed char)c;
    g = realloc(g, n);
  }
  return 0;
}
