// What was found once stays.
// expect: proved-up-to
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *a = getenv("A"), *b = getenv("A");
  assert(a == b);
  FILE *f = fopen("f", "r");
  int c = f ? fgetc(f) : EOF;
  if (f)
    fclose(f);
  FILE *g = fopen("f", "r");
  assert((f == 0) == (g == 0));
  assert((g ? fgetc(g) : EOF) == c);
  if (g)
    fclose(g);
  assert(getuid() == getuid());
  return 0;
}
