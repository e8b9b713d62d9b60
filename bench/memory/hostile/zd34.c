// memory: main => heap 19000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { unsigned n; } g = { 0xfffffff0u };
int main(void) {
  int c;
  for (;;) {
    c = getchar(); if (c == EOF) break;
    if ((int)g.n < 3) { char *e = malloc(1000); if (!e) continue; g.n++; }
  }
  return 0;
}