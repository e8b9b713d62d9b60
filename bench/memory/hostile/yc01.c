// memory: main => heap 1020+
// realloc with a negative size fails: the old block stays and null overwrites it, round by round
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0;
  int c;
  while ((c = getchar()) != EOF)
    p = realloc(p, c - 40);
  free(p);
  return 0;
}
