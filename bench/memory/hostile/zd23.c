// memory: main => heap 100016+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; struct s *me; };
int main(void) {
  int c; struct s *p = calloc(1, sizeof *p); if (!p) return 1;
  p->me = p;
  while ((c = getchar()) != EOF) {
    if (p->n < 3) { void *d = malloc(1000); if (!d) break; p->n++; }
    if (c == 0) p->me->n = 0;
  }
  return 0;
}