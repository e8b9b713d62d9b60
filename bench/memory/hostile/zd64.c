// memory: main => heap 3000+
// INPUT: printf aaaaaa
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *next(size_t k) { static int n; if (n >= 3) return 0; char *p = malloc(k); if (p) n++; return p; }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a') { char *x = next(1000); if (x) x[0] = 1; }
    else { char *y = next(10); if (y) y[0] = 1; }
  }
  return 0;
}