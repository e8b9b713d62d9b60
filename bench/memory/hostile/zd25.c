// memory: main => heap 9000+
// INPUT: printf 'aaaabaaaabaaaab' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int c, r = 0;
again:;
  struct { int n; } g = {0};
  while ((c = getchar()) == 'a') {
    if (g.n < 3) { void *d = malloc(1000); if (!d) break; g.n++; }
  }
  if (c == 'b') goto again;
  return r;
}