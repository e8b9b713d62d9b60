// memory: main => heap 700+
// another element set to null between the load and the store
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[2];
int main(void) {
  while (getchar() != EOF) {
    t[0] = malloc(100);
    t[1] = malloc(10);
    char *o = t[0];
    t[1] = 0;
    t[0] = 0;
    free(o);
  }
  return 0;
}
