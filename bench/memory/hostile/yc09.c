// memory: main => heap 1424+
// element of an array by index, negative size
// INPUT: for i in $(seq 200); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[4];
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    unsigned k = c & 3;
    t[1] = realloc(t[1], c - 40);
    t[k] = realloc(t[k], 7);
  }
  return 0;
}
