// memory: main => heap 120+
// a comparison of qsort grows a global and forgets it
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
static int cmp(const void *a, const void *b) {
  g = realloc(g, 10);
  g = 0;
  return *(const char *)a - *(const char *)b;
}
int main(void) {
  char t[8];
  for (int i = 0; i < 8; i++) t[i] = (char)getchar();
  qsort(t, 8, 1, cmp);
  return 0;
}
