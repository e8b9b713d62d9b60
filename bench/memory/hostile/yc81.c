// memory: main => heap 600+
// memcpy gives a slot what it held before
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *z = 0;
    g = realloc(g, 10);
    memcpy(&g, &z, sizeof g);
  }
  return 0;
}
