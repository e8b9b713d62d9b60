// memory: main => heap 610+
// goto jumps over the step back to the head
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c;
again:
  if (n < 10) {
    char *x = malloc(10);
    if (!x) return 1;
    x[0] = 1;
    c = getchar();
    if (c == '0') goto again;
    if (c == EOF) return 0;
    n++;
    goto again;
  }
  return 0;
}
