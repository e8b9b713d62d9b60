// memory: main => heap 400+
// steps of 2^30 through the sign, tested without sign
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = -2147483647 - 1;
  for (;;) {
    if (getchar() == EOF) break;
    if ((unsigned)n <= 0xc0000000u) {
      char *x = malloc(100);
      if (!x) break;
      if (n == 0x40000000) break;
      n += 0x40000000;
    }
  }
  return 0;
}
