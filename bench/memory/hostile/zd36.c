// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n; static int *q = &n;
static void z(void) { *q = 0; }
static void (*fp)(void) = z;
int main(void) {
  int c;
  for (;;) {
    c = getchar(); if (c == EOF) break;
    if (n < 3) { char *e = malloc(1000); if (!e) continue; n++; }
    if (c == 0) fp();
  }
  return 0;
}