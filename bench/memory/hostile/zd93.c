// memory: main => heap 4600+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long long n = -1;  static double f = -3;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    if (f < 3) { char *d = malloc(100); if (!d) break; f++; }
  }
  return 0;
}