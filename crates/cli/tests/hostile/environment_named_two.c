// Two arguments name two files.
// expect: unknown
// expect-unconfirmed: two names may be one file, which the native run has once
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = argc == 3 ? fopen(argv[1], "r") : 0, *g = f ? fopen(argv[2], "r") : 0;
  if (!g)
    return 1;
  assert(getc(f) == getc(g)); // bug: assertion-failure
}
