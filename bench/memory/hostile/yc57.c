// memory: main => heap 600+
// helper of a helper grows by a pointer to a pointer of two arrays
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *a[2], *b[2];
static void grow(char **p, int n) { *p = realloc(*p, n); }
static void pick(int c, int n) { char **q = c == '0' ? a : b; grow(q + (c & 1), n); if (c == '0') a[0] = 0; }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) pick(c, 10);
  return 0;
}
