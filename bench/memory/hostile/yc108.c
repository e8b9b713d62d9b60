// memory: main => heap 500+
// for (i = 0; i < 20; i++) g = realloc(g, 10 - i): numbers only
// INPUT: true
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  for (int i = 0; i < 20; i++) {
    g = realloc(g, 50 - 100 * (i & 1));
  }
  return 0;
}
