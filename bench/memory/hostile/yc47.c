// memory: main => heap 1200+
// realloc under a condition, malloc else
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c != '0')
      g = realloc(g, 10);
    else
      g = malloc(20);
  }
  return 0;
}
