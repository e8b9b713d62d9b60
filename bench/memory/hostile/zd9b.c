// memory: main => heap 2032+
// INPUT: printf axaaxx
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct m { char *t; int n; };
int main(void) {
  int c; struct m *last = 0;
  while ((c = getchar()) != EOF) {
    struct m *x = malloc(sizeof *x); if (!x) break;
    x->t = malloc(1000); if (!x->t) { free(x); break; }
    x->n = c;
    if (c == 'x') { free(x->t); free(x); continue; }
    if (last) { free(last->t); free(last); }
    last = x;
  }
  return 0;
}