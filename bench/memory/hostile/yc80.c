// memory: main => heap 610+
// a pointer through a function pointer: the callee drops it
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
static void grow(void) { g = realloc(g, 10); }
static void drop(void) { g = 0; }
static void (*const f[2])(void) = {grow, drop};
int main(void) {
  int c;
  while ((c = getchar()) != EOF) { f[0](); f[c & 1](); f[1](); }
  return 0;
}
