// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
static void z(int *p) { *p = 0; n = *p; }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    __attribute__((cleanup(z))) int k = 1;
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
  }
  return 0;
}