// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n;
int main(void) {
  int c;
  for (;;) {
    c = getchar(); if (c == EOF) break;
    if (n < 3) {
      char *e = malloc(1000);
      char *f = e ? malloc((size_t)1 << 44) : 0;
      if (!f) continue;
      n++;
    }
  }
  return 0;
}