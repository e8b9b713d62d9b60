// A function of the C library is given the old array.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
#include <stdio.h>
#include <string.h>
int main(void) {
  char *before = 0;
  for (int i = 0; i < 2; i++) {
    char line[16];
    snprintf(line, sizeof line, "%d", i);
    if (before && strcmp(before, line) == 0) // bug: use-after-return
      return 1;
    before = line;
  }
  return 0;
}
