// memory: main => heap 4080+
// a product that is negative: n * 4
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v { int *p; int cap; };
static struct v v;
static void resize(int cap) { v.p = realloc(v.p, cap * (int)sizeof(int)); v.cap = cap; }
int main(void) {
  int c;
  while ((c = getchar()) != EOF)
    resize(c - 40);
  return 0;
}
