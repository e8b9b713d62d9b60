// memory: f => heap 500+
// entry with sizes as parameters: f(100, -1)
// INPUT: true
// FLAGS: --entry f
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
void f(int n, int m) {
  for (int i = 0; i < 5; i++) {
    g = realloc(g, n);
    g = realloc(g, m);
  }
}
int main(void) { f(100, -1); return 0; }
