// What is appended stands behind what was there.
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = argc == 2 ? fopen(argv[1], "a+") : 0;
  if (!f)
    return 1;
  fputs("b", f);
  rewind(f);
  assert(getc(f) == 'b'); // bug: assertion-failure
}
