// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int n = 0;
extern int m __attribute__((alias("n")));
int main(void) {
  while (getchar() != EOF) {
    if (n < 3) { void *d = malloc(1000); if (!d) break; n++; }
    m = 0;
  }
  return 0;
}