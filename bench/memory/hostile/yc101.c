// memory: main => heap 960+
// a float that is negative as a size of long
// INPUT: for i in $(seq 60); do printf '9 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0;
  int c;
  while ((c = getchar()) != EOF) {
    double d = c - 40.5;
    if (d > 300) break;
    p = realloc(p, (size_t)(long)d);
  }
  return 0;
}
