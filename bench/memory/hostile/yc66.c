// memory: main => heap 4294967295+
// sizes of a counter below 0 in an inner loop: 4 GiB
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = 5;
  while (n > 0) {
    char *x = malloc(n);
    free(x);
    if (getchar() == EOF) break;
    do
      n--;
    while (n % 2 == 0);
  }
  return 0;
}
