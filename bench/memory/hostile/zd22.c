// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  struct __attribute__((packed)) { char a; int n; char b; } g = {0,0,0};
  int c; char *q = &g.a;
  while ((c = getchar()) != EOF) {
    if (g.n < 3) { void *d = malloc(1000); if (!d) break; g.n++; }
    if (c == 0) memset(&g.a, 0, 3);
  }
  return 0;
}