// memory: main => heap 700+
// in flight across loops, two sites for one slot, each waits behind a loop of the other
// INPUT: printf 'zaxaax'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  char *p, *q;
  for (;;) {
    p = malloc(100);
    if (getchar() == 'x') break;
    free(g);
    g = p;
  }
  for (;;) {
    q = malloc(300);
    if (getchar() == 'x') break;
    free(g);
    g = q;
  }
  free(g);
  g = p;
  free(g);
  g = q;
  return 0;
}
