// memory: main => heap 150+
// steps of two counters, one tested, the other stepped
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, m = 0;
  for (;;) {
    if (getchar() == EOF) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      m++;
      if (m < 5) continue;
      n = m - 5;
    }
  }
  return 0;
}
