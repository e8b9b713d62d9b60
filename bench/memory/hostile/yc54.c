// memory: main => heap 110+
// realloc(p, 0) in rounds, p keeps null
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0;
  int c;
  while ((c = getchar()) != EOF) {
    p = realloc(p, 50);
    p = realloc(p, c == '0' ? 0 : 10);
    char *q = p;
    if (!q) p = malloc(60);
  }
  free(p);
  return 0;
}
