// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int a, n; }; static struct s g, h;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < 3) { void *d = malloc(1000); if (!d) break; g.n++; }
    if (c == 0) g = h;
  }
  return 0;
}