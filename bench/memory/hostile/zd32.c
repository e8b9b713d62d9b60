// memory: main => heap 51000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { int n; } g;
int main(void) {
  int c;
  for (;;) {
    c = getchar(); if (c == EOF) break;
    if (g.n < 3) { char *e = malloc(1000); if (!e) continue; g.n++; }
    else if (c == 0) g.n--;
  }
  return 0;
}