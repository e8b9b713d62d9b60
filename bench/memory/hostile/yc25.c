// memory: main => heap 600+
// two sites before and behind one step, and a step with a larger test
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c;
  for (;;) {
    if ((c = getchar()) == EOF) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      if (c == '0') { char *y = malloc(20); if (!y) break; y[0] = 1; }
      n++;
    }
    if (n < 20 && n >= 10) {
      char *z = malloc(30);
      if (!z) break;
      z[0] = 1;
      n++;
    }
  }
  return 0;
}
