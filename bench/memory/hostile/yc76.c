// memory: main => heap 610+
// grown in the condition of the loop, dropped in its body
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = 0;
  while ((p = realloc(p, 10)) && getchar() != EOF) {
    char *q = p;
    q[0] = 1;
    p = 0;
  }
  return 0;
}
