// memory: main => heap 610+
// a helper with a local structure that is not given an initial value, called in a loop
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v { char *p[2]; };
static char *two(int c) {
  struct v a;
  a.p[0] = malloc(10);
  a.p[1] = 0;
  a.p[1] = realloc(a.p[1], 10);
  free(a.p[0]);
  return c == '0' ? a.p[1] : 0;
}
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *x = two(c);
    if (x) x[0] = 1;
  }
  return 0;
}
