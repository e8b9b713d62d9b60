// memory: main => heap 20+
// realloc of another slot's content, both hold afterwards by a copy
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    g = realloc(h, 10);
    h = malloc(10);
    if (c == '0') free(g);
    g = 0;
  }
  return 0;
}
