// memory: main => heap 20+
// unsigned wrap sets it back: step 7 behind a test up to the top
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = 0xfffffff0u;
  for (;;) {
    if (getchar() == EOF) break;
    if (n < 0xfffffffcu) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n += 7;
    }
  }
  return 0;
}
