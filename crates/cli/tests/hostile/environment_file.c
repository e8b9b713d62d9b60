// There can be files.
// expect: unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("a.txt", "r");
  assert(f == 0);
  return 0;
}
