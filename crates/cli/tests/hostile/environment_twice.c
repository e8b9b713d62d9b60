// A variable that is set is there the second time, a file too.
// expect: violated
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *a = getenv("A"), *b = getenv("A");
  if ((a == 0) != (b == 0))
    return *(volatile int *)0;
  FILE *f = fopen("f", "r");
  if (f)
    fclose(f);
  FILE *g = fopen("f", "r");
  if (g)
    fclose(g);
  if ((f == 0) != (g == 0))
    return *(volatile int *)0;
  assert(a == 0 || f == 0); // bug: assertion-failure
  return 0;
}
