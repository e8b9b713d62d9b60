// memory: main => heap 100008+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; };
static char *mk(void) { char *p = malloc(1000); if (!p) exit(1); return p; }
__attribute__((noinline)) static int deep(int k) { char *x = mk(); int r = x[0] = k; free(x); return r + (k > 0 ? deep(k - 1) : 0); }
int main(void) {
  int c, r = 0; struct s *q, *p;
  deep(1);
  do { p = calloc(1, sizeof *p); if (!p) return 1; if (r == 0) q = p; r++; } while (r < 2);
  while ((c = getchar()) != EOF) {
    if (p->n < 3) { char *d = malloc(1000); if (!d) break; q->n++; }
  }
  return 0;
}