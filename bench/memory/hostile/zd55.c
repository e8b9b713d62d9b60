// memory: main => heap 5008+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { unsigned n; };
int main(void) {
  struct s *q, *p; int r = 0, c;
  do { p = calloc(1, sizeof *p); if (!p) return 1; p->n = r == 0 ? 5000 : 10; if (r == 0) q = p; r++; if (p->n > 20) continue; if (p->n > 10) return 1; } while (r < 2);
  while ((c = getchar()) != EOF) {
    if (p->n > 10) break;
    char *d = malloc(q->n); if (!d) break; d[0] = 1; free(d);
  }
  return 0;
}