// memory: f => heap 1200+
// in flight across loops, the simplest: one call of each
// INPUT: printf 'aax'
// FLAGS: --entry f
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
void f(int n) {
  char *p;
  g = malloc(100);
  do {
    p = malloc(100);
    if (n > 3) break;
    free(g);
    g = p;
  } while (n++ < 3);
  for (int i = 0; i < 2; i++)
    free(malloc(1000));
  if (n > 3) { free(g); g = p; }
}
int main(void) { f(5); return 0; }
