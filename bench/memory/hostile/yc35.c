// memory: main => heap 6100+
// a long goes below 0 and is compared with sizeof
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  long n = 20;
  while (n > sizeof(int)) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    n -= 8;
    n -= 8;
    n -= 8;
  }
  return 0;
}
