// memory: main => heap 6100+
// n = 5, 2, -1: a test >= without sign
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 5;
  while ((unsigned)n >= 2) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    n -= 3;
  }
  return 0;
}
