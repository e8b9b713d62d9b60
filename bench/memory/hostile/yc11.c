// memory: main => heap 4294967293+
// a size below zero in a counter that goes below: for (n = 7; n > 1u; n -= 5) malloc(n) is 4 GiB
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned one = 1;
  for (int n = 7; n > one; n -= 5) {
    char *x = malloc((unsigned)n);
    if (!x) break;
    free(x);
    if (getchar() == EOF) break;
  }
  return 0;
}
