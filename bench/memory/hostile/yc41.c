// memory: main => heap 10+
// a destructor makes a block at the end
// INPUT: true
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
__attribute__((destructor)) static void last(void) { g = malloc(500); g[0] = 1; }
int main(void) {
  char *p = malloc(10);
  p[0] = 1;
  return 0;
}
