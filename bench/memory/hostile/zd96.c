// memory: main => heap 672+
// INPUT: for i in $(seq 40); do printf '%030d\n' $i; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v { char **p; int n, cap; };
static struct v g;
static int push(struct v *v, char *s) { if (v->n == v->cap) { int c = v->cap ? 2 * v->cap : 4; if (c > 16) return 0; char **q = realloc(v->p, c * sizeof *q); if (!q) return 0; v->p = q; v->cap = c; } v->p[v->n++] = s; return 1; }
int main(void) {
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    char *d = strdup(line); if (!d) break;
    if (!push(&g, d)) free(d);
  }
  return 0;
}