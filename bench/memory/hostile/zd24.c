// memory: main => heap 100004+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
struct s { int n; };
int main(void) {
  int c; struct s *p = calloc(1, sizeof *p); if (!p) return 1;
  uintptr_t u = (uintptr_t)p;
  while ((c = getchar()) != EOF) {
    if (p->n < 3) { void *d = malloc(1000); if (!d) break; p->n++; }
    if (c == 0) ((struct s *)u)->n = 0;
  }
  return 0;
}