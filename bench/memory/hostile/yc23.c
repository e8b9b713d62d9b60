// memory: main => heap 550+
// loop entered again with the counter as it was begun anew
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int c = 0;
  while (c != EOF) {
    int n = 0;
    for (;;) {
      c = getchar();
      if (c == EOF) break;
      if (n < 10) {
        char *x = malloc(10);
        if (!x) break;
        x[0] = 1;
        n++;
      } else break;
    }
  }
  return 0;
}
