// memory: main => heap 40+
// steps of 3 behind it; the last one is not done
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0;
  for (;;) {
    if (getchar() == EOF) break;
    if (n <= 9) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      if (n == 9) break;
      n += 3;
    }
  }
  return 0;
}
