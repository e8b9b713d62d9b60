// memory: main => heap 600+
// switch: one case steps, another falls to the allocation
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c;
  for (;;) {
    if ((c = getchar()) == EOF) break;
    if (n < 10) {
      switch (c) {
      case '1': n++; break;
      case '0': { char *x = malloc(10); if (!x) return 1; x[0] = 1; break; }
      default: n++;
      }
    }
  }
  return 0;
}
