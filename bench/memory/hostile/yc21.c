// memory: main => heap 600+
// two counters, each allocation steps the other one
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, m = 0, c;
  for (;;) {
    if ((c = getchar()) == EOF) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      if (c == 'z') n++; else m++;
    }
  }
  return m;
}
