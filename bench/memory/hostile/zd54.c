// memory: main => heap 100008+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; };
int main(void) {
  struct s *q, *p; int r = 0, c;
  do { p = malloc(sizeof *p); if (!p) return 1; p->n = 0; if (r == 0) q = p; r++; } while (r < 2);
  while ((c = getchar()) != EOF) {
    if (p->n < 3) { char *d = malloc(1000); if (!d) break; q->n++; }
  }
  return 0;
}