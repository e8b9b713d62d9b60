// memory: main => heap 1830+
// grown in an inner loop, dropped by the outer one
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int c = 0;
  while (c != EOF) {
    char *p = 0;
    while ((c = getchar()) == '1')
      p = realloc(p, 20);
    p = realloc(p, 30);
    if (!p) return 1;
  }
  return 0;
}
