// memory: main => heap 74+
// xrealloc that ends the program where it fails: no leak
// INPUT: for i in $(seq 60); do printf '9a'; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct buf { char *p; };
static void *xrealloc(void *p, int n) {
  void *q = realloc(p, n);
  if (!q) exit(1);
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
