// memory: main => heap 1040+
// tmp = realloc(p, n) fails for n < 0, p stays, then p is made anew
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0, *tmp;
  int c;
  while ((c = getchar()) != EOF) {
    tmp = realloc(p, c - 40);
    if (!tmp) {
      p = malloc(20);
      continue;
    }
    p = tmp;
  }
  free(p);
  return 0;
}
