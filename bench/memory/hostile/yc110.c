// memory: main => heap 200+
// the test is > 0 and signed: rounds step by two
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 3;
  while (n > 0) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    int i = 0;
    do { n--; i++; } while (i < 2);
  }
  return 0;
}
