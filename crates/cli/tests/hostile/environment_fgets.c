// What fgets leaves need not have an end of line.
// expect: violated
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[4];
  if (fgets(b, sizeof b, stdin))
    assert(strchr(b, '\n') != 0); // bug: assertion-failure
  return 0;
}
