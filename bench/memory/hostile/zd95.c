// memory: main => heap 97000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n = -3;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    else n = (int)((unsigned)n + 1000000000u);
  }
  return 0;
}