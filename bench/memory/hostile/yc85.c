// memory: main => heap 610+
// an initialiser in the loop: a new structure each round
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v { char *p; int n; };
static void put(struct v *v) { v->p = realloc(v->p, 10); }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    struct v a = {0};
    put(&a);
    put(&a);
  }
  return 0;
}
