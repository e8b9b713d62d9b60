// memory: main => heap 1020+
// xrealloc that only gives up where n > 0: negative goes through
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct buf { char *p; };
static void *xrealloc(void *p, int n) {
  void *q = realloc(p, n);
  if (!q && n > 0) exit(1);
  return q;
}
int main(void) {
  struct buf b = {0};
  int c;
  while ((c = getchar()) != EOF)
    b.p = xrealloc(b.p, c - 40);
  free(b.p);
  return 0;
}
