#include <stdio.h>

/* The length of standard input, as wc -c counts it. */
int main(void) {
  unsigned long n = 0;
  while (getchar() != EOF)
    n++;
  return n != 0;
}
