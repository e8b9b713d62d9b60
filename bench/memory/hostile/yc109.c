// memory: main => heap 6100+
// while (n != 0) n -= 1 in a loop inside that is a for
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = 3;
  while (n != 0) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    int i = 0;
    do { n--; i++; } while (i < 2);
  }
  return 0;
}
