// memory: main => heap 7620+
// the same as a number without a test: c - 128 with 255 at most
// INPUT: for i in $(seq 60); do printf '\377 '; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0;
  int c;
  while ((c = getchar()) != EOF)
    p = realloc(p, (size_t)(long)(c - 128));
  return 0;
}
