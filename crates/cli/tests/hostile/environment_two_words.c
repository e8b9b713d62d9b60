// Words by scanf without a width.
// expect: violated
// expect-unconfirmed: zeros in a word hide its length from the sanitizer
#include <stdio.h>
int main(void) {
  char b[3];
  if (scanf("%s", b) == 1) // bug: out-of-bounds-write
    return b[0];
  return 0;
}
