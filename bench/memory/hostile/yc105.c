// memory: main => heap 3020+
// a list of three sizes by a table, one is negative
// INPUT: for i in $(seq 60); do printf '012'; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const int size[3] = {50, -1, 20};
static char *g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF)
    g = realloc(g, size[(unsigned)c % 3]);
  return 0;
}
