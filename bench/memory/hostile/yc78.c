// memory: main => heap 60+
// a recursion grows a global and drops it on its way back
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
static void f(int d) {
  g = realloc(g, 10);
  if (d > 0) f(d - 1);
  if (getchar() == '0') g = 0;
}
int main(void) {
  for (int i = 0; i < 5; i++) f(6);
  return 0;
}
