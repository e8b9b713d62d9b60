// memory: main => heap 6000+
// INPUT: printf 'abcdef' 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0, *q = 0; int c;
  while ((c = getchar()) != EOF) {
    q = p;
    p = malloc(1000); if (!p) break;
    if (c == 0) free(q);
  }
  return 0;
}