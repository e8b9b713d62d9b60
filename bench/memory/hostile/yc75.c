// memory: main => heap 1220+
// three variables in turn, one is grown
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = malloc(10), *b = malloc(10);
  int c;
  while ((c = getchar()) != EOF) {
    char *t = realloc(a, 20);
    a = b;
    b = t;
    if (c == '0') a = malloc(10);
  }
  return 0;
}
