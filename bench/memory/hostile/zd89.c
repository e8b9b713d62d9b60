// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
static void h(void) { n = 0; }
static void (*volatile tab[2])(void) = { h, 0 };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    if (c == 0) tab[0]();
  }
  return 0;
}