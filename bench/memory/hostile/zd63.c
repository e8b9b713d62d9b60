// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static _Thread_local int n;
int main(void) {
  int c; int *q = &n;
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    if (c == 0) *q = 0;
  }
  return 0;
}