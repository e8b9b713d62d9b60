// memory: main => heap 30+
// elements by an index of 8 bits that goes round
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *t[256];
int main(void) {
  unsigned char i = 250;
  while (getchar() != EOF) {
    t[i] = realloc(t[i], 10);
    i++;
    t[i] = realloc(t[(unsigned char)(i - 1)], 20);
  }
  return 0;
}
