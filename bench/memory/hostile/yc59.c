// memory: main => heap 1800+
// helper returns a grown local, caller forgets it on one way
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *grown(char *p) { p = realloc(p, 30); p[0] = 1; return p; }
int main(void) {
  char *x = 0;
  int c;
  while ((c = getchar()) != EOF) {
    char *y = grown(x);
    if (c == '0') x = 0; else x = y;
  }
  return 0;
}
