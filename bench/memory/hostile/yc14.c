// memory: main => heap 6000+
// counter set back by another branch
// INPUT: for i in $(seq 60); do printf 'aaaaaaaaaar'; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c;
  while ((c = getchar()) != EOF) {
    if (c == 'r') { n = 0; continue; }
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    }
  }
  return 0;
}
