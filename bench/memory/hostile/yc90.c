// memory: main => heap 100+
// goto into the loop behind its test
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0, c = getchar();
  if (c == '0') goto in;
  for (;;) {
    if (n < 10) {
      char *x;
in:
      x = malloc(10);
      if (!x) break;
      x[0] = 1;
      c = getchar();
      if (c == EOF) break;
      n++;
    } else break;
  }
  return 0;
}
