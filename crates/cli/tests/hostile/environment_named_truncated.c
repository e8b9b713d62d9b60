// The output may be the input, which is empty then.
// expect: unknown
// expect-unconfirmed: two names may be one file, which the native run has once
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *in = argc == 3 ? fopen(argv[1], "r") : 0;
  if (!in || getc(in) == EOF)
    return 1;
  rewind(in);
  FILE *out = fopen(argv[2], "w");
  if (!out)
    return 1;
  assert(getc(in) != EOF); // bug: assertion-failure
}
