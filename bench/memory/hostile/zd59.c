// memory: main --uninit input => heap 100008+
// INPUT: head -c 100 /dev/zero
// FLAGS: --uninit input
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; };
int main(void) {
  struct s *q, *p; int r = 0, c;
  do { p = calloc(1, sizeof *p); if (!p) return 1; if (r == 0) q = p; r++; } while (r < 2);
  while ((c = getchar()) != EOF) {
    if (p->n < 3) { char *d = malloc(1000); if (!d) break; q->n++; }
  }
  return 0;
}