// memory: main => heap 2880+
// a local array: negative size for one element
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *t[2] = {0, 0};
  int c;
  while ((c = getchar()) != EOF) {
    t[0] = realloc(t[0], c);
    t[0] = realloc(t[0], -c);
  }
  free(t[0]);
  return 0;
}
