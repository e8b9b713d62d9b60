// memory: main => heap 7000+
// INPUT: printf axax
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *G;
__attribute__((noinline)) static void big(int k) { char *w = malloc(5000); if (w) w[0] = k; free(w); if (k > 100) big(k - 50); }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    char *d = malloc(1000); if (!d) break;
    if (c == 'x') { big(3); free(d); continue; }
    free(G); G = d;
  }
  return 0;
}