// memory: main => heap 1200+
// in flight from the inner loop into the outer, with another inner loop between
// INPUT: printf 'axax'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  int c = 0;
  while (c != EOF) {
    char *p;
    for (;;) {
      p = malloc(100);
      c = getchar();
      if (c == 'x' || c == EOF) break;
      free(g);
      g = p;
    }
    for (int i = 0; i < 3; i++) {
      char *q = malloc(1000);
      q[0] = 1;
      free(q);
    }
    free(g);
    g = p;
  }
  return 0;
}
