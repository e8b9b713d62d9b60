// A file that an argument names holds anything.
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = argc == 2 ? fopen(argv[1], "r") : 0;
  if (!f)
    return 1;
  assert(getc(f) != 'q'); // bug: assertion-failure
  return 0;
}
