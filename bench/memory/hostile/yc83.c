// memory: main => heap 190+
// an array of arrays: the same cell by other indices
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[4][4];
int main(void) {
  unsigned i = 0;
  int c;
  while ((c = getchar()) != EOF) {
    unsigned a = i & 3, b = c & 3;
    t[a][b] = realloc(t[a][b], 10);
    char **flat = &t[0][0] + 0;
    flat[0] = 0;
    i++;
  }
  return 0;
}
