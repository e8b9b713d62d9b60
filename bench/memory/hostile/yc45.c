// memory: main => heap 20+
// index changes between the load and the store
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[4];
int main(void) {
  unsigned i = 0;
  while (getchar() != EOF) {
    char *o = t[i & 3];
    i++;
    t[i & 3] = realloc(o, 10);
    if (i > 40) break;
  }
  return 0;
}
