// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n; static int v[4] = {4,3,2,1};
static int cmp(const void *a, const void *b) { n = 0; return *(const int*)a - *(const int*)b; }
int main(void) {
  int c;
  for (;;) {
    c = getchar(); if (c == EOF) break;
    if (n < 3) { char *e = malloc(1000); if (!e) continue; n++; }
    if (c == 0) qsort(v, 4, sizeof *v, cmp);
  }
  return 0;
}