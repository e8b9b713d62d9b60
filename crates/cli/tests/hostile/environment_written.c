// A file cannot always be made.
// expect: violated
// expect-unconfirmed: a native run cannot deny it
#include <stdio.h>
int main(void) {
  FILE *f = fopen("out.txt", "w");
  fputs("x", f); // bug: null-dereference
  fclose(f);
  return 0;
}
