// memory: main => heap 600+
// longjmp out of a call that made a block, round by round
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
static jmp_buf b;
static void work(int c) {
  char *p = malloc(10);
  p[0] = 1;
  if (c == '0') longjmp(b, 1);
  free(p);
}
int main(void) {
  for (;;) {
    int c = getchar();
    if (c == EOF) break;
    if (setjmp(b) == 0) work(c);
  }
  return 0;
}
