// memory: main => heap 20+
// a recursion whose calls each count to two
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void f(int d) {
  int n = 0;
  for (;;) {
    if (n < 2) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    } else break;
  }
  if (d > 0) f(d - 1);
}
int main(void) {
  int c = getchar();
  f(c & 15);
  return 0;
}
