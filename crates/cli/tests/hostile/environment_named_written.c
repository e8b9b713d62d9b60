// What was written to "x" is gone where an argument names it too.
// expect: unknown
// expect-unconfirmed: two names may be one file, which the native run has once
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = argc == 2 ? fopen("x", "w") : 0;
  if (!f)
    return 1;
  fputs("abc", f);
  fclose(f);
  if (!(f = fopen(argv[1], "w")))
    return 1;
  fputs("zzz", f);
  fclose(f);
  if (!(f = fopen("x", "r")))
    return 1;
  assert(getc(f) == 'a'); // bug: assertion-failure
}
