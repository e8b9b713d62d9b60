// memory: main => heap 250+
// the counter goes on from where the loop before left it, below
// INPUT: printf '1111111111111111111100000000000000000000000000000000000000000000'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 5, c;
  while ((c = getchar()) == '1') n--;
  for (;;) {
    if ((c = getchar()) == EOF) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    }
  }
  return 0;
}
