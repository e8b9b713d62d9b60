// memory: main => heap 4294967295+
// size of a counter that steps below 0 in an inner loop, != 0
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 5;
  while (n != 0) {
    char *x = malloc((unsigned)n);
    if (!x) break;
    free(x);
    if (getchar() == EOF) break;
    do
      n--;
    while ((n & 1) == 0);
  }
  return 0;
}
