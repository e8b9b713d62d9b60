// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int v[3] = { -20, 0, 0 };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (v[0] < 3) { char *d = malloc(1000); if (!d) break; v[0]++; }
    int *e = &v[3]; e[-2] = 5; if (c == 0) e[-3] = -1;
  }
  return 0;
}