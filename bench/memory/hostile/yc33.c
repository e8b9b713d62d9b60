// memory: main => heap 1200+
// grown in one loop, in flight while the slot is filled anew and another loop makes more
// INPUT: printf 'aax'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  char *p;
  for (;;) {
    p = realloc(g, 100);
    if (getchar() == 'x') break;
    g = p;
  }
  g = malloc(100);
  for (int i = 0; i < 2; i++) {
    char *q = malloc(1000);
    q[0] = 1;
    free(q);
  }
  free(g);
  g = p;
  free(g);
  return 0;
}
