// memory: main => heap 1100+
// upwards to the top of the type in an inner loop, the limit is passed around
// INPUT: printf '%010d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = 0xfffffffau;
  while (n < 0xfffffffdu) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    do
      n++;
    while (n != 0xfffffffcu && n > 8);
  }
  return 0;
}
