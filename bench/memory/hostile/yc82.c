// memory: main => heap 600+
// a union of a pointer and a number: the number is set
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static union { char *p; unsigned long n; } u;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    u.p = realloc(u.p, 10);
    u.n = 0;
  }
  return 0;
}
