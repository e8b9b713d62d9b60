// memory: f => heap 150+
// down by ones without sign, but from a parameter that is negative
// INPUT: true
// FLAGS: --entry f
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void f(int n) {
  unsigned u = n;
  while (u > 0xfffffff0u) {
    char *x = malloc(10);
    x[0] = 1;
    u--;
  }
}
int main(void) { f(-1); return 0; }
