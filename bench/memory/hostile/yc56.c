// memory: main => heap 600+
// an early exit keeps the result out of the slot
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
static int grow(int c) {
  char *t = realloc(g, 10);
  g = 0;
  if (c == '0') return 1;
  g = t;
  return 0;
}
int main(void) {
  int c;
  while ((c = getchar()) != EOF) grow(c);
  return 0;
}
