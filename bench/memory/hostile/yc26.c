// memory: main => heap 40+
// a stale test: the flag was computed before the register changed
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = -5;
  for (;;) {
    if (getchar() == EOF) break;
    int ok = n < 10;
    n += 3;
    if (ok) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    }
  }
  return 0;
}
