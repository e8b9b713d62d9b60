// memory: main => heap 5016+
// INPUT: printf aabaabababaaab
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct m { char *t; int n; };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    struct m *x = calloc(1, sizeof *x); if (!x) break;
    do { free(x->t); x->t = malloc(1000); x->n++; } while (x->n < 3 && getchar() == 'a');
    if (x->n == 3) free(x->t);
    free(x);
  }
  return 0;
}