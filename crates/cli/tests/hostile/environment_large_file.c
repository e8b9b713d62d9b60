// A file that is longer than the bound.
// expect: proved-up-to
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("data", "r");
  int n = 0;
  if (!f)
    return 0;
  while (fgetc(f) != EOF && n < 40)
    n++;
  fclose(f);
  assert(n < 40);
  return 0;
}
