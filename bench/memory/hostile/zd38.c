// memory: main => heap 9000+
// INPUT: for i in 1 2 3 4 5 6 7 8; do printf xyx; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *prev = 0; int c, o = 0;
  for (;;) {
    c = getchar(); if (c == EOF) break;
    char *d = malloc(1000); if (!d) break;
    if (c == o) { free(d); continue; }
    if (c != 'x') free(prev);
    prev = d; o = c;
  }
  free(prev);
  return 0;
}