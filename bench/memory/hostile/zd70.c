// memory: main => heap 10000+
// INPUT: head -c 1000 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { signed char n; unsigned char m; } g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < 127) { char *d = malloc(10); if (!d) break; g.n++; g.n++; }
  }
  return 0;
}