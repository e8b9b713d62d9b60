// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { unsigned n : 2; int k; } g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < 4) { void *d = malloc(1000); if (!d) break; g.n++; }
  }
  return 0;
}