// memory: main => heap 100024+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; int a[1]; };
int main(void) {
  int c; struct s *p = calloc(1, sizeof *p); if (!p) return 1;
  while ((c = getchar()) != EOF) {
    if (p->n < 3) { char *d = malloc(1000); if (!d) break; p->n++; }
    struct s *q = realloc(p, sizeof *q + 4); if (!q) break; p = q;
    if (c == 0) p->n = 0;
  }
  return 0;
}