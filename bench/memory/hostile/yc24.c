// memory: main => heap 300+
// function called several times, counter local to each call
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int fill(void) {
  int n = 0;
  for (;;) {
    int c = getchar();
    if (c == EOF) return 0;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    } else return 1;
  }
  return 1;
}
int main(void) {
  fill();
  fill();
  fill();
  return 0;
}
