// There can be files.
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("a.txt", "r");
  assert(f == 0); // bug: assertion-failure
  return 0;
}
