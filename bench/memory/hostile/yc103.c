// memory: main => heap 900+
// in flight over a loop that is not left early
// INPUT: printf '123x'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  char *p;
  int c;
  do {
    p = malloc(100);
    c = getchar();
    if (c == '1') { free(g); g = p; }
  } while (c == '1');
  while ((c = getchar()) == '3') {
    char *q = malloc(700);
    q[0] = 1;
    free(q);
  }
  free(g);
  g = p;
  return 0;
}
