// memory: main => heap 600+
// size_t of a counter that went below 0 by one
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  size_t n = 20;
  int c;
  while ((c = getchar()) != EOF) {
    g = realloc(g, n);
    n = n == 20 ? (size_t)-1 : 20;
  }
  return 0;
}
