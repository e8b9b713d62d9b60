// memory: main => heap 6240+
// unsigned char counter that wraps, no test that ends it
// INPUT: for i in 1 2 3 4 5 6 7 8; do printf '%099d' 0; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char n = 0;
  for (;;) {
    if (getchar() == EOF) break;
    if (n < 200) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
    }
    n++;
  }
  return 0;
}
