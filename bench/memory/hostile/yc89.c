// memory: main => heap 600+
// the counter is a long, the test of its low half
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  long n = 0;
  for (;;) {
    if (getchar() == EOF) break;
    if ((int)(n & 0xff) < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n += 256;
    }
  }
  return 0;
}
