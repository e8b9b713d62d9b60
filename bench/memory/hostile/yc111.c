// memory: main => heap 250+
// counter that a jump into the loop begins at 15
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int c = getchar(), n = c == '0' ? -15 : 0;
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
