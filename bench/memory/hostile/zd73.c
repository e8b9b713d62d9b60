// memory: main => heap 23000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { long n; int k; } g = { -20, 0 };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if ((int)g.n < 3) { char *d = malloc(1000); if (!d) break; g.n += 0x100000001L; }
  }
  return 0;
}