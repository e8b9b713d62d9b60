// memory: main => heap 6000+
// a signed counter read without sign by a test: -2 + 2 goes round in that reading, nsw or not
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = -2;
  for (;;) {
    if (getchar() == EOF) break;
    if ((unsigned)n < 0xffffffffu) {
      char *x = malloc(100);
      if (!x) break;
      x[0] = 1;
      n += 2;
    }
  }
  return 0;
}
