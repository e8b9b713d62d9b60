// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { int n; int *p; } g = { 0, &g.n };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < 3) { char *d = malloc(1000); if (!d) break; g.n++; }
    if (c == 0) *g.p = 0;
  }
  return 0;
}