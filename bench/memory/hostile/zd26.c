// memory: main => heap 9004+
// INPUT: printf 'aaaabaaaabaaaab' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; };
int main(void) {
  int c;
again:;
  struct s *g = calloc(1, sizeof *g); if (!g) return 1;
  while ((c = getchar()) == 'a') {
    if (g->n < 3) { void *d = malloc(1000); if (!d) break; g->n++; }
  }
  free(g);
  if (c == 'b') goto again;
  return 0;
}