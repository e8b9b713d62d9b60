// memory: main => heap 610+
// continue skips the step behind the allocation
// INPUT: printf '%060d' 1
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
      if (c == '0') continue;
      n++;
    }
  }
  return 0;
}
