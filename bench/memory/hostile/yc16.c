// memory: main => heap 610+
// step by a value from the input, 0 too
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c;
  for (;;) {
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      c = getchar();
      if (c == EOF) break;
      n += c - '0';
    } else break;
  }
  return 0;
}
