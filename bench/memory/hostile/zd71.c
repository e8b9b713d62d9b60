// memory: main => heap 1000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { unsigned n; } g = { 5 };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < 10) { char *d = malloc(1000); if (!d) break; g.n += 0x80000001u; }
    if (g.n > 10) g.n += 3;
  }
  return 0;
}