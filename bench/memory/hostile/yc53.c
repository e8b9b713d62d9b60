// memory: main => heap 600+
// free in a helper, which frees only some
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
static void drop(char *p, int c) { if (c != '0') free(p); }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *o = g;
    g = 0;
    drop(o, c);
    g = malloc(10);
  }
  return 0;
}
