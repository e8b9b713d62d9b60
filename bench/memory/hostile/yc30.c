// memory: main => heap 1200+
// in flight across loops: realloc
// INPUT: printf 'aax'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  char *p;
  for (;;) {
    p = realloc(0, 100);
    if (getchar() == 'x') break;
    free(g);
    g = p;
  }
  for (int i = 0; i < 2; i++) {
    char *q = malloc(1000);
    q[0] = 1;
    free(q);
  }
  free(g);
  g = p;
  return 0;
}
