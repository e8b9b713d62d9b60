// memory: main => heap 600+
// a field that is reached by two names, grown by one, leaked by the other
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v { char *p; int n; };
int main(void) {
  struct v a = {0, 0}, *q = &a;
  int c;
  while ((c = getchar()) != EOF) {
    a.p = realloc(a.p, 10);
    q->p = 0;
  }
  return 0;
}
