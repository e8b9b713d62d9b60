// memory: main => heap 600+
// longjmp back before the variable is set again: no loop in the graph
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
static jmp_buf b;
int main(void) {
  char *p;
  int c;
  setjmp(b);
  c = getchar();
  if (c == EOF) return 0;
  p = malloc(10);
  p[0] = 1;
  if (c == '0') longjmp(b, 1);
  free(p);
  return 0;
}
