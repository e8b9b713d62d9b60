// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c; char *o = calloc(1,1);
  for (;;) {
    c = getchar(); if (c == EOF) break;
    if (n < 3) {
      char *e = malloc(1000);
      if (c == 0) { free(o); o = 0; }
      if (!o) continue;
      if (!e) continue;
      n++;
    }
  }
  return 0;
}