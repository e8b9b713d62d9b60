// memory: main => heap 10004+
// INPUT: printf 'aaaabaaaabaaaab' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; };
int main(void) {
  int c; struct s *g;
  do {
    g = calloc(1, sizeof *g); if (!g) return 1;
    do {
      c = getchar();
      if (g->n < 3) { void *d = malloc(1000); if (!d) break; g->n++; }
    } while (c == 'a');
    free(g);
  } while (c == 'b');
  return 0;
}