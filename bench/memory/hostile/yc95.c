// memory: main => heap 9000+
// a signed step that is tested only without sign, twice in a round
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = -4;
  for (;;) {
    if (getchar() == EOF) break;
    if ((unsigned)n < 0xfffffffeu) {
      char *x = malloc(100);
      if (!x) break;
      x[0] = 1;
      n += 4;
      char *y = malloc(50);
      if (!y) break;
      y[0] = 1;
    }
  }
  return 0;
}
