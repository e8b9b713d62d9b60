// memory: main => heap 300+
// begin with less than nothing: -20 to 9 by a signed test of an unsigned counter
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = -20;
  for (;;) {
    if (getchar() == EOF) break;
    if ((int)n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    }
  }
  return 0;
}
