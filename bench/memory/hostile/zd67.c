// memory: main => heap 7000+
// INPUT: printf axax
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *G;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *d = malloc(1000); if (!d) break;
    for (int i = 0; i < 3; i++) { char *w = malloc(5000); if (w) w[0] = 1; free(w); }
    if (c == 'x') { free(d); continue; }
    free(G); G = d;
  }
  return 0;
}