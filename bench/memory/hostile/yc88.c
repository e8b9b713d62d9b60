// memory: main => heap 600+
// step in a helper that returns the new counter
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int next(int n, int c) { return c == '0' ? n : n + 1; }
int main(void) {
  int n = 0, c;
  for (;;) {
    if ((c = getchar()) == EOF) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n = next(n, c);
    }
  }
  return 0;
}
