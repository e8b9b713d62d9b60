// memory: main => heap 600+
// a structure is copied over one that holds a block
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct v { char *p; int n; };
int main(void) {
  struct v a = {0, 0}, empty = {0, 0};
  int c;
  while ((c = getchar()) != EOF) {
    a.p = realloc(a.p, 10);
    a.n++;
    if (c == '0') a = empty;
  }
  return 0;
}
