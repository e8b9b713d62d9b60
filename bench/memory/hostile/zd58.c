// memory: main => heap 99800+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { char *x; };
int main(void) {
  struct s *q, *p; int r = 0, c;
  while ((c = getchar()) != EOF) {
    p = calloc(1, sizeof *p); if (!p) return 1;
    if (r == 0) q = p;
    r = 1;
    p->x = malloc(1000);
    free(q->x); q->x = 0;
  }
  return 0;
}