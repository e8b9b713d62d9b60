// memory: main => heap 100008+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; };
static struct s *mk(void) { struct s *p = calloc(1, sizeof *p); if (!p) exit(1); return p; }
int main(void) {
  int c; struct s *a = mk(), *b = mk();
  while ((c = getchar()) != EOF) {
    if (a->n < 3) { char *d = malloc(1000); if (!d) break; b->n++; }
  }
  return 0;
}