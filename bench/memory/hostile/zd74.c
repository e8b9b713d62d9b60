// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero | tr '\0' x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a, b;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (a < 3) { char *d = malloc(1000); if (!d) continue; if (c == 'x') { b++; continue; } a++; }
    else if (b < 3) { char *d = malloc(1000); if (!d) continue; b++; }
  }
  return 0;
}