// memory: main => heap 1200+
// in flight across loops with local variables alone
// INPUT: printf 'aax'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = 0, *p;
  for (;;) {
    p = malloc(100);
    if (getchar() == 'x') break;
    free(a);
    a = p;
  }
  for (int i = 0; i < 2; i++) {
    char *q = malloc(1000);
    q[0] = 1;
    free(q);
  }
  free(a);
  a = p;
  free(a);
  return 0;
}
