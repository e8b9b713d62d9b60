// memory: main => heap 600+
// a static variable of a helper, handed out and detached by the caller
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char **slot(void) { static char *s; return &s; }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char **p = slot();
    *p = realloc(*p, 10);
    *slot() = 0;
  }
  return 0;
}
