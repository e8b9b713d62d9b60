// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct in { int n, m; }; static struct { struct in a, b; } g;
static void put(struct in *x, int v) { x->n = v; }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.b.n < 3) { char *d = malloc(1000); if (!d) break; put(&g.b, g.b.n + 1); }
    put(c == 0 ? &g.b : &g.a, 0);
  }
  return 0;
}