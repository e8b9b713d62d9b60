// memory: main => heap 1200+
// a round of the loop that reads holds, the same in an endless loop
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  for (;;) {
    char *p;
    for (;;) {
      p = malloc(100);
      if (!p) return 1;
      if (getchar() != '1') break;
      free(g);
      g = p;
    }
    for (;;) {
      char *q = malloc(1000);
      if (!q) return 1;
      free(q);
      if (getchar() != '1') break;
    }
    free(g);
    g = p;
    if (getchar() == EOF) return 0;
  }
}
