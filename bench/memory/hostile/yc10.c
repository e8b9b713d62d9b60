// memory: main => heap 3060+
// reallocarray whose product overflows fails and null overwrites
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define _GNU_SOURCE
extern void *reallocarray(void *, size_t, size_t);
static char *g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF)
    g = reallocarray(g, c - 40, 3);
  return 0;
}
