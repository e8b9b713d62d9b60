// memory: main => heap 100+
// detached from an element whose index changes before the free
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[8];
int main(void) {
  unsigned i = 0;
  while (getchar() != EOF) {
    t[i & 7] = malloc(100);
    char *o = t[i & 7];
    i++;
    t[i & 7] = 0;
    free(o);
  }
  return 0;
}
