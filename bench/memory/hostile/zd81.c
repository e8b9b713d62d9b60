// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int n = 0;
extern int m asm("n");
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    if (c == 0) m = 0;
  }
  return 0;
}