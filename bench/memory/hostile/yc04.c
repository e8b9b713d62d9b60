// memory: main => heap 6100+
// for (n = 7; n > 1u; n -= 5): below 0 the test is true again
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned one = 1;
  for (int n = 7; n > one; n -= 5) {
    char *x = malloc(100);
    x[0] = 1;
    if (getchar() == EOF) break;
  }
  return 0;
}
