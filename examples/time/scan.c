#include <stdio.h>

/* "x" is no number: scanf takes nothing of it and returns 0, which is not EOF. */
int main(void) {
  int x, sum = 0;
  while (scanf("%d", &x) != EOF)
    sum += x > 0;
  return sum & 1;
}
