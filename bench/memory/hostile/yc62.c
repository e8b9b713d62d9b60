// memory: main => heap 6100+
// while (n != 0) with the one step in an inner loop, which can step over 0
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = 5;
  while (n != 0) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    do
      n--;
    while (n % 2 == 0);
  }
  return 0;
}
