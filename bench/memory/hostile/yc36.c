// memory: f => heap 20+
// the same with a parameter of the entry: n counts down by 3 to below 0
// INPUT: true
// FLAGS: --entry f
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void f(int n) {
  char *x;
  while (n >= 1u) {
    x = malloc(10);
    x[0] = 1;
    n -= 3;
    if (n == -30) break;
  }
}
int main(void) { f(6); return 0; }
