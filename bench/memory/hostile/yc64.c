// memory: main => heap 6100+
// the same with a signed counter and != 0
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 5;
  while (n != 0) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
    do
      n--;
    while ((n & 1) == 0);
  }
  return 0;
}
