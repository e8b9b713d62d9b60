// memory: main => heap 1020+
// a field of a structure, in a helper of a helper, negative size
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vec { char *p; int n; };
static void set(struct vec *v, int n) { v->p = realloc(v->p, n); v->n = n; }
static void put(struct vec *v, int c) { set(v, c - 40); }
int main(void) {
  struct vec v = {0, 0};
  int c;
  while ((c = getchar()) != EOF)
    put(&v, c);
  free(v.p);
  return 0;
}
