// memory: main => heap 600+
// detached, stored elsewhere, and not freed
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *o = g;
    g = 0;
    h = o;
    if (c != '0') free(o);
    g = malloc(10);
  }
  return 0;
}
