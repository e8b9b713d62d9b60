// memory: main => heap 600+
// allocation in an inner loop, step behind it in the outer
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c;
  for (;;) {
    if (n < 10) {
      while ((c = getchar()) == '0') {
        char *x = malloc(10);
        if (!x) return 1;
        x[0] = 1;
      }
      n++;
      if (c == EOF) break;
    } else break;
  }
  return 0;
}
