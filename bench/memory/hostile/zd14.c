// memory: main => heap 53000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
__attribute__((constructor)) static void first(void) { n = -50; }
int main(void) {
  while (getchar() != EOF) {
    if (n < 3) { void *d = malloc(1000); if (!d) break; n++; }
  }
  return 0;
}