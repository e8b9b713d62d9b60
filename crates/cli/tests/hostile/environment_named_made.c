// A name that was no file is one after an argument made it.
// expect: unknown
// expect-unconfirmed: two names may be one file, which the native run has once
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc != 2 || fopen("x", "r"))
    return 0;
  FILE *f = fopen(argv[1], "w");
  if (!f)
    return 1;
  fclose(f);
  assert(!fopen("x", "r")); // bug: assertion-failure
}
