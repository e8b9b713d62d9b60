// memory: main => heap 5016+
// INPUT: printf xxyyxxyy
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct m { char *t; int n; };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    struct m *x = malloc(sizeof *x); if (!x) break;
    x->t = malloc(1000); if (!x->t) { free(x); break; }
    x->n = c;
    if (c == 'x') { char *o = x->t; x->t = malloc(2000); if (!x->t) { x->t = o; } else if (c == 'x') free(o); }
    if (c != 'y') free(x->t);
    free(x);
  }
  return 0;
}