// memory: main => heap 99016+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { char *x; };
int main(void) {
  struct s *q, *p; int r = 0, c;
  while ((c = getchar()) != EOF) {
    p = malloc(sizeof *p); if (!p) return 1;
    p->x = malloc(1000);
    if (r == 0) { q = p; r = 1; continue; }
    free(q->x); q->x = 0; free(p);
  }
  return 0;
}