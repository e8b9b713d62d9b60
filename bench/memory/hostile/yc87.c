// memory: main => heap 600+
// counter behind a pointer in a helper that is copied in; it sets back at 9
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *put(int *n) {
  char *x = 0;
  if (*n < 10) { x = malloc(10); if (x) { x[0] = 1; ++*n; } }
  return x;
}
int main(void) {
  int n = 0;
  for (;;) {
    if (getchar() == EOF) break;
    put(&n);
    if (n == 9) n = 0;
  }
  return 0;
}
